package exporter

import (
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// identity is what tells the products of a page apart.
type identity struct{ id, sku string }

// repeated is a product whose id the list had before. It is left out, since the offers of
// a feed are known by their ids.
type repeated struct {
	identity
	before int // the index of the product that follows it among those that stay
}

// arrivals remembers a page as it came, to tell what Admit dropped of it.
type arrivals struct {
	came    []identity
	repeats []repeated
}

// note remembers the products of a page before Admit.
func (a *arrivals) note(products []supplier.Product) {
	a.came = a.came[:0]
	for i := range products {
		a.came = append(a.came, identity{products[i].ID, products[i].SKU})
	}
}

// settle finds the repeats, given what Admit kept, in the same order. Those at the border
// of two pages are none.
func (a *arrivals) settle(kept []supplier.Product, border int) {
	a.repeats = a.repeats[:0]
	next := 0
	for _, c := range a.came[border:] {
		if next < len(kept) && c == (identity{kept[next].ID, kept[next].SKU}) {
			next++
			continue
		}
		a.repeats = append(a.repeats, repeated{c, next})
	}
}

// skip names the repeat.
func (r *repeated) skip(notes *remark.Notes) {
	notes.Skip(remark.Label(&supplier.Product{ID: r.id, SKU: r.sku}), remark.IDDuplicate,
		"the list has the id "+r.id+" more than once, and the first product with it counts: ask the supplier to list each id once")
}
