package draft

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
)

// Sketch is what a report keeps of the first rows, for Columns and Draft.
type Sketch struct {
	ordertemplate.HeadingRow
	below  []cells.Row // the first rows under the headings
	layout *ordertemplate.Layout
}

// New copies the rows: of a long file nothing else is to stay in memory.
func New(rows []cells.Row, h *ordertemplate.HeadingRow) *Sketch {
	s := &Sketch{HeadingRow: *h}
	if h.Template == nil {
		return nil
	}
	if h.Known < cells.LeastKnown {
		s.Row = cells.LikelyHeadings(rows, h.Row)
	}
	s.Row = cloneRow(cells.WithoutResult(&s.Row, cells.FindResult(&s.Row)))
	for i := range rows {
		if rows[i].Number > s.Number && len(s.below) < cells.HeadRows {
			s.below = append(s.below, cloneRow(rows[i]))
		}
	}
	s.layout, _ = s.Template.ReadLayout(&s.Row)
	return s
}

// Of is the sketch of a table's first rows as a template, or the best that it chooses, reads them.
func Of(p *ordertemplate.Template, rows []cells.Row) *Sketch {
	h := p.HeadingRow(rows)
	return New(rows, &h)
}

func cloneRow(r cells.Row) cells.Row {
	r.Cells = slices.Clone(r.Cells)
	for i := range r.Cells {
		r.Cells[i].Text = strings.Clone(r.Cells[i].Text[:min(len(r.Cells[i].Text), ordertemplate.MostKeyBytes)])
	}
	return r
}
