package sheets

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/gsheet"
)

// headRows is among how many first rows the headings of results are looked for.
const headRows = cells.HeadRows

// findOwn is where the five headings of results begin, side by side, counted from 0; -1 where there
// are none. Some of them alone, or apart, are an error: cells under waybill_number
// would be read as waybills of the shop's own.
func findOwn(g *gsheet.Grid) (row, column int, err error) {
	for i, texts := range g.Rows[:min(len(g.Rows), headRows)] {
		for n := range texts {
			if n+len(cells.ResultColumns) <= len(texts) && slices.Equal(texts[n:n+len(cells.ResultColumns)], cells.ResultColumns[:]) {
				return i, n, nil
			}
		}
		if slices.Contains(texts, cells.ResultColumns[0]) {
			return -1, -1, newFault("columns_apart", i+1)
		}
	}
	return -1, -1, nil
}

// withoutOwn are the rows without what stands in the columns of results, from their headings on.
func withoutOwn(g *gsheet.Grid, heading, own int) [][]string {
	if own < 0 {
		return g.Rows
	}
	rows := slices.Clone(g.Rows)
	for i := heading; i < len(rows); i++ {
		texts := g.Rows[i]
		rows[i] = slices.Clone(texts)
		for n := own; n < min(own+len(cells.ResultColumns), len(texts)); n++ {
			rows[i][n] = ""
		}
	}
	return rows
}

// blank reports whether nothing stands in a row.
func blank(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return text != "" })
}

// textFile is a table as delimited text, each row in its place; those that keep does not want are
// blank.
func textFile(rows [][]string, keep func(row int) bool) ([]byte, error) {
	width := 1
	for _, texts := range rows {
		for n, text := range texts {
			if text != "" {
				width = max(width, n+1)
			}
		}
	}
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	out.UseCRLF = true
	line := make([]string, width+1) // a row of one blank cell would be no line
	for i, texts := range rows {
		clear(line)
		if keep(i + 1) {
			copy(line, texts[:min(len(texts), width)])
		}
		if err := out.Write(line); err != nil {
			return nil, fmt.Errorf("write the rows of the sheet: %w", err)
		}
	}
	out.Flush()
	return b.Bytes(), out.Error()
}
