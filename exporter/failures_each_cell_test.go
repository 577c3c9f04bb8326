package exporter

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// Leading zeros of barcodes and articles were lost in tables; a text that begins like a
// formula was calculated, or came back with a quote before it, and a negative number too.
func TestFailureCellsThatLookLikeSomethingElse(t *testing.T) {
	racing.Skip(t)
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
		shown := shownBy(t, info.Name, data)
		for _, sku := range starts {
			require.True(t, len(skipped(report, sku)) > 0 || slices.Contains(holding(shown, sku), sku+" n"), sku)
		}
		require.Empty(t, slices.Concat(holding(shown, "'="), holding(shown, "'-5")))
		if len(ask(t, info.Name).showing("barcode")) > 0 {
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
	racing.Skip(t)
	for name, text := range map[string]string{"emoji": strings.Repeat("😀", 40_000), "line breaks": strings.Repeat("a\r\n", 30_000), "escapes": strings.Repeat("_x000D_\x01", 10_000)} {
		products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
			described(text)(p)
			p.Country, p.Attributes = text, []supplier.Attribute{{Name: "Склад", Value: text}}
		})}
		eachTemplate(t, func(t *testing.T, info templates.Info) {
			if info.Format != "xlsx" {
				return
			}
			data, _ := export(t, products, plainFeed(t, info.Name))
			longest := longestCell(t, data)
			require.LessOrEqual(t, longest, 32_767, name)
			if ask(t, info.Name).removes(text) {
				return // the target cannot hold any of it
			}
			require.Greater(t, longest, 12_000, "%s is cut no shorter than it must be", name)
		})
	}
}

// escape is how a workbook writes a character that XML cannot hold.
var escape = regexp.MustCompile("_x[0-9A-Fa-f]{4}_")

// longestCell is the length of the longest text of a workbook's cells, in the units of UTF-16 in
// which spreadsheets count. The library takes a second to read thousands of escapes in a cell.
func longestCell(t *testing.T, data []byte) (longest int) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	sheets, err := fs.Glob(archive, "xl/worksheets/*.xml")
	require.NoError(t, err)
	require.NotEmpty(t, sheets)
	for _, sheet := range sheets {
		var read struct {
			Texts []string `xml:"sheetData>row>c>is>t"`
		}
		text, err := fs.ReadFile(archive, sheet)
		require.NoError(t, err)
		require.NoError(t, xml.Unmarshal(text, &read))
		require.NotEmpty(t, read.Texts)
		for _, s := range read.Texts {
			longest = max(longest, len(utf16.Encode([]rune(s)))-6*len(escape.FindAllString(s, -1)))
		}
	}
	return longest
}

// Hundreds of columns took gigabytes or crashed.
func TestFailureWideWorkbooks(t *testing.T) {
	yaml := []byte("name: wide\nkind: feed\nformat: xlsx\ncolumns:\n")
	columns := long.Or(300, 700)
	for i := range columns {
		yaml = fmt.Appendf(yaml, "  - {heading: h%d, value: sku}\n", i)
	}
	wide, err := template.Compile("wide.yaml", yaml)
	require.NoError(t, err)
	data, _ := export(t, catalogue(2), Feed{Name: "wide", Template: wide})
	for i, row := range rowsOf(t, data, openBook(t, data).GetSheetList()[0])[1:] {
		require.Equal(t, slices.Repeat([]string{fmt.Sprintf("SKU-%06d", i)}, columns), row)
	}
}
