package exporter

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// bookRows are a sheet's rows by their headings. Of headings that repeat, such as those of
// characteristics, the first counts.
func bookRows(t *testing.T, data []byte, sheet string) []map[string]string {
	t.Helper()
	rows := rowsOf(t, data, sheet)
	var out []map[string]string
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, heading := range rows[0] {
			if _, taken := cells[heading]; taken {
				continue
			}
			cells[heading] = ""
			if i < len(row) {
				cells[heading] = row[i]
			}
		}
		out = append(out, cells)
	}
	return out
}

func keyed(rows []map[string]string, heading string) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, row := range rows {
		out[row[heading]] = row
	}
	return out
}

// shopAttributes is an attribute map with what a shop calls the attributes.
func shopAttributes(t *testing.T, rows string) *selection.AttributeMap {
	t.Helper()
	m, err := selection.ReadAttributeMap("attributes.csv", []byte("name,target_name,target_group\n"+rows))
	require.NoError(t, err)
	return m
}

// bookProduct is a product that all three targets take, with a change.
func bookProduct(id string, change func(*supplier.Product)) supplier.Product {
	p := hardCases()[0]
	p.ID, p.SKU, p.GroupID = id, strings.ToUpper(id), ""
	p.Images = []string{"https://img.example/p/" + id + "/1.jpg", "https://img.example/p/" + id + "/2.jpg"}
	p.Attributes = []supplier.Attribute{{Name: "Колір", Value: "синій"}}
	if change != nil {
		change(&p)
	}
	return p
}

// requireTakenByTool holds what OpenCart's Export/Import Tool checks before it takes a
// file, and what stops it in its midst.
func requireTakenByTool(t *testing.T, data []byte) {
	t.Helper()
	sheets := openBook(t, data).GetSheetList()
	require.Equal(t, "Products", sheets[0])
	listed := map[string]bool{}
	for _, sheet := range sheets {
		last := int64(0)
		for _, row := range bookRows(t, data, sheet) {
			id, err := strconv.ParseInt(row["product_id"], 10, 32)
			require.NoError(t, err, "a product_id is a whole number")
			require.GreaterOrEqual(t, id, last, "%s: ascending", sheet)
			if sheet == "Products" {
				require.Greater(t, id, last, "each product once")
				listed[row["product_id"]] = true
			}
			last = id
			require.True(t, listed[row["product_id"]], "%s: product %d is among the products", sheet, id)
			if group, ok := row["customer_group"]; ok {
				require.Equal(t, "Default", group)
			}
			for _, number := range []string{"quantity", "price", "points", "weight", "length", "width", "height", "tax_class_id", "stock_status_id", "sort_order", "minimum", "priority"} {
				if value, ok := row[number]; ok {
					require.Regexp(t, `^\d+(\.\d+)?$`, value, "%s %s goes into SQL as it is", sheet, number)
				}
			}
		}
	}
	for _, row := range bookRows(t, data, "Products") {
		require.Regexp(t, `^(\d+(,\d+)*)?$`, row["categories"])
		require.NotEmpty(t, row["model"])
		require.NotEmpty(t, row["name(uk-ua)"])
		require.NotEmpty(t, row["name(ru-ru)"])
		for heading, value := range row {
			require.NotRegexp(t, `[\x{10000}-\x{10FFFF}]`, value, heading)
		}
	}
	if !slices.Contains(sheets, "ProductAttributes") {
		return
	}
	once := map[string]bool{}
	for _, row := range bookRows(t, data, "ProductAttributes") {
		key := row["product_id"] + row["attribute_group"] + row["attribute"]
		require.False(t, once[key], "a second row of an attribute ends the import")
		once[key] = true
		require.NotEmpty(t, row["text(uk-ua)"])
	}
}

func TestOpenCartTakesTheFile(t *testing.T) {
	data, report := export(t, targetCases(), targetFeed(t, "opencart"))
	requireAccounted(t, report)
	requireTakenByTool(t, data)
	products := catalogue(500)
	for i := range products {
		products[i].ID = fmt.Sprint(500 - i) // numbers, which would be those of other products of the shop
	}
	data, report = export(t, products, targetFeed(t, "opencart"))
	require.EqualValues(t, 500, report.Offers)
	requireTakenByTool(t, data)
	for _, row := range bookRows(t, data, "Products") {
		require.Greater(t, len(row["product_id"]), 4, "no number of the supplier's own")
	}
}

