package snapshot

import (
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// change is a product as it is now, in place of what the copy's pages hold of it; or that
// it cannot be read as it is now.
type change struct {
	product *supplier.Product
	odd     *supplier.Unreadable // in place of product, where it cannot be read
	fresh   bool                 // this build was told of it, and what the copy has is not known yet

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

// add takes a page of changes, of an earlier build or fresh. It keeps the products. One
// that cannot be read and that nobody knows by an id leaves open what of the copy is old.
func (c *changes) add(page *supplier.ProductPage, fresh bool) error {
	for i := range page.Products {
		c.put(page.Products[i].ID, &page.Products[i], nil, fresh)
	}
	for i := range page.Unreadable {
		odd := &page.Unreadable[i]
		if odd.ID == "" {
			return &unusable{"cannot be brought up to date: a product that changed has no id that can be read"}
		}
		c.put(odd.ID, nil, odd, fresh)
	}
	return nil
}

// put takes one change, in place of an earlier one.
func (c *changes) put(id string, product *supplier.Product, odd *supplier.Unreadable, fresh bool) {
	known := c.byID[id]
	if known == nil {
		known = &change{product: product, odd: odd, fresh: fresh}
		c.byID[strings.Clone(id)] = known // the id is a part of a page, which another may outlive
		c.order = append(c.order, known)
		return
	}
	if fresh && !known.says(product, odd) {
		known.differs.Store(true)
	}
	known.product, known.odd = product, odd
}

// says reports whether the change is to that product, or that it cannot be read in the same
// way.
func (c *change) says(product *supplier.Product, odd *supplier.Unreadable) bool {
	if c.odd != nil || odd != nil {
		return c.odd != nil && odd != nil && c.odd.Problem == odd.Problem
	}
	return c.product.Same(product)
}

// apply puts the changed products in their places.
func (c *changes) apply(page *supplier.ProductPage) {
	moved := false
	for i := range page.Products {
		p := &page.Products[i]
		changed := c.byID[p.ID]
		if changed == nil {
			continue
		}
		changed.meet(p, nil)
		if moved = moved || changed.odd != nil; changed.odd == nil {
			changed.product.CopyTo(p)
		}
	}
	for i := range page.Unreadable {
		odd := &page.Unreadable[i]
		if changed := c.byID[odd.ID]; changed != nil {
			changed.meet(nil, odd)
			moved = true
		}
	}
	if moved {
		c.rearrange(page)
	}
}

// meet notes what the copy has of a changed product. The service is asked inclusively, so
// it tells again of what the copy has.
func (c *change) meet(product *supplier.Product, odd *supplier.Unreadable) {
	if c.fresh && !c.says(product, odd) {
		c.differs.Store(true)
	}
	c.listed.Store(true)
}

// rearrange puts the page together anew where products became unreadable, or readable.
func (c *changes) rearrange(page *supplier.ProductPage) {
	products, unreadable := page.Products, page.Unreadable
	page.Products, page.Unreadable = make([]supplier.Product, 0, len(products)+len(unreadable)), nil
	odd := 0
	for i := 0; i <= len(products); i++ {
		for ; odd < len(unreadable) && (unreadable[odd].Before <= i || i == len(products)); odd++ {
			if changed := c.byID[unreadable[odd].ID]; changed != nil {
				changed.appendTo(page, unreadable[odd].Item)
			} else {
				appendUnreadable(page, unreadable[odd])
			}
		}
		if i == len(products) {
			return
		}
		if changed := c.byID[products[i].ID]; changed != nil && changed.odd != nil {
			changed.appendTo(page, i+1)
		} else {
			page.Products = append(page.Products, products[i])
		}
	}
}

// appendTo puts the product at the end of a page, or that it cannot be read.
func (c *change) appendTo(page *supplier.ProductPage, item int) {
	if c.odd != nil {
		odd := *c.odd
		odd.Item = item
		appendUnreadable(page, odd)
		return
	}
	var one supplier.Product
	c.product.CopyTo(&one)
	page.Products = append(page.Products, one)
}

// appendUnreadable puts a product that cannot be read at the end of a page.
func appendUnreadable(page *supplier.ProductPage, odd supplier.Unreadable) {
	odd.Before = len(page.Products)
	page.Unreadable = append(page.Unreadable, odd)
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
