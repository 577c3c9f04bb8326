package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// lookAtMarks refuses a row of which a cell that is read is struck through, and one with a note
// that speaks of state, payment or delivery.
func (b *builder) lookAtMarks(r *cells.Row) {
	for _, c := range b.l.Used {
		if found := r.At(c.Index); found.Struck && b.speaks(found) {
			b.refuse(r.Number, c.Name, problem.Faultf(problem.StateUnknown+".struck", celltext.Show(found.Text)))
			break
		}
	}
	for _, n := range r.Notes {
		if said := b.noteSays(n.Text); said != "" {
			b.refuse(r.Number, "", problem.Faultf(problem.StateUnknown+".note", n.Cell, celltext.Show(said)))
		}
	}
}

// noteSays is the part of a note that speaks of the order, "" where none does. The first line may
// be its author's name.
func (b *builder) noteSays(text string) string {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\n\r,;:.!", r) }) {
		part = strings.TrimSpace(part)
		if part == "" || len(part) > 200 {
			continue
		}
		flag := b.lexicon.Flag(part)
		if b.words.state(part).Off() || b.lexicon.PaymentSaid(part) || flag != lexicon.NoFlag && flag != lexicon.FlagPost {
			return part
		}
	}
	return ""
}

// lookAtMerged refuses numbers of which a merged cell leaves open how often they count: an
// amount or a waybill over the rows of several orders, a quantity or a price over several
// items, and amounts or words of payment over several columns. A name, a phone or a place may
// well be the same for several orders, and an order's own cells for all of its rows.
func (b *builder) lookAtMerged(d, before *draft, r *cells.Row) {
	first := len(d.order.Rows) == 1
	for _, column := range b.l.Used {
		c := r.At(column.Index)
		if c.Wide > 0 {
			b.lookAtWide(r, c, column)
		}
		if !c.Shared || !b.speaks(c) {
			continue
		}
		switch m := column.Field; {
		case m == field.Quantity || m == field.Price || m == field.PackedItem:
			b.refuse(r.Number, column.Name, problem.Faultf(problem.QuantityInvalid+".merged", celltext.Show(c.Text)))
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
func (b *builder) isCounted(m field.Field, c cells.Cell) bool {
	switch m {
	case field.OrderTotal, field.Discounted, field.CODAmount, field.ToPay, field.PaidAmount, field.Refunded, field.Discount, field.Credit:
		amount, f := b.values.Money(c)
		return f == nil && amount.Sign() > 0
	}
	return false
}

// refuseMerged refuses an order and the one above that has the same merged cell.
func (b *builder) refuseMerged(d, before *draft, column ordertemplate.Column, f *problem.Fault) {
	for _, one := range []*draft{before, d} {
		if one == nil || b.merged[[2]int{one.order.Rows[0], column.Index}] {
			continue
		}
		b.merged[[2]int{one.order.Rows[0], column.Index}] = true
		b.refuseFirst(one, column.Name, f)
	}
}

// lookAtWide refuses a cell that is merged over columns of which the money depends: what it
// says in the first of them nobody can tell of the others, and they would be blank.
func (b *builder) lookAtWide(r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	matters := []field.Field{field.OrderTotal, field.Discounted, field.CODAmount, field.ToPay, field.PaidAmount, field.PaymentMethod, field.PaymentState, field.Discount, field.Credit, field.Price, field.Quantity, field.SKU, field.Waybill, field.State}
	for _, other := range b.l.Used {
		if other.Index <= column.Index || other.Index > column.Index+int(c.Wide) || other.Field == column.Field {
			continue
		}
		if slices.Contains(matters, other.Field) {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".merged", celltext.Show(c.Text), celltext.Show(column.Name), celltext.Show(other.Name)))
			return
		}
	}
}
