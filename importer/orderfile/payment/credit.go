package payment

import "github.com/dropbridge/dropbridge/internal/money"

// unclearCredit reports whether an amount that is to be collected may have to be reduced yet
// by bonuses, vouchers or gift cards: it is not what the lines make less these.
func (p *Said) unclearCredit(b Bill, amount money.Amount) bool {
	c := &p.Credit
	if c.Row == 0 && !c.Odd {
		return false
	}
	lines := SumOfItems(b.Items)
	if c.Odd && lines.IsSet() && amount.Cmp(lines) < 0 {
		return false // it was reduced
	}
	if c.Odd || !lines.IsSet() {
		return true
	}
	for _, sum := range p.PossibleSums(lines) {
		if less, err := sum.Sub(c.Sum); err == nil && less.Equal(amount) {
			return false
		}
	}
	return true
}

// paidTwice reports whether an amount on delivery was not reduced by what was paid in advance.
func (p *Said) paidTwice(b Bill, amount money.Amount) bool {
	if p.InAdvance.Sign() <= 0 || amount.Sign() <= 0 {
		return false
	}
	both, err := amount.Add(p.InAdvance)
	if err != nil {
		return false
	}
	lines, twice := SumOfItems(b.Items), false
	sums := []money.Amount{p.Total, p.Discounted}
	if lines.IsSet() {
		sums = append(sums, p.PossibleSums(lines)...)
	}
	for _, sum := range sums {
		if !sum.IsSet() {
			continue
		}
		with := sum
		if p.delivery.IsSet() {
			with, _ = sum.Add(p.delivery)
		}
		if both.Equal(sum) || both.Equal(with) {
			return false
		}
		twice = twice || amount.Cmp(sum) >= 0
	}
	return twice
}
