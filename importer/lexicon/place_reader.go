package lexicon

import (
	"slices"
	"strings"
	"unicode"
)

// placeReader reads one cell.
type placeReader struct {
	text, plain string
	cities      *dictionary
	where       Where
	cell        []token
	class       []string // of each token, "" for what is no known word
	said        map[string]bool
	street      int // the first token of a street, -1 without one
}

// Where a cell stands says what a bare number in it is.
type Where int

// The columns in which places stand.
const (
	InBranch  Where = iota // a column of branches: a bare number is a branch's
	InAddress              // a column of addresses: only what is called a branch is one
)

const indexDigits = 5 // of a Ukrainian postal code

func (r *placeReader) mark(hits []hit) {
	r.class, r.said, r.street = make([]string, len(r.cell)), map[string]bool{}, -1
	for _, h := range hits {
		if h.class == placeCity && r.cell[h.from].end-r.cell[h.from].start <= 1 && !r.cityMark(h.from) {
			continue // "с" and "м" are also letters of house numbers
		}
		if h.class == placeStreet && r.street < 0 {
			r.street = h.from
		}
		weak := h.class == placeWeak || h.class == placeShop
		if h.class == placeShop && !r.numberFollows(h.to) {
			continue // "біля магазину"
		}
		if weak && r.where == InAddress && r.street >= 0 {
			continue // a store-room of the house
		}
		for i := h.from; i < h.to; i++ {
			r.class[i] = h.class
			if weak {
				r.class[i] = KindBranch
			}
		}
		r.said[h.class] = true
		r.said[placeWeak] = r.said[placeWeak] || weak
	}
	if r.said[placeWeak] && !slices.Contains(r.class, KindBranch) {
		delete(r.said, placeWeak)
	}
}

// cityMark: a letter stands for "city" or "village" before a full stop or a blank and a name.
func (r *placeReader) cityMark(at int) bool {
	return at+1 < len(r.cell) && r.cell[at+1].kind == word && len(r.cell[at+1].text) > 2 && (at == 0 || r.cell[at-1].kind == word)
}

// numberFollows reports whether a number or a "№" stands at a token.
func (r *placeReader) numberFollows(at int) bool {
	return at < len(r.cell) && r.cell[at].kind != word
}

// original is the cell's own text of some tokens, on one line.
func (r *placeReader) original(from, to int) string {
	return originalOf(r.text, r.plain, r.cell[from].start, r.cell[to-1].end)
}

// words is how many words a name has.
func (r *placeReader) words(name string) int { return len(tokens(normal(name))) }

func (r *placeReader) hasNumber() bool {
	return slices.ContainsFunc(r.cell, func(t token) bool { return t.kind == number })
}

// isMeasure reports whether a number is a weight, a price or a part of a day.
func (r *placeReader) isMeasure(at int) bool {
	return at+1 < len(r.cell) && r.class[at+1] == placeUnit
}

// isIndex reports whether a number stands behind a word for a postal code.
func (r *placeReader) isIndex(at int) bool { return at > 0 && r.class[at-1] == placeIndex }

// joined reports whether a further number is joined to one by a slash or a hyphen.
func (r *placeReader) joined(at int) bool {
	return at+1 < len(r.cell) && r.cell[at+1].kind == number && r.cell[at+1].start == r.cell[at].end+1 && strings.ContainsRune("/-", r.cell[at].behind)
}

func (r *placeReader) kindSaid() string {
	switch {
	case r.said[KindLocker]:
		return KindLocker
	case r.said[KindBranch], r.said[placeWeak]:
		return KindBranch
	}
	return ""
}

// firstOfPlace is the first token of what names the place itself: a branch, a carrier, a
// street, a number; -1 without any.
func (r *placeReader) firstOfPlace() int {
	for i, class := range r.class {
		switch class {
		case KindBranch, KindLocker, KindCourier, placeStreet:
			return i
		}
		if isCarrier(class) || r.cell[i].kind == numero {
			return i
		}
	}
	return -1
}

// letters reports whether a text is a name: letters, blanks and what stands in names.
func letters(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune("'’ʼ`-.", r)
	})
}
