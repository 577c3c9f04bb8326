package exporter

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// TestLibreOfficeReadsEveryWorkbook: what LibreOffice shows of each target's workbook are
// the cells that were written, in every sheet.
func TestLibreOfficeReadsEveryWorkbook(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	wanted := map[string][]string{}
	for _, info := range feedTemplates(t) {
		if info.Format == "xlsx" {
			wanted[info.Name] = ask(t, info.Name).sheets
		}
	}
	dir := t.TempDir()
	var books []string
	written := map[string]*excelize.File{}
	for template, want := range wanted {
		f := targetFeed(t, template)
		f.Out = filepath.Join(dir, template+".xlsx")
		var err error
		f.Attributes, err = selection.ReadAttributeMap("attributes.csv", []byte("name,target_name\nКолір,Колір\nРозмір,Розмір\nМатеріал,Матеріал\n"))
		require.NoError(t, err) // so that a group has an attribute that is no option
		data, report := export(t, targetCases(), f)
		requireAccounted(t, report)
		written[template] = openBook(t, data)
		require.Equal(t, want, written[template].GetSheetList())
		books = append(books, f.Out)
	}
	sheets := office.Sheets(t, office.Reading{}, books...)
	for template, want := range wanted {
		require.Len(t, sheets[template], len(want), template)
		for _, sheet := range want {
			rows, err := written[template].GetRows(sheet, excelize.Options{RawCellValue: true})
			require.NoError(t, err)
			requireSameCells(t, template+" "+sheet, rows, sheets[template][sheet])
		}
	}
}

func requireSameCells(t *testing.T, sheet string, want, got [][]string) {
	t.Helper()
	require.Len(t, got, len(want), sheet)
	for r, row := range want {
		for c, cell := range row {
			shown := ""
			if c < len(got[r]) {
				shown = got[r][c]
			}
			number, err := strconv.ParseFloat(cell, 64)
			if other, err2 := strconv.ParseFloat(shown, 64); err == nil && err2 == nil && number == other {
				continue
			}
			require.Equal(t, officeText(cell), shown, "%s %s%d", sheet, spreadsheet.ColumnName(c), r+1)
		}
	}
}

func TestPromWorkbookRules(t *testing.T) {
	racing.Skip(t)
	data, _ := export(t, targetCases(), targetFeed(t, "prom-xlsx"))
	products, groups := rowsOf(t, data, "Export Products Sheet"), rowsOf(t, data, "Export Groups Sheet")
	at := map[string]int{}
	for i, heading := range products[0] {
		if _, there := at[heading]; !there {
			at[heading] = i
		}
	}
	triple := at["Назва_Характеристики"]
	require.Equal(t, []string{"Назва_Характеристики", "Одиниця_виміру_Характеристики", "Значення_Характеристики",
		"Назва_Характеристики", "Одиниця_виміру_Характеристики", "Значення_Характеристики"}, products[0][triple:triple+6])
	known := map[string]bool{}
	for _, row := range groups[1:] {
		if len(row) > 4 && row[4] != "" {
			require.True(t, known[row[4]], "the parent stands before its children")
		}
		known[row[0]] = true
	}
	for _, row := range products[1:] {
		require.LessOrEqual(t, len([]rune(row[at["Код_товару"]])), 25)
		require.LessOrEqual(t, len([]rune(row[at["Назва_позиції"]])), 130)
		require.Contains(t, []string{"+", "-"}, row[at["Наявність"]])
		require.True(t, known[row[at["Номер_групи"]]], "every group of a product is in the groups' sheet")
		prices, quantities := row[at["Оптова_ціна"]], row[at["Мінімальне_замовлення_опт"]]
		require.Equal(t, strings.Count(prices, ";"), strings.Count(quantities, ";"))
		require.Equal(t, map[bool]string{true: "u", false: "r"}[prices != ""], row[at["Тип_товару"]])
		if row[0] == "KB-01" {
			require.Equal(t, "559.00;520.16", prices)
			require.Equal(t, "10;50", quantities)
			require.Equal(t, "0482000000011", row[at["Код_маркування_(GTIN)"]], "a leading zero stays")
			require.Equal(t, []string{"Об'єм", "л", "1,7"}, row[triple:triple+3])
		}
	}
}

func TestOpenCartWorkbookRules(t *testing.T) {
	racing.Skip(t)
	data, report := export(t, targetCases(), targetFeed(t, "opencart"))
	products := rowsOf(t, data, "Products")
	require.Equal(t, strings.Split("product_id name(uk-ua) name(ru-ru) categories sku upc ean jan isbn mpn location quantity model manufacturer image_name shipping price points "+
		"date_added date_modified date_available weight weight_unit length width height length_unit status tax_class_id description(uk-ua) description(ru-ru) "+
		"meta_title(uk-ua) meta_title(ru-ru) meta_description(uk-ua) meta_description(ru-ru) meta_keywords(uk-ua) meta_keywords(ru-ru) stock_status_id store_ids "+
		"layout related_ids tags(uk-ua) tags(ru-ru) sort_order subtract minimum", " "), products[0])
	ids := map[string]string{}
	for _, row := range products[1:] {
		n, err := strconv.ParseInt(row[0], 10, 32)
		require.NoError(t, err)
		require.Positive(t, n)
		require.NotContains(t, ids, row[0])
		ids[row[0]] = row[4]
	}
	require.EqualValues(t, report.Offers, len(ids))
	require.Equal(t, []string{"product_id", "customer_group", "quantity", "priority", "price", "date_start", "date_end"}, rowsOf(t, data, "Discounts")[0])
	found := 0
	for _, row := range rowsOf(t, data, "Discounts")[1:] {
		require.Contains(t, ids, row[0])
		if ids[row[0]] == "KB-01" {
			found++
			require.Equal(t, map[int][]string{1: {"10", "559.00"}, 2: {"50", "520.16"}}[found], []string{row[2], row[4]})
		}
	}
	require.Equal(t, 2, found)
	for _, sheet := range []string{"AdditionalImages", "Specials", "ProductAttributes"} {
		for _, row := range rowsOf(t, data, sheet)[1:] {
			require.Contains(t, ids, row[0], sheet)
		}
	}
}
