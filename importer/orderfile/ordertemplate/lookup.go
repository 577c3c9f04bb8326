package ordertemplate

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// lookup knows a cell's heading, of which key is the HeadingKey, that of a numbered item included.
func (p *Template) lookup(text, key string, besideLineitem bool) (h Heading, number int, ok bool) {
	if len(p.exact) > 0 && strings.ContainsAny(text, "([{") {
		if h, ok = p.exact[ExactKey(text)]; ok {
			return h, -1, h.Field != ""
		}
	}
	if besideLineitem {
		if h, ok = p.lineitem[key]; ok {
			return h, -1, true
		}
	}
	inside := ""
	if strings.ContainsAny(text, "([{") {
		if inside = BracketsOf(text); inside != "" {
			if h, ok = p.headings[openKey(text)]; ok {
				return h, -1, true // "Статус (оплати)"
			}
			if p.passed[openKey(text)] {
				return Heading{}, -1, false
			}
		}
	}
	if h, ok = p.headings[key]; ok {
		h, ok = p.inBrackets(h, inside)
		return h, -1, ok
	}
	if p.passed[key] {
		return Heading{}, -1, false
	}
	if h, number, ok = p.numbered(key); ok {
		h, ok = p.inBrackets(h, inside)
		return h, number, ok
	}
	if h, ok = p.sided(text); !ok {
		h, ok = p.asked(text)
	}
	if ok {
		return h, -1, true
	}
	if spaced := spacedHeading(text); spaced != text {
		return p.lookup(spaced, HeadingKey(spaced), besideLineitem)
	}
	return h, -1, false
}

// Passes reports whether the template knows a heading as one that is not read.
func (p *Template) Passes(text string) bool {
	if h, ok := p.exact[ExactKey(text)]; ok {
		return h.Field == ""
	}
	return p.passed[HeadingKey(text)] || strings.ContainsAny(text, "([{") && p.passed[openKey(text)]
}

// BracketsAside is the meaning that a heading would have without its brackets, "" where they are
// understood, or there are none.
func (p *Template) BracketsAside(text string) field.Field {
	if BracketsOf(text) == "" || p.Passes(text) {
		return ""
	}
	key := HeadingKey(text)
	if _, _, known := p.lookup(text, key, false); known {
		return ""
	}
	return p.headings[key].Field
}

// asked knows a heading that a form asks for: "Ваше прізвище та ім'я?", "Вкажіть місто".
func (p *Template) asked(text string) (Heading, bool) {
	if p.Lexicon == nil {
		return Heading{}, false
	}
	rest := p.Lexicon.Asked(text)
	h, ok := p.headings[HeadingKey(rest)]
	if rest == "" || !ok {
		return Heading{}, false
	}
	h, ok = p.inBrackets(h, BracketsOf(text))
	h.rank += behindSides
	return h, ok
}

// behindSides is the rank of headings that only a person's name in them makes known.
const behindSides = 1000

// sided knows a heading of a person or a place that names whose it is: "Платник: місто",
// "Ship-to phone". The sender's are not read.
func (p *Template) sided(text string) (Heading, bool) {
	if p.Lexicon == nil {
		return Heading{}, false
	}
	side, rest := p.Lexicon.SplitSide(text)
	if side == "" || side == "sender" {
		return Heading{}, false
	}
	h, ok := p.headings[HeadingKey(rest)]
	if !ok || h.Tier != GeneralTier {
		return Heading{}, false
	}
	person := slices.Contains([]field.Field{field.RecipientName, field.LastName, field.FirstName, field.MiddleName, field.Phone, field.Email}, h.Field)
	places := field.PlaceParts()
	if !person && h.Field != field.Country && !slices.Contains(places[:], h.Field) {
		return Heading{}, false
	}
	h.rank += behindSides
	switch {
	case side == "recipient":
		h.Tier = FirstTier
	case side == "payer", person:
		h.Tier = LastTier
	}
	return h, true
}

// numbered knows "sku 2", "артикул №2", "line_item_1": an item's heading with a number.
func (p *Template) numbered(key string) (Heading, int, bool) {
	base := strings.TrimRight(key, "0123456789")
	digits := key[len(base):]
	if digits == "" || len(digits) > 4 {
		return Heading{}, 0, false
	}
	number := 0
	for _, d := range digits {
		number = number*10 + int(d-'0')
	}
	base = strings.TrimRight(base, " _#")
	h, ok := p.headings[base]
	if !ok {
		h, ok = p.headings[strings.TrimRight(strings.TrimSuffix(base, "no"), " _")] // "№" as NFKC makes it
	}
	switch h.Field {
	case field.SKU, field.Quantity, field.Price, field.ProductName, field.PackedItem:
		return h, number, ok
	}
	return Heading{}, 0, false
}
