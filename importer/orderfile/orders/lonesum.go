package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

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
