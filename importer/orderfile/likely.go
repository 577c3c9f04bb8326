package orderfile

import (
	"strings"
	"unicode"
)

// likelyHeadings is the first row of texts without digits that is as wide as any, else
// the row that knows most.
func likelyHeadings(rows []row, fallback row) row {
	widest := 0
	for i := range rows {
		widest = max(widest, len(rows[i].cells))
	}
	for i := range rows {
		digits := 0
		for _, c := range rows[i].cells {
			if c.kind != textCell || strings.ContainsFunc(c.text, unicode.IsDigit) {
				digits++
			}
		}
		if n := len(rows[i].cells); n > 1 && n*3 >= widest*2 && digits*4 <= n && rows[i].number <= headingRows {
			return rows[i]
		}
	}
	return fallback
}

// likelyDelimiter is for a text of which no heading is known: the delimiter that makes
// the most cells without breaking a quote.
func likelyDelimiter(p headings, d decoded, limits Limits) textFile {
	var best textFile
	most := -1
	for _, delimiter := range []string{";", ",", "\t", "|"} {
		f := tryDelimiter(p, d, delimiter, 0, limits)
		cells := 0
		for i := range f.head {
			cells += f.head[i].width
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
