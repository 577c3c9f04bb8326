package template

import (
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// MostLabels is how many labels an offer can have, as Google and Meta count them.
const MostLabels = 5

// Offer is a product as one feed shows it. The product itself is shared by all feeds of
// a build and is never changed for one of them.
type Offer struct {
	Product    *supplier.Product
	ID         string // in the feed: the product's or, where the target refuses it, a derived one
	Prices     pricing.Prices
	Available  bool
	Quantity   supplier.Opt[int64] // that can be sold: 0 where it is not available
	Stated     supplier.Opt[int64] // the supplier's own, in a private feed; else Quantity
	Page       string              // the address of the product's page: the supplier's, or the shop's own
	Images     []string
	Attributes []supplier.Attribute
	Target     selection.Row      // of the feed's category map
	Usual      selection.Row      // of the built-in category map
	Variant    *Variant           // nil: the product stands alone
	Labels     [MostLabels]string // of the owner's rules
	Proved     bool               // the product's texts and attributes are known to be UTF-8
	Uncoded    bool               // it is shown without its barcode, which an earlier offer has

	mapped      []mappedAttribute // by the target's names, where mappedKnown
	mappedKnown bool
	named       []NamedAttribute // each name once, where namedKnown
	namedKnown  bool

	ownImages     []string // memory of images and attributes where they are not the product's
	ownAttributes []supplier.Attribute
}

// Begin makes it the offer of another product, without prices and stock.
func (o *Offer) Begin(p *supplier.Product, v *Variant) {
	o.ID, o.Page = p.ID, p.URL
	o.Product, o.Variant, o.Proved, o.Uncoded, o.mappedKnown, o.namedKnown = p, v, false, false, false, false
	o.Images, o.Attributes = p.Images, p.Attributes
	o.Target, o.Usual, o.Labels = selection.Row{}, selection.Row{}, [MostLabels]string{}
}

// target is what the target calls the product's category in a column of the category maps.
func (o *Offer) target(column string) string { return answering(o.Target, o.Usual, column).Get(column) }

// AnsweredUsually reports whether the built-in category map says what a column of the feed's
// own map would.
func (o *Offer) AnsweredUsually(column string) bool {
	return !o.Target.Has(column) && o.Usual.Get(column) != ""
}

// answering is the row that answers for a column: the feed's own where it has one with that
// column, be its cell blank or not, else the built-in one.
func answering(own, usual selection.Row, column string) selection.Row {
	if own.Has(column) {
		return own
	}
	return usual
}

// Barcode is the product's, as far as the feed can show it.
func (o *Offer) Barcode() string {
	if o.Uncoded {
		return ""
	}
	return o.Product.Barcode
}

// labels are those that are there.
func (o *Offer) labels() (there []string) {
	for _, label := range o.Labels {
		if label != "" {
			there = append(there, label)
		}
	}
	return there
}
