package catalog

import (
	"fmt"
	"slices"
)

// collector gathers the products of a file and keeps the promises of Catalog:
// unique ids and SKUs, a category that is declared, bounded notes.
type collector struct {
	Catalog
	ids, skus map[string]bool
	limits    bounds
	unkept    int // notes beyond the bound
}

func newCollector(limits bounds) *collector {
	return &collector{ids: make(map[string]bool), skus: make(map[string]bool), limits: limits}
}

func (c *collector) note(format string, args ...any) {
	if len(c.Notes) == c.limits.notes {
		c.unkept++
		return
	}
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// add takes a product, or says why it is left out. what names it in notes.
func (c *collector) add(what string, p Product) error {
	if c.ids[p.ID] {
		c.note("%s: the id is used before, this one is left out", what)
		return nil
	}
	if c.skus[p.SKU] {
		if c.skus[p.ID] {
			c.note("%s: SKU %s is used before, this one is left out", what, p.SKU)
			return nil
		}
		c.note("%s: SKU %s is used before, the id stands in for it", what, p.SKU)
		p.SKU = p.ID
	}
	if len(c.Products) == c.limits.products {
		return fmt.Errorf("%w: more than %d products: cut it in parts", ErrTooLarge, c.limits.products)
	}
	c.ids[p.ID], c.skus[p.SKU] = true, true
	c.Products = append(c.Products, p)
	return nil
}

// finish is the catalogue; one without a product is refused.
func (c *collector) finish() (*Catalog, error) {
	if len(c.Products) == 0 {
		reason := "it holds no products"
		if len(c.Notes) > 0 {
			reason = c.Notes[0]
		}
		return nil, fmt.Errorf("no product could be read: %s", reason)
	}
	if c.unkept > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("and %d notes more", c.unkept))
	}
	return &c.Catalog, nil
}

// tidyTiers sorts wholesale prices and names those that cannot stand: below two
// pieces, or a second one for the same quantity.
func (c *collector) tidyTiers(what string, p *Product) {
	slices.SortStableFunc(p.Tiers, func(a, b Tier) int { return a.MinQuantity - b.MinQuantity })
	kept := p.Tiers[:0]
	for _, tier := range p.Tiers {
		switch {
		case tier.MinQuantity < 2:
			c.note("%s: a wholesale price from %d pieces is left out, it needs 2 or more", what, tier.MinQuantity)
		case !tier.Price.IsPos():
			c.note("%s: a wholesale price of %s is left out", what, tier.Price)
		case len(kept) > 0 && kept[len(kept)-1].MinQuantity == tier.MinQuantity:
			c.note("%s: a second wholesale price from %d pieces is left out", what, tier.MinQuantity)
		default:
			kept = append(kept, tier)
		}
	}
	p.Tiers = kept
	if len(kept) == 0 {
		p.Tiers = nil
	}
}
