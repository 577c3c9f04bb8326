package supplier

// Repeated is a product that is no more on its page, as an earlier one has its id.
type Repeated struct {
	ID, SKU string
	Before  int // the index of the product that follows it among those of the page
}

// Arrivals remember a page as it came, to tell which of its products were dropped when it was
// admitted. The zero value is for any number of pages, one after the other.
type Arrivals struct{ came []identity }

// identity is what tells the products of a page apart.
type identity struct{ id, sku string }

// Note remembers the products of a page before it is admitted, and says how many they are.
func (a *Arrivals) Note(page *ProductPage) int {
	a.came = a.came[:0]
	for i := range page.Products {
		a.came = append(a.came, identity{page.Products[i].ID, page.Products[i].SKU})
	}
	return len(a.came)
}

// Settle adds to Repeated what an admitted page lost, given what it kept, in the same order. What
// stands at the border of two pages is no repeat.
func (a *Arrivals) Settle(page *ProductPage) {
	next, kept := 0, page.Products
	for _, c := range a.came[page.Border:] {
		if next < len(kept) && c == (identity{kept[next].ID, kept[next].SKU}) {
			next++
			continue
		}
		page.Repeated = append(page.Repeated, Repeated{ID: c.id, SKU: c.sku, Before: next})
	}
}
