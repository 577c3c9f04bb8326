package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/internal/money"
)

// lookAtNumber notes a bare number of at most six digits, and two decimals, in a column that is not read.
func (b *builder) lookAtNumber(u *unreadColumn, c cells.Cell) {
	const longest = len("999 999,99")
	if len(c.Text) > longest || c.Kind != cells.Text && c.Kind != cells.Number || c.Zeros > 0 || len(c.Text) > 1 && c.Text[0] == '0' && celltext.AllDigits(c.Text) {
		return
	}
	number, f := b.values.Money(c)
	if f != nil {
		return
	}
	n := &u.numbers
	if number.Sign() == 0 {
		n.zeros++
		return
	}
	if n.count++; n.count == 1 {
		n.least, n.most = number, number
	}
	if number.Cmp(n.least) < 0 {
		n.least = number
	}
	if number.Cmp(n.most) > 0 {
		n.most = number
	}
	n.falling = n.falling || n.last.IsSet() && number.Cmp(n.last) < 0
	n.last = number
	if _, fives := number.Per(5); fives && isWhole(number) && isWhole(fifth(number)) {
		n.round++
	}
	if number.Cmp(money.Must("1950")) >= 0 && number.Cmp(money.Must("2050")) <= 0 {
		n.years++
	}
	if work := b.lines[len(b.lines)-1].draft.work; work != nil {
		work.numbers = append(work.numbers, unreadNumber{u, number})
	}
}

func isWhole(m money.Amount) bool { return m.Scale() == 0 }

func fifth(m money.Amount) money.Amount {
	part, _ := m.Per(5)
	return part
}

// compareUnread compares an order's unread numbers with its sums.
func (b *builder) compareUnread(d *draft) {
	p := &d.pay
	var sums []money.Amount
	for _, sum := range []money.Amount{p.Total, p.Discounted, p.COD, p.ToPay, payment.SumOfItems(d.order.Items)} {
		if sum.Sign() > 0 {
			sums = append(sums, sum)
		}
	}
	if len(sums) == 0 {
		return
	}
	for _, one := range d.numbers {
		n := &one.column.numbers
		n.compared++
		if slices.ContainsFunc(sums, one.number.Equal) {
			n.equal++
			continue
		}
		if slices.ContainsFunc(sums, func(sum money.Amount) bool { return isNear(one.number, sum) }) {
			n.near++
		}
	}
}

// isNear reports whether a number is at least a third of a sum and at most three of it.
func isNear(number, sum money.Amount) bool {
	most, err := sum.Times(3)
	if err != nil || number.Cmp(most) > 0 {
		return false
	}
	thrice, err := number.Times(3)
	return err == nil && thrice.Cmp(sum) >= 0
}

// areAmounts decides whether the bare numbers of a column look like amounts: by the words of
// its heading, else by the sums of their orders. Running numbers, years and what the heading
// counts, weighs or names are none.
func (b *builder) areAmounts(u *unreadColumn) bool {
	n := &u.numbers
	if n.count*2 <= u.filled-n.zeros || n.count == 0 {
		return false
	}
	switch b.lexicon.Counts(u.heading) {
	case "money":
		return true
	case "other":
		return false
	}
	running := n.count > 2 && !n.falling && n.most.Cmp(n.least) > 0 && n.round*2 < n.count
	switch {
	case n.equal*2 > n.compared && n.compared > 0 && n.least.Cmp(money.Must("20")) >= 0:
		return true
	case n.years == n.count, running, n.least.Cmp(money.Must("50")) < 0:
		return false
	case n.compared == 0: // nothing of the file says how large its orders are
		return n.round == n.count
	}
	return (n.equal+n.near)*3 >= n.compared*2 && n.round*2 > n.count
}
