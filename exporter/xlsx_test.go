package exporter

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func openBook(t *testing.T, data []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// rowsOf are the raw texts of a sheet's cells, read with the library.
func rowsOf(t *testing.T, data []byte, sheet string) [][]string {
	t.Helper()
	return rowsIn(t, openBook(t, data), sheet)
}

// rowsIn are those of a book that is open.
func rowsIn(t *testing.T, book *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	return rows
}

func TestEveryFieldIsFoundAgainInXLSX(t *testing.T) {
	racing.Skip(t)
	products := append(hardCases(), catalogue(300)...)
	data, report := export(t, products, Feed{Name: "xlsx", Template: builtin(t, "xlsx"), Private: true})
	require.Equal(t, []string{"PARENT: id_duplicate"}, codes(report.Skipped))
	requireRows(t, distinct(products), rowsOf(t, data, "Products"), func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") })
}

// TestGoldenWorkbook dumps cells, types and formats.
func TestGoldenWorkbook(t *testing.T) {
	data, _ := export(t, hardCases(), Feed{Name: "xlsx", Template: builtin(t, "xlsx"), Private: true})
	golden(t, "xlsx", []byte(dumpBook(t, data)))
}

func dumpBook(t *testing.T, data []byte) string {
	t.Helper()
	f := openBook(t, data)
	var dump strings.Builder
	for _, sheet := range f.GetSheetList() {
		dimension, err := f.GetSheetDimension(sheet)
		require.NoError(t, err)
		panes, err := f.GetPanes(sheet)
		require.NoError(t, err)
		fmt.Fprintf(&dump, "sheet %q %s frozen at row %d\n", sheet, dimension, panes.YSplit)
		for _, name := range f.GetDefinedName() {
			fmt.Fprintf(&dump, "name %s %s\n", name.Name, name.RefersTo)
		}
		rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		for r, row := range rows {
			for c, value := range row {
				if value != "" {
					dumpCell(t, f, &dump, sheet, spreadsheet.ColumnName(c)+fmt.Sprint(r+1), value)
				}
			}
		}
	}
	return dump.String()
}

func dumpCell(t *testing.T, f *excelize.File, dump *strings.Builder, sheet, cell, value string) {
	t.Helper()
	kind, err := f.GetCellType(sheet, cell)
	require.NoError(t, err)
	id, err := f.GetCellStyle(sheet, cell)
	require.NoError(t, err)
	style, err := f.GetStyle(id)
	require.NoError(t, err)
	format := fmt.Sprint(style.NumFmt)
	if style.CustomNumFmt != nil {
		format = *style.CustomNumFmt
	}
	if style.Font != nil && style.Font.Bold {
		format += " bold"
	}
	name := map[excelize.CellType]string{excelize.CellTypeInlineString: "text", excelize.CellTypeUnset: "number", excelize.CellTypeNumber: "number"}[kind]
	fmt.Fprintf(dump, "%s %s [%s] %q\n", cell, name, format, value)
}

func TestLongTextIsCutInXLSX(t *testing.T) {
	product := catalogue(1)[0]
	product.Description = strings.Repeat("😀", 20000)
	data, report := export(t, []supplier.Product{product}, Feed{Name: "xlsx", Template: builtin(t, "xlsx")})
	require.Equal(t, []string{"SKU-000000: text_cut: description cut to the 32767 characters that a cell holds"}, lines(report.Warnings))
	rows := rowsOf(t, data, "Products")
	require.True(t, rows[1][4] == strings.Repeat("😀", spreadsheet.MaxCellUnits/2))
}

// buildSmallSheets builds a workbook whose sheets hold little.
func buildSmallSheets(t *testing.T, products, page int, limit encode.SheetLimits) []byte {
	t.Helper()
	opts := testOptions()
	opts.sheet = limit
	out := filepath.Join(t.TempDir(), "feed.xlsx")
	_, err := Build(t.Context(), listOf(catalogue(products), page), []Feed{{Name: "x", Template: builtin(t, "xlsx"), Out: out}}, opts)
	require.NoError(t, err)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	return data
}

func TestMoreRowsThanASheetHolds(t *testing.T) {
	for _, products := range []int{9, 10, 27} { // 9 rows of products a sheet
		data := buildSmallSheets(t, products, 4, encode.SheetLimits{Rows: 10})
		requireSheets(t, data, products, 9)
	}
}

// requireSheets finds SKU-000000, SKU-000001 … over the sheets, each with its headings.
func requireSheets(t *testing.T, data []byte, products, perSheet int) {
	t.Helper()
	f := openBook(t, data)
	n := 0
	for i, sheet := range f.GetSheetList() {
		want := "Products"
		if i > 0 {
			want = fmt.Sprint("Products ", i+1)
		}
		require.Equal(t, want, sheet)
		rows, err := f.GetRows(sheet)
		require.NoError(t, err)
		require.Equal(t, "sku", rows[0][1])
		require.Greater(t, len(rows), 1, "no sheet without products")
		require.LessOrEqual(t, len(rows)-1, perSheet)
		for _, row := range rows[1:] {
			require.Equal(t, fmt.Sprintf("SKU-%06d", n), row[1])
			n++
		}
		dimension, err := f.GetSheetDimension(sheet)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("A1:AX%d", len(rows)), dimension)
	}
	require.Equal(t, products, n)
}

func TestMoreBytesThanASheetHolds(t *testing.T) {
	data := buildSmallSheets(t, 300, 1, encode.SheetLimits{Bytes: 100_000})
	require.Greater(t, len(openBook(t, data).GetSheetList()), 2)
	requireSheets(t, data, 300, 300)
}

// TestPackageIsWellFormed reads the parts as a strict zip reader does, which checks sizes and sums.
func TestPackageIsWellFormed(t *testing.T) {
	data, _ := export(t, catalogue(50), Feed{Name: "xlsx", Template: builtin(t, "xlsx")})
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	var names []string
	for _, entry := range r.File {
		names = append(names, entry.Name)
		in, err := entry.Open()
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, in)
		require.NoError(t, err, entry.Name)
	}
	require.Contains(t, names, "xl/worksheets/sheet1.xml")
	require.Contains(t, names, "[Content_Types].xml")
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names))
}

// TestLibreOfficeReadsTheSame converts the workbook to CSV with a reader that is not ours.
func TestLibreOfficeReadsTheSame(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	products := append(hardCases(), catalogue(20)...)
	book := filepath.Join(t.TempDir(), "feed.xlsx")
	export(t, products, Feed{Name: "xlsx", Template: builtin(t, "xlsx"), Private: true, Out: book})
	rows := office.Sheets(t, office.Reading{Shown: true}, book)["feed"]["Products"]
	requireRows(t, distinct(products), rows, officeText)
}

// officeText is a cell as LibreOffice hands it on and a CSV reader reads it.
func officeText(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
}
