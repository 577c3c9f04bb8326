package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

// shipDate is the heading under which some files have the day on which an order was sent, and
// others that on which it is to be.
const shipDate = "ship date"

// countsShipped reports whether a cell that says that an order was sent counts pieces: "Відвантажено"
// has 2 beside a quantity of 3. What a heading asks ("is shipped") is answered by a tick.
func (b *builder) countsShipped(c cells.Cell, column ordertemplate.Column) bool {
	if c.Kind == cells.Date || strings.HasPrefix(column.Key, "is") {
		return false
	}
	n, f := b.values.Quantity(c)
	const most = 10000 // a day's number in a workbook is larger
	return f == nil && n < most
}

// shipsLater reads a day under a heading of when an order was sent that is still to come, or that
// nobody can tell: it was not sent on it yet.
func (b *builder) shipsLater(r *cells.Row, c cells.Cell, column ordertemplate.Column) bool {
	if !b.speaks(c) {
		return false
	}
	day, known := b.values.DayOf(c)
	either := strings.ReplaceAll(column.Key, "_", " ") == shipDate
	toCome := known && day.After(value.DayBegun(b.source.Now))
	switch {
	case toCome && either:
		b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".planned", celltext.Show(c.Text)))
	case toCome, !known && either && b.lexicon.Truth(c.Text) == "":
		b.refuse(r.Number, column.Name, problem.Faultf(problem.StateUnknown+".ship_day", celltext.Show(c.Text)))
	default:
		return false
	}
	return true
}

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
