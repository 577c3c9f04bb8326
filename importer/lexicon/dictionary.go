package lexicon

import (
	"strings"
	"unicode/utf8"
)

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

// phraseKey is what two spellings of a phrase have in common.
func phraseKey(text string) string {
	key := ""
	for _, t := range tokens(normal(text)) {
		key += t.text + " "
	}
	if asks(text) {
		key += "?"
	}
	return key
}
