package exporter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// offer is an offer on its way into a feed.
type offer struct {
	template.Offer
	given   *supplier.Product // as the list has it
	changes []revise.Change   // by the owner's rules, where somebody asks
	shown   *Shown            // where somebody asks
	revised revise.Memory     // of the feed's own product

	keys []uint64 // hashes of what must be unique in the feed
	rank int64    // by which it stands, where the template has an order
}

// counted is the quantity that the feed's memory keeps: as the feed shows it, and none where
// the supplier gives none, so that the guard notices when he stops giving them.
func (o *offer) counted() supplier.Opt[int64] {
	if !o.Product.Quantity.Known {
		return supplier.Opt[int64]{}
	}
	return o.Stated
}

// unchanged reports whether the offer's texts are those of the product as the list has it.
func (o *offer) unchanged() bool {
	given, shown := o.given.Attributes, o.Attributes
	return o.Product == o.given && o.Variant == nil && len(shown) == len(given) && (len(given) == 0 || &shown[0] == &given[0])
}

// notSelected is the refusal of a product that the feed's filter or its template does not
// want: it is neither an offer nor left out.
const notSelected remark.Code = "not_selected"

// prepare fills an offer from a product, as the feed sells it, and says why it cannot
// be in the feed; the code is "" where it can.
func (f *feed) prepare(o *offer, p *supplier.Product, v *template.Variant, s *template.Scope) (remark.Code, wording.Message) {
	o.given, o.changes, o.shown = p, nil, nil
	o.Begin(p, v)
	o.Available, o.Quantity, o.Stated = selection.Stock(p, f.MinStock, f.Values.Minus())
	if !f.Private {
		o.Stated = o.Quantity
	}
	f.pricer.Price(p, &o.Prices)
	if !f.Selector.Takes(p, o.Prices.Price, o.Available) {
		return notSelected, wording.Message{}
	}
	f.revise(o, s)
	if f.template.Uses().Target {
		f.categorise(o)
	}
	s.Move(&o.Offer)
	if !f.template.Takes(s) {
		return notSelected, wording.Message{}
	}
	f.link(o, s)
	f.template.Limit(&o.Offer, s.Notes)
	s.Move(&o.Offer)
	notes := s.Notes
	s.Notes = nil // what is made of a text is told once, where it is written
	code, message := f.template.Refusal(s, f.Private)
	if code == "" {
		o.keys = f.template.AppendHashes(o.keys[:0], s, f.seed)
	}
	if s.Notes = notes; code == "" {
		if o.Prices.Raised {
			notes.Repair(remark.PriceRaised)
		}
		if f.template.Uses().Tiers {
			notes.Repairs(remark.TiersLeftOut, o.Prices.TiersOmitted)
		}
	}
	return code, message
}

// revise lets the owner's rules change what the offer says.
func (f *feed) revise(o *offer, s *template.Scope) {
	var note func(revise.Change)
	if f.viewer.wants(o.given) {
		note = func(c revise.Change) { o.changes = append(o.changes, c) }
		f.noteStock(o, note)
	}
	f.Values.Apply(&o.Offer, s, &o.revised, note)
}

// noteStock tells what the owner's rules make of the stock.
func (f *feed) noteStock(o *offer, note func(revise.Change)) {
	given := o.given.Quantity
	if !given.Known || given.Value == o.Quantity.Value && o.Quantity.Known {
		return
	}
	var rules []string
	if minus := f.Values.Minus(); minus > 0 {
		rules = append(rules, fmt.Sprintf("minus %d", minus))
	}
	if f.MinStock > 1 {
		rules = append(rules, fmt.Sprintf("min_stock %d", f.MinStock))
	}
	if !o.Available && o.given.Availability != supplier.InStock {
		rules = append(rules, "not for sale: "+o.given.Availability)
	}
	note(revise.Change{Field: "quantity", Rule: strings.Join(rules, ", "), Before: strconv.FormatInt(given.Value, 10), After: strconv.FormatInt(o.Quantity.Value, 10)})
}

// link gives an offer the page that the feed's rule makes.
func (f *feed) link(o *offer, s *template.Scope) {
	if f.Links.Neutral() {
		return
	}
	address, blank := f.Links.Address(s, o.Product.URL)
	if o.Page = address; blank != "" && s.Notes != nil && f.template.Uses().Page {
		s.Notes.Warn(remark.Label(o.Product), remark.LinkIncomplete, "remark.link_incomplete", blank, f.Links.Page)
	}
}
