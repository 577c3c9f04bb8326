package template

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/money"
)

// list is a list that elements, rows and columns can repeat over.
type list struct {
	name     string
	document bool // of the whole feed, known after the last offer
	length   func(*Scope) int
	set      func(s *Scope, index int) // puts one item into the scope
	item     map[string]value          // paths over an item; "." is the item itself
}

// leftOut is the repair of leaving out an item.
func (l *list) leftOut() remark.Code {
	switch l.name {
	case "images", "group.images":
		return remark.PicturesLeftOut
	case "attributes":
		return remark.AttributesLeftOut
	case "tiers":
		return remark.TiersLeftOut
	}
	return remark.TextCut
}

// lists are all lists of offers and of the feed.
func lists() []list {
	position := integer(func(s *Scope) (int64, bool) { return int64(s.index) + 1, true })
	one := func(l list) list {
		set := l.set
		l.set = func(s *Scope, i int) { s.item = item{index: i}; set(s, i) } // nothing is left of another list's
		l.item["position"] = position
		return l
	}
	return []list{one(imageList()), one(attributeList()), one(mappedList()), one(tierList()), one(optionList()), one(groupImageList()), one(groupOptionList()),
		one(currencyList()), one(categoryList())}
}

func imageList() list {
	return list{
		name:   "images",
		length: func(s *Scope) int { return len(s.offer.Images) },
		set:    func(s *Scope, i int) { s.image = s.offer.Images[i] },
		item:   map[string]value{".": address(func(s *Scope) string { return s.image })},
	}
}

func attributeList() list {
	return list{
		name:   "attributes",
		length: func(s *Scope) int { return len(s.offer.Attributes) },
		set:    func(s *Scope, i int) { s.attribute = &s.offer.Attributes[i] },
		item:   attributePaths(),
	}
}

func attributePaths() map[string]value {
	target := func(column string) value {
		return text(func(s *Scope) string { return s.Facts.attributeTarget(s.attribute, column) })
	}
	return map[string]value{
		"name":         text(func(s *Scope) string { return s.attribute.Name }),
		"value":        text(func(s *Scope) string { return s.attribute.Value }),
		"unit":         text(func(s *Scope) string { return s.attribute.Unit }),
		"code":         target("code"),
		"value_code":   target("value_code"),
		"target_name":  target("target_name"),
		"target_value": target("target_value"),
		"measure":      target("measure"),
	}
}

// tierList is the wholesale tiers as the feed's own rule prices them: in a private feed
// without one the supplier's, in a public feed without one none.
func tierList() list {
	return list{
		name:   "tiers",
		length: func(s *Scope) int { return len(s.offer.Prices.Tiers) },
		set:    func(s *Scope, i int) { s.tier = &s.offer.Prices.Tiers[i] },
		item: map[string]value{
			"price":        amountOf(func(s *Scope) money.Amount { return s.tier.Price }),
			"min_quantity": integer(func(s *Scope) (int64, bool) { return s.tier.MinQuantity, true }),
		},
	}
}

func currencyList() list {
	return list{
		name:     "currencies",
		document: true,
		length:   func(s *Scope) int { return len(s.Facts.Currencies) },
		set:      func(s *Scope, i int) { s.currency = &s.Facts.Currencies[i] },
		item: map[string]value{
			"id":   text(func(s *Scope) string { return s.currency.ID }),
			"rate": text(func(s *Scope) string { return s.currency.Rate }),
		},
	}
}

func categoryList() list {
	return list{
		name:     "categories",
		document: true,
		length:   func(s *Scope) int { return len(s.Facts.Categories) },
		set:      func(s *Scope, i int) { s.category = &s.Facts.Categories[i] },
		item: map[string]value{
			"id":        text(func(s *Scope) string { return s.category.ID }),
			"parent_id": text(func(s *Scope) string { return s.category.Parent }),
			"name":      text(func(s *Scope) string { return s.category.Name }),
		},
	}
}

// paths knows every path that a template may name at some place.
type paths struct {
	product map[string]value // over an offer; nil outside the offers
	feed    map[string]value
	lists   []list
	inside  *list // set inside what repeats
}

func newPaths() paths { return paths{product: productPaths(), feed: feedPaths(), lists: lists()} }

// within is the same paths inside one item of a list.
func (p paths) within(l *list) paths {
	if l != nil {
		p.inside = l
	}
	return p
}

