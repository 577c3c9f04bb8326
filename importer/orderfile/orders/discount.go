package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
)

// readDiscount reads a row's cells of the discount. A zero is none where another column has one.
func (b *builder) readDiscount(d *draft, r *cells.Row) {
	var all []payment.Discount
	var first ordertemplate.Column
	for _, column := range b.l.Columns[field.Discount] {
		c := r.At(column.Index)
		if !b.speaks(c) || first.Name != "" && b.source.Template.Decides(first, column) {
			continue
		}
		found, f := b.discountOf(c, column)
		switch {
		case f != nil:
			b.refuse(r.Number, column.Name, f)
			return
		case first.Name == "":
			all, first = []payment.Discount{found}, column
		case found.IsZero():
		case all[0].IsZero():
			all[0] = found
		default:
			all = append(all, found)
		}
	}
	if len(all) == 0 {
		return
	}
	found := all[0]
	switch kept := &d.pay.Discount; {
	case !kept.IsSet():
		*kept = found
		kept.Others = all[1:]
	case !kept.Amount.Equal(found.Amount) || !kept.Percent.Equal(found.Percent) || len(kept.Others) != len(all)-1:
		kept.Differs = true
	}
}

// discountOf reads a cell of a discount.
func (b *builder) discountOf(c cells.Cell, column ordertemplate.Column) (found payment.Discount, f *problem.Fault) {
	if bare, ok := strings.CutSuffix(c.Text, "%"); ok || strings.Contains(column.Name, "%") {
		c.Text = strings.TrimSpace(bare)
		found.Percent, f = b.values.Money(c)
	} else {
		c.Text = strings.TrimPrefix(c.Text, "-") // "-50.00": what is taken off
		found.Amount, f = b.values.Money(c)
	}
	for _, value := range []money.Amount{found.Amount, found.Percent} {
		if f == nil && value.Sign() > 0 && value.Cmp(money.Must("1")) < 0 {
			f = problem.Faultf(problem.AmountInvalid+".share", celltext.Show(c.Text)) // 0.1 may be a tenth
		}
	}
	return found, f
}

// checkTotal warns where the lines, less the discount, plus the delivery, are not the sum
// of the order: a row that stands twice or is missing looks so.
func (b *builder) checkTotal(d *draft) {
	p := &d.pay
	lines := payment.SumOfItems(d.order.Items)
	if !lines.IsSet() || !p.Total.IsSet() && !p.Discounted.IsSet() {
		return
	}
	var sums []money.Amount
	for _, sum := range []money.Amount{p.Total, p.Discounted} {
		if sum.IsSet() {
			sums = append(sums, sum)
		}
	}
	for _, possible := range p.PossibleSums(lines) {
		less, err := possible.Sub(p.Credit.Sum)
		for _, sum := range sums {
			if sum.Equal(possible) || err == nil && sum.Equal(less) {
				return
			}
		}
	}
	column := b.columnName(field.OrderTotal)
	if !p.Total.IsSet() {
		column = b.columnName(field.Discounted)
	}
	b.found.add(d.order.Rows[0], column, problem.Faultf(problem.TotalDiffers, lines, sums[0]))
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
			d.pay.Credit.Odd, d.pay.Credit.Column = true, column.Name
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
	kept := &d.pay.Credit
	switch {
	case sum.Sign() <= 0:
	case kept.Row == 0:
		kept.Sum, kept.Row, kept.Column = sum, r.Number, name
	case !kept.Sum.Equal(sum):
		kept.Odd = true
	}
}
