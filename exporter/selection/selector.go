package selection

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Selector is a compiled filter. Many may ask it at once; what it remembers for Unused
// is of all asking so far, so that each build compiles one of its own.
type Selector struct {
	inStock, hasPicture bool
	from, to            money.Amount
	categories          categoryLists
	brands              brandLists
	suppliers           nameLists
	skus                nameLists
}

// Learn lets a filter's entry that gives the id of this category stand for what lies
// below it, too: products tell only the names of what lies above them. It must not run
// beside Takes, and goes before the first one.
func (s *Selector) Learn(c *supplier.Category) {
	if s == nil {
		return
	}
	s.categories.only.learn(c)
	s.categories.not.learn(c)
}

// Takes reports whether the feed takes a product, given its price in the feed and
// whether it can be sent now. A nil Selector takes all.
func (s *Selector) Takes(p *supplier.Product, price money.Amount, available bool) bool {
	if s == nil {
		return true
	}
	// All lists are asked, whatever the first one says, since Unused is to name what no
	// product has and not what some other condition kept out.
	category := s.categories.take(&p.Category)
	brand := s.brands.take(p.Brand)
	own, sku := s.suppliers.take(p.Supplier), s.skus.take(p.SKU)
	return category && brand && own && sku &&
		(available || !s.inStock) &&
		(!s.hasPicture || slices.ContainsFunc(p.Images, hasText)) &&
		s.within(price)
}

func hasText(s string) bool { return strings.TrimSpace(s) != "" }

func (s *Selector) within(price money.Amount) bool {
	if s.from.IsSet() && (!price.IsSet() || price.Cmp(s.from) < 0) {
		return false
	}
	return !s.to.IsSet() || price.IsSet() && price.Cmp(s.to) <= 0
}
