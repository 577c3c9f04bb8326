package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// discountCell is an order's discount, an amount or a percentage of its lines.
type discountCell struct {
	amount  money.Amount
	percent money.Amount   // 5 for "5%"
	differs bool           // the order's rows have different ones
	others  []discountCell // of further columns: they may be the same one in another form, or add up
}

func (d *discountCell) isSet() bool { return d.amount.IsSet() || d.percent.IsSet() }

// readDiscount reads a row's cells of the discount. A zero is none where another column has one.
func (b *builder) readDiscount(d *draft, r *cells.Row) {
	var all []discountCell
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
			all, first = []discountCell{found}, column
		case found.isZero():
		case all[0].isZero():
			all[0] = found
		default:
			all = append(all, found)
		}
	}
	if len(all) == 0 {
		return
	}
	found := all[0]
	switch kept := &d.pay.discount; {
	case !kept.isSet():
		*kept = found
		kept.others = all[1:]
	case !kept.amount.Equal(found.amount) || !kept.percent.Equal(found.percent) || len(kept.others) != len(all)-1:
		kept.differs = true
	}
}

func (d *discountCell) isZero() bool { return d.amount.Sign() == 0 && d.percent.Sign() == 0 }

// discountOf reads a cell of a discount.
func (b *builder) discountOf(c cells.Cell, column ordertemplate.Column) (found discountCell, f *problem.Fault) {
	if bare, ok := strings.CutSuffix(c.Text, "%"); ok || strings.Contains(column.Name, "%") {
		c.Text = strings.TrimSpace(bare)
		found.percent, f = b.values.Money(c)
	} else {
		c.Text = strings.TrimPrefix(c.Text, "-") // "-50.00": what is taken off
		found.amount, f = b.values.Money(c)
	}
	for _, value := range []money.Amount{found.amount, found.percent} {
		if f == nil && value.Sign() > 0 && value.Cmp(money.Must("1")) < 0 {
			f = problem.Faultf(problem.AmountInvalid+".share", celltext.Show(c.Text)) // 0.1 may be a tenth
		}
	}
	return found, f
}

// of is what the discount takes off the lines, absent where there is none. Of an order of
// several rows nobody can tell whether it is the order's or each line's.
func (d *discountCell) of(lines money.Amount, rows int) (money.Amount, *problem.Fault) {
	for i := range d.others {
		one, f := (&discountCell{amount: d.amount, percent: d.percent}).of(lines, 1)
		also, bad := d.others[i].of(lines, 1)
		if f != nil || bad != nil || one.Cmp(also) != 0 {
			return money.Amount{}, problem.Faultf(problem.CODAmountMissing + ".discounts")
		}
	}
	switch {
	case !d.isSet() || d.amount.Sign() == 0 && d.percent.Sign() == 0 && !d.differs:
		return money.Amount{}, nil
	case d.amount.IsSet() && (rows > 1 || d.differs):
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".discount", d.amount)
	case d.amount.IsSet():
		return d.amount, nil
	case d.differs:
		return money.Amount{}, problem.Faultf(problem.CODAmountMissing+".discount", d.percent)
	}
	return percentOf(lines, d.percent)
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

// checkTotal warns where the lines, less the discount, plus the delivery, are not the sum
// of the order: a row that stands twice or is missing looks so.
func (b *builder) checkTotal(d *draft) {
	p := &d.pay
	lines := sumOfItems(d.order.Items)
	if !lines.IsSet() || !p.total.IsSet() && !p.discounted.IsSet() {
		return
	}
	var sums []money.Amount
	for _, sum := range []money.Amount{p.total, p.discounted} {
		if sum.IsSet() {
			sums = append(sums, sum)
		}
	}
	for _, possible := range p.possibleSums(lines) {
		less, err := possible.Sub(p.credit.sum)
		for _, sum := range sums {
			if sum.Equal(possible) || err == nil && sum.Equal(less) {
				return
			}
		}
	}
	column := b.columnName(field.OrderTotal)
	if !p.total.IsSet() {
		column = b.columnName(field.Discounted)
	}
	b.found.add(d.rows[0], column, problem.Faultf(problem.TotalDiffers, lines, sums[0]))
}

// possibleSums are what an order's sum may be: with or without what the delivery costs, with
// or without the discount, as systems differ.
func (p *payment) possibleSums(lines money.Amount) []money.Amount {
	out := []money.Amount{lines}
	less := p.discount.amount
	if !less.IsSet() && p.discount.percent.IsSet() {
		less, _ = percentOf(lines, p.discount.percent)
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
