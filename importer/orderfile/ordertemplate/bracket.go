package ordertemplate

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// inBrackets is what a known heading means with these words in its brackets; not ok where they
// make another heading of it: "Ціна (закупка)" is no price that a customer pays.
func (p *Template) inBrackets(h Heading, inside string) (Heading, bool) {
	x := p.Lexicon
	switch {
	case inside == "" || x == nil || isLoose(h):
		return h, true
	case h.Field == field.SKU && x.OfSupplier(inside):
		h.Tier = FirstTier // goes before the shop's own: it is the supplier who reads it
		return h, true
	}
	inside = x.BeforeExample(inside)
	for _, part := range bracketParts(inside) {
		if !p.explains(h.Field, part) {
			return Heading{}, false
		}
	}
	return h, true
}

// isLoose: what is free text, or names an order whatever system's it is.
func isLoose(h Heading) bool {
	switch h.Field {
	case field.Comment, field.ProductName, field.Email, field.PackedItem:
		return true
	case field.OrderNumber:
		return h.Tier != LastTier
	}
	return false
}

// bracketParts parts a list: "накладений платіж / передоплата", "місто, вулиця або відділення".
func bracketParts(inside string) []string {
	for _, word := range []string{" або ", " чи ", " та ", " і ", " или ", " и ", " or ", " and "} {
		inside = strings.ReplaceAll(inside, word, ";")
	}
	return slices.DeleteFunc(strings.FieldsFunc(inside, func(r rune) bool { return strings.ContainsRune(",;/|+&", r) }), func(part string) bool {
		return !strings.ContainsFunc(part, unicode.IsLetter)
	})
}

// explains reports whether words in the brackets of a heading leave its meaning as it is: they
// are neutral, name whose it is, another part of the same, or one of its values.
func (p *Template) explains(m field.Field, part string) bool {
	x := p.Lexicon
	if x.Explains(part) {
		return true
	}
	if h, ok := p.headings[HeadingKey(part)]; ok && field.SameFamily(m, h.Field) {
		return true
	}
	if field.OfSides(m) {
		return p.explainsSide(m, part)
	}
	switch m {
	case field.PaymentMethod, field.PaymentState:
		return x.PaymentSaid(part) || x.Truth(part) != ""
	case field.Carrier, field.DeliveryMethod:
		return x.Delivery(part).Known
	case field.CODAmount, field.ToPay, field.PaidAmount, field.Waybill:
		return x.Delivery(part).Known || x.PaymentSaid(part)
	case field.State, field.CancelledAt, field.ShippedAt:
		return x.State(part) != lexicon.StateUnknown || x.Truth(part) != ""
	}
	return false
}

// explainsSide is explains for what a person or a place is told by: words that say whose it is, or
// how a parcel comes to the place.
func (p *Template) explainsSide(m field.Field, part string) bool {
	if side := p.Lexicon.Side("(" + part + ")"); side == "recipient" || side == "payer" {
		return true
	}
	return field.OfPlace(m) && (p.Lexicon.Delivery(part).Known || p.Lexicon.Place(part, lexicon.InAddress).Named)
}
