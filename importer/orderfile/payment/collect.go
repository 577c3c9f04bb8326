package payment

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// PartPaid: an amount that was paid in advance and is less than the order's leaves a rest, and
// nobody can tell whether it is paid on delivery. An amount of 1 or 0 on delivery is a flag.
func (p *Said) PartPaid(b Bill, way lexicon.Payment, onDelivery bool) *problem.Fault {
	sum := FirstSet(p.Discounted, p.Total, SumOfItems(b.Items))
	one := money.Must("1")
	switch {
	case onDelivery && FirstSet(p.ToPay, p.COD).Equal(one) && sum.IsSet() && sum.Cmp(one) > 0:
		return problem.Faultf(problem.CODAmountMissing + ".flag")
	case p.InAdvance.IsSet() && !onDelivery && !p.noDeposit() && way != lexicon.COD && sum.IsSet() && p.InAdvance.Cmp(sum) < 0:
		return problem.Faultf(problem.CODAmountMissing+".in_part", p.InAdvance)
	}
	return nil
}

// ToCollect is what the customer pays on delivery: what is still to pay, else the amount on
// delivery, else the sum with discount, else the sum, else the lines less the discount.
func (p *Said) ToCollect(b Bill) (money.Amount, *problem.Fault) {
	amount := FirstSet(p.ToPay, p.COD)
	if p.paidTwice(b, amount) {
		return money.Amount{}, problem.Faultf(problem.PaymentConflict+".advance", amount, p.InAdvance)
	}
	if amount.Sign() > 0 {
		return amount, nil
	}
	if p.InAdvance.Sign() > 0 {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".in_part", p.InAdvance)
	}
	if amount = FirstSet(p.Discounted, p.Total); !amount.IsSet() {
		lines := SumOfItems(b.Items)
		less, f := p.Discount.of(lines, b.Rows)
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
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".credit", celltext.Show(p.Credit.Column))
	}
	return amount, nil
}
