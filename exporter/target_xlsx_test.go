package exporter

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
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

// promHeadings are the headings of Prom's own export that the template fills, in its order.
const promHeadings = "Код_товару Назва_позиції Назва_позиції_укр Пошукові_запити Пошукові_запити_укр Опис Опис_укр Тип_товару Ціна Валюта Одиниця_виміру " +
	"Мінімальний_обсяг_замовлення Оптова_ціна Мінімальне_замовлення_опт Посилання_зображення Наявність Кількість Номер_групи Назва_групи Ідентифікатор_товару " +
	"Ідентифікатор_групи Виробник Країна_виробник Знижка ID_групи_різновидів Код_маркування_(GTIN) Вага,кг Ширина,см Висота,см Довжина,см"

// TestWorkbooksCanBeRead: no heading is cut, and each sheet keeps its headings in sight on
// the screen and on paper.
func TestWorkbooksCanBeRead(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	for _, info := range feedTemplates(t) {
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
				for i, heading := range rowsIn(t, book, sheet)[0] {
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

// longSides is a template with a sheet beside the products of as few columns as can tell its rows.
const longSides = `name: x
kind: feed
format: xlsx
sheets:
  - sheet: Products
    columns: [{heading: sku, value: sku}]
  - sheet: ProductAttributes
    rows: [{each: attributes}]
    columns: [{heading: text, value: value}]
`

// TestLongSideSheets: a sheet beside the products has more rows than they, and than old
// spreadsheets hold, over many pages; LibreOffice shows all of them.
func TestLongSideSheets(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	const each = 22
	const many = 3000
	require.Greater(t, many*each, 1<<16)
	own, err := template.Compile("x.yaml", []byte(longSides))
	require.NoError(t, err)
	products := catalogue(many)
	for i := range products {
		p := &products[i]
		p.Description, p.Descriptions, p.Images, p.Tiers, p.Attributes = "", supplier.Texts{}, nil, nil, nil
		for k := range each {
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: fmt.Sprint("Ознака ", k), Value: fmt.Sprint(p.SKU, " ", k)})
		}
	}
	book := filepath.Join(t.TempDir(), "long.xlsx")
	data, _ := export(t, products, Feed{Name: "x", Template: own, Out: book})
	check := func(shown, attributes [][]string) {
		require.Len(t, shown, 1+many)
		require.Len(t, attributes, 1+many*each)
		for i, row := range attributes[1:] {
			product := shown[1+i/each]
			if want := []string{fmt.Sprint(product[0], " ", i%each)}; !slices.Equal(row, want) {
				require.Equal(t, want, row, "row %d", i+2)
			}
		}
	}
	check(rowsOf(t, data, "Products"), rowsOf(t, data, "ProductAttributes"))
	sheets := office.Sheets(t, office.Reading{}, book)["long"]
	check(sheets["Products"], sheets["ProductAttributes"])
}
