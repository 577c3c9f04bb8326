package ordertemplate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Automatic names the profile that chooses a template by the headings of each file.
const Automatic = "auto"

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
	said             map[string]Heading // of which the source's config says what they are, by ExactKey; see With
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

const (
	defaultCarrier = supplier.NovaPoshta
	defaultPayment = supplier.PaymentPrepaid
)
