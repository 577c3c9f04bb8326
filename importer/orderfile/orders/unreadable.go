package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// isTotal reports whether the first filled cell is a word for a total, and there is no phone,
// and no SKU apart from that word.
func (b *builder) isTotal(r *cells.Row) bool {
	first := r.Cells[0]
	if !b.source.Template.IsTotal(first.Text) {
		return false
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Phone], r); !c.Blank() {
		return false
	}
	for _, group := range b.l.Groups {
		for _, m := range []field.Field{field.SKU, field.PackedItem} {
			if c, _ := ordertemplate.Pick(group.Columns[m], r); !c.Blank() && c.Column != first.Column {
				return false
			}
		}
	}
	return true
}

// unreadable reports faults of a row that leave its cells without a certain meaning.
func (b *builder) unreadable(r, raw *cells.Row) bool {
	if r.Hidden {
		b.refuse(r.Number, "", problem.Faultf(problem.RowHidden))
		return true
	}
	if b.text {
		f := b.l.Ragged(r)
		if f == nil && !b.l.Reaches(r) && b.says(raw, problem.RowRagged) {
			f = problem.Faultf(problem.RowRagged + ".said")
		}
		if f != nil {
			b.found.Ragged[r.Number] = true
			b.refuse(r.Number, "", f)
			return true
		}
	}
	bad := false
	for _, c := range b.l.Used {
		switch found := r.At(c.Index); found.Kind {
		case cells.Error:
			b.refuse(r.Number, c.Name, problem.Faultf(problem.CellError, celltext.Show(found.Text)))
			bad = true
		case cells.Formula:
			b.refuse(r.Number, c.Name, problem.Faultf(problem.FormulaWithoutValue))
			bad = true
		}
	}
	return bad
}

// says reads the error cell of a result file. Filled up with blanks, a row that was too
// short looks whole, and rows that stood apart may stand together.
func (b *builder) says(raw *cells.Row, code string) bool {
	if b.l.ResultAt < 0 {
		return false
	}
	text := raw.At(b.l.ResultAt + len(cells.ResultColumns) - 1).Text
	return strings.HasPrefix(text, code) && !blamesAnother(text)
}
