package pricelist

import (
	"cmp"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// UnknownStock is a word of stock that nobody knows: the products that have it are left out.
type UnknownStock struct {
	form.StockWord
	Products int    // that are left out for it
	First    string // the SKU of one of them
}

// mostUnknown is how many words are told apart: a column of texts is no column of stock.
const mostUnknown = 200

// unknowns are the words of stock that nobody knew in one reading.
type unknowns struct {
	mu sync.Mutex
	of map[form.StockWord]*UnknownStock
}

// note takes in why a product was left out, and reports whether it was for such a word.
func (u *unknowns) note(wrong *form.Wrong, sku string) bool {
	if wrong.Stock == nil {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = map[form.StockWord]*UnknownStock{}
	}
	one := u.of[*wrong.Stock]
	if one == nil && len(u.of) < mostUnknown {
		one = &UnknownStock{StockWord: *wrong.Stock, First: strings.Clone(sku)}
		u.of[one.StockWord] = one
	}
	if one != nil {
		one.Products++
	}
	return true
}

// list are the words, those that leave out most products first.
func (u *unknowns) list() (out []UnknownStock) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, one := range u.of {
		out = append(out, *one)
	}
	sorting.Func(out, func(a, b UnknownStock) int {
		return cmp.Or(cmp.Compare(b.Products, a.Products), cmp.Compare(a.Word, b.Word), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Column, b.Column))
	})
	return out
}

// told is the reading whose words are told.
type told struct {
	mu   sync.Mutex
	last *unknowns
}

func (t *told) tell(words *unknowns) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = words
}

// UnknownStock lists the words of stock that nobody knew when the lists were read last, those
// that leave out most products first. A reading counts from its first such word, or its end.
func (c *Catalogue) UnknownStock() []UnknownStock {
	c.told.mu.Lock()
	last := c.told.last
	c.told.mu.Unlock()
	if last == nil {
		return nil
	}
	return last.list()
}
