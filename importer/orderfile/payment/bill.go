package payment

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Bill is what an order's items come to, and the rows that they stand in.
type Bill struct {
	Items    []supplier.NewItem
	Rows     int            // how many rows the order has
	ItemRows []int          // the row of each item
	Unread   []money.Amount // numbers of its rows in columns that are not read
}

// isOfLines reports whether what stands as the order's sum is the sum of each of its lines:
// price × quantity of every row is the very amount, which repeated over the rows looks like one
// of the order. Where the lines differ the cells do too, and are refused as different sums.
func (b Bill) isOfLines(amount money.Amount) bool {
	if len(b.Items) < 2 || b.Rows < 2 || len(b.ItemRows) != len(b.Items) {
		return false
	}
	for i, item := range b.Items {
		if i > 0 && b.ItemRows[i] == b.ItemRows[i-1] || !item.Price.IsSet() {
			return false
		}
		if line, err := item.Price.Times(item.Quantity); err != nil || !line.Equal(amount) {
			return false
		}
	}
	return true
}

// offEachPiece is the fault of a discount that another column of the row takes for one of each
// piece: 450 × 2 less 50 is 850, and 800 stands in a column that is not read.
func (b Bill) offEachPiece(discount money.Amount) *problem.Fault {
	sum, pieces := money.Must("0"), int64(0)
	for _, item := range b.Items {
		line, err := item.Price.Times(item.Quantity)
		if err == nil {
			sum, err = sum.Add(line)
		}
		if err != nil {
			return nil
		}
		pieces += item.Quantity
	}
	off, err := discount.Times(pieces)
	if err != nil || pieces < 2 {
		return nil
	}
	each, err := sum.Sub(off)
	if err != nil || each.Sign() <= 0 {
		return nil
	}
	if slices.ContainsFunc(b.Unread, each.Equal) {
		return problem.Faultf(problem.CODAmountMissing+".discount_each", discount, each)
	}
	return nil
}

// noDeposit reports whether nothing paid in advance only means that there was no deposit: the
// order is said to be paid, and the heading speaks of a deposit and not of all that was paid.
func (p *Said) noDeposit() bool {
	return p.Deposit && p.InAdvance.Sign() == 0 && p.Paid == lexicon.Prepaid
}

// SumOfItems is price × quantity over all items, absent where a price is.
func SumOfItems(items []supplier.NewItem) money.Amount {
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
