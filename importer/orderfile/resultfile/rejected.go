package resultfile

import (
	"io"
	"maps"
	"regexp"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// WriteRejected writes what of the source is to be corrected and dropped again: its headings and
// the rows that rows has results for, with the five columns behind them, in the source's format,
// encoding, delimiter and look. A workbook keeps what stands above the headings too.
//
// Read again as they are, the rows are refused for the same reasons. What would join
// rows of different orders, or let a row look whole, once the rows between them are
// left out, is prevented.
func WriteRejected(w io.Writer, path string, from *Source, rows map[int]cells.Result) (notes []string, err error) {
	return writeFrom(w, path, from, rowResults{from, byRow(rows)}, from.keep(rows))
}

func byRow(rows map[int]cells.Result) func(row int) (cells.Result, bool) {
	return func(row int) (cells.Result, bool) {
		result, ok := rows[row]
		return result, ok
	}
}

// keep numbers the rows that stay, from below the headings on. A row that belongs to no
// order gets a blank one above it, so that it does not become an item of the order there.
func (r *Source) keep(rows map[int]cells.Result) map[int]int {
	kept := map[int]int{}
	last := r.HeadingRow
	for _, row := range r.withMerged(slices.Sorted(maps.Keys(rows))) {
		last++
		if r.Stray[row] && last > r.HeadingRow+1 {
			last++
		}
		kept[row] = last
	}
	return kept
}

// withMerged adds the rows that share a merged cell with one of these: such a cell's
// value stands in its first row only. Areas that have a row in common belong together.
func (r *Source) withMerged(rows []int) []int {
	var out []int
	next := 0 // of rows
	upTo := func(row int) (any bool) {
		for ; next < len(rows) && rows[next] <= row; next++ {
			any = true
		}
		return any
	}
	for _, area := range r.mergedRows() {
		before := next
		upTo(area.FirstRow - 1)
		out = append(out, rows[before:next]...)
		if !upTo(area.LastRow) {
			continue
		}
		for row := area.FirstRow; row <= area.LastRow; row++ {
			out = append(out, row)
		}
	}
	return append(out, rows[next:]...)
}

// mergedRows are the rows under the headings that merged areas join, in groups that have
// no row in common, by row.
func (r *Source) mergedRows() []cells.Merge {
	var areas []cells.Merge
	for _, m := range r.Sheet.Merges {
		m.FirstRow, m.LastRow = max(m.FirstRow, r.HeadingRow+1), min(m.LastRow, r.Sheet.Last)
		if m.FirstRow < m.LastRow {
			areas = append(areas, m)
		}
	}
	sorting.Func(areas, func(a, b cells.Merge) int { return a.FirstRow - b.FirstRow })
	var out []cells.Merge
	for _, m := range areas {
		if last := len(out) - 1; last >= 0 && m.FirstRow <= out[last].LastRow {
			out[last].LastRow = max(out[last].LastRow, m.LastRow)
		} else {
			out = append(out, m)
		}
	}
	return out
}

var (
	formulaElement = regexp.MustCompile(`<(\w+:)?f(\s[^<>]*)?(/>|>[^<]*</(\w+:)?f>)`)
	valueElement   = regexp.MustCompile(`<(\w+:)?v(\s[^<>]*)?>[^<]*[^<\s]`)
	textFormula    = regexp.MustCompile(`^<[^<>]*\st\s*=\s*["']str["']`)
)
