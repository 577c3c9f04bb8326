package ordertemplate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// HeadingKey is what two spellings of a heading have in common: NFKC, lower case,
// without zero-width characters, brackets and what is in them, "*", ":", a final full
// stop and a unit at the end, with one kind of apostrophe, of blank
// and of "е".
func HeadingKey(text string) string {
	return normalKey(text, true)
}

// ExactKey is HeadingKey with the brackets and what is in them.
func ExactKey(text string) string { return normalKey(text, false) }

// SpelledKey is how a heading of a template is compared: with its brackets, if it has any.
func SpelledKey(text string) string {
	if bracketed(text) {
		return ExactKey(text)
	}
	return HeadingKey(text)
}

// bracketed: a template's heading with something before its brackets means them too.
func bracketed(text string) bool { return strings.ContainsAny(text, "([{") && HeadingKey(text) != "" }

func normalKey(text string, drop bool) string {
	if len(text) > MostKeyBytes { // no heading, and not worth the work
		return ""
	}
	text = strings.ToLower(norm.NFKC.String(celltext.Clean(text)))
	if drop {
		text = dropBrackets(text)
	}
	text = strings.Map(func(r rune) rune {
		switch r {
		case '’', 'ʼ':
			return '\''
		case 'ё': // many write е for it
			return 'е'
		case '*', ':':
			return -1
		}
		if celltext.IsZeroWidth(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	text = strings.TrimSpace(strings.TrimSuffix(text, "."))
	text = withoutQuestion(text)
	for _, unit := range []string{", грн", ", uah", ", шт"} {
		text = strings.TrimSuffix(text, unit)
	}
	return strings.TrimSpace(text)
}

// withoutQuestion takes the mark off a heading that asks, "Оплачено?"; several of them stand for
// letters that were lost.
func withoutQuestion(text string) string {
	asked, found := strings.CutSuffix(text, "?")
	if !found || strings.Contains(asked, "?") {
		return text
	}
	return strings.TrimSpace(asked)
}

// dropBrackets drops "(…)", "[…]" and "{…}", the inner ones with the outer; a bracket
// without its other half stays.
func dropBrackets(text string) string {
	for {
		closing := strings.IndexAny(text, ")]}")
		if closing < 0 {
			return text
		}
		open := strings.LastIndex(text[:closing], map[byte]string{')': "(", ']': "[", '}': "{"}[text[closing]])
		if open < 0 {
			return text[:closing+1] + dropBrackets(text[closing+1:])
		}
		text = text[:open] + " " + text[closing+1:]
	}
}

// fold makes look-alike letters of the two alphabets equal. It serves messages: names
// that are equal only when folded are never taken for each other.
func fold(key string) string {
	return strings.Map(func(r rune) rune {
		if at := strings.IndexRune(lookalikes, r); at >= 0 {
			return rune(lookalikesTo[utf8.RuneCountInString(lookalikes[:at])])
		}
		return r
	}, key)
}

// Letters of other alphabets that look like a Latin one, as small or as capital
// letters, and the digits that are typed for letters; below each is the letter.
const (
	lookalikes   = "авеікмнорстухѕјԁԛԝαερικονυ01lı"
	lookalikesTo = "abeikmhopctyxsjdqwaepikovyoiii"
)

// foreignLetter says which letter of a heading to change so that it becomes the known one.
func foreignLetter(spelled, want string) wording.Message {
	a, b := []rune(spelled), []rune(want)
	for i := range a {
		if i < len(b) && a[i] != b[i] {
			return wording.NewMessage("letter.foreign", i+1, string(a[i]), scriptOf(a[i]), scriptOf(b[i]))
		}
	}
	return wording.NewMessage("letter.of_another_alphabet")
}

func scriptOf(r rune) wording.Message {
	switch {
	case unicode.Is(unicode.Cyrillic, r):
		return wording.NewMessage("script.cyrillic")
	case unicode.Is(unicode.Latin, r):
		return wording.NewMessage("script.latin")
	case unicode.Is(unicode.Greek, r):
		return wording.NewMessage("script.greek")
	}
	return wording.NewMessage("script.another")
}

// Column is one column of a file whose heading is known.
type Column struct {
	Heading
	Index  int    // from 0
	Name   string // the heading as the file spells it
	Key    string
	Number int // of "SKU 2", -1 where there is none
}

// knownIn finds the known headings of a row.
func (p *Template) known(r *cells.Row) []Column {
	var out []Column
	besides := false
	for _, c := range r.Cells {
		besides = besides || len(p.lineitem) > 0 && strings.HasPrefix(HeadingKey(c.Text), "lineitem ")
	}
	for _, c := range r.Cells {
		if c.Kind != cells.Text {
			continue
		}
		if h, number, ok := p.lookup(c.Text, besides); ok {
			if p.Lexicon != nil && !field.OfItem(h.Field) && p.Lexicon.Side(c.Text) == "sender" {
				continue // "ПІБ (відправник)"
			}
			h.Tier = p.sideTier(h, c.Text)
			out = append(out, Column{h, c.Column, celltext.OneLine(c.Text), HeadingKey(c.Text), number})
		}
	}
	p.nameOfProduct(out)
	if p.inProducts {
		numberByProduct(out)
	}
	return withoutModel(out)
}

// The tiers of a heading: it names the recipient, it is general, it is the payer's.
const (
	FirstTier = iota
	GeneralTier
	LastTier
)

// sideTier is the tier of a general heading whose brackets name the recipient or the payer:
// "Phone (Shipping)" goes before "Phone (Billing)".
func (p *Template) sideTier(h Heading, text string) int {
	if h.Tier != GeneralTier || p.Lexicon == nil || field.OfItem(h.Field) {
		return h.Tier
	}
	switch p.Lexicon.Side(text) {
	case "recipient":
		return FirstTier
	case "payer":
		return LastTier
	}
	return h.Tier
}

// numberByProduct gives the item's columns the number of the product before them.
func numberByProduct(columns []Column) {
	product := -1
	for i := range columns {
		switch c := &columns[i]; {
		case c.Field == field.ProductName && c.Number >= 0:
			product = c.Number
		case c.Number < 0 && field.OfItem(c.Field):
			c.Number = product
		}
	}
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

// MostKeyBytes is the length above which a text is no heading.
const MostKeyBytes = 1000

// lookalike finds where a heading of a meaning stands with look-alike letters.
func (p *Template) lookalike(r *cells.Row, wanted func(field.Field) bool) (cells.Cell, wording.Message, bool) {
	for _, c := range r.Cells {
		key := HeadingKey(c.Text)
		known, ok := p.folded[fold(key)]
		if _, exact := p.headings[key]; ok && !exact && key != known && utf8.RuneCountInString(key) == utf8.RuneCountInString(known) &&
			wanted(p.headings[known].Field) {
			return c, foreignLetter(key, known), true
		}
	}
	return cells.Cell{}, wording.Message{}, false
}

// spacedHeading is a heading of a program as people write it: "delivery_type" and "deliveryType"
// are "delivery type".
func spacedHeading(text string) string {
	var out strings.Builder
	small := false
	for _, r := range text {
		switch {
		case r == '_':
			r = ' '
		case small && unicode.IsUpper(r):
			out.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		out.WriteRune(r)
	}
	return out.String()
}
