package orderfile

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// Profile knows how a kind of order file spells its headings and words, or chooses
// among profiles that do. It is made by CompileProfile or LoadProfile, never changed
// after that, and may be shared.
type Profile struct {
	name             string
	headings         map[string]heading // by key
	exact            map[string]heading // by key with the brackets in it; these go before
	passed           map[string]bool    // keys that are known and not read
	lineitem         map[string]heading // what holds besides, beside "lineitem …" headings
	folded           map[string]string  // heading keys by their look-alike fold
	own              map[string]bool    // keys that the template itself names, its base aside
	signs            [][]string         // keys; a row with all of one list is this template's
	words            words
	lexicon          *lexicon.Lexicon // of the words
	carrier, payment string
	decimal          byte // the decimal mark, 0 where the amounts tell
	twoRows          bool // headings may stand in two rows
	inProducts       bool // item columns belong to the numbered product before them

	choices []*Profile // of a profile that chooses: the templates with signs, by name
	base    *Profile   // of a profile that chooses: for files that bear no signs
}

// words are what cells say.
type words struct {
	totals []string
	lexicon.Words
}

// heading is what the profile knows of one spelling.
type heading struct {
	meaning field.Field
	tier    int // see firstTier
	rank    int // the lower goes before
}

// Name is the profile's name as reports show it, Automatic for one that chooses.
func (p *Profile) Name() string {
	if p.base != nil {
		return Automatic
	}
	return p.name
}

// lookup knows a cell's heading, that of a numbered item included.
func (p *Profile) lookup(text string, besideLineitem bool) (h heading, number int, ok bool) {
	if len(p.exact) > 0 && strings.ContainsAny(text, "([{") {
		if h, ok = p.exact[exactKey(text)]; ok {
			return h, -1, h.meaning != ""
		}
	}
	key := headingKey(text)
	if besideLineitem {
		if h, ok = p.lineitem[key]; ok {
			return h, -1, true
		}
	}
	inside := ""
	if strings.ContainsAny(text, "([{") {
		if inside = bracketsOf(text); inside != "" {
			if h, ok = p.headings[openKey(text)]; ok {
				return h, -1, true // "Статус (оплати)"
			}
			if p.passed[openKey(text)] {
				return heading{}, -1, false
			}
		}
	}
	if h, ok = p.headings[key]; ok {
		h, ok = p.inBrackets(h, inside)
		return h, -1, ok
	}
	if p.passed[key] {
		return heading{}, -1, false
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
func (p *Profile) asked(text string) (heading, bool) {
	if p.lexicon == nil {
		return heading{}, false
	}
	rest := p.lexicon.Asked(text)
	h, ok := p.headings[headingKey(rest)]
	if rest == "" || !ok {
		return heading{}, false
	}
	h, ok = p.inBrackets(h, bracketsOf(text))
	h.rank += behindSides
	return h, ok
}

// behindSides is the rank of headings that only a person's name in them makes known.
const behindSides = 1000

// sided knows a heading of a person or a place that names whose it is: "Платник: місто",
// "Ship-to phone". The sender's are not read.
func (p *Profile) sided(text string) (heading, bool) {
	if p.lexicon == nil {
		return heading{}, false
	}
	side, rest := p.lexicon.SplitSide(text)
	if side == "" || side == "sender" {
		return heading{}, false
	}
	h, ok := p.headings[headingKey(rest)]
	if !ok || h.tier != generalTier {
		return heading{}, false
	}
	person := slices.Contains([]field.Field{field.RecipientName, field.LastName, field.FirstName, field.MiddleName, field.Phone, field.Email}, h.meaning)
	places := field.PlaceParts()
	if !person && h.meaning != field.Country && !slices.Contains(places[:], h.meaning) {
		return heading{}, false
	}
	h.rank += behindSides
	switch {
	case side == "recipient":
		h.tier = firstTier
	case side == "payer", person:
		h.tier = lastTier
	}
	return h, true
}

// passes reports whether the template knows a heading as one that is not read.
func (p *Profile) passes(text string) bool {
	if h, ok := p.exact[exactKey(text)]; ok {
		return h.meaning == ""
	}
	return p.passed[headingKey(text)] || strings.ContainsAny(text, "([{") && p.passed[openKey(text)]
}

// isTotal reports whether a cell begins with a word for a total.
func (p *Profile) isTotal(text string) bool {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, word := range p.words.totals {
		rest, ok := strings.CutPrefix(text, word)
		if next, _ := utf8.DecodeRuneInString(rest); ok && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return true
		}
	}
	return false
}

func keys(words []string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if key := headingKey(word); key != "" {
			out = append(out, key)
		}
	}
	// The longest first, so that a word never hides a longer one.
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}
