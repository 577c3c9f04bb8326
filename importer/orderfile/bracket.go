package orderfile

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/lexicon"
)

// openKey is headingKey with what stands in the brackets, as if there were none: "Статус (оплати)"
// is "статус оплати".
func openKey(text string) string {
	return headingKey(strings.Map(func(r rune) rune {
		if strings.ContainsRune("()[]{}", r) {
			return ' '
		}
		return r
	}, text))
}

// bracketsOf is what stands in the brackets of a heading, one after the other.
func bracketsOf(text string) string {
	if len(text) > mostKeyBytes {
		return ""
	}
	var out strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
			out.WriteByte(';')
		case strings.ContainsRune(")]}", r):
			depth = max(0, depth-1)
		case depth > 0:
			out.WriteRune(r)
		}
	}
	return strings.Trim(strings.TrimSpace(out.String()), "; ")
}

// inBrackets is what a known heading means with these words in its brackets; not ok where they
// make another heading of it: "Ціна (закупка)" is no price that a customer pays.
func (p *Profile) inBrackets(h heading, inside string) (heading, bool) {
	x := p.lexicon
	switch {
	case inside == "" || x == nil || isLoose(h):
		return h, true
	case h.meaning == sku && x.OfSupplier(inside):
		h.tier = firstTier // goes before the shop's own: it is the supplier who reads it
		return h, true
	}
	inside = x.BeforeExample(inside)
	for _, part := range bracketParts(inside) {
		if !p.explains(h.meaning, part) {
			return heading{}, false
		}
	}
	return h, true
}

// isLoose: what is free text, or names an order whatever system's it is.
func isLoose(h heading) bool {
	switch h.meaning {
	case comment, productName, email, packedItem:
		return true
	case orderNumber:
		return h.tier != lastTier
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
func (p *Profile) explains(m meaning, part string) bool {
	x := p.lexicon
	if x.Explains(part) {
		return true
	}
	if h, ok := p.headings[headingKey(part)]; ok && sameFamily(m, h.meaning) {
		return true
	}
	side := x.Side("(" + part + ")")
	switch {
	case isOfSides(m):
		return side == "recipient" || side == "payer" || isPlace(m) && x.Delivery(part).Known || isPlace(m) && x.Place(part, lexicon.InAddress).Named
	case m == paymentMethod || m == paymentState:
		return x.PaymentSaid(part) || x.Truth(part) != ""
	case m == carrier || m == method:
		return x.Delivery(part).Known
	case m == codAmount || m == toPay || m == paidAmount || m == waybill:
		return x.Delivery(part).Known || x.PaymentSaid(part)
	case m == state || m == cancelledAt || m == shippedAt:
		return x.State(part) != lexicon.StateUnknown || x.Truth(part) != ""
	}
	return false
}

func isPlace(m meaning) bool {
	places := placeParts()
	return slices.Contains(places[:], m)
}

// isOfSides: of these headings the brackets may say whose they are.
func isOfSides(m meaning) bool {
	return isPlace(m) || m == country || isPerson(m)
}

func isPerson(m meaning) bool {
	return m == recipientName || m == lastName || m == firstName || m == middleName || m == phone
}

// sameFamily reports whether two meanings are parts of one thing.
func sameFamily(a, b meaning) bool {
	ofPlace := func(m meaning) bool { return isPlace(m) || m == country || m == carrier || m == method }
	return a == b || isPerson(a) && isPerson(b) || ofPlace(a) && ofPlace(b)
}

// bracketsAside is the meaning that a heading would have without its brackets, "" where they are
// understood, or there are none.
func (p *Profile) bracketsAside(text string) meaning {
	if bracketsOf(text) == "" || p.passes(text) {
		return ""
	}
	if _, _, known := p.lookup(text, false); known {
		return ""
	}
	return p.headings[headingKey(text)].meaning
}

// mayDecide reports whether a column whose brackets are not understood keeps the file from being
// sent: it would say how, whether or where to, and nobody can tell that it does not.
func (b *orderBuilder) mayDecide(heading string) meaning {
	m := b.source.template.bracketsAside(heading)
	switch m {
	case state, paymentState, paymentMethod, cancelledAt, shippedAt, codAmount, toPay, paidAmount, refunded, returned, shippedQuantity, sendOn,
		discount, credit, carrier, method, currency, country, waybill:
	case city, branch, address, street:
		if len(b.l.columns[m]) > 0 {
			return ""
		}
	default:
		return ""
	}
	if b.lexicon.Side(heading) == "sender" {
		return ""
	}
	return m
}
