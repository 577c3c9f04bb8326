package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// stock is what a text says of how many there are.
type stock struct {
	state    string // an availability, "" where only the quantity tells
	quantity supplier.Opt[int64]
}

// stockOf reads a cell of stock: a number, a word, or a bound such as ">10", of which the
// quantity is not known. ok is false for a word that nobody knows.
func (h *Hints) stockOf(text string) (said stock, ok bool) {
	word := strings.ToLower(strings.Join(strings.Fields(text), " "))
	word = strings.TrimRight(word, ".! ")
	for own, state := range h.Words {
		if strings.EqualFold(strings.Join(strings.Fields(own), " "), word) || strings.EqualFold(own, strings.TrimSpace(text)) {
			return stock{state: state}, true
		}
	}
	lex := lexiconOf()
	if state := lex.stock[word]; state != "" {
		return stock{state: state}, true
	}
	for _, unit := range lex.pieces {
		word = strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(word, "."), unit))
	}
	if n, known := wholePart(word); known {
		return stock{quantity: supplier.Some(max(n, 0))}, true
	}
	if lex.bounded(word) {
		return stock{state: supplier.InStock}, true
	}
	return stock{}, false
}

// Uncounted are columns that nobody reads and whose values are ones of stock, by the first of
// them: in a list that says nothing of stock, one of them may be it.
func (f *Form) Uncounted() (paths []string) {
	for _, c := range f.Columns {
		if c.Role == NoRole && c.Filled > 0 && !slices.ContainsFunc(c.Examples, func(text string) bool { _, ok := f.hints.stockOf(text); return !ok }) {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// wholePart is the whole part of a quantity: a text, with zeros or a part of a piece behind.
func wholePart(text string) (int64, bool) {
	text = strings.NewReplacer(" ", "", "\u00a0", "", ",", ".").Replace(text)
	whole, part, _ := strings.Cut(text, ".")
	if strings.Trim(part, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	return n, err == nil
}

// bounded reports whether a text says that there are at least so many: ">10", "10+", "від 5",
// "5-10".
func (l *lexicon) bounded(word string) bool {
	for _, sign := range l.moreThan {
		if rest, ok := strings.CutPrefix(word, sign); ok {
			if n, known := wholePart(rest); known && n >= 0 {
				return true
			}
		}
	}
	if rest, ok := strings.CutSuffix(word, "+"); ok {
		n, known := wholePart(rest)
		return known && n > 0
	}
	low, high, ranged := strings.Cut(word, "-")
	if !ranged {
		return false
	}
	n, known := wholePart(low)
	_, above := wholePart(high)
	return known && above && n > 0
}
