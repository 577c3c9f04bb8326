package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// The tests of failures_each*_test.go hold against every built-in template what went wrong
// in other exporters. What other tests hold already is not repeated:
//
//	theme                                           held by
//	characters that XML forbids, in text and CDATA  FuzzXML, markup's FuzzSanitary, TestPromHardTexts
//	names with entities, shown twice                TestGoogleRules, markup's TestPlain
//	elements in another order or another case       TestXMLLintAccepts, with the ordered grammar
//	lost offers or prices, an empty source          history's TestPublicFailures, requireAccounted
//	a list that ends too soon                       TestFailedBuilds, TestEveryPageIsInTheFeed
//	memory that grows with the catalogue            TestMemoryDoesNotGrowWithTheCatalogue, TestMoreRowsThanASheetHolds
//	what another build left in the file             TestOneDocument
//	line breaks and commas in one importer's table  TestWooCommerceRules, TestPicturesAreSeparatedByCommas
//	an output that cannot be written                TestFolderThatCannotBeMade, TestPlaceThatIsTaken
//	encodings of tables, and of files of maps       TestByteOrderMark, selection's TestDecode
//	any product at all                              TestAnyProductInEveryTemplate

// eachTemplate runs a test with every built-in template of a feed.
func eachTemplate(t *testing.T, test func(*testing.T, templates.Info)) {
	t.Helper()
	list, err := templates.Open("").List()
	require.NoError(t, err)
	for _, info := range list {
		if info.Kind == templates.Feed {
			t.Run(info.Name, func(t *testing.T) { test(t, info) })
		}
	}
}

// asIs are the templates that show partners each field as the supplier has it.
var asIs = []string{"csv", "xlsx"}

// shownText is one text of a feed: of an element, an attribute or a cell.
type shownText struct {
	field string // the element's or attribute's name, or the column's heading
	text  string
}

// shownBy reads a feed with a reader that is not ours.
func shownBy(t *testing.T, format string, data []byte) (out []shownText) {
	t.Helper()
	switch format {
	case "xml", "yml":
		var root node
		require.NoError(t, xml.Unmarshal(data, &root))
		return shownIn(&root, nil)
	case "xlsx":
		for _, sheet := range openBook(t, data).GetSheetList() {
			out = append(out, shownCells(rowsOf(t, data, sheet))...)
		}
		return out
	}
	r := csv.NewReader(bytes.NewReader(data))
	if format == "tsv" {
		r.Comma, r.LazyQuotes = '\t', true
	}
	rows, err := r.ReadAll()
	require.NoError(t, err)
	return shownCells(rows)
}

func shownIn(n *node, out []shownText) []shownText {
	out = append(out, shownText{n.XMLName.Local, n.Text})
	for _, a := range n.Attrs {
		out = append(out, shownText{a.Name.Local, a.Value})
	}
	for i := range n.Children {
		out = shownIn(&n.Children[i], out)
	}
	return out
}

func shownCells(rows [][]string) (out []shownText) {
	for _, row := range rows[1:] {
		for i, cell := range row {
			out = append(out, shownText{rows[0][i], cell})
		}
	}
	return out
}

// of are the texts of one field, where there is any text.
func of(all []shownText, field string) (out []string) {
	for _, s := range all {
		if s.field == field && s.text != "" {
			out = append(out, s.text)
		}
	}
	return out
}

// holding are the texts in which a piece of text stands.
func holding(all []shownText, piece string) (out []string) {
	for _, s := range all {
		if strings.Contains(s.text, piece) {
			out = append(out, s.text)
		}
	}
	return out
}

// plainFeed is a target's feed without old prices and tiers.
func plainFeed(t *testing.T, name string) Feed {
	f := targetFeed(t, name)
	f.Price.OldPrice, f.Price.Tiers = pricing.OldPrice{}, nil
	return f
}

// described gives a product one text in every language.
func described(html string) func(*supplier.Product) {
	return func(p *supplier.Product) {
		p.Description, p.Descriptions = html, supplier.Texts{UK: html, RU: html}
	}
}

// requireWholeHTML: every tag that was opened is closed.
func requireWholeHTML(t *testing.T, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<d>" + html + "</d>"))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err, "…%s", html[max(0, len(html)-80):])
	}
}

