package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// readPayment reads the order's amounts, the way of payment and whether it was paid.
func (b *builder) readPayment(d *draft, r *cells.Row) {
	for _, a := range d.pay.Amounts() {
		if a.Field == field.PaidAmount && b.readPaidAmount(d, r) {
			continue
		}
		b.sameAmount(d, r, a.Field, a.Amount)
	}
	b.readRefunded(d, r)
	b.readDiscount(d, r)
	b.readCredit(d, r)
	b.readDashes(d, r)
	for _, column := range b.l.Columns[field.PaymentMethod] {
		if c := r.At(column.Index); b.speaks(c) {
			b.readWay(d, r, c, column)
		}
	}
	for _, column := range b.l.Columns[field.PaymentState] {
		if c := r.At(column.Index); b.speaks(c) {
			b.readPaid(d, r, c, column)
		}
	}
	b.readCurrency(r)
}

// readWay reads a cell of the way of payment. A word that is not known never becomes the
// source's default.
func (b *builder) readWay(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	way := b.words.payment(c.Text)
	switch {
	case way == lexicon.Unpaid || way == lexicon.InPart:
		d.pay.Open = c.Text // an amount on delivery has to say what is left
	case way == lexicon.PaymentUnknown:
		d.payUnclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.PaymentUnknown, celltext.Show(c.Text), celltext.Paste(c.Text)))
	case d.pay.Way == "":
		d.pay.Way, d.pay.WayText = way, c.Text
		d.pay.State.Named = b.lexicon.SaysPaid(c.Text)
	case d.pay.Way != way:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".payment", celltext.Show(c.Text), celltext.Show(d.pay.WayText)))
	}
}

// readPaid reads a cell that says whether the order was paid. That it was refunded is for
// readState to understand.
func (b *builder) readPaid(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	if amount, f := b.values.Money(c); f == nil && amount.Cmp(money.Must("1")) > 0 {
		d.pay.PaidSaid = true
		b.paid.Note(true)
		b.keepAmount(r, column, &d.pay.InAdvance, amount) // "900" under "Оплачено"
		return
	}
	paid := b.words.payment(c.Text)
	if paid == lexicon.PaymentUnknown && b.lexicon.PaymentDone(c.Text) {
		paid = lexicon.Prepaid
	}
	switch b.lexicon.Truth(c.Text) {
	case "yes":
		paid = lexicon.Prepaid
	case "no":
		paid = lexicon.Unpaid
	}
	d.pay.PaidSaid = true
	b.paid.Note(paid == lexicon.Prepaid)
	switch {
	case b.calledOffByPay(c.Text):
	case paid == lexicon.InPart:
		d.pay.Open = c.Text
	case paid == lexicon.PaymentUnknown:
		d.payUnclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.PaymentUnknown+".state", celltext.Show(c.Text), celltext.Paste(c.Text)))
	case paid == lexicon.COD || paid == lexicon.Balance:
		b.readWay(d, r, c, column)
	case d.pay.Paid == "":
		d.pay.Paid = paid
	case d.pay.Paid != paid:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".paid", celltext.Show(c.Text)))
	}
}

// readCurrency refuses an order in another currency: no amount on delivery is made of it.
func (b *builder) readCurrency(r *cells.Row) {
	for _, column := range b.l.Columns[field.Currency] {
		if c := r.At(column.Index); b.speaks(c) && !b.lexicon.Hryvnia(c.Text) {
			b.refuse(r.Number, column.Name, problem.Faultf(problem.CurrencyForeign, celltext.Show(c.Text)))
		}
	}
}

// sameAmount keeps the first amount of an order's column: repeated it counts once, and
// another one in a later row is refused.
func (b *builder) sameAmount(d *draft, r *cells.Row, m field.Field, kept *money.Amount) {
	columns := b.l.Columns[m]
	if len(columns) == 0 {
		return
	}
	if m == field.CODAmount && b.readCODTick(d, r, columns) {
		return
	}
	c, column := ordertemplate.Pick(columns, r)
	if b.words.nothing(c.Text) {
		return
	}
	amount, f := b.values.Money(c)
	if f == nil && amount.Sign() > 0 && b.lexicon.ForeignCurrency(column.Name) {
		f = problem.Faultf(problem.CurrencyForeign, celltext.Show(column.Name))
	}
	switch {
	case f != nil:
		d.payUnclear = true
		b.refuse(r.Number, column.Name, f)
	case !amount.IsSet():
	default:
		b.keepAmount(r, column, kept, amount)
	}
	if m == field.CODAmount || m == field.ToPay || m == field.PaidAmount {
		b.oneAmount(d, r, columns, column, amount)
	}
}

// keepAmount keeps the first amount of an order, and refuses another one.
func (b *builder) keepAmount(r *cells.Row, column ordertemplate.Column, kept *money.Amount, amount money.Amount) {
	if !kept.IsSet() {
		*kept = amount
	} else if !kept.Equal(amount) {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".amount", amount, *kept))
	}
}

// oneAmount refuses two columns of one meaning that say different amounts to collect, or paid
// in advance: "До сплати" 900 beside "Залишок до сплати" 700.
func (b *builder) oneAmount(d *draft, r *cells.Row, columns []ordertemplate.Column, first ordertemplate.Column, amount money.Amount) {
	for _, other := range columns {
		c := r.At(other.Index)
		if other.Index == first.Index || b.source.Template.Decides(first, other) || !b.speaks(c) || !amount.IsSet() {
			continue
		}
		also, f := b.values.Money(c)
		if f != nil && b.lexicon.Truth(c.Text) != "no" {
			continue // "Гроші" under "Зворотна доставка"
		}
		if f != nil || !also.Equal(amount) {
			d.payUnclear = true
			b.refuse(r.Number, other.Name, problem.Faultf(problem.OrderCellsConflict+".two_amounts", celltext.Show(c.Text), celltext.Show(other.Name), amount, celltext.Show(first.Name)))
			return
		}
	}
}

// isPaidTick reads a word under a heading of an amount that was paid: "Сплачено" holds "так" in
// some files and an amount in others.
func (b *builder) isPaidTick(r *cells.Row) bool {
	c, _ := ordertemplate.Pick(b.l.Columns[field.PaidAmount], r)
	return c.Kind == cells.Text && !strings.ContainsAny(c.Text, "0123456789") && b.lexicon.Truth(c.Text) != ""
}

// readPaidAmount notes that the column of amounts paid is filled, and reads ticks in it.
func (b *builder) readPaidAmount(d *draft, r *cells.Row) (done bool) {
	c, column := ordertemplate.Pick(b.l.Columns[field.PaidAmount], r)
	if !b.speaks(c) {
		return false
	}
	if b.isPaidTick(r) {
		b.readPaid(d, r, c, column)
		return true
	}
	d.pay.PaidSaid = true
	amount, f := b.values.Money(c)
	d.pay.Deposit = d.pay.Deposit || b.lexicon.Deposit(column.Name)
	b.paid.Note(f == nil && amount.Sign() > 0)
	return false
}
