package pricing

import (
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// tiers fills the wholesale prices. It fails only where the supplier's own cannot be
// converted; a priced tier that cannot be reckoned is left out.
func (p *Pricer) tiers(product *supplier.Product, s *source, into *Prices) error {
	switch {
	case p.pricedTiers:
		p.priceTiers(product.Tiers, s, into)
	case p.hidden:
	case !s.rate.IsSet():
		into.Tiers = append(into.Tiers, product.Tiers...)
	default:
		for _, t := range product.Tiers {
			_, shown, err := p.convert(t.Price, s.rate)
			if err != nil {
				return err
			}
			into.Tiers = append(into.Tiers, supplier.Tier{MinQuantity: t.MinQuantity, Price: shown})
		}
	}
	return nil
}

// priceTiers keeps the tiers that are worth buying more for: below the price, and each
// below the one before it.
func (p *Pricer) priceTiers(tiers []supplier.Tier, s *source, into *Prices) {
	before := supplier.Tier{Price: into.Price} // absent where there is no price: then no tier is below it
	for _, t := range tiers {
		price, err := p.tier(t.Price, s)
		if err != nil || price.Sign() <= 0 || t.MinQuantity <= before.MinQuantity || price.Cmp(before.Price) >= 0 {
			into.TiersOmitted++
			continue
		}
		before = supplier.Tier{MinQuantity: t.MinQuantity, Price: price}
		into.Tiers = append(into.Tiers, before)
	}
}

// tier is one wholesale price with the markup, the floor and the rounding; absent where
// the supplier's is no price or it would show it.
func (p *Pricer) tier(price money.Amount, s *source) (money.Amount, error) {
	if price.Sign() <= 0 {
		return money.Amount{}, nil
	}
	wholesale, _, err := p.convert(price, s.rate)
	if err != nil {
		return wholesale, err
	}
	exact, err := p.tierMarkup.of(wholesale)
	if err != nil {
		return exact, err
	}
	f, err := p.floors(money.Amount{}, wholesale)
	if err != nil || f.shows(exact, true) {
		return money.Amount{}, err
	}
	if largest(exact, f.least).Sign() <= 0 {
		return money.Amount{}, nil
	}
	settled, _, err := p.settle(exact, f)
	return settled, err
}