func TestOpenCartNumbersAreStable(t *testing.T) {
	numbers := func(ids ...string) map[string]string {
		var products []supplier.Product
		for _, id := range ids {
			products = append(products, bookProduct(id, nil))
		}
		data, _ := export(t, products, targetFeed(t, "opencart"))
		out := map[string]string{}
		for sku, row := range keyed(bookRows(t, data, "Products"), "sku") {
			out[sku] = row["product_id"]
		}
		return out
	}
	before, after := numbers("a", "b", "c"), numbers("d", "c", "a")
	require.Equal(t, before["A"], after["A"])
	require.Equal(t, before["C"], after["C"])
}

// TestOpenCartPrices: in the shop's cart a special beats a quantity discount, so that a
// product has one or the other.
func TestOpenCartPrices(t *testing.T) {
	f := targetFeed(t, "opencart")
	data, _ := export(t, []supplier.Product{bookProduct("tiers", nil), bookProduct("plain", func(p *supplier.Product) { p.Tiers = nil }),
		bookProduct("dollars", func(p *supplier.Product) { p.Currency, p.Tiers = "USD", nil })}, f)
	products := keyed(bookRows(t, data, "Products"), "sku")
	specials, discounts := bookRows(t, data, "Specials"), bookRows(t, data, "Discounts")
	require.Equal(t, "799.00", products["TIERS"]["price"])
	require.Equal(t, "878.90", products["PLAIN"]["price"], "the old price")
	special := keyed(specials, "product_id")
	require.NotContains(t, special, products["TIERS"]["product_id"])
	require.Equal(t, "799.00", special[products["PLAIN"]["product_id"]]["price"])
	require.Len(t, discounts, 2)
	for i, want := range [][]string{{"10", "559.00"}, {"50", "520.16"}} {
		require.Equal(t, products["TIERS"]["product_id"], discounts[i]["product_id"])
		require.Equal(t, want, []string{discounts[i]["quantity"], discounts[i]["price"]})
	}

	f.Price = pricing.Rule{}
	_, report := export(t, []supplier.Product{bookProduct("uah", nil), bookProduct("usd", func(p *supplier.Product) { p.Currency = "USD" })}, f)
	require.Equal(t, []string{"currency_unknown"}, skipped(report, "USD"), "the columns have no currency")
}

// TestOpenCartAttributes: the tool refuses a file with an attribute that the shop does not
// have, and empties those of a product that a sheet does not list.
func TestOpenCartAttributes(t *testing.T) {
	products := []supplier.Product{bookProduct("one", func(p *supplier.Product) {
		p.Attributes = []supplier.Attribute{{Name: "Колір", Value: "синій"}, {Name: "Об'єм", Value: "1,7", Unit: "л"}, {Name: "Відтінок", Value: "<b>темний</b>"}, {Name: "Вага", Value: "2"}}
	}), bookProduct("none", func(p *supplier.Product) { p.Attributes = nil })}
	f := targetFeed(t, "opencart")
	f.Attributes = nil
	data, report := export(t, products, f)
	require.Equal(t, []string{"Products", "AdditionalImages", "Specials", "Discounts"}, openBook(t, data).GetSheetList())
	require.Contains(t, strings.Join(report.Warnings, "\n"), "attribute_unmapped")

	f.Attributes = shopAttributes(t, "Колір,Колір,\nВідтінок,Колір,\nОб'єм,Місткість,Розміри\n")
	data, report = export(t, products, f)
	requireTakenByTool(t, data)
	number := keyed(bookRows(t, data, "Products"), "sku")["ONE"]["product_id"]
	require.Equal(t, [][]string{
		{"product_id", "attribute_group", "attribute", "text(uk-ua)", "text(ru-ru)"},
		{number, "Характеристики", "Колір", "синій, темний", "синій, темний"},
		{number, "Розміри", "Місткість", "1,7 л", "1,7 л"},
	}, rowsOf(t, data, "ProductAttributes"))
	require.Contains(t, report.Warnings, `all: attribute_unmapped: attributes that are not in attribute_map are left out: 1, such as "Вага": add those that the target has`)
}

