package form

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// stock is what a text says of how many there are.
type stock struct {
	state    string // an availability, "" where only the quantity tells
	quantity supplier.Opt[int64]
}

// stockOf reads a cell of stock: a number, a word, or a bound such as ">10", of which the
// quantity is not known. ok is false for a word that nobody knows.
//
// A number that can be read in two ways, as "1,234" can, says that there are some: its quantity is
// not known either. number says that the cell is one of a workbook.
func (f *Form) stockOf(text string, number bool) (said stock, ok bool) {
	word := strings.ToLower(strings.Join(strings.Fields(text), " "))
	word = strings.TrimRight(word, ".! ")
	for own, state := range f.hints.Words {
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
	switch n, err := f.wholePart(word, number); {
	case err == nil, n < 0:
		return stock{quantity: supplier.Some(max(n, 0))}, true
	case errors.Is(err, money.ErrAmbiguous), f.bounded(word):
		return stock{state: supplier.InStock}, true
	}
	return stock{}, false
}

// Uncounted are columns that nobody reads and whose values are ones of stock, by the first of
// them: in a list that says nothing of stock, one of them may be it.
func (f *Form) Uncounted() (paths []string) {
	for _, c := range f.Columns {
		if c.Role == NoRole && c.Filled > 0 && !slices.ContainsFunc(c.Examples, func(text string) bool { _, ok := f.stockOf(text, false); return !ok }) {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// wholePart is the whole part of a quantity, with zeros or a part of a piece behind; with
// money.ErrAmbiguous it is the smaller one of two.
func (f *Form) wholePart(text string, number bool) (int64, error) {
	if number || f.machine() && money.IsPlain(text) {
		if amount, err := money.Parse(text); err == nil {
			if n, fits := amount.WholePart(); fits {
				return n, nil
			}
		}
	}
	return money.Notation{Grouping: money.Threes, Signs: money.Signed}.WholePart(strings.TrimRight(apostrophes.Replace(strings.TrimSpace(text)), ".,"))
}

// bounded reports whether a text says that there are at least so many: ">10", "10+", "від 5",
// "5-10".
func (f *Form) bounded(word string) bool {
	for _, sign := range lexiconOf().moreThan {
		if rest, ok := strings.CutPrefix(word, sign); ok && f.atLeast(rest, 0) {
			return true
		}
	}
	if rest, ok := strings.CutSuffix(word, "+"); ok {
		return f.atLeast(rest, 1)
	}
	low, high, ranged := strings.Cut(word, "-")
	return ranged && f.atLeast(low, 1) && f.atLeast(high, math.MinInt64)
}

// atLeast reports whether a text is a quantity that is not below another, however it is read.
func (f *Form) atLeast(text string, least int64) bool {
	n, err := f.wholePart(text, false)
	return (err == nil || errors.Is(err, money.ErrAmbiguous)) && n >= least
}
