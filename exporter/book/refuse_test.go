package book

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

func TestSheetNamesThatAreRefused(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	for _, name := range []string{"", strings.Repeat("ї", 32), strings.Repeat("😀", 16), "a[b", "a]", "a:b", "a*", "a?", "a/b", `a\b`, "a\x00", "a\xff", "'a", "a'", "History"} {
		_, err := b.Sheet(Layout{Name: name, Columns: columns})
		require.ErrorContains(t, err, "sheet name", name)
		require.NotContains(t, err.Error(), "\n")
	}
	sheet(t, b, Layout{Name: strings.Repeat("ї", 31), Columns: columns})
	sheet(t, b, Layout{Name: "a", Columns: columns})
	_, err := b.Sheet(Layout{Name: "A", Columns: columns})
	require.EqualError(t, err, `sheet name "A" is there already: take another`)
	require.Len(t, closed(t, b).GetSheetList(), 2, "what was refused is not there")
}

func TestLayoutsThatAreRefused(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	_, err := b.Sheet(Layout{Name: "S"})
	require.EqualError(t, err, "sheet S has 0 columns: give it 1 to 16384")
	_, err = b.Sheet(Layout{Name: "S", Columns: make([]Column, spreadsheet.MaxColumns+1)})
	require.Error(t, err)
	_, err = b.Sheet(Layout{Name: "S", Columns: []Column{{}, {Width: 300}}})
	require.EqualError(t, err, "sheet S, column B: the width 300 is not 0 to 255 characters")
}

// TestRowsThatAreRefused: after any of them the book leaves nothing behind, and the file
// that was there before stays.
func TestRowsThatAreRefused(t *testing.T) {
	for want, fill := range map[string]func(*Sheet) error{
		"sheet S, row 2: 7 cells for 6 columns": func(s *Sheet) error { return s.Append(make([]Cell, 7)...) },
		"sheet S, row 2, column B: the formula has 8193 bytes, 8192 are allowed": func(s *Sheet) error {
			return s.Append(Cell{}, Formula(strings.Repeat("1", 8193), Whole(1)))
		},
		"sheet S would have more than the 3 rows that a sheet holds: take a shorter period": func(s *Sheet) error {
			s.book.maxRows = 3
			require.NoError(t, s.Append())
			require.NoError(t, s.Append())
			return s.Append()
		},
		`sheet name "S 2" is there already: take another`: func(s *Sheet) error {
			s.book.maxRows, s.layout.Long = 1, true
			sheet(t, s.book, Layout{Name: "S 2", Columns: columns})
			return s.Append()
		},
	} {
		path := filepath.Join(t.TempDir(), "book.xlsx")
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
		b := create(t, path)
		s := sheet(t, b, Layout{Name: "S", Columns: columns})
		want = "write workbook " + path + ": " + want
		require.EqualError(t, fill(s), want)
		require.EqualError(t, s.Append(), want, "the first error stays")
		_, err := b.Close()
		require.EqualError(t, err, want)
		requireNames(t, filepath.Dir(path), "book.xlsx")
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "old", string(data))
	}
}

func TestBookThatIsClosed(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "S", Columns: columns})
	closed(t, b)
	b.Abort()
	require.FileExists(t, b.path)
	require.ErrorIs(t, s.Append(), errClosed)
	require.ErrorIs(t, b.Chart(s, "A1", Chart{}), errClosed)
	_, err := b.Sheet(Layout{Name: "T", Columns: columns})
	require.ErrorIs(t, err, errClosed)
	_, err = b.Close()
	require.ErrorIs(t, err, errClosed)
	require.FileExists(t, b.path)
}

// TestAbortRemovesEverything has a sheet that waits in a file of its own.
func TestAbortRemovesEverything(t *testing.T) {
	dir := t.TempDir()
	b := create(t, filepath.Join(dir, "book.xlsx"))
	s := sheet(t, b, Layout{Name: "S", Columns: columns})
	for n := int64(0); s.part().spool.file == nil; n++ {
		require.NoError(t, s.Append(Text("text "+strings.Repeat(string(rune('a'+n%26)), int(n%97))), Whole(n*n*7919)))
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	b.Abort()
	requireNames(t, dir)
}

func TestPathsThatAreRefused(t *testing.T) {
	dir := t.TempDir()
	_, err := Create(dir, made)
	require.EqualError(t, err, "write workbook "+dir+": it is a folder: give the name of a file")
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Create(filepath.Join(file, "book.xlsx"), made)
	require.ErrorContains(t, err, "make its folder")
	b := create(t, filepath.Join(dir, "none.xlsx"))
	_, err = b.Close()
	require.ErrorContains(t, err, "a workbook needs a sheet")
	requireNames(t, dir, "file")
}

func TestChartsThatAreRefused(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "S", Columns: columns})
	require.EqualError(t, b.Chart(s, "2F", Chart{Title: "c"}), `chart "c": "2F" names no cell`)
	require.EqualError(t, b.Chart(s, "F2", Chart{Title: "c"}), `chart "c": give it ranges of days and values`)
}
