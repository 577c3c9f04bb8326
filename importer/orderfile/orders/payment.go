package orders

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// payment is what an order's rows say of how it is paid.
type payment struct {
	way     lexicon.Payment // "" where no cell says
	wayText string
	open    string // a cell that says that all or a part is still to be paid
	// paid is Prepaid or Unpaid, "" where no cell says whether the order was paid.
	paid       lexicon.Payment
	paidSaid   bool         // a cell speaks of whether it was paid
	total      money.Amount // of the order
	discounted money.Amount // the same less the discount
	cod        money.Amount // on delivery
	toPay      money.Amount
	inAdvance  money.Amount // what was paid already
	deposit    bool         // the column of that speaks of a deposit
	delivery   money.Amount // what the delivery costs
	refunded   money.Amount
	discount   discountCell
	credit     creditCells
	state      stateOfPay
}

// amounts are an order's amounts and their columns: repeated on its rows they count once.
func (p *payment) amounts() []struct {
	meaning field.Field
	amount  *money.Amount
} {
	return []struct {
		meaning field.Field
		amount  *money.Amount
	}{{field.OrderTotal, &p.total}, {field.Discounted, &p.discounted}, {field.CODAmount, &p.cod}, {field.ToPay, &p.toPay}, {field.PaidAmount, &p.inAdvance},
		{field.DeliveryCost, &p.delivery}}
}

// readPayment reads the order's amounts, the way of payment and whether it was paid.
func (b *builder) readPayment(d *draft, r *cells.Row) {
	for _, a := range d.pay.amounts() {
		if a.meaning == field.PaidAmount && b.readPaidAmount(d, r) {
			continue
		}
		b.sameAmount(d, r, a.meaning, a.amount)
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
		d.pay.open = c.Text // an amount on delivery has to say what is left
	case way == lexicon.PaymentUnknown:
		d.payUnclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.PaymentUnknown, celltext.Show(c.Text), celltext.Paste(c.Text)))
	case d.pay.way == "":
		d.pay.way, d.pay.wayText = way, c.Text
		d.pay.state.named = b.lexicon.SaysPaid(c.Text)
	case d.pay.way != way:
		b.refuse(r.Number, column.Name, problem.Faultf(problem.OrderCellsConflict+".payment", celltext.Show(c.Text), celltext.Show(d.pay.wayText)))
	}
}

