package orders

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// readSendOn reads the day on which an order is to be sent. A column that forbids to send
// before its day refuses the order until then; a day that a system may have filled by itself
// is said only.
func (b *builder) readSendOn(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.SendOn] {
		c := r.At(column.Index)
		if !b.speaks(c) || b.lexicon.Truth(c.Text) == "no" || value.IsZero(c) {
			continue
		}
		day, known := b.values.DayOf(c)
		today := value.DayBegun(b.source.Now)
		forbids := column.Tier == ordertemplate.FirstTier
		switch {
		case known && day.After(today) && forbids:
			b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater, celltext.Show(c.Text)))
		case known && day.After(today):
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".planned", celltext.Show(c.Text)))
		case known && (forbids || !day.Before(today)):
		case known:
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".past", celltext.Show(c.Text)))
		case forbids:
			b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater, celltext.Show(c.Text)))
		default:
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".planned", celltext.Show(c.Text)))
		}
		return
	}
}
