package exporter

import (
	"slices"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// identity is what tells the products of a page apart.
type identity struct{ id, sku string }

// missing is a product of the list that no feed has: its id was there before, and the
// offers of a feed are known by their ids, or it could not be read.
type missing struct {
	before  int // the index of the product that follows it among those that stay
	label   string
	code    remark.Code
	message string
}

// arrivals remembers a page as it came, to tell what does not stay of it.
type arrivals struct {
	came    []identity
	missing []missing
	outdone []supplier.Outdone
	lacking []supplier.Lacking
	remarks []supplier.Remark
	listed  int64 // products of the page, in the supplier's list
}

// note remembers the products of a page before Admit.
func (a *arrivals) note(products []supplier.Product) {
	a.came = a.came[:0]
	for i := range products {
		a.came = append(a.came, identity{products[i].ID, products[i].SKU})
	}
}

// settle finds the repeats, given what Admit kept, in the same order, and those that could
// not be read. Those at the border of two pages are none.
func (a *arrivals) settle(page *supplier.ProductPage) {
	a.missing, a.listed = a.missing[:0], int64(len(a.came)+len(page.Unreadable)+len(page.Outdone))
	a.outdone, a.lacking, a.remarks = page.Outdone, page.Lacking, page.Remarks
	next, kept := 0, page.Products
	for _, c := range a.came[page.Border:] {
		if next < len(kept) && c == (identity{kept[next].ID, kept[next].SKU}) {
			next++
			continue
		}
		a.missing = append(a.missing, missing{next, remark.Label(&supplier.Product{ID: c.id, SKU: c.sku}), remark.IDDuplicate,
			"the list has the id " + c.id + " more than once, and the first product with it counts: ask the supplier to list each id once"})
	}
	for i := range page.Unreadable {
		u := &page.Unreadable[i]
		a.missing = append(a.missing, missing{u.Before, u.Label(), remark.ProductUnreadable, u.Problem + ": " + u.Mend})
	}
	slices.SortStableFunc(a.missing, func(a, b missing) int { return a.before - b.before })
}

// skip names the product.
func (m *missing) skip(notes *remark.Notes) { notes.Skip(m.label, m.code, m.message) }
