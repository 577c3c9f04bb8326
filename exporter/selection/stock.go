package selection

import "github.com/dropbridge/dropbridge/internal/supplier"

// Stock is what a feed shows of a product's stock when quantities below least, in
// pieces, count as none; a least of 0 or 1 leaves every quantity as it is. A product is
// available when the supplier says in_stock and no known quantity speaks against it: a
// quantity of 0 beats the supplier's word, as it does with the readers of feeds. A
// quantity that the supplier hides is not below anything.
func Stock(p *supplier.Product, least int64) (available bool, quantity supplier.Opt[int64]) {
	quantity = p.Quantity
	if quantity.Known && quantity.Value < max(least, 1) {
		quantity.Value = 0
	}
	return p.Availability == supplier.InStock && quantity != supplier.Some[int64](0), quantity
}
