package pricing

import (
	"github.com/dropbridge/dropbridge/internal/money"
)

// floors are what a price may not be below. An absent one, of sign 0, is below any price.
type floors struct {
	rrp    money.Amount
	margin money.Amount // the drop price plus the margin
	least  money.Amount // the higher of the two
	secret money.Amount // the drop price, where nobody may see it
	bare   bool         // margin is the bare drop price: nothing may be lifted to it
}

// floors makes those of a product, or of a tier, whose drop is its wholesale price. A
// price that the supplier does not state gives no floor.
func (p *Pricer) floors(rrp, drop money.Amount) (f floors, err error) {
	f.rrp = rrp
	if drop.Sign() > 0 {
		if p.hidden {
			f.secret = drop
		}
		if !p.belowMargin {
			f.margin, err = p.margin.of(drop)
			f.bare = p.hidden && !p.margin.changes
		}
	}
	f.least = largest(f.rrp, f.margin)
	return f, err
}

// shows reports whether a price would show the drop price: by being lifted to it or, made
// from it, by being just that. The RRP may be the drop price, since it is no secret.
func (f *floors) shows(exact money.Amount, madeFromDrop bool) bool {
	if f.bare && largest(exact, f.rrp).Cmp(f.margin) < 0 {
		return true
	}
	return madeFromDrop && f.secret.IsSet() && exact.Cmp(f.secret) == 0 && largest(exact, f.least).Cmp(f.secret) == 0
}

// settle rounds a price, once: as the rule says where that keeps the floors, else up
// from the price or the floor, whichever is higher. It says whether a floor lifted it.
func (p *Pricer) settle(exact money.Amount, f floors) (price money.Amount, raised bool, err error) {
	price, err = p.grid.round(exact)
	if err != nil {
		return price, false, err
	}
	if price.Cmp(f.least) < 0 {
		raised = exact.Cmp(f.least) < 0
		if price, err = p.grid.up(largest(exact, f.least)); err != nil {
			return price, false, err
		}
	}
	if f.secret.IsSet() && price.Cmp(f.secret) == 0 && exact.Cmp(f.secret) != 0 && f.rrp.Cmp(f.secret) != 0 {
		price, err = p.grid.over(price) // rounding is not to show what the markup hides
	}
	return price, raised, err
}
