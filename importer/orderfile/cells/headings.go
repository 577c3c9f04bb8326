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
