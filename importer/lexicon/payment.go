package lexicon

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The classes of the words of payment.
const (
	payCOD     = supplier.PaymentCOD
	payPrepaid = supplier.PaymentPrepaid
	payMeans   = "means"
	payInPart  = "in_part"
	payUnpaid  = "unpaid"
	payNot     = "not"
	payNeutral = "neutral"
)

// Payment reads a way of payment. A cell that denies, says both ways, or holds a word that
// nobody knows is unknown, as that word may turn all the others round ("рахунок виставлено");
// Unpaid and InPart are understood, and say not enough.
func (l *Lexicon) Payment(text string) Payment {
	if payment, said := l.own.payments[phraseKey(text)]; said {
		return payment
	}
	cell := tokens(normal(text))
	hits := l.payments.find(cell)
	said := classes(hits)
	said[payCOD] = said[payCOD] || l.shortCOD.whole(cell) != ""
	told := said[payCOD] || said[payPrepaid]
	switch {
	case asks(text), said[payNot]:
		return PaymentUnknown
	case told && said[payInPart]:
		return InPart
	case l.shortCOD.whole(cell) == "" && !l.allKnown(cell, hits):
		return PaymentUnknown
	case said[payUnpaid] && !told && !said[payInPart]:
		return Unpaid
	case told && namesAmount(cell):
		return InPart
	case said[payUnpaid], said[payInPart], said[payCOD] && said[payPrepaid], namesAmount(cell):
		return PaymentUnknown
	case said[payCOD] && cardAndCOD(cell, hits):
		return InPart
	case said[payCOD]:
		return COD
	case said[payPrepaid], said[payMeans]:
		return Prepaid
	}
	return PaymentUnknown
}

// PaymentSaid reports whether a cell speaks of payment, understood or not.
func (l *Lexicon) PaymentSaid(text string) bool {
	if _, said := l.own.payments[phraseKey(text)]; said {
		return true
	}
	said := classes(l.payments.find(tokens(normal(text))))
	return said[payCOD] || said[payPrepaid] || said[payUnpaid]
}

// allKnown reports whether every word of a cell is one of payment, of a carrier, or neutral.
func (l *Lexicon) allKnown(cell []token, hits []hit) bool {
	known := make([]bool, len(cell))
	for _, list := range [][]hit{hits, l.delivery.find(cell)} {
		for _, h := range list {
			if h.class == placeOther {
				continue
			}
			for i := h.from; i < h.to; i++ {
				known[i] = true
			}
		}
	}
	for i, t := range cell {
		if !known[i] && t.kind == word {
			return false
		}
	}
	return true
}

// namesAmount reports whether a cell names an amount: a part that is paid now or later.
// "100 %" is the whole; digits that are part of a name ("Приват24") are none.
func namesAmount(cell []token) bool {
	for i, t := range cell {
		if t.kind != number || t.text == "100" && i+1 < len(cell) && cell[i+1].kind == percent {
			continue
		}
		glued := t.glued && cell[i-1].kind == word
		if money := i+1 < len(cell) && (cell[i+1].kind == percent || strings.HasPrefix(cell[i+1].text, "грн") || cell[i+1].text == "uah"); money || !glued {
			return true
		}
	}
	return false
}

// payJoins are the words between two ways of payment of which one cell names both.
var payJoins = [...]string{"та", "і", "й", "и", "з", "с", "плюс", "plus", "and"}

// cardAndCOD reports whether a cell names a card or an account and payment on delivery beside it:
// "Картка + наложка". Nobody can tell how much is paid by which. What is paid by card on delivery
// ("карткою при отриманні") is one way.
func cardAndCOD(cell []token, hits []hit) bool {
	hits = slices.DeleteFunc(slices.Clone(hits), func(h hit) bool { return h.class != payMeans && h.class != payCOD })
	for i := 0; i+1 < len(hits); i++ {
		one, next := hits[i], hits[i+1]
		card := one.class == payMeans && next.class == payCOD
		back := one.class == payCOD && next.class == payMeans && !(i+2 < len(hits) && hits[i+2].class == payCOD && !joined(cell, next, hits[i+2]))
		if (card || back) && joined(cell, one, next) {
			return true
		}
	}
	return false
}

// joined reports whether a sign or a word between two hits adds one to the other.
func joined(cell []token, one, next hit) bool {
	for at := one.to - 1; at < next.from; at++ {
		if at >= one.to && slices.Contains(payJoins[:], cell[at].text) || slices.Contains([]rune{'+', '/', '&', ',', ';', '\\', '|'}, cell[at].behind) {
			return true
		}
	}
	return false
}