// Control characters and half an emoji made a file unreadable; the first mend of that
// threw out whole emoji as well.
func TestFailureControlCharacters(t *testing.T) {
	bad := "\x00\x03\x0b\x0c\x1a\x1f\ufffe\uffff\xed\xa0\xbd\xff"
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		described("Чай" + bad + "ник 😀𝒳")(p)
		for _, text := range []*string{&p.Name, &p.Names.UK, &p.Names.RU, &p.Brand, &p.Country} {
			*text = "Чай" + bad + "ник 😀𝒳"
		}
		p.Category.Name, p.Category.Path = "Розділ"+bad, []string{"Дім" + bad, "Розділ" + bad}
		p.Attributes = []supplier.Attribute{{Name: "Колір" + bad, Value: "синій 😀" + bad, Unit: "т" + bad}}
	}), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.EqualValues(t, 2, report.Offers)
		shown := shownBy(t, info.Format, data)
		if info.Name == "opencart" { // its tables cut a text there
			require.NotEmpty(t, holding(shown, "ник"))
			require.Empty(t, holding(shown, "😀"))
			return
		}
		require.NotEmpty(t, holding(shown, "ник 😀𝒳"), "emoji stay")
		if slices.Contains(asIs, info.Name) {
			return
		}
		require.NotEmpty(t, holding(shown, "Чайник 😀𝒳"), "nothing stands in their place")
		if info.Format != "csv" && info.Format != "xlsx" { // those can hold any character
			require.Empty(t, holding(shown, "\ufffd"))
		}
	})
}

// Texts were cut by bytes, and ended with half a letter or half an entity; a cell that was
// cut at its limit ended within a tag.
func TestFailureCutTexts(t *testing.T) {
	for shift := range 2 {
		long := strings.Repeat("x", shift) + strings.Repeat("Чудо дерево 👩‍👩‍👧‍👦 ", 30)
		html := "<p>" + strings.Repeat("y", shift) + strings.Repeat("Опис &amp; <b>👩‍👩‍👧‍👦</b> ", 4000) + "</p>"
		products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
			described(html)(p)
			p.Name, p.Names, p.Brand = long, supplier.Texts{UK: long, RU: long}, long
		})}
		eachTemplate(t, func(t *testing.T, info templates.Info) {
			data, _ := export(t, products, plainFeed(t, info.Name))
			for _, s := range shownBy(t, info.Format, data) {
				require.True(t, utf8.ValidString(s.text), s.field)
				require.NotContains(t, s.text, "\ufffd", s.field)
				if slices.Contains(asIs, info.Name) { // cut between characters, at a cell's limit
					continue
				}
				require.Equal(t, strings.Count(s.text, "👩"), 2*strings.Count(s.text, "👦"), "%s ends within a family", s.field)
				if strings.HasPrefix(s.text, "<p>") {
					requireWholeHTML(t, s.text)
				}
			}
		})
	}
}

// An & made the offers unreadable or, mended in one place, was escaped twice in another.
func TestFailureAmpersands(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Name, p.Names = "Plug&Play \"q\" 'a'", supplier.Texts{UK: "Plug&Play LCD&TFT", RU: "Plug&Play LCD&TFT"}
		p.Brand, p.Attributes = "B&O", []supplier.Attribute{{Name: "R&D", Value: "b&w"}}
		p.Category.Name, p.Category.Path = "Home&Co", []string{"Дім", "Home&Co"}
	}), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.EqualValues(t, 2, report.Offers, "the offer and the one after it")
		shown := shownBy(t, info.Format, data)
		require.NotEmpty(t, holding(shown, "Plug&Play"))
		for _, s := range shown {
			require.NotContains(t, s.text, "&amp;amp;", s.field)
			if strings.Contains(s.text, "Plug") || strings.Contains(s.text, "Home") || strings.Contains(s.text, "B&") {
				require.NotContains(t, s.text, "&amp;", s.field)
			}
		}
	})
}

// Addresses were escaped twice, encoded as a whole, had their ? encoded or blanks left in
// them: shops could not open the pages and took the pictures for missing.
func TestFailureAddresses(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.URL = "https://shop.example/чай ник/?attribute_pa=ї&b=%2F"
		p.Images = []string{"https%3A%2F%2Fimg.example%2Fwhole.jpg", "https://img.example/чай ник.jpg?w=1&h=2", "https://img.example/a%20b.jpg"}
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		if slices.Contains(asIs, info.Name) {
			return
		}
		data, _ := export(t, products, plainFeed(t, info.Name))
		shown := shownBy(t, info.Format, data)
		for _, text := range holding(shown, "shop.example/%D1%87") {
			require.Equal(t, "https://shop.example/%D1%87%D0%B0%D0%B9%20%D0%BD%D0%B8%D0%BA/?attribute_pa=%D1%97&b=%2F", text)
		}
		require.Empty(t, holding(shown, "shop.example/чай"), "not encoded")
		if info.Name == "opencart" { // names of files
			return
		}
		pictures := strings.Join(holding(shown, "img.example"), "\n")
		for _, want := range []string{"https://img.example/whole.jpg", "https://img.example/%D1%87%D0%B0%D0%B9%20%D0%BD%D0%B8%D0%BA.jpg?w=1&h=2", "https://img.example/a%20b.jpg"} {
			require.Contains(t, pictures, want)
		}
		for _, not := range []string{"%25", "%3F", "%3A", "&amp;", "чай", "a b.jpg"} {
			require.NotContains(t, pictures, not)
		}
	})
}