func TestOpenCartCells(t *testing.T) {
	data, report := export(t, []supplier.Product{
		bookProduct("full", func(p *supplier.Product) {
			p.Images = []string{"https://img.example/p/1/main.jpg?v=2", "https://img.example/p/2/main.jpg", "https://img.example/../../etc/чай ник.jpg", "https://img.example/"}
			p.LengthMM = supplier.Some[int64](125)
		}),
		bookProduct("unknown", func(p *supplier.Product) {
			p.Quantity, p.CreatedAt, p.MinOrder = supplier.Opt[int64]{}, time.Time{}, 3
		}),
		bookProduct("order", func(p *supplier.Product) {
			p.Availability, p.Quantity = supplier.OnOrder, supplier.Opt[int64]{}
		}),
		bookProduct("emoji", func(p *supplier.Product) { p.Names.UK = "Чайник 👩‍👩‍👧‍👦" }),
		bookProduct("only", func(p *supplier.Product) { p.Name, p.Names = "👩‍👩‍👧‍👦", supplier.Texts{} }),
		bookProduct(strings.Repeat("x", 65), nil),
		bookProduct("odd", func(p *supplier.Product) {
			p.Category, p.Barcode = supplier.Category{ID: "99", Name: "Інше"}, "123"
		}),
	}, targetFeed(t, "opencart"))
	rows := keyed(bookRows(t, data, "Products"), "sku")
	full := rows["FULL"]
	require.Equal(t, "catalog/import/p/1/main.jpg", full["image_name"], "pictures of one name stay apart")
	require.Equal(t, []string{"17", "1.25", "12.5", "2", "2026-10-03", "0482000000017", "5", "2866"},
		[]string{full["quantity"], full["weight"], full["length"], full["minimum"], full["date_added"], full["ean"], full["stock_status_id"], full["categories"]})
	var pictures []string
	for _, row := range bookRows(t, data, "AdditionalImages") {
		if row["product_id"] == full["product_id"] {
			pictures = append(pictures, row["image"])
		}
	}
	require.Equal(t, []string{"catalog/import/p/2/main.jpg", "catalog/import/etc/чай ник.jpg"}, pictures)
	require.Equal(t, []string{"3", "2000-01-01"}, []string{rows["UNKNOWN"]["quantity"], rows["UNKNOWN"]["date_added"]})
	require.Equal(t, []string{"0", "8"}, []string{rows["ORDER"]["quantity"], rows["ORDER"]["stock_status_id"]})
	require.Equal(t, "Чайник", strings.TrimSpace(rows["EMOJI"]["name(uk-ua)"]))
	require.Empty(t, rows["ODD"]["categories"])
	require.Empty(t, rows["ODD"]["ean"])
	require.Equal(t, []string{"value_missing"}, skipped(report, "ONLY"))
	require.Equal(t, []string{"value_invalid"}, skipped(report, strings.Repeat("X", 65)))
}

// TestPromWorkbookPrices: Prom takes Знижка off Ціна, and tiers only where each is below
// the price.
func TestPromWorkbookPrices(t *testing.T) {
	products := []supplier.Product{bookProduct("below", nil), bookProduct("none", func(p *supplier.Product) { p.Tiers = nil }),
		bookProduct("above", func(p *supplier.Product) {
			p.Tiers = []supplier.Tier{{MinQuantity: 5, Price: p.RRP}, {MinQuantity: 10, Price: money.Must("400")}}
		})}
	f := targetFeed(t, "prom-xlsx")
	data, _ := export(t, products, f)
	rows := keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	for _, sku := range []string{"BELOW", "NONE"} {
		price, err := money.Must(rows[sku]["Ціна"]).Sub(money.Must(rows[sku]["Знижка"]))
		require.NoError(t, err)
		require.Equal(t, "799.00", price.String(), "what is paid")
	}
	require.Equal(t, []string{"u", "559.00;520.16", "10;50"}, []string{rows["BELOW"]["Тип_товару"], rows["BELOW"]["Оптова_ціна"], rows["BELOW"]["Мінімальне_замовлення_опт"]})
	require.Equal(t, []string{"r", "", ""}, []string{rows["NONE"]["Тип_товару"], rows["NONE"]["Оптова_ціна"], rows["NONE"]["Мінімальне_замовлення_опт"]})

	f.Price, f.Private = pricing.Rule{}, true
	data, _ = export(t, products, f)
	rows = keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	require.Equal(t, []string{"799.00", "", "r", "", ""}, []string{rows["ABOVE"]["Ціна"], rows["ABOVE"]["Знижка"], rows["ABOVE"]["Тип_товару"], rows["ABOVE"]["Оптова_ціна"], rows["ABOVE"]["Мінімальне_замовлення_опт"]})
	require.Equal(t, "430.00;400.125", rows["BELOW"]["Оптова_ціна"])
}

