package exporter

import (
	"strconv"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// offer is a product as one feed shows it. The product itself is shared by all feeds of
// a build and is never changed for one of them.
type offer struct {
	product     *supplier.Product
	prices      pricing.Prices
	available   bool
	quantity    supplier.Opt[int64]
	images      []string
	attributes  []supplier.Attribute
	target      selection.Row     // of the category map
	variant     *variant          // nil: the product stands alone
	keys        []uint64          // hashes of what must be unique in the feed
	uncoded     bool              // it is shown without its barcode, which an earlier offer has
	mapped      []mappedAttribute // by the target's names, where mappedKnown
	mappedKnown bool
	rank        int64 // by which it stands, where the template has an order

	ownImages     []string // memory of images and attributes where they are not the product's
	ownAttributes []supplier.Attribute
}

// prepare fills an offer from a product, as the feed sells it, and says why it cannot
// be in the feed; the code is "" where it can.
func (f *feed) prepare(o *offer, p *supplier.Product, v *variant, s *scope) (Code, string) {
	o.product, o.variant, o.uncoded, o.mappedKnown = p, v, false, false
	o.images, o.attributes = p.Images, p.Attributes
	o.available, o.quantity = selection.Stock(p, f.MinStock)
	o.target = selection.Row{}
	f.pricer.Price(p, &o.prices)
	if !f.Selector.Takes(p, o.prices.Price, o.available) {
		return notSelected, ""
	}
	if f.Categories != nil && f.template.uses.target {
		o.target, _ = f.Categories.Lookup(&p.Category)
	}
	s.move(o)
	if takes := f.template.takes; takes != nil && !takes.holds(s) {
		return notSelected, ""
	}
	f.template.lists.apply(o, s.notes)
	o.mappedKnown = false
	s.move(o)
	notes := s.notes
	s.notes = nil // what is made of a text is told once, where it is written
	code, message := f.refusal(s)
	if code == "" {
		o.keys = f.template.hashes(o.keys[:0], s)
	}
	if s.notes = notes; code == "" {
		if o.prices.Raised {
			notes.repair(PriceRaised)
		}
		if f.template.uses.tiers {
			notes.repairs(TiersLeftOut, o.prices.TiersOmitted)
		}
	}
	return code, message
}

// notSelected is the refusal of a product that the feed's filter or its template does not
// want: it is neither an offer nor left out.
const notSelected Code = "not_selected"

// refusal says why the feed cannot take an offer; the code is "" where it can.
func (f *feed) refusal(s *scope) (Code, string) {
	for i := range f.template.needs {
		n := &f.template.needs[i]
		if n.publicOnly && f.Private {
			continue
		}
		if code, message := n.refusal(s); code != "" {
			return code, message
		}
	}
	p := &s.offer.prices
	switch code := Code(p.Refusal); {
	case code == "" || code == PriceMissing || code == PriceZero:
		// Whether a feed can do without a price is what its needs say.
	default:
		return code, p.Message
	}
	if len(f.template.currencies) > 0 && f.template.rate(p.Currency) == "" {
		return CurrencyUnknown, "the template states no rate for currency \"" + p.Currency + "\": add it to the template's currencies, or set price.currency and price.rates"
	}
	return f.template.lists.refusal(s.offer)
}

// refusal says why an offer does not have what the template needs, with the mend.
func (n *need) refusal(s *scope) (Code, string) {
	if n.value.kind == moneyKind {
		if n.value.amount(s).IsSet() {
			return "", ""
		}
		if p := &s.offer.prices; p.Message != "" && n.path == "price" {
			return Code(p.Refusal), p.Message
		}
		if n.value.money(s).IsSet() {
			return PriceZero, n.path + " is not above 0: ask the supplier for one"
		}
		return PriceMissing, "the product has no " + n.path + ", and the feed needs one: ask the supplier for it"
	}
	s.scratch = n.value.append(s.scratch[:0], s)
	text := view(s.scratch)
	switch {
	case blank(text):
		return ValueMissing, "the product has no " + n.path + ", and the feed needs one: " + n.mend
	case n.value.kind == addressKind && !isAddress(text):
		return ValueInvalid, n.path + " " + quoted(text) + " is no address of http or https: " + n.mend
	case n.pattern != nil && !n.pattern.MatchString(text):
		return ValueInvalid, n.path + " " + quoted(text) + " is not as the target wants it (" + n.pattern.String() + "): " + n.mend
	}
	return "", ""
}

func isAddress(text string) bool {
	_, ok := markup.Address(text)
	return ok
}

// quoted is a text for a message, its beginning where it is long.
func quoted(text string) string {
	short, cut := markup.Cut(text, 40, markup.Characters)
	if cut {
		short += "…"
	}
	return strconv.Quote(short)
}

// barcode is the product's, as far as the feed can show it.
func (o *offer) barcode() string {
	if o.uncoded {
		return ""
	}
	return o.product.Barcode
}

// label names a product in reports: by its SKU or, where it has none, its id.
func label(p *supplier.Product) string {
	if p.SKU == "" {
		return "id " + p.ID
	}
	return p.SKU
}