// readPaid reads a cell that says whether the order was paid. That it was refunded is for
// readState to understand.
func (b *builder) readPaid(d *draft, r *cells.Row, c cells.Cell, column ordertemplate.Column) {
	if amount, f := b.values.Money(c); f == nil && amount.Cmp(money.Must("1")) > 0 {
		d.pay.paidSaid = true
		b.paid.note(true)
		b.keepAmount(r, column, &d.pay.inAdvance, amount) // "900" under "Оплачено"
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
	d.pay.paidSaid = true
	b.paid.note(paid == lexicon.Prepaid)
	switch {
	case b.calledOffByPay(c.Text):
	case paid == lexicon.InPart:
		d.pay.open = c.Text
	case paid == lexicon.PaymentUnknown:
		d.payUnclear = true
		b.refuse(r.Number, column.Name, problem.Faultf(problem.PaymentUnknown+".state", celltext.Show(c.Text), celltext.Paste(c.Text)))
	case paid == lexicon.COD || paid == lexicon.Balance:
		b.readWay(d, r, c, column)
	case d.pay.paid == "":
		d.pay.paid = paid
	case d.pay.paid != paid:
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
	way := said.way
	b.takeLoneSum(d)
	if f := b.takeRest(d); f != nil {
		b.refuseFirst(d, b.columnName(field.PaidAmount), f)
		return
	}
	onDelivery := said.toPay.Sign() > 0 || !said.toPay.IsSet() && said.cod.Sign() > 0
	switch {
	case said.open != "" && (!onDelivery || way == lexicon.Prepaid):
		b.refuseFirst(d, b.paymentColumn(), problem.Faultf(problem.PaymentUnknown+".open", celltext.Show(said.open), celltext.Paste(said.open)))
		return
	case way == "" && onDelivery:
		way = lexicon.COD
	case way == "" && (said.paid == lexicon.Prepaid || said.paid == "" && said.state.paid != ""):
		way = lexicon.Prepaid
	case way == "" && said.paid == lexicon.Unpaid:
		b.refuseFirst(d, b.columnName(field.PaymentState), problem.Faultf(problem.PaymentUnknown+".unpaid"))
		return
	case way == "":
		way = lexicon.Payment(b.source.Payment)
		d.byDefault = way != lexicon.COD
	}
	if d.blankPaid = b.blankOfPaid(d, way); d.blankPaid != notBlank {
		if blank := b.words.payment(""); blank != lexicon.PaymentUnknown { // the config says what a blank means
			d.blankPaid = notBlank
			if said.way == "" {
				way = blank
			}
		}
	}
	bill := d.bill()
	for _, against := range []struct {
		column string
		fault  *problem.Fault
	}{
		{b.columnName(field.PaidAmount), said.partPaid(bill, way, onDelivery)},
		{b.paymentColumn(), said.contradiction(way, onDelivery)},
		{b.columnName(field.State), said.againstState(way)},
		{b.paymentColumn(), said.againstTick(way)},
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
	amount, f := said.onDelivery(bill)
	if f != nil {
		b.refuseFirst(d, b.paymentColumn(), f)
		return
	}
	*pay = supplier.Payment{Method: supplier.PaymentCOD, CODAmount: amount}
}

// partPaid: an amount that was paid in advance and is less than the order's leaves a rest, and
// nobody can tell whether it is paid on delivery. An amount of 1 or 0 on delivery is a flag.
func (p *payment) partPaid(b bill, way lexicon.Payment, onDelivery bool) *problem.Fault {
	sum := firstSet(p.discounted, p.total, sumOfItems(b.items))
	one := money.Must("1")
	switch {
	case onDelivery && firstSet(p.toPay, p.cod).Equal(one) && sum.IsSet() && sum.Cmp(one) > 0:
		return problem.Faultf(problem.CODAmountMissing + ".flag")
	case p.inAdvance.IsSet() && !onDelivery && !p.noDeposit() && way != lexicon.COD && sum.IsSet() && p.inAdvance.Cmp(sum) < 0:
		return problem.Faultf(problem.CODAmountMissing+".in_part", p.inAdvance)
	}
	return nil
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

// contradiction is what two cells of an order's payment say against each other.
func (p *payment) contradiction(way lexicon.Payment, onDelivery bool) *problem.Fault {
	zero := p.toPay.IsSet() && p.toPay.Sign() == 0 || !p.toPay.IsSet() && p.cod.IsSet() && p.cod.Sign() == 0
	switch {
	case way == lexicon.Prepaid && onDelivery:
		return problem.Faultf(problem.PaymentConflict, celltext.Show(p.wayOr("prepaid")), firstSet(p.toPay, p.cod))
	case way == lexicon.Prepaid && p.paid == lexicon.Unpaid:
		return problem.Faultf(problem.PaymentUnknown+".not_yet", celltext.Show(p.wayOr("prepaid")))
	case way == lexicon.COD && p.paid == lexicon.Prepaid:
		return problem.Faultf(problem.PaymentConflict+".paid", celltext.Show(p.wayOr("cod")))
	case way == lexicon.COD && p.way != "" && zero:
		return problem.Faultf(problem.PaymentConflict+".zero", celltext.Show(p.wayOr("cod")))
	}
	return nil
}

func (p *payment) wayOr(otherwise string) string {
	if p.wayText != "" {
		return p.wayText
	}
	return otherwise
}

// onDelivery is what the customer pays on delivery: what is still to pay, else the amount on
// delivery, else the sum with discount, else the sum, else the lines less the discount.
func (p *payment) onDelivery(b bill) (money.Amount, *problem.Fault) {
	amount := firstSet(p.toPay, p.cod)
	if p.paidTwice(b, amount) {
		return money.Amount{}, problem.Faultf(problem.PaymentConflict+".advance", amount, p.inAdvance)
	}
	if amount.Sign() > 0 {
		return amount, nil
	}
	if p.inAdvance.Sign() > 0 {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".in_part", p.inAdvance)
	}
	if amount = firstSet(p.discounted, p.total); !amount.IsSet() {
		lines := sumOfItems(b.items)
		less, f := p.discount.of(lines, b.rows)
		if f != nil {
			return money.Amount{}, f
		}
		if amount = lines; less.IsSet() && lines.IsSet() {
			if left, err := lines.Sub(less); err == nil {
				amount = left
			}
			if f := b.offEachPiece(less); f != nil {
				return money.Amount{}, f
			}
		}
	} else if b.isOfLines(amount) {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".of_lines", amount)
	}
	switch {
	case amount.Sign() <= 0:
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing)
	case p.unclearCredit(b, amount):
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".credit", celltext.Show(p.credit.column))
	}
	return amount, nil
}

// firstSet is the first amount that is there.
func firstSet(amounts ...money.Amount) money.Amount {
	for _, amount := range amounts {
		if amount.IsSet() {
			return amount
		}
	}
	return money.Amount{}
}

// sumOfItems is price × quantity over all items, absent where a price is.
func sumOfItems(items []supplier.NewItem) money.Amount {
	sum := money.Must("0")
	for _, item := range items {
		if !item.Price.IsSet() {
			return money.Amount{}
		}
		line, err := item.Price.Times(item.Quantity)
		if err == nil {
			sum, err = sum.Add(line)
		}
		if err != nil {
			return money.Amount{}
		}
	}
	return sum
}