// outside is the paths where no offer is at hand.
func (p paths) outside() paths {
	p.product = nil
	return p
}

// value finds what a path leads to. Inside a list the item's own names go first.
func (p paths) value(path string) (value, bool) {
	if p.inside != nil {
		if v, ok := p.inside.item[strings.TrimPrefix(path, "item.")]; ok {
			return v, true
		}
		if v, ok := p.inside.item[path]; ok {
			return v, true
		}
		if column, ok := strings.CutPrefix(path, "target."); ok && p.inside.name == "categories" {
			return text(func(s *Scope) string { return s.Facts.categoryTarget(s.category, column) }), true
		}
	}
	if v, ok := p.feed[path]; ok {
		return v, true
	}
	if p.product == nil {
		return value{}, false
	}
	if v, ok := p.product[path]; ok {
		return v, true
	}
	// Which columns a category map has is the user's; one that lacks a column is told when the feed is checked.
	if column, ok := strings.CutPrefix(path, "target."); ok && column != "" && !strings.ContainsAny(column, " +-*/()[]\"'") {
		return text(func(s *Scope) string { return s.offer.Target.Get(column) }), true
	}
	return p.indexed(path)
}

// list finds a list by its name.
func (p paths) list(name string) *list {
	i := slices.IndexFunc(p.lists, func(l list) bool { return l.name == name })
	if i < 0 || p.product == nil && !p.lists[i].document {
		return nil
	}
	return &p.lists[i]
}

func (p paths) listNames() (names []string) {
	for i := range p.lists {
		if p.list(p.lists[i].name) != nil {
			names = append(names, p.lists[i].name)
		}
	}
	return names
}

// indexed reads paths such as images[3] and tiers[0].price, with indexes from 0.
func (p paths) indexed(path string) (value, bool) {
	l, index, member, ok := p.splitIndex(path)
	if !ok {
		return value{}, false
	}
	v, ok := l.item[member]
	if !ok {
		return value{}, false
	}
	return atIndex(v, l, index), true
}

func (p paths) splitIndex(path string) (l *list, index int, member string, ok bool) {
	name, rest, ok := strings.Cut(path, "[")
	if !ok {
		return nil, 0, "", false
	}
	digits, member, ok := strings.Cut(rest, "]")
	index, err := strconv.Atoi(digits)
	if l = p.list(name); l == nil || !ok || err != nil || index < 0 || index > 999 {
		return nil, 0, "", false
	}
	if member == "" {
		return l, index, ".", true
	}
	member, ok = strings.CutPrefix(member, ".")
	return l, index, member, ok
}

// atIndex makes a value over an item one over the offer: absent where the list is shorter.
// The item at hand before is at hand after it.
func atIndex(v value, l *list, index int) value {
	reach := func(s *Scope, read func()) {
		if l.length(s) <= index {
			return
		}
		before := s.item
		l.set(s, index)
		read()
		s.item = before
	}
	item := v
	v.list, v.index = l.name, index
	switch v.kind {
	case moneyKind:
		v.money = func(s *Scope) (m money.Amount) {
			reach(s, func() { m = item.money(s) })
			return m
		}
	case integerKind:
		v.integer = func(s *Scope) (n int64, known bool) {
			reach(s, func() { n, known = item.integer(s) })
			return n, known
		}
	case composed:
		v.compose = func(dst []byte, s *Scope) []byte {
			reach(s, func() { dst = item.compose(dst, s) })
			return dst
		}
	default:
		v.text = func(s *Scope) (t string) {
			reach(s, func() { t = item.text(s) })
			return t
		}
	}
	return v
}

// known lists every path that could be meant at this place, for hints.
func (p paths) known() []string {
	known := slices.Collect(maps.Keys(p.product))
	known = slices.AppendSeq(known, maps.Keys(p.feed))
	for i := range p.lists {
		if p.product == nil || p.lists[i].document {
			continue
		}
		for member := range p.lists[i].item {
			if member == "." {
				known = append(known, p.lists[i].name+"[0]")
			} else {
				known = append(known, p.lists[i].name+"[0]."+member)
			}
		}
	}
	if p.inside != nil {
		known = slices.AppendSeq(known, maps.Keys(p.inside.item))
	}
	slices.Sort(known)
	return known
}