// One address that is none made the target refuse the picture, later the whole list.
func TestFailureOneWrongAddress(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Images = []string{"не адреса", "ftp://img.example/f.jpg", "https://img.example/good.jpg", "javascript:alert(1)"}
	}), uaProduct("x2", nil), uaProduct("x3", func(p *supplier.Product) { p.URL = "немає" })}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		if slices.Contains(asIs, info.Name) {
			return
		}
		data, report := export(t, products, plainFeed(t, info.Name))
		if strings.HasPrefix(info.Name, "yml") { // without limits of their own
			require.Contains(t, report.Warnings, `X1: address_invalid: addresses that are none of http or https left out: 3, such as "javascript:alert(1)"`)
		} else {
			require.EqualValues(t, 3, report.Repaired[PicturesLeftOut], "they are told")
		}
		shown := shownBy(t, info.Format, data)
		for _, piece := range []string{"адреса", "%D0%B0%D0%B4%D1%80", "ftp:", "javascript:"} {
			require.Empty(t, holding(shown, piece), piece)
		}
		require.NotEmpty(t, holding(shown, "good.jpg"))
		if slices.Contains([]string{"google", "google-tsv", "meta", "hotline"}, info.Name) { // they want the product's page
			require.Equal(t, []string{"value_invalid"}, skipped(report, "X3"))
		}
	})
}

// Goods without a brand, or without a category, were left out without a word, or the
// program's own warning of it was printed into the feed.
func TestFailureNoBrandNoCategory(t *testing.T) {
	brand, category := []string{"rozetka", "hotline", "epicentr", "meta"}, []string{"epicentr", "horoshop"}
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.Brand = "" }),
		uaProduct("x2", func(p *supplier.Product) { p.Category = supplier.Category{} }), uaProduct("x3", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.Equal(t, slices.Contains(brand, info.Name), slices.Equal(skipped(report, "X1"), []string{"value_missing"}))
		require.Equal(t, slices.Contains(category, info.Name), slices.Equal(skipped(report, "X2"), []string{"value_missing"}))
		require.EqualValues(t, 3, report.Offers+int64(len(report.Skipped)))
		for _, word := range []string{"category_missing", "no category", "nil", "%!"} {
			require.Empty(t, holding(shownBy(t, info.Format, data), word), word)
		}
	})
}

// priceFields are where targets look for the price, the struck-out price and the price of
// a sale; "" where they do not.
var priceFields = map[string]struct{ price, old, sale string }{
	"csv": {"rrp", "", ""}, "xlsx": {"rrp", "", ""}, "yml": {"price", "oldprice", ""}, "yml-classic": {"price", "oldprice", ""},
	"prom": {"price", "oldprice", ""}, "rozetka": {"price", "price_old", ""}, "maudau": {"price", "old_price", ""},
	"epicentr": {"price", "price_old", ""}, "hotline": {"priceRUAH", "oldprice", ""}, "google": {"price", "", "sale_price"},
	"google-tsv": {"price", "", "sale_price"}, "meta": {"price", "", "sale_price"}, "woocommerce": {"Regular price", "", "Sale price"},
	"shopify": {"Variant Price", "Variant Compare At Price", ""}, "horoshop": {"Ціна", "Стара ціна", ""},
	"opencart": {"price", "", ""}, "prom-xlsx": {"Ціна", "", ""},
}

