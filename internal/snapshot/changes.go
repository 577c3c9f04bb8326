package snapshot

import (
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// change is a product as it is now, in place of what the copy's pages hold of it.
type change struct {
	product *supplier.Product
	fresh   bool // this build was told of it, and what the copy has is not known yet

	differs atomic.Bool // from what the copy has
	listed  atomic.Bool // the copy's pages have it
}

// changes are the changed products, by id. After the last add, workers may apply them
// side by side.
type changes struct {
	byID  map[string]*change
	order []*change // as the service listed them first
}

func newChanges() *changes { return &changes{byID: map[string]*change{}} }

// add takes a page of changes, of an earlier build or fresh. It keeps the products.
func (c *changes) add(products []supplier.Product, fresh bool) {
	for i := range products {
		p := &products[i]
		known := c.byID[p.ID]
		if known == nil {
			known = &change{product: p, fresh: fresh}
			c.byID[strings.Clone(p.ID)] = known // the id is a part of a page, which another may outlive
			c.order = append(c.order, known)
			continue
		}
		if fresh && !known.product.Same(p) {
			known.differs.Store(true)
		}
		known.product = p
	}
}

// apply puts the changed products in their places.
func (c *changes) apply(products []supplier.Product) {
	for i := range products {
		changed := c.byID[products[i].ID]
		if changed == nil {
			continue
		}
		// The service is asked inclusively, so it tells again of what the copy has.
		if changed.fresh && !changed.product.Same(&products[i]) {
			changed.differs.Store(true)
		}
		changed.product.CopyTo(&products[i])
		changed.listed.Store(true)
	}
}

// unlisted are the products that the copy's pages do not have, once all were applied.
func (c *changes) unlisted() []*change {
	var out []*change
	for _, changed := range c.order {
		if !changed.listed.Load() {
			out = append(out, changed)
		}
	}
	return out
}

// count is how many products this build found to be new or other than in the copy.
func (c *changes) count() int {
	n := 0
	for _, changed := range c.order {
		if changed.differs.Load() || changed.fresh && !changed.listed.Load() {
			n++
		}
	}
	return n
}
