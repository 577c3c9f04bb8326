package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/state"
)

// TestWhatIsPostedAgain: after a first file of three orders, of which the last is
// refused for its phone, a second one is dropped. Only what is new to the supplier is posted.
func TestWhatIsPostedAgain(t *testing.T) {
	badPhone := strings.Replace(row("1003"), "+380670000101", "12", 1)
	first := heading + row("1001") + row("1002") + badPhone
	for _, c := range []struct {
		name   string
		file   string
		text   string
		posts  int
		counts state.Counts
	}{
		{"the same again", "a.csv", first, 0, state.Counts{Duplicate: 2, Rejected: 1}},
		{"the same bytes with another name", "b.csv", first, 0, state.Counts{Duplicate: 2, Rejected: 1}},
		{"rows in another order", "a.csv", heading + badPhone + row("1002") + row("1001"), 0, state.Counts{Duplicate: 2, Rejected: 1}},
		{"as a workbook", "a.xlsx", first, 0, state.Counts{Duplicate: 2, Rejected: 1}},
		{"two rows appended", "a.csv", first + row("1004") + row("1005"), 2, state.Counts{Accepted: 2, Duplicate: 2, Rejected: 1}},
		{"one row edited", "a.csv", heading + row("1001") + rowOf("1002", "KB-01", 7) + badPhone, 0,
			state.Counts{Duplicate: 1, Conflict: 1, Rejected: 1}},
		{"the refused row corrected", "a.csv", heading + row("1001") + row("1002") + row("1003"), 1, state.Counts{Accepted: 1, Duplicate: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			require.Equal(t, state.Counts{Accepted: 2, Rejected: 1}, r.importFile(r.write("a.csv", first)).Counts)
			before := r.shop.allPosts()
			path := r.write("second/"+c.file, c.text)
			if strings.HasSuffix(c.file, ".xlsx") {
				writeWorkbook(t, path, c.text)
			}
			report := r.importFile(path)
			require.Equal(t, c.counts, report.Counts)
			require.Equal(t, c.posts, r.shop.allPosts()-before)
			for number, made := range r.shop.count() {
				require.Equal(t, 1, made, number)
			}
		})
	}
}

// writeWorkbook writes a CSV text as a workbook, with quantities and prices as numbers,
// as a spreadsheet does that opened the text and saved it.
func writeWorkbook(t *testing.T, path, text string) {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for y, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for x, cell := range strings.Split(line, ";") {
			at, err := excelize.CoordinatesToCellName(x+1, y+1)
			require.NoError(t, err)
			var value any = cell
			switch cell {
			case "1":
				value = 1
			case "450,00":
				value = 450
			}
			require.NoError(t, book.SetCellValue("Sheet1", at, value))
		}
	}
	require.NoError(t, book.SaveAs(path))
}
