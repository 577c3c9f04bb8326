package sales

import (
	"fmt"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// figures are sums over some rows. An amount is absent while nothing was added to it.
type figures struct {
	count, pieces, late    int64
	drop, retail, profit   money.Amount
	cod                    money.Amount // on delivery, whatever became of it
	expected               money.Amount
	collected, paidOut     money.Amount
	order                  int // where the group stands among the known ones
	carrier, state, status string
	currency               string
}

// sums are what the rows of one currency come to. Those of two are never added up.
type sums struct {
	currency               string  // ISO 4217, "" where the supplier does not say
	totals                 figures // over all rows
	stands                 figures // over the orders that were neither cancelled nor returned
	void                   figures // over the others
	itemsDrop, itemsRetail money.Amount
	unpriced               bool // an item has no price, so that the items do not come to the orders
}

// plus adds an amount, where there is one, to a sum.
func plus(into *money.Amount, amount money.Amount) error {
	if !amount.IsSet() {
		return nil
	}
	sum, err := into.Add(amount)
	if err != nil {
		return fmt.Errorf("add %s to %s: %w", amount, into, err)
	}
	*into = sum
	return nil
}

// tally counts a row, and leaves its amounts away.
func (f *figures) tally(o *figures) {
	f.count, f.pieces, f.late = f.count+o.count, f.pieces+o.pieces, f.late+o.late
}

func (f *figures) add(o *figures) error {
	f.tally(o)
	for _, pair := range []struct {
		into   *money.Amount
		amount money.Amount
	}{{&f.drop, o.drop}, {&f.retail, o.retail}, {&f.profit, o.profit}, {&f.cod, o.cod},
		{&f.expected, o.expected}, {&f.collected, o.collected}, {&f.paidOut, o.paidOut}} {
		if err := plus(pair.into, pair.amount); err != nil {
			return err
		}
	}
	return nil
}

// cash adds an amount on delivery by its state, and reports whether the state is known.
func (f *figures) cash(state string, amount money.Amount) (known bool, err error) {
	switch state {
	case supplier.CODExpected:
		return true, plus(&f.expected, amount)
	case supplier.CODCollected:
		return true, plus(&f.collected, amount)
	case supplier.CODPaidOut:
		return true, plus(&f.paidOut, amount)
	}
	return state == "" || state == supplier.CODNone, nil
}

// share is part/whole with four decimals, absent where there is no whole.
func share(part, whole money.Amount) money.Amount {
	if !part.IsSet() || whole.Sign() == 0 {
		return money.Amount{}
	}
	p, errP := decimal.Parse(part.String())
	w, errW := decimal.Parse(whole.String())
	if errP != nil || errW != nil {
		return money.Amount{}
	}
	quotient, err := p.Quo(w)
	if err != nil {
		return money.Amount{}
	}
	out, err := money.Parse(quotient.Round(4).String())
	if err != nil {
		return money.Amount{}
	}
	return out
}

// groups are sums by what rows have in common.
type groups map[string]*figures

// in is the sums of a group, made by fresh where it is the first of it. Names that differ
// in their case alone are one group, as they are one to a spreadsheet's SUMIFS.
func (g groups) in(fresh figures, names ...string) *figures {
	key := strings.ToLower(strings.Join(names, "\x00"))
	if g[key] == nil {
		g[key] = &fresh
	}
	return g[key]
}

// sorted has those of a currency, the known ones first, in their order, and then the others by name.
func (g groups) sorted(currency string) []*figures {
	var out []*figures
	for _, f := range g {
		if f.currency == currency {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *figures) int {
		if c := strings.Compare(a.carrier, b.carrier); c != 0 {
			return c
		}
		if a.order != b.order {
			return a.order - b.order
		}
		return strings.Compare(a.status+a.state, b.status+b.state)
	})
	return out
}

// place is where a value stands in the list of those that are known, behind all where it does not.
func place(known []string, value string) int {
	if i := slices.Index(known, value); i >= 0 {
		return i
	}
	return len(known)
}
