package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
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

// speaks reports whether a cell holds something that is to be understood.
func (b *builder) speaks(c cells.Cell) bool { return !c.Blank() && !b.words.nothing(c.Text) }

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

// settlePayment decides who pays when. What cells say goes first: an amount on delivery, the
// way of payment, whether it was paid; only where all of them are blank the source's default.
func (b *builder) settlePayment(d *draft) {
	if d.payUnclear {
		return // a cell of it was not understood, and is reported
	}
	pay, said := &d.order.Payment, &d.pay
	b.takeLoneSum(d)
	if f := b.takeRest(d); f != nil {
		b.refuseFirst(d, b.columnName(field.PaidAmount), f)
		return
	}
	onDelivery := said.ToPay.Sign() > 0 || !said.ToPay.IsSet() && said.COD.Sign() > 0
	way, column, f := b.wayOf(d, onDelivery)
	if f != nil {
		b.refuseFirst(d, column, f)
		return
	}
	bill := d.bill()
	for _, against := range []struct {
		column string
		fault  *problem.Fault
	}{
		{b.columnName(field.PaidAmount), said.PartPaid(bill, way, onDelivery)},
		{b.paymentColumn(), said.Contradiction(way, onDelivery)},
		{b.columnName(field.State), said.AgainstState(way)},
		{b.paymentColumn(), said.AgainstTick(way)},
	} {
		if against.fault != nil {
			b.refuseFirst(d, against.column, against.fault)
			return
		}
	}
	if way != lexicon.COD {
		pay.Method = string(way)
		return
	}
	amount, f := said.ToCollect(bill)
	if f != nil {
		b.refuseFirst(d, b.paymentColumn(), f)
		return
	}
	*pay = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: amount}
}

// wayOf is the way of payment that an order's cells come to, else the source's default; or what is
// wrong with them, and the column that a person looks at first.
func (b *builder) wayOf(d *draft, onDelivery bool) (way lexicon.Payment, column string, f *problem.Fault) {
	said := &d.pay
	way = said.Way
	switch {
	case said.Open != "" && (!onDelivery || way == lexicon.Prepaid):
		return way, b.paymentColumn(), problem.Faultf(problem.PaymentUnknown+".open", celltext.Show(said.Open), celltext.Paste(said.Open))
	case way == "" && onDelivery:
		way = lexicon.COD
	case way == "" && (said.Paid == lexicon.Prepaid || said.Paid == "" && said.State.Paid != ""):
		way = lexicon.Prepaid
	case way == "" && said.Paid == lexicon.Unpaid:
		return way, b.columnName(field.PaymentState), problem.Faultf(problem.PaymentUnknown + ".unpaid")
	case way == "":
		way = lexicon.Payment(b.source.Payment)
		d.byDefault = way != lexicon.COD
	}
	if d.blankPaid = b.blankOfPaid(d, way); d.blankPaid != payment.NotBlank {
		if blank := b.words.payment(""); blank != lexicon.PaymentUnknown { // the config says what a blank means
			d.blankPaid = payment.NotBlank
			if said.Way == "" {
				way = blank
			}
		}
	}
	return way, "", nil
}

// paymentColumn is the column that a fault of an order's payment names.
func (b *builder) paymentColumn() string {
	for _, m := range []field.Field{field.PaymentMethod, field.CODAmount, field.ToPay, field.PaymentState} {
		if name := b.columnName(m); name != "" {
			return name
		}
	}
	return ""
}

// numberUnder is the one number that an order's rows have in a column that is not read and whose
// heading is of a kind; absent where there is none, or several differ.
func (d *draft) numberUnder(is func(string) bool) money.Amount {
	var found money.Amount
	for _, n := range d.numbers {
		switch {
		case !is(n.column.heading):
		case !found.IsSet():
			found = n.number
		case !found.Equal(n.number):
			return money.Amount{}
		}
	}
	return found
}

// noteSummed notes that what stands under headings of a kind was read: no warning says otherwise.
func (d *draft) noteSummed(is func(string) bool) {
	for _, n := range d.numbers {
		if is(n.column.heading) {
			n.column.summed = true
		}
	}
}

// takeLoneSum takes "Сума" for the order's sum where no better column is there and it can be no
// other: of one row and one item the line's sum is the order's.
func (b *builder) takeLoneSum(d *draft) {
	p := &d.pay
	for _, m := range []field.Field{field.OrderTotal, field.Discounted, field.CODAmount, field.ToPay, field.Discount, field.Credit, field.DeliveryCost} {
		if len(b.l.Columns[m]) > 0 {
			return
		}
	}
	priced := slices.ContainsFunc(b.l.Groups, func(g ordertemplate.Item) bool { return len(g.Columns[field.Price]) > 0 })
	if priced || len(d.rows) != 1 || len(d.order.Items) != 1 {
		return
	}
	if sum := d.numberUnder(b.lexicon.LoneSum); sum.Sign() > 0 {
		p.Total = sum
		d.noteSummed(b.lexicon.LoneSum)
	}
}

// takeRest takes "Залишок" beside an advance for what is left to pay, where it and the advance make
// up the order's sum; elsewhere nobody can tell what is paid on delivery.
func (b *builder) takeRest(d *draft) *problem.Fault {
	p := &d.pay
	if len(b.l.Columns[field.PaidAmount]) == 0 || len(b.l.Columns[field.ToPay])+len(b.l.Columns[field.CODAmount]) > 0 {
		return nil
	}
	rest := d.numberUnder(b.lexicon.Rest)
	if rest.Sign() <= 0 {
		return nil
	}
	both := rest
	if p.InAdvance.IsSet() {
		sum, err := rest.Add(p.InAdvance)
		if err != nil {
			return nil
		}
		both = sum
	}
	sum := payment.FirstSet(p.Discounted, p.Total, payment.SumOfItems(d.order.Items))
	if !sum.IsSet() || !both.Equal(sum) {
		return problem.Faultf(problem.PaymentConflict+".rest", rest, payment.FirstSet(p.InAdvance, money.Must("0")))
	}
	p.ToPay = rest
	d.noteSummed(b.lexicon.Rest)
	return nil
}
