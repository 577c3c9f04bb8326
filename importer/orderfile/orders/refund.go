package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// readRefunded reads what was given back: an amount, or a tick, a day or a reason where the
// column says only that it was.
func (b *builder) readRefunded(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.Refunded] {
		c := r.At(column.Index)
		if !b.speaks(c) {
			continue
		}
		bare := c
		bare.Text = strings.TrimPrefix(c.Text, "-")
		amount, f := b.values.Money(bare)
		kept := &d.pay.Refunded
		switch {
		case f == nil && amount.Sign() == 0, f != nil && b.lexicon.Truth(c.Text) == "no":
		case f != nil && (b.values.IsDay(c) || celltext.HasLetter(c.Text) && !strings.ContainsAny(c.Text, "0123456789")):
			d.keepBack(lexicon.Cancelled, celltext.SingleSpaced(column.Name+": "+c.Text))
		case f != nil:
			b.refuse(r.Number, column.Name, f)
		case !kept.IsSet():
			*kept = amount
		case !kept.Equal(amount):
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".amount", amount, *kept))
		}
	}
}

// readReturned reads how many pieces of the row's item came back, were called off or sent.
func (b *builder) readReturned(d *draft, r *cells.Row, before int) {
	columns := slices.Concat(b.l.Columns[field.Returned], b.l.Columns[field.ShippedQuantity], b.l.Columns[field.ShippedAt])
	if len(columns) == 0 {
		return
	}
	items := d.order.Items[before:]
	d.back.rows++
	for _, column := range columns {
		c := r.At(column.Index)
		c.Text = strings.TrimPrefix(c.Text, "-")
		if !b.speaks(c) || value.IsZero(c) || b.lexicon.Truth(c.Text) == "no" {
			continue
		}
		if column.Field == field.ShippedAt && !b.countsShipped(c, column) {
			continue
		}
		n, f := b.values.Quantity(c)
		if column.Field == field.ShippedAt && n == 1 && len(items) != 1 {
			d.keepBack(lexicon.Skip, celltext.SingleSpaced(column.Name+": "+c.Text)) // a tick
			continue
		}
		if d.back.column == "" {
			d.back.column = column.Name
		}
		switch {
		case f != nil:
			b.refuse(r.Number, column.Name, f)
		case len(items) == 1 && n == items[0].Quantity && (d.back.last == "" || d.back.last == column.Field):
			d.back.whole++
			d.back.last = column.Field
		default:
			d.back.part = true
			d.back.sent = column.Field != field.Returned
		}
		return
	}
}

// settleRefund: what was given back in full is not sent; of a part nobody knows what to send.
func (b *builder) settleRefund(d *draft) {
	p := &d.pay
	pieces := int64(0)
	for _, item := range d.order.Items {
		pieces += item.Quantity
	}
	all := money.Must("1")
	if n, err := all.Times(pieces); err == nil {
		all = n
	}
	whole := payment.FirstSet(p.Discounted, p.Total, payment.SumOfItems(d.order.Items))
	switch {
	case d.state.off != "":
	case d.back.whole > 0 && d.back.whole == d.back.rows && !d.back.part:
		d.keepBack(map[bool]lexicon.State{true: lexicon.Skip, false: lexicon.Cancelled}[d.back.last == field.ShippedQuantity || d.back.last == field.ShippedAt], d.back.column)
	case d.back.whole > 0 || d.back.part:
		b.refuseFirst(d, d.back.column, problem.Faultf(problem.StateUnknown+d.back.inPart()))
	case p.Refunded.Sign() <= 0:
	case whole.IsSet() && p.Refunded.Cmp(whole) >= 0, pieces > 0 && p.Refunded.Equal(all):
		d.keepBack(lexicon.Cancelled, b.columnName(field.Refunded)+": "+p.Refunded.String())
	default:
		b.refuseFirst(d, b.columnName(field.Refunded), problem.Faultf(problem.StateUnknown+".refunded_in_part", p.Refunded))
	}
}

// inPart is what the fault of an order says of which a part came back or was sent.
func (k *returns) inPart() string {
	if k.sent || k.last == field.ShippedQuantity || k.last == field.ShippedAt {
		return ".sent_in_part"
	}
	return ".returned_in_part"
}
