package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is a word, a number or a sign of a cell.
type token struct {
	text   string // lower case, without apostrophes
	kind   tokenKind
	glued  bool // nothing stands between it and the token before
	start  int  // where it stands in the normalised text
	end    int
	behind rune // the first mark after it that is no blank, another one before a full stop; or 0
}

type tokenKind uint8

const (
	word   tokenKind = iota
	number           // digits
	numero           // № or #
	percent
)

// longest is how much of a cell is looked at: a longer text is no word of a state, a
// payment or a carrier, and an address ends before.
const longest = 1000

// normal is a text in one form of letters: lower case, "е" for "ё", without apostrophes,
// "#" for "№", and blanks for hyphens between letters and for underscores.
func normal(text string) string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	text = strings.ReplaceAll(text, "№", "#")
	text = strings.ToLower(norm.NFKC.String(text))
	return strings.Map(func(r rune) rune {
		switch r {
		case '\'', '’', 'ʼ', '`', '´', '‘', '"', '«', '»', '“', '”', '„':
			return -1
		case 'ё':
			return 'е'
		case '_', '\u00AD':
			return ' '
		}
		if unicode.Is(unicode.Pd, r) || r == '−' {
			return '-'
		}
		return r
	}, text)
}

// tokens splits a normalised text.
func tokens(text string) []token {
	var out []token
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		kind, run := word, isWordRune
		switch {
		case unicode.IsDigit(r):
			kind, run = number, unicode.IsDigit
		case unicode.IsLetter(r):
		case r == '#':
			kind, run = numero, func(r rune) bool { return r == '#' }
		case r == '%':
			kind, run = percent, func(r rune) bool { return r == '%' }
		default:
			if n := len(out) - 1; n >= 0 && (out[n].behind == 0 || out[n].behind == '.') && !unicode.IsSpace(r) {
				out[n].behind = r
			}
			at += size
			continue
		}
		end := at + size
		for end < len(text) {
			next, n := utf8.DecodeRuneInString(text[end:])
			if !run(next) {
				break
			}
			end += n
		}
		glued := len(out) > 0 && out[len(out)-1].end == at
		out = append(out, token{text: text[at:end], kind: kind, glued: glued, start: at, end: end})
		at = end
	}
	return out
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// phrase is a row of words of the data.
type phrase struct {
	words  []pattern
	class  string
	length int // of its letters, by which a longer phrase goes before a shorter one
}

// pattern is one word of a phrase, "…*" for any ending.
type pattern struct {
	text   string
	prefix bool
}

func (p pattern) matches(text string) bool {
	return text == p.text || p.prefix && strings.HasPrefix(text, p.text)
}

// parsePhrase reads a phrase of the data; it has no words where nothing of it is compared.
func parsePhrase(text, class string) phrase {
	p := phrase{class: class}
	text = normal(text)
	for _, t := range tokens(text) {
		p.words = append(p.words, pattern{t.text, strings.HasPrefix(text[t.end:], "*")})
		p.length += len(t.text)
	}
	return p
}

// hit is where a phrase stands among the tokens of a cell.
type hit struct {
	from, to int // tokens, to exclusive
	class    string
}

// dictionary finds phrases.
type dictionary struct {
	byFirst map[rune][]phrase // by the first letter
}

func (d *dictionary) add(class string, texts ...string) {
	if d.byFirst == nil {
		d.byFirst = map[rune][]phrase{}
	}
	for _, text := range texts {
		if p := parsePhrase(text, class); len(p.words) > 0 {
			first, _ := utf8.DecodeRuneInString(p.words[0].text)
			d.byFirst[first] = append(d.byFirst[first], p)
		}
	}
}

// find lists the phrases of a cell from left to right, the longest at each place.
func (d *dictionary) find(cell []token) []hit {
	var out []hit
	for at := 0; at < len(cell); {
		best, ok := d.longestAt(cell, at)
		if !ok {
			at++
			continue
		}
		out = append(out, hit{at, at + len(best.words), best.class})
		at += len(best.words)
	}
	return out
}

func (d *dictionary) longestAt(cell []token, at int) (best phrase, ok bool) {
	first, _ := utf8.DecodeRuneInString(cell[at].text)
	for _, p := range d.byFirst[first] {
		if p.standsAt(cell, at) && (!ok || len(p.words) > len(best.words) || len(p.words) == len(best.words) && p.length > best.length) {
			best, ok = p, true
		}
	}
	return best, ok
}

func (p *phrase) standsAt(cell []token, at int) bool {
	if at+len(p.words) > len(cell) {
		return false
	}
	for i, w := range p.words {
		if !w.matches(cell[at+i].text) {
			return false
		}
	}
	return true
}

// whole is the class of the phrase that is the whole cell, "" without one.
func (d *dictionary) whole(cell []token) string {
	if len(cell) == 0 {
		return ""
	}
	if p, ok := d.longestAt(cell, 0); ok && len(p.words) == len(cell) {
		return p.class
	}
	return ""
}

// classes are those that stand in a cell.
func classes(hits []hit) map[string]bool {
	out := make(map[string]bool, len(hits))
	for _, h := range hits {
		out[h.class] = true
	}
	return out
}

// counts reports whether a rune is there once before and after normalising.
func counts(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
