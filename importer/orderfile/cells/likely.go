package cells

import (
	"strings"
	"unicode"
)

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

// likelyDelimiter is for a text of which no heading is known: the delimiter that makes
// the most cells without breaking a quote.
func likelyDelimiter(p Headings, d Decoded, limits Limits) textFile {
	var best textFile
	most := -1
	for _, delimiter := range []string{";", ",", "\t", "|"} {
		f := tryDelimiter(p, d, delimiter, 0, limits)
		cells := 0
		for i := range f.head {
			cells += f.head[i].Width
		}
		if f.fault != nil {
			cells = 0
		}
		if cells > most {
			best, most = f, cells
		}
	}
	return best
}