// A sale price that equals the price, or is above it, put everything on sale.
func TestFailureSales(t *testing.T) {
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		fields, known := priceFields[info.Name]
		require.True(t, known, "say where the template has its prices")
		f := plainFeed(t, info.Name)
		f.Price.OldPrice = pricing.OldPrice{From: "rrp"} // the price itself
		data, _ := export(t, []supplier.Product{uaProduct("x1", nil)}, f)
		shown := shownBy(t, info.Format, data)
		require.Empty(t, of(shown, fields.old))
		require.Empty(t, of(shown, fields.sale))

		f.Price.OldPrice = pricing.OldPrice{Markup: pricing.Markup{Percent: "10"}}
		data, _ = export(t, []supplier.Product{uaProduct("x1", nil)}, f)
		if shown = shownBy(t, info.Format, data); fields.sale != "" { // the sale is the lower one
			require.True(t, strings.HasPrefix(of(shown, fields.sale)[0], "799.00"))
			require.True(t, strings.HasPrefix(of(shown, fields.price)[0], "878.90"))
		}
	})
}

// Goods at 0.00 came into the feed; a price with a comma, with blanks between thousands or
// as 1.2e+06 was not understood; a whole amount crashed the writer.
func TestFailurePrices(t *testing.T) {
	var products []supplier.Product
	for _, c := range [][2]string{{"zero", "0"}, {"zeros", "0.00"}, {"less", "-5"}, {"none", ""}, {"much", "1234567.5"}, {"whole", "1250"}} {
		products = append(products, uaProduct(c[0], func(p *supplier.Product) {
			if p.RRP = (money.Amount{}); c[1] != "" {
				p.RRP = money.Must(c[1])
			}
		}))
	}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.Equal(t, []string{"ZERO: price_zero", "ZEROS: price_zero", "LESS: price_zero", "NONE: price_missing"}, codes(report.Skipped))
		var got []string
		for _, price := range of(shownBy(t, info.Format, data), priceFields[info.Name].price) {
			got = append(got, strings.TrimSuffix(price, " UAH"))
		}
		require.Equal(t, []string{"1234567.50", "1250.00"}, got)
	})
}

// One picture more than allowed was shown, since the count began at 0.
func TestFailureTooManyPictures(t *testing.T) {
	most := map[string]int{"csv": 10, "xlsx": 10, "prom": 10, "prom-xlsx": 10, "rozetka": 15, "maudau": 12, "hotline": 10, "epicentr": 10,
		"google": 11, "google-tsv": 11, "meta": 21, "horoshop": 10, "woocommerce": 30, "yml": 40, "yml-classic": 40, "shopify": 40, "opencart": 0}
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Images = nil
		for i := range 40 {
			p.Images = append(p.Images, fmt.Sprintf("https://img.example/n%d.jpg", i))
		}
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		want, known := most[info.Name]
		require.True(t, known, "say how many pictures the template takes")
		data, report := export(t, products, plainFeed(t, info.Name))
		shown := fmt.Sprint(shownBy(t, info.Format, data))
		require.Equal(t, want, strings.Count(shown, "img.example"))
		for i := range want {
			require.Contains(t, shown, fmt.Sprintf("/n%d.jpg", i), "the first ones")
		}
		beyond := strings.Contains(strings.Join(report.Warnings, "\n"), "pictures_beyond_columns")
		require.Equal(t, want < 40, beyond || report.Repaired[PicturesLeftOut] > 0, "what is left out is told")
	})
}

// Leading zeros of barcodes and articles were lost in tables; a text that begins like a
// formula was calculated, or came back with a quote before it, and a negative number too.
func TestFailureCellsThatLookLikeSomethingElse(t *testing.T) {
	starts := []string{"000123", "=1+1", "+380", "-5", "@SUM(A1)", "1e5", "2026-01-02", "TRUE"}
	var products []supplier.Product
	for i, sku := range starts {
		products = append(products, uaProduct(fmt.Sprint("x", i), func(p *supplier.Product) {
			p.SKU, p.Brand, p.Barcode = sku, sku+"b", "0000012345670"
			p.Name, p.Names = sku+" n", supplier.Texts{UK: sku + " n", RU: sku + " n"}
		}))
	}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		shown := shownBy(t, info.Format, data)
		for _, sku := range starts {
			require.True(t, len(skipped(report, sku)) > 0 || slices.Contains(holding(shown, sku), sku+" n"), sku)
		}
		require.Empty(t, slices.Concat(holding(shown, "'="), holding(shown, "'-5")))
		if info.Name != "epicentr" && info.Name != "rozetka" { // they show no barcode
			require.Contains(t, holding(shown, "12345670"), "0000012345670", "the zeros stay")
		}
		if info.Format == "xlsx" {
			requireTexts(t, openBook(t, data))
		}
	})
}

