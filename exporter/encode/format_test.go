package encode

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

func TestFormats(t *testing.T) {
	require.Equal(t, []string{"csv", "tsv", "xlsx", "yml", "xml"}, Names())
	for _, name := range Names() {
		f, found := Named(name)
		require.True(t, found)
		require.Equal(t, name, f.Name)
	}
	_, found := Named("pdf")
	require.False(t, found)
}

// TestSheets: rows of the first table stand over as many sheets as they need, those of the
// others behind them, and one without rows is left out.
func TestSheets(t *testing.T) {
	dir := t.TempDir()
	create := func(name string) *os.File {
		f, err := os.Create(filepath.Join(dir, name))
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		return f
	}
	book := create("book.xlsx")
	spools := 0
	spool := func() (File, error) { spools++; return create("spool" + string(rune('0'+spools))), nil }
	columns := []Column{{Heading: "sku", Style: Text}, {Heading: "price", Style: Money}}
	f, _ := Named("xlsx")
	w, err := f.Open(Output{Plain: book, Whole: book, Spool: spool}, Options{Pages: 2, Sheet: SheetLimits{Rows: 3}, Date: time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC),
		Tables: []Table{{Name: "Products", Columns: columns}, {Name: "Pictures", Columns: columns[:1]}, {Name: "Groups", Optional: true, Columns: columns}}})
	require.NoError(t, err)
	pages := []Page{w.NewPage(), w.NewPage()}
	pages[0].Place([]int{3, 1, 0})
	pages[1].Place([]int{1, 1, 0})
	for _, n := range []int{1, 0} { // whichever is ready first
		for _, sku := range [][]string{{"a", "b", "c"}, {"d"}}[n] {
			require.Empty(t, pages[n].Add(&Record{Cells: []Cell{{Text: sku}, {Text: "7.50", Number: true}}}).Cut)
		}
		pages[n].Add(&Record{Table: 1, Cells: []Cell{{Text: "picture"}}})
		pages[n].Seal()
	}
	for _, p := range pages {
		require.NoError(t, p.Write())
	}
	require.NoError(t, w.Close())

	read, err := excelize.OpenFile(book.Name())
	require.NoError(t, err)
	defer read.Close()
	require.Equal(t, []string{"Products", "Products 2", "Pictures"}, read.GetSheetList())
	for sheet, want := range map[string][][]string{"Products": {{"sku", "price"}, {"a", "7.50"}, {"b", "7.50"}}, "Products 2": {{"sku", "price"}, {"c", "7.50"}, {"d", "7.50"}},
		"Pictures": {{"sku"}, {"picture"}, {"picture"}}} {
		rows, err := read.GetRows(sheet)
		require.NoError(t, err)
		require.Equal(t, want, rows, sheet)
	}
	_, err = f.Open(Output{Whole: book}, Options{Pages: maxPages + 1})
	require.Error(t, err)
	info, err := book.Stat()
	require.NoError(t, err)
	_, err = zip.NewReader(book, info.Size())
	require.NoError(t, err)
}
