package resultfile

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
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
	slices.SortFunc(areas, func(a, b cells.Merge) int { return a.FirstRow - b.FirstRow })
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

// namesRows are the parts of a sheet that name cells by their rows, and the one that
// keeps people from correcting cells.
var namesRows = map[string]bool{"sheetProtection": true, "protectedRanges": true, "scenarios": true, "autoFilter": true, "sortState": true,
	"customSheetViews": true, "conditionalFormatting": true, "dataValidations": true, "hyperlinks": true, "rowBreaks": true,
	"cellWatches": true, "ignoredErrors": true, "legacyDrawing": true, "tableParts": true, "extLst": true}

var (
	formulaElement = regexp.MustCompile(`<(\w+:)?f(\s[^<>]*)?(/>|>[^<]*</(\w+:)?f>)`)
	valueElement   = regexp.MustCompile(`<(\w+:)?v(\s[^<>]*)?>[^<]*[^<\s]`)
	textFormula    = regexp.MustCompile(`^<[^<>]*\st\s*=\s*["']str["']`)
)

// moved is a cell in another place, with the value of its formula for the formula. One
// that was never computed must not look like a blank cell.
func moved(cell []byte, ref string) []byte {
	value := formulaElement.ReplaceAll(cell, nil)
	begun := bytes.IndexByte(value, '>') + 1
	tag, rest := withAttribute(value[:begun], "r", ref), value[begun:]
	if len(value) == len(cell) || valueElement.Match(rest) || textFormula.Match(tag) {
		return slices.Concat(tag, rest)
	}
	name := string(cell[1:bytes.IndexAny(cell, " \t\r\n/>")])
	return fmt.Appendf(nil, `<%[1]s r="%[2]s" t="e"><%[3]sv>#N/A</%[3]sv></%[1]s>`, name, ref, strings.TrimSuffix(name, "c"))
}

// merges are the merged areas of the rows that stay, in their new places.
func (p *sheetPatch) merges(prefix string) string {
	place := func(row int) int {
		if row <= p.rows.from.HeadingRow {
			return row
		}
		return p.kept[row]
	}
	var b strings.Builder
	n := 0
	for _, m := range p.rows.from.Sheet.Merges {
		m.LastRow = max(m.FirstRow, min(m.LastRow, p.rows.from.Sheet.Last)) // below there are no rows
		first, last := place(m.FirstRow), place(m.LastRow)
		if first > 0 && last-first == m.LastRow-m.FirstRow {
			n++
			fmt.Fprintf(&b, `<%smergeCell ref="%s%d:%s%d"/>`, prefix, spreadsheet.ColumnName(m.FirstColumn), first, spreadsheet.ColumnName(m.LastColumn), last)
		}
	}
	if n == 0 {
		return "" // an empty list is not allowed
	}
	return fmt.Sprintf(`<%[1]smergeCells count="%[2]d">%[3]s</%[1]smergeCells>`, prefix, n, b.String())
}
