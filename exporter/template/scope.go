package template

import (
	"time"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Facts are what a template can show of the feed itself. All scopes of a feed share them.
type Facts struct {
	Name string // as reports call the feed
	Date time.Time

	// What the feed says of its shop. What is "" has a neutral text.
	ShopName, ShopCompany, ShopURL string

	CategoryMap  *selection.CategoryMap  // what the target calls the categories, nil: none given
	UsualMap     *selection.CategoryMap  // what answers where that one has nothing to say, nil: nothing does
	AttributeMap *selection.AttributeMap // what it calls the attributes, nil: none given

	Keys *category.Keys // the ids of categories

	// The feed's own lists, known after the last offer.
	Currencies []Currency
	Categories []category.Listed
}

// Currency is one that a feed may hold, with its rate to the main one.
type Currency struct{ ID, Rate string }

// attributeTarget is what the target calls an attribute, by the user's map.
func (f *Facts) attributeTarget(a *supplier.Attribute, column string) string {
	if f.AttributeMap == nil {
		return ""
	}
	row, _ := f.AttributeMap.Lookup(a.Name, a.Value)
	return row.Get(column)
}

// categoryTarget is what the target calls a category, by the user's map or the built-in one.
func (f *Facts) categoryTarget(c *category.Listed, column string) string {
	var own, usual selection.Row
	asked := &supplier.Category{ID: c.ID, Name: c.Name, Path: c.Path}
	if f.CategoryMap != nil {
		own, _ = f.CategoryMap.Peek(asked)
	}
	if f.UsualMap != nil {
		usual, _ = f.UsualMap.Peek(asked)
	}
	return answering(own, usual, column).Get(column)
}

// Scope is one worker's place in a feed: an offer and, inside a list, the item at hand.
// Outside the offers it has the facts alone.
type Scope struct {
	Facts *Facts
	Notes *remark.Notes // told of what is repaired, nil where nobody is to be told

	product *supplier.Product
	offer   *Offer

	item // at hand, inside a list

	trace   *trace       // of the value at hand, nil where nobody asks
	env     *environment // of expressions, made when the first one needs it
	scratch []byte
}

// Move brings the scope to another offer, or to one that has changed.
func (s *Scope) Move(o *Offer) {
	s.offer, s.product = o, o.Product
	if s.env != nil {
		s.env.filled = false
	}
}

// item is one item of a list: its index and what its list has of these.
type item struct {
	index     int // from 0
	image     string
	label     string
	attribute *supplier.Attribute
	mapped    *mappedAttribute
	named     *NamedAttribute
	tier      *supplier.Tier
	option    *Option
	currency  *Currency
	category  *category.Listed
}
