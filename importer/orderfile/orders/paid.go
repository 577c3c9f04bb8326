package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// blankOfPaid is whether an order is about to be sent although nothing says that it was paid and
// nothing is collected.
func (b *builder) blankOfPaid(d *draft, way lexicon.Payment) payment.Blank {
	columns := len(b.l.Columns[field.PaymentState]) + len(b.l.Columns[field.PaidAmount])
	switch {
	case way != lexicon.COD && d.pay.Way == "" && d.pay.State.Dash != "" && !d.pay.PaidSaid:
		return payment.ByDash
	case way == lexicon.COD, d.pay.PaidSaid, columns == 0 && len(d.words) > 0, columns == 0 && len(b.l.Columns[field.State]) == 0:
		return payment.NotBlank
	case d.pay.Way == "" && columns == 0:
		return payment.ByDefaultOfStates
	case d.pay.Way == "":
		return payment.ByDefault
	case columns == 0:
		return payment.NotBlank
	}
	return payment.ByPrepayment
}

// noteState notes whether a column of states only says what was paid.
func (b *builder) noteState(text string) {
	if b.words.payment(text) == lexicon.Prepaid {
		b.paid.PaidStates = true
	} else {
		b.paid.OtherStates = true
	}
}

// finishPaid refuses the orders whose cell is blank where those of others are filled.
func (b *builder) finishPaid() {
	column := b.columnName(field.PaymentState)
	if column == "" {
		column = b.columnName(field.PaidAmount)
	}
	if column == "" {
		column = b.columnName(field.State)
	}
	for _, d := range b.drafts {
		if d.blankPaid == payment.ByDash && b.paid.Refuses(payment.ByDash) {
			b.refuseFirst(d, b.columnName(field.PaymentMethod), problem.Faultf(problem.PaymentUnknown+".dash", celltext.Show(b.columnName(field.PaymentMethod))))
		} else if b.paid.Refuses(d.blankPaid) {
			b.refuseFirst(d, column, problem.Faultf(problem.PaymentUnknown+".blank", celltext.Show(column)))
		}
	}
}

// noteStatePay notes what a cell of an order's state says of its payment. A state of which the
// source's config says that it is to be sent says nothing against that.
func (b *builder) noteStatePay(d *draft, text string) {
	switch b.lexicon.PaymentOfState(text) {
	case lexicon.Prepaid:
		d.pay.State.Paid = strings.Clone(text)
	case lexicon.Unpaid:
		if !b.lexicon.OwnState(text) {
			d.pay.State.Pending = strings.Clone(text)
		}
	}
}

// readDashes notes a "-" in a column of the way of payment: beside ticks it is a "no".
func (b *builder) readDashes(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.PaymentMethod] {
		c := r.At(column.Index)
		switch {
		case c.Blank():
		case b.words.nothing(c.Text) && !celltext.HasLetter(c.Text):
			d.pay.State.Dash = strings.Clone(c.Text)
		case b.lexicon.Truth(c.Text) != "":
			b.paid.Ticks = true
		}
	}
}

// calledOffByPay reports whether a state of payment says that its order is not to be sent: that it
// was refunded or failed. "Виконано" there speaks of the payment alone, unless the config of the
// source says otherwise.
func (b *builder) calledOffByPay(text string) bool {
	found := b.words.state(text)
	return found == lexicon.Cancelled || found.Off() && b.lexicon.OwnState(text)
}

// readCODTick reads a tick under a heading of payment on delivery: "Накладений платіж: так". One that
// names an amount or a sum wants one.
func (b *builder) readCODTick(d *draft, r *cells.Row, columns []ordertemplate.Column) (done bool) {
	c, column := ordertemplate.Pick(columns, r)
	if b.lexicon.NamesSum(column.Name) || c.Kind != cells.Text || !b.speaks(c) || strings.ContainsAny(c.Text, "0123456789") {
		return false
	}
	switch b.lexicon.Truth(c.Text) {
	case "yes":
		if d.pay.Way == "" {
			d.pay.Way, d.pay.WayText = lexicon.COD, strings.Clone(column.Name)
		} else if d.pay.Way != lexicon.COD {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".payment", celltext.Show(column.Name+": "+c.Text), celltext.Show(d.pay.WayText)))
		}
	case "no":
		d.pay.State.NotCOD = strings.Clone(column.Name + ": " + c.Text)
	default:
		return false
	}
	return true
}
