package template

import (
	"hash/maphash"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template/function"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Limit leaves out what of the offer's lists the target would refuse.
func (t *Template) Limit(o *Offer, notes *remark.Notes) {
	t.lists.apply(t, o, notes)
	t.noteGTIN(o, notes)
	o.mappedKnown, o.namedKnown = false, false
}

// noteGTIN counts a barcode that the template cannot show as a trade number.
func (t *Template) noteGTIN(o *Offer, notes *remark.Notes) {
	if code := o.Barcode(); t.uses.GTIN && code != "" && function.GTIN(code) == "" {
		notes.Repair(remark.BarcodeInvalid)
	}
}

// Pictures appends the addresses of pictures that the target takes, each once, encoded.
func (t *Template) Pictures(dst, images []string) []string {
	return t.lists.images.pictures(dst, images)
}

// Takes reports whether the product at hand is for this target at all.
func (t *Template) Takes(s *Scope) bool { return t.takes == nil || t.takes.isTrue(s) }

// Refusal says why the feed cannot take the offer at hand; the code is "" where it can.
func (t *Template) Refusal(s *Scope, private bool) (remark.Code, wording.Message) {
	for i := range t.needs {
		n := &t.needs[i]
		if n.publicOnly && private {
			continue
		}
		if code, message := n.refusal(s); code != "" {
			return code, message
		}
	}
	p := &s.offer.Prices
	switch code := remark.Code(p.Refusal); {
	case code == "" || code == remark.PriceMissing || code == remark.PriceZero:
		// Whether a feed can do without a price is what its needs say.
	default:
		return code, p.Message
	}
	if len(t.currencies) > 0 && t.rate(p.Currency) == "" {
		return remark.CurrencyUnknown, wording.NewMessage("remark.currency_unknown.template", p.Currency)
	}
	return t.lists.refusal(s.offer)
}

// refusal says why an offer does not have what the template needs, with the mend.
func (n *need) refusal(s *Scope) (remark.Code, wording.Message) {
	if n.value.kind == moneyKind {
		if n.value.amount(s).IsSet() {
			return "", wording.Message{}
		}
		if p := &s.offer.Prices; p.Refusal != "" && n.path == "price" {
			return remark.Code(p.Refusal), p.Message
		}
		if n.value.money(s).IsSet() {
			return remark.PriceZero, wording.NewMessage("remark.price_zero.field", n.path)
		}
		return remark.PriceMissing, wording.NewMessage("remark.price_missing.field", n.path)
	}
	s.scratch = n.value.append(s.scratch[:0], s)
	text := encode.View(s.scratch)
	switch {
	case !markup.Shown(text):
		return remark.ValueMissing, remark.Lacks(n.path, remark.Mend(n.mend, "mend.ask"))
	case n.value.kind == addressKind && !isAddress(text):
		return remark.ValueInvalid, wording.NewMessage("remark.value_invalid.address", n.path, remark.Quote(text), remark.Mend(n.mend, "mend.ask"))
	case n.pattern != nil && !n.pattern.MatchString(text):
		return remark.ValueInvalid, wording.NewMessage("remark.value_invalid", n.path, remark.Quote(text), n.pattern.String(), remark.Mend(n.mend, "mend.ask"))
	}
	return "", wording.Message{}
}

func isAddress(text string) bool {
	_, ok := markup.Address(text)
	return ok
}

// AppendHashes appends a hash for each value of the offer at hand that must be unique in
// a feed; 0 where there is none.
func (t *Template) AppendHashes(dst []uint64, s *Scope, seed maphash.Seed) []uint64 {
	for i := range t.unique {
		s.scratch = t.unique[i].value.append(s.scratch[:0], s)
		if !markup.Shown(encode.View(s.scratch)) {
			dst = append(dst, 0)
			continue
		}
		dst = append(dst, max(1, maphash.Bytes(seed, s.scratch)))
	}
	return dst
}

// Unique are the values that no two offers of a feed may share, in the order of their hashes.
func (t *Template) Unique() []Unique { return t.unique }

// Code is the reason for which the later offer is left out.
func (u *Unique) Code() remark.Code {
	switch {
	case u.path == "id":
		return remark.IDDuplicate
	case strings.HasPrefix(u.path, "name"):
		return remark.NameDuplicate
	}
	return remark.ValueDuplicate
}

// Message is the same in words.
func (u *Unique) Message() wording.Message {
	return wording.NewMessage("remark.value_duplicate", u.path, remark.Mend(u.mend, "mend.tell_apart"))
}

// OfGroup reports whether the members of one group share the value.
func (u *Unique) OfGroup() bool { return u.ofGroup }

// Omits reports whether the later offer loses its barcode, and not its place.
func (u *Unique) Omits() bool { return u.omit }
