package cells

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Headings is who knows how order files spell their headings.
type Headings interface {
	// KnownIn are the known headings of the heading row of a table, of which the first rows
	// with something in them are given.
	KnownIn(rows []Row) []string
}

const (
	HeadRows   = 20 // headings are looked for in so many rows
	LeastKnown = 3  // a row with fewer known headings is no heading row
)

// MostHeadings is how many headings row i of a table can have at most, with those that the row below
// it may add: one for each text of the two, but that a column has one.
func MostHeadings(rows []Row, i int) (most int) {
	upper := &rows[i]
	for _, c := range upper.Cells {
		if c.Kind == Text {
			most++
		}
	}
	if i+1 == len(rows) {
		return most
	}
	for _, c := range rows[i+1].Cells {
		if above := upper.At(c.Column); c.Kind == Text && (above.Kind != Text || above.Blank()) {
			most++
		}
	}
	return most
}

// HeadingsUnknown is the fault of a file in whose first rows nobody knows enough headings.
func HeadingsUnknown() *problem.Fault {
	return problem.Faultf(problem.HeadingsUnknown, HeadRows)
}

// LikelyHeadings is the first row of texts without digits that is as wide as any, else
// the row that knows most.
func LikelyHeadings(rows []Row, fallback Row) Row {
	widest := 0
	for i := range rows {
		widest = max(widest, len(rows[i].Cells))
	}
	for i := range rows {
		digits := 0
		for _, c := range rows[i].Cells {
			if c.Kind != Text || strings.ContainsFunc(c.Text, unicode.IsDigit) {
				digits++
			}
		}
		if n := len(rows[i].Cells); n > 1 && n*3 >= widest*2 && digits*4 <= n && rows[i].Number <= HeadRows {
			return rows[i]
		}
	}
	return fallback
}
