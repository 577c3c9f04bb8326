package orderfile

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// lookAtMerged refuses numbers of which a merged cell leaves open how often they count: an
// amount or a waybill over the rows of several orders, a quantity or a price over several
// items, and amounts or words of payment over several columns. A name, a phone or a place may
// well be the same for several orders, and an order's own cells for all of its rows.
func (b *orderBuilder) lookAtMerged(d, before *draft, r *cells.Row) {
	first := len(d.rows) == 1
	for _, column := range b.l.used {
		c := r.At(column.index)
		if c.Wide > 0 {
			b.lookAtWide(r, c, column)
		}
		if !c.Shared || !b.speaks(c) {
			continue
		}
		switch m := column.meaning; {
		case m == field.Quantity || m == field.Price || m == field.PackedItem:
			b.refuse(r.Number, column.name, problem.Faultf(problem.QuantityInvalid+".merged", celltext.Show(c.Text)))
		case !first:
		case b.isCounted(m, c):
			b.refuseMerged(d, before, column, problem.Faultf(problem.AmountInvalid+".merged", celltext.Show(c.Text)))
		case m == field.Waybill:
			b.refuseMerged(d, before, column, problem.Faultf(problem.WaybillInvalid+".merged", celltext.Show(c.Text)))
		}
	}
}

// isCounted reports whether a cell is an amount that would count for each order in full: zero
// and a percentage are as right for several orders as for one.
func (b *orderBuilder) isCounted(m field.Field, c cells.Cell) bool {
	switch m {
	case field.OrderTotal, field.Discounted, field.CODAmount, field.ToPay, field.PaidAmount, field.Refunded, field.Discount, field.Credit:
		amount, f := b.values.money(c)
		return f == nil && amount.Sign() > 0
	}
	return false
}

// refuseMerged refuses an order and the one above that has the same merged cell.
func (b *orderBuilder) refuseMerged(d, before *draft, column column, f *problem.Fault) {
	for _, one := range []*draft{before, d} {
		if one == nil || b.merged[[2]int{one.rows[0], column.index}] {
			continue
		}
		b.merged[[2]int{one.rows[0], column.index}] = true
		b.refuseFirst(one, column.name, f)
	}
}

// lookAtWide refuses a cell that is merged over columns of which the money depends: what it
// says in the first of them nobody can tell of the others, and they would be blank.
func (b *orderBuilder) lookAtWide(r *cells.Row, c cells.Cell, column column) {
	matters := []field.Field{field.OrderTotal, field.Discounted, field.CODAmount, field.ToPay, field.PaidAmount, field.PaymentMethod, field.PaymentState, field.Discount, field.Credit, field.Price, field.Quantity, field.SKU, field.Waybill, field.State}
	for _, other := range b.l.used {
		if other.index <= column.index || other.index > column.index+int(c.Wide) || other.meaning == column.meaning {
			continue
		}
		if slices.Contains(matters, other.meaning) {
			b.refuse(r.Number, column.name, problem.Faultf(problem.OrderCellsConflict+".merged", celltext.Show(c.Text), celltext.Show(column.name), celltext.Show(other.name)))
			return
		}
	}
}
