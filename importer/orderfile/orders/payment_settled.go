package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

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
	if priced || len(d.order.Rows) != 1 || len(d.order.Items) != 1 {
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
