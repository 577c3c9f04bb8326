package selection

import "github.com/dropbridge/dropbridge/internal/supplier"

// Stock is what a feed shows of a product's stock when quantities below least, in
// pieces, count as none; a least of 0 or 1 leaves every quantity as it is. A product is
// available when the supplier says in_stock and no known quantity speaks against it: a
// quantity of 0 beats the supplier's word, as it does with the readers of feeds. A
// quantity that the supplier hides is not below anything.
//
// Quantity is what can be sold: 0 where the product is not available, whatever lies at the
// supplier, since shops go by the quantity alone (WooCommerce makes "instock" of one above 0
// when it saves). Stated is the supplier's own figure, for those who may see it.
//
// Of every known quantity minus is kept back before it is looked at.
func Stock(p *supplier.Product, least, minus int64) (available bool, quantity, stated supplier.Opt[int64]) {
	stated = p.Quantity
	if stated.Known && minus > 0 {
		stated.Value = max(stated.Value-minus, 0)
	}
	if stated.Known && stated.Value < max(least, 1) {
		stated.Value = 0
	}
	if available = p.Availability == supplier.InStock && stated != supplier.Some[int64](0); !available {
		return false, supplier.Some[int64](0), stated
	}
	return true, stated, stated
}