// promHeadings are the headings of Prom's own export that the template fills, in its order.
const promHeadings = "Код_товару Назва_позиції Назва_позиції_укр Пошукові_запити Пошукові_запити_укр Опис Опис_укр Тип_товару Ціна Валюта Одиниця_виміру " +
	"Мінімальний_обсяг_замовлення Оптова_ціна Мінімальне_замовлення_опт Посилання_зображення Наявність Кількість Номер_групи Назва_групи Ідентифікатор_товару " +
	"Ідентифікатор_групи Виробник Країна_виробник Знижка ID_групи_різновидів Код_маркування_(GTIN) Вага,кг Ширина,см Висота,см Довжина,см"

func TestPromWorkbookCells(t *testing.T) {
	variant := func(id, colour string) supplier.Product {
		return bookProduct(id, func(p *supplier.Product) { p.GroupID, p.Attributes[0].Value = "g-1", colour })
	}
	data, report := export(t, []supplier.Product{
		variant("v1", "синій"), bookProduct("single", nil), variant("v2", "червоний"), variant("v3", "синій"),
		bookProduct("sku with more than 25 letters", nil),
		bookProduct("links", func(p *supplier.Product) {
			p.Descriptions = supplier.Texts{UK: "<p>Дивіться\r\nhttps://other.example/x <b>тут</b></p><script>x</script>"}
		}),
		bookProduct("queries", func(p *supplier.Product) {
			p.Attributes = []supplier.Attribute{{Name: "Пошукові запити", Value: "чайник, " + strings.Repeat("дуже ", 80)}}
		}),
		bookProduct("commas", func(p *supplier.Product) {
			p.Images = []string{"https://img.example/a,b.jpg", "https://img.example/c.jpg"}
		}),
		bookProduct("homeless", func(p *supplier.Product) { p.Category = supplier.Category{} }),
	}, targetFeed(t, "prom-xlsx"))
	sheet := rowsOf(t, data, "Export Products Sheet")
	require.Equal(t, strings.Split(promHeadings, " "), sheet[0][:30])
	require.Len(t, sheet[0], 30+3*40)
	rows := keyed(bookRows(t, data, "Export Products Sheet"), "Код_товару")
	require.Equal(t, []string{"value_invalid"}, skipped(report, "SKU WITH MORE THAN 25 LETTERS"), "a cut code would come back with orders")
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "V3"), "nothing tells it from V1")
	require.Equal(t, []string{"V1", "V2"}, []string{sheet[len(sheet)-2][0], sheet[len(sheet)-1][0]}, "variants stand together")
	require.Equal(t, "g-1", rows["V2"]["ID_групи_різновидів"])
	require.Equal(t, "<p>Дивіться  <b>тут</b></p>", rows["LINKS"]["Опис_укр"])
	require.LessOrEqual(t, len([]rune(rows["QUERIES"]["Пошукові_запити_укр"])), 255)
	require.True(t, strings.HasPrefix(rows["QUERIES"]["Пошукові_запити_укр"], "чайник, дуже"))
	require.Equal(t, "https://img.example/a%2Cb.jpg, https://img.example/c.jpg", rows["COMMAS"]["Посилання_зображення"])
	groups := keyed(bookRows(t, data, "Export Groups Sheet"), "Номер_групи")
	require.Equal(t, "Без категорії", rows["HOMELESS"]["Назва_групи"])
	require.Equal(t, "Без категорії", groups[rows["HOMELESS"]["Номер_групи"]]["Назва_групи"])
	require.Equal(t, "Кухня", groups[groups["12"]["Номер_батьківської_групи"]]["Назва_групи"])
}

