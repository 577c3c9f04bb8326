package orderfile

import (
	"slices"
	"strings"
	"unicode"
)

// sketch is what a report keeps of the first rows, for Columns and Draft.
type sketch struct {
	headingRow
	below  []row // the first rows under the headings
	layout *layout
}

// newSketch copies the rows: of a long file nothing else is to stay in memory.
func newSketch(rows []row, h *headingRow) *sketch {
	s := &sketch{headingRow: *h}
	if h.profile == nil {
		return nil
	}
	if h.known < leastKnown {
		s.row = likelyHeadings(rows, h.row)
	}
	s.row = cloneRow(withoutResult(&s.row, findResultColumns(&s.row)))
	for i := range rows {
		if rows[i].number > s.number && len(s.below) < headingRows {
			s.below = append(s.below, cloneRow(rows[i]))
		}
	}
	s.layout, _ = s.profile.readLayout(&s.row)
	return s
}

func sketchOf(p *Profile, rows []row) *sketch {
	h := p.headingRow(rows)
	return newSketch(rows, &h)
}

func cloneRow(r row) row {
	r.cells = slices.Clone(r.cells)
	for i := range r.cells {
		r.cells[i].text = strings.Clone(r.cells[i].text[:min(len(r.cells[i].text), mostKeyBytes)])
	}
	return r
}

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