// requireTexts: no cell is a formula, and what is no plain number is a text.
func requireTexts(t *testing.T, book *excelize.File) {
	t.Helper()
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		for r, row := range rows {
			for c, value := range row {
				cell := spreadsheet.ColumnName(c) + fmt.Sprint(r+1)
				formula, err := book.GetCellFormula(sheet, cell)
				require.NoError(t, err)
				require.Empty(t, formula, cell)
				kind, err := book.GetCellType(sheet, cell)
				require.NoError(t, err)
				if len(value) > 1 && value[0] == '0' && value[1] != '.' || value != "" && strings.ContainsRune("=+-@", rune(value[0])) {
					require.Equal(t, excelize.CellTypeInlineString, kind, "%s %q", cell, value)
				}
			}
		}
	}
}

// A cell's limit counts UTF-16 units: emoji, or line breaks of two characters, made the
// spreadsheet call the whole workbook damaged.
func TestFailureLongCells(t *testing.T) {
	for name, text := range map[string]string{"emoji": strings.Repeat("😀", 40_000), "line breaks": strings.Repeat("a\r\n", 30_000), "escapes": strings.Repeat("_x000D_\x01", 10_000)} {
		products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
			described(text)(p)
			p.Country, p.Attributes = text, []supplier.Attribute{{Name: "Склад", Value: text}}
		})}
		for _, template := range []string{"xlsx", "prom-xlsx", "horoshop", "opencart"} {
			data, _ := export(t, products, plainFeed(t, template))
			longest := 0
			for _, s := range shownBy(t, "xlsx", data) {
				longest = max(longest, len(utf16.Encode([]rune(s.text))))
			}
			require.LessOrEqual(t, longest, 32_767, "%s in %s", name, template)
			if name == "emoji" && template == "opencart" {
				continue // its tables cannot hold them: they are taken out
			}
			require.Greater(t, longest, 12_000, "%s in %s is cut no shorter than it must be", name, template)
		}
	}
}

// A row with a table in its description was taken for an empty file; commas in HTML moved
// all columns; line breaks in it began new rows.
func TestFailureOneRowOfHTML(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", described("<p>Ціна, вага; \"розмір\"</p>\r\n<table>\n<tr><td>a, b</td>\r<td>\"c\"</td></tr></table>"))}
	for _, template := range []string{"woocommerce", "shopify", "meta", "csv"} {
		data, _ := export(t, products, plainFeed(t, template))
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll() // refuses rows of other lengths
		require.NoError(t, err)
		require.Len(t, rows, 2, template)
		require.NotEmpty(t, holding(shownCells(rows), "a, b"), template)
		require.True(t, bytes.HasSuffix(data, []byte("\n")), template)
		if template == "woocommerce" {
			require.Equal(t, 2, bytes.Count(data, []byte("\n")), "a row is a line")
		}
	}
}

// Wholesale prices that are not below the price made a target refuse the goods: its
// workbook has as few of them as its XML.
func TestFailureTiersAtThePrice(t *testing.T) {
	f := targetFeed(t, "prom-xlsx")
	f.Private, f.Price = true, pricing.Rule{Base: pricing.Drop}
	at := func(id string, tiers ...string) supplier.Product {
		return uaProduct(id, func(p *supplier.Product) {
			p.DropPrice, p.Tiers = money.Must("450.10"), nil
			for i, price := range tiers {
				p.Tiers = append(p.Tiers, supplier.Tier{MinQuantity: int64(5 * (i + 1)), Price: money.Must(price)})
			}
		})
	}
	data, _ := export(t, []supplier.Product{at("below", "430", "400"), at("above", "450.10", "400"), at("none")}, f)
	shown := shownBy(t, "xlsx", data)
	require.Equal(t, []string{"u", "r", "r"}, of(shown, "Тип_товару"))
	require.Equal(t, []string{"430.00;400.00"}, of(shown, "Оптова_ціна"))
	require.Equal(t, []string{"5;10"}, of(shown, "Мінімальне_замовлення_опт"))
}

// Hundreds of columns took gigabytes or crashed.
func TestFailureWideWorkbooks(t *testing.T) {
	yaml := []byte("name: wide\nkind: feed\nformat: xlsx\ncolumns:\n")
	columns := racing.Fewer(700)
	for i := range columns {
		yaml = fmt.Appendf(yaml, "  - {heading: h%d, value: sku}\n", i)
	}
	wide, err := CompileTemplate("wide.yaml", yaml)
	require.NoError(t, err)
	data, _ := export(t, catalogue(2), Feed{Name: "wide", Template: wide})
	for i, row := range rowsOf(t, data, openBook(t, data).GetSheetList()[0])[1:] {
		require.Equal(t, slices.Repeat([]string{fmt.Sprintf("SKU-%06d", i)}, columns), row)
	}
}
