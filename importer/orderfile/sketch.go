package orderfile

import (
	"slices"
	"strings"
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
