package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// creditCells are what bonuses, vouchers and gift cards take off what an order's customer
// pays, each column's once.
type creditCells struct {
	sum    money.Amount
	column string // the first that has one
	row    int    // the row that has them: repeated on others they count once
	odd    bool   // several rows have different ones, or a percentage: nobody can tell the amount
}

// readCredit reads the cells of bonuses, vouchers and gift cards. A code of letters is none,
// as the amount that it brought stands elsewhere.
func (b *builder) readCredit(d *draft, r *cells.Row) {
	var sum money.Amount
	name := ""
	for _, column := range b.l.Columns[field.Credit] {
		c := r.At(column.Index)
		if !b.speaks(c) || value.IsZero(c) {
			continue
		}
		c.Text = strings.TrimPrefix(c.Text, "-")
		amount, f := b.values.Money(c)
		if f != nil && strings.HasSuffix(c.Text, "%") {
			d.pay.credit.odd, d.pay.credit.column = true, column.Name
			continue
		}
		if f != nil && celltext.HasLetter(c.Text) {
			continue
		}
		if f != nil {
			d.payUnclear = true
			b.refuse(r.Number, column.Name, f)
			return
		}
		if name == "" {
			sum, name = amount, column.Name
		} else if both, err := sum.Add(amount); err == nil {
			sum = both
		}
	}
	kept := &d.pay.credit
	switch {
	case sum.Sign() <= 0:
	case kept.row == 0:
		kept.sum, kept.row, kept.column = sum, r.Number, name
	case !kept.sum.Equal(sum):
		kept.odd = true
	}
}

// unclearCredit reports whether an amount that is to be collected may have to be reduced yet
// by bonuses, vouchers or gift cards: it is not what the lines make less these.
func (p *payment) unclearCredit(b bill, amount money.Amount) bool {
	c := &p.credit
	if c.row == 0 && !c.odd {
		return false
	}
	lines := sumOfItems(b.items)
	if c.odd && lines.IsSet() && amount.Cmp(lines) < 0 {
		return false // it was reduced
	}
	if c.odd || !lines.IsSet() {
		return true
	}
	for _, sum := range p.possibleSums(lines) {
		if less, err := sum.Sub(c.sum); err == nil && less.Equal(amount) {
			return false
		}
	}
	return true
}

// paidTwice reports whether an amount on delivery was not reduced by what was paid in advance.
func (p *payment) paidTwice(b bill, amount money.Amount) bool {
	if p.inAdvance.Sign() <= 0 || amount.Sign() <= 0 {
		return false
	}
	both, err := amount.Add(p.inAdvance)
	if err != nil {
		return false
	}
	lines, twice := sumOfItems(b.items), false
	sums := []money.Amount{p.total, p.discounted}
	if lines.IsSet() {
		sums = append(sums, p.possibleSums(lines)...)
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
