package ordertemplate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Template knows how a kind of order file spells its headings and words, or chooses
// among profiles that do. It is made by Compile or Load, never changed
// after that, and may be shared.
type Template struct {
	name             string
	headings         map[string]Heading // by key
	exact            map[string]Heading // by key with the brackets in it; these go before
	passed           map[string]bool    // keys that are known and not read
	lineitem         map[string]Heading // what holds besides, beside "lineitem …" headings
	folded           map[string]string  // heading keys by their look-alike fold
	own              map[string]bool    // keys that the template itself names, its base aside
	signs            [][]string         // keys; a row with all of one list is this template's
	words            words
	Lexicon          *lexicon.Lexicon // of the words
	Carrier, Payment string
	Decimal          byte // the decimal mark, 0 where the amounts tell
	twoRows          bool // headings may stand in two rows
	inProducts       bool // item columns belong to the numbered product before them

	among func() *choice // of a profile that chooses, nil of any other
}

// choice is what a profile chooses among.
type choice struct {
	candidates []*candidate // the templates with signs, by name
	base       *Template    // for files that bear no signs
}

// candidate is a template that the headings of a file may choose, as far as that takes.
type candidate struct {
	signs   [][]string      // see Template
	own     map[string]bool // see Template
	twoRows bool            // headings may stand in two rows
	whole   func() *Template
}

// words are what cells say.
type words struct {
	totals []string
	lexicon.Words
}

// Heading is what the profile knows of one spelling.
type Heading struct {
	Field field.Field
	Tier  int // see FirstTier
	rank  int // the lower goes before
}

// Name is the profile's name as reports show it, Automatic for one that chooses.
func (p *Template) Name() string {
	if p.among != nil {
		return Automatic
	}
	return p.name
}

// HasSigns reports whether the headings of a file may choose the template; another is only
// read by where a source names it.
func (p *Template) HasSigns() bool { return len(p.signs) > 0 }

// FixedName is the name of a template that the caller chose, "" of one that chooses by itself.
func (p *Template) FixedName() string {
	if p.among != nil {
		return ""
	}
	return p.name
}

// lookup knows a cell's heading, that of a numbered item included.
func (p *Template) lookup(text string, besideLineitem bool) (h Heading, number int, ok bool) {
	if len(p.exact) > 0 && strings.ContainsAny(text, "([{") {
		if h, ok = p.exact[ExactKey(text)]; ok {
			return h, -1, h.Field != ""
		}
	}
	key := HeadingKey(text)
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
	if spaced := spacedHeading(text); !ok && spaced != text {
		return p.lookup(spaced, besideLineitem)
	}
	return h, -1, ok
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

// Passes reports whether the template knows a heading as one that is not read.
func (p *Template) Passes(text string) bool {
	if h, ok := p.exact[ExactKey(text)]; ok {
		return h.Field == ""
	}
	return p.passed[HeadingKey(text)] || strings.ContainsAny(text, "([{") && p.passed[openKey(text)]
}

// IsTotal reports whether a cell begins with a word for a total.
func (p *Template) IsTotal(text string) bool {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, word := range p.words.totals {
		rest, ok := strings.CutPrefix(text, word)
		if next, _ := utf8.DecodeRuneInString(rest); ok && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return true
		}
	}
	return false
}

// Decides reports whether the template says which of two columns goes before: by their tiers, or
// as one that was made for a source names both. The general template only lists spellings.
func (p *Template) Decides(first, other Column) bool {
	return first.Tier != other.Tier || p.name != "generic" && p.own[first.Key] && p.own[other.Key]
}

// LexiconUnder reads cells by the template's words, and before them by those of a source.
func (p *Template) LexiconUnder(own lexicon.Overlay) *lexicon.Lexicon {
	if own.IsZero() {
		return p.Lexicon
	}
	words, err := lexicon.New(p.words.Words, own)
	if err != nil { // they are checked where they are read
		return p.Lexicon
	}
	return words
}

func keys(words []string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if key := HeadingKey(word); key != "" {
			out = append(out, key)
		}
	}
	// The longest first, so that a word never hides a longer one.
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

const (
	defaultCarrier = supplier.NovaPoshta
	defaultPayment = supplier.PaymentPrepaid
)
