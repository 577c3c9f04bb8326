package pricing

import (
	"bytes"
	"errors"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// choices are the markups of a rule, of which every product gets one: that of its
// category, else of its supplier, else of its band, else the rule's own.
type choices struct {
	main       markup
	bands      []band
	categories []*category
	suppliers  map[string]*markup   // by name
	ids, paths map[string]*category // by id, and by the folded path
}

type band struct {
	below  money.Amount // absent: every price
	markup markup
}

type category struct {
	name   string // as the rule has it
	markup markup
	used   atomic.Bool
}

// neutral reports whether no product's price is changed.
func (c *choices) neutral() bool {
	changed := c.main.changes
	for i := range c.bands {
		changed = changed || c.bands[i].markup.changes
	}
	for _, one := range c.categories {
		changed = changed || one.markup.changes
	}
	for _, one := range c.suppliers {
		changed = changed || one.changes
	}
	return !changed
}

// of chooses the markup for a product with a base price in the feed's currency.
func (c *choices) of(product *supplier.Product, base money.Amount, scratch *[]byte) *markup {
	if found := c.category(&product.Category, scratch); found != nil {
		if !found.used.Load() { // a store each time would make the workers wait for each other
			found.used.Store(true)
		}
		return &found.markup
	}
	if own := c.suppliers[product.Supplier]; own != nil {
		return own
	}
	for i := range c.bands {
		if b := &c.bands[i]; !b.below.IsSet() || base.Cmp(b.below) < 0 {
			return &b.markup
		}
	}
	return &c.main
}

// category finds the deepest category of the rule that a product's lies in or below.
func (c *choices) category(product *supplier.Category, scratch *[]byte) *category {
	if len(c.categories) == 0 {
		return nil
	}
	if found := c.ids[product.ID]; found != nil && product.ID != "" {
		return found
	}
	path := (*scratch)[:0]
	for _, name := range product.Path {
		path = appendLevels(path, name)
	}
	if len(product.Path) == 0 {
		path = appendLevels(path, product.Name)
	}
	*scratch = path
	for len(path) > 0 {
		if found := c.paths[string(path)]; found != nil {
			return found
		}
		path = path[:max(0, bytes.LastIndexByte(path, level))]
	}
	return nil
}

// addCategory takes one that is named by an id or by a path.
func (c *choices) addCategory(name string, m markup) error {
	for part := range strings.SplitSeq(name, ">") {
		if strings.TrimSpace(part) == "" {
			return errors.New("a name is missing in the path")
		}
	}
	if c.ids == nil {
		c.ids, c.paths = map[string]*category{}, map[string]*category{}
	}
	made := &category{name: name, markup: m}
	path := string(appendLevels(nil, name))
	if other := c.paths[path]; other != nil {
		return errors.New("the same category as " + other.name)
	}
	c.categories = append(c.categories, made)
	c.ids[strings.TrimSpace(name)], c.paths[path] = made, made
	return nil
}

// level stands before each level of a folded path. No name holds it: it counts as a blank.
const level = 0x1f

// appendLevels appends the levels of a path, or a name that may hold some, in lower case
// and with blanks as single spaces, each after a level byte.
func appendLevels(path []byte, name string) []byte {
	start, gap := true, false
	for _, r := range name {
		switch {
		case r == '>':
			start, gap = true, false
			continue
		case r == level || unicode.IsSpace(r):
			gap = true
			continue
		case start:
			path = append(path, level)
		case gap:
			path = append(path, ' ')
		}
		start, gap = false, false
		path = utf8.AppendRune(path, unicode.ToLower(r))
	}
	return path
}
