package payment

import (
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// IsSet reports whether a cell of the discount was filled.
func (d *Discount) IsSet() bool { return d.Amount.IsSet() || d.Percent.IsSet() }

// IsZero reports whether the discount takes nothing off.
func (d *Discount) IsZero() bool { return d.Amount.Sign() == 0 && d.Percent.Sign() == 0 }

// of is what the discount takes off the lines, absent where there is none. Of an order of
// several rows nobody can tell whether it is the order's or each line's.
func (d *Discount) of(lines money.Amount, rows int) (money.Amount, *problem.Fault) {
	for i := range d.Others {
		one, f := (&Discount{Amount: d.Amount, Percent: d.Percent}).of(lines, 1)
		also, bad := d.Others[i].of(lines, 1)
		if f != nil || bad != nil || one.Cmp(also) != 0 {
			return money.Amount{}, problem.Faultf(problem.CODAmountMissing + ".discounts")
		}
	}
	switch {
	case !d.IsSet() || d.Amount.Sign() == 0 && d.Percent.Sign() == 0 && !d.Differs:
		return money.Amount{}, nil
	case d.Amount.IsSet() && (rows > 1 || d.Differs):
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".discount", d.Amount)
	case d.Amount.IsSet():
		return d.Amount, nil
	case d.Differs:
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".discount", d.Percent)
	}
	return percentOf(lines, d.Percent)
}

// percentOf is a percentage of an amount where it is exact to the kopeck.
func percentOf(amount, percent money.Amount) (money.Amount, *problem.Fault) {
	product, err := amount.MulAdd(percent, money.Must("0"))
	exact, ok := product.Per(100)
	if err != nil || !ok {
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".percent", percent, amount)
	}
	return exact, nil
}

// PossibleSums are what an order's sum may be: with or without what the delivery costs, with
// or without the discount, as systems differ.
func (p *Said) PossibleSums(lines money.Amount) []money.Amount {
	out := []money.Amount{lines}
	less := p.Discount.Amount
	if !less.IsSet() && p.Discount.Percent.IsSet() {
		less, _ = percentOf(lines, p.Discount.Percent)
	}
	if less.IsSet() {
		if sum, err := lines.Sub(less); err == nil && less.Sign() > 0 {
			out = []money.Amount{sum}
		}
	}
	if p.delivery.IsSet() {
		for _, sum := range out {
			if with, err := sum.Add(p.delivery); err == nil {
				out = append(out, with)
			}
		}
	}
	return out
}