func TestHoroshopRules(t *testing.T) {
	data, report := export(t, targetCases(), targetFeed(t, "horoshop"))
	requireAccounted(t, report)
	articles := map[string]bool{}
	rows := rowsOf(t, data, "Products")
	for _, row := range rows[1:] {
		row = append(row, make([]string, len(rows[0])-len(row))...)
		require.NotEmpty(t, row[0])
		require.False(t, articles[row[0]], "an article stands once")
		articles[row[0]] = true
		require.NotEmpty(t, row[2])
		require.NotEmpty(t, row[4])
		for i, heading := range rows[0] {
			if strings.HasPrefix(heading, "Характеристика") {
				require.Equal(t, row[i] == "", row[i+1] == "", "a characteristic has a name and a value")
			}
		}
	}
	require.NotZero(t, report.Repaired[AttributesLeftOut], "more than 15 are counted")
	long := keyed(bookRows(t, data, "Products"), "Артикул")["LONG1"]["Опис товару (UA)"]
	require.LessOrEqual(t, len(long), 2*spreadsheet.MaxCellUnits)
	require.NoError(t, xml.Unmarshal([]byte(long), new(struct{})), "a description that is cut closes its tags")
	require.Equal(t, []string{"value_duplicate"}, func() []string {
		_, report := export(t, []supplier.Product{bookProduct("a", nil), bookProduct("b", func(p *supplier.Product) { p.SKU, p.Name = "A", "Інший" })}, targetFeed(t, "horoshop"))
		return skipped(report, "A")
	}())
	on := keyed(bookRows(t, data, "Products"), "Артикул")
	require.Equal(t, []string{"В наявності", "Немає в наявності", "Немає в наявності", "Під замовлення"},
		[]string{on["KB-01"]["Наявність"], on["GONE1"]["Наявність"], on["FEW1"]["Наявність"], on["ORDER1"]["Наявність"]})
}

// TestWorkbooksCanBeRead: no heading is cut, and each sheet keeps its headings in sight on
// the screen and on paper.
func TestWorkbooksCanBeRead(t *testing.T) {
	list, err := templates.Open("").List()
	require.NoError(t, err)
	for _, info := range list {
		if info.Format != "xlsx" {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			data, _ := export(t, targetCases(), targetFeed(t, info.Name))
			book := openBook(t, data)
			titles := map[string]string{}
			for _, name := range book.GetDefinedName() {
				if name.Name == "_xlnm.Print_Titles" {
					titles[name.Scope] = name.RefersTo
				}
			}
			for _, sheet := range book.GetSheetList() {
				for i, heading := range rowsOf(t, data, sheet)[0] {
					width, err := book.GetColWidth(sheet, spreadsheet.ColumnName(i))
					require.NoError(t, err)
					require.GreaterOrEqual(t, width, float64(len([]rune(heading))+1), "%s %s", sheet, heading)
				}
				layout, err := book.GetPageLayout(sheet)
				require.NoError(t, err)
				require.Equal(t, "landscape", *layout.Orientation)
				require.Equal(t, 9, *layout.Size, "A4")
				panes, err := book.GetPanes(sheet)
				require.NoError(t, err)
				require.True(t, panes.Freeze)
				require.Equal(t, 1, panes.YSplit)
				require.Equal(t, "'"+sheet+"'!$1:$1", titles[sheet])
			}
		})
	}
}

// TestLongSideSheets: a sheet beside the products has more rows than they, and than old
// spreadsheets hold, over many pages; LibreOffice shows all of them.
func TestLongSideSheets(t *testing.T) {
	const each = 22
	many := racing.Fewer(3000)
	products := catalogue(many)
	var names strings.Builder
	for k := range each {
		fmt.Fprintf(&names, "Ознака %d,Ознака %d,\n", k, k)
	}
	for i := range products {
		p := &products[i]
		p.Description, p.Descriptions, p.Images, p.Tiers, p.Attributes = "", supplier.Texts{}, nil, nil, nil
		for k := range each {
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: fmt.Sprint("Ознака ", k), Value: p.SKU})
		}
	}
	book := filepath.Join(t.TempDir(), "long.xlsx")
	data, _ := export(t, products, Feed{Name: "opencart", Template: builtin(t, "opencart"), Attributes: shopAttributes(t, names.String()), Out: book})
	check := func(products, attributes [][]string) {
		require.Len(t, products, 1+many)
		require.Len(t, attributes, 1+many*each)
		for i, row := range attributes[1:] {
			product := products[1+i/each]
			if want := []string{product[0], "Характеристики", fmt.Sprint("Ознака ", i%each), product[4], product[4]}; !slices.Equal(row, want) {
				require.Equal(t, want, row, "row %d", i+2)
			}
		}
	}
	check(rowsOf(t, data, "Products"), rowsOf(t, data, "ProductAttributes"))
	sheets := office.Sheets(t, office.Reading{}, book)["long"]
	check(sheets["Products"], sheets["ProductAttributes"])
}

// TestOrder: offers stand by the template's number whatever the list's pages are, equal
// ones as the list has them.
func TestOrder(t *testing.T) {
	template, err := CompileTemplate("t.yaml", []byte("name: t\nkind: feed\nformat: csv\norder: min_order_quantity\ncolumns:\n  - {heading: sku, value: sku}\n"))
	require.NoError(t, err)
	var products []supplier.Product
	var want strings.Builder
	want.WriteString("sku\r\n")
	for i := range 700 {
		products = append(products, bookProduct(fmt.Sprint("p", i), func(p *supplier.Product) {
			p.MinOrder = int64(7 - i%7)
			if i%2 == 0 {
				p.GroupID = "g"
			}
		}))
	}
	for least := range 7 {
		for i := range products {
			if products[i].MinOrder == int64(least+1) {
				want.WriteString(products[i].SKU + "\r\n")
			}
		}
	}
	for _, size := range []int{1, 64, 1000} {
		out := filepath.Join(t.TempDir(), "feed.csv")
		reports, err := Build(context.Background(), listOf(products, size), []Feed{{Name: "t", Template: template, Out: out}}, testOptions())
		require.NoError(t, err)
		require.EqualValues(t, 700, reports[0].Offers)
		require.EqualValues(t, 700, reports[0].Products)
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, want.String(), string(data))
	}
}

func TestMistakesInOrderAndOptional(t *testing.T) {
	for text, message := range map[string]string{
		"group: true\norder: min_order_quantity\ncolumns: [{heading: a, value: sku}]":        `t.yaml:5:8: offers stand by group or by order, not by both`,
		"order: sku\ncolumns: [{heading: a, value: sku}]":                                    `t.yaml:4:8: order is a whole number, such as stable_number(id), and "sku" is none`,
		"order: quantitty\ncolumns: [{heading: a, value: sku}]":                              `t.yaml:4:8: unknown path "quantitty"`,
		"sheets:\n  - sheet: A\n    optional: true\n    columns: [{heading: a, value: sku}]": `t.yaml:5:12: the first sheet cannot be optional: a workbook without it has nothing in it`,
	} {
		_, err := CompileTemplate("t.yaml", []byte("name: t\nkind: feed\nformat: xlsx\n"+text+"\n"))
		require.ErrorContains(t, err, message)
	}
}

func TestFilePath(t *testing.T) {
	for address, want := range map[string]string{
		"https://img.example/a/b%20c.jpg?x=1#y":      "a/b c.jpg",
		"https://img.example/%D1%87/%2e%2e/../d.jpg": "d.jpg",
		"https://img.example":                        "",
		"https://img.example/":                       "",
		"a/b.jpg":                                    "a/b.jpg",
		"https://img.example/a%zz.jpg":               "a%zz.jpg",
	} {
		require.Equal(t, want, filePath(address), address)
	}
}
