package exporter

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// list is a list of a product that an element can repeat over.
type list struct {
	name    string
	private bool // shows what the client pays
	length  func(*supplier.Product) int
	set     func(s *scope, index int) // puts one item into the scope
	item    map[string]value          // paths over an item; "." is the item itself
}

// lists are the lists of a product.
func lists() []list {
	return []list{
		{
			name:   "images",
			length: func(p *supplier.Product) int { return len(p.Images) },
			set:    func(s *scope, i int) { s.image = s.product.Images[i] },
			item:   map[string]value{".": address(func(s *scope) string { return s.image })},
		},
		{
			name:   "attributes",
			length: func(p *supplier.Product) int { return len(p.Attributes) },
			set:    func(s *scope, i int) { s.attribute = &s.product.Attributes[i] },
			item: map[string]value{
				"name":  text(func(s *scope) string { return s.attribute.Name }),
				"value": text(func(s *scope) string { return s.attribute.Value }),
				"unit":  text(func(s *scope) string { return s.attribute.Unit }),
			},
		},
		{
			name:    "tiers",
			private: true,
			length:  func(p *supplier.Product) int { return len(p.Tiers) },
			set:     func(s *scope, i int) { s.tier = &s.product.Tiers[i] },
			item: map[string]value{
				"price":        secret(money(func(s *scope) supplier.Money { return s.tier.Price })),
				"min_quantity": secret(integer(func(s *scope) (int64, bool) { return s.tier.MinQuantity, true })),
			},
		},
	}
}

// paths knows every path that a template may name at some place.
type paths struct {
	product map[string]value
	lists   []list
	inside  *list // set inside an element that repeats
}

func newPaths() paths { return paths{product: productPaths(), lists: lists()} }

// within is the same paths inside one item of a list.
func (p paths) within(l *list) paths {
	p.inside = l
	return p
}

// value finds what a path leads to. Inside a list the item's own names go first.
func (p paths) value(path string) (value, bool) {
	if p.inside != nil {
		if v, ok := p.inside.item[path]; ok {
			return v, true
		}
	}
	if v, ok := p.product[path]; ok {
		return v, true
	}
	return p.indexed(path)
}

// list finds a list by its name.
func (p paths) list(name string) *list {
	i := slices.IndexFunc(p.lists, func(l list) bool { return l.name == name })
	if i < 0 {
		return nil
	}
	return &p.lists[i]
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

// atIndex makes a value over an item one over the product: absent where the list is shorter.
func atIndex(v value, l *list, index int) value {
	reach := func(s *scope) bool {
		if l.length(s.product) <= index {
			return false
		}
		l.set(s, index)
		return true
	}
	item := v
	v.list, v.index = l.name, index
	switch v.kind {
	case moneyKind:
		v.money = func(s *scope) (m supplier.Money) {
			if reach(s) {
				m = item.money(s)
			}
			return m
		}
	case integerKind:
		v.integer = func(s *scope) (int64, bool) {
			if !reach(s) {
				return 0, false
			}
			return item.integer(s)
		}
	default:
		v.text = func(s *scope) string {
			if !reach(s) {
				return ""
			}
			return item.text(s)
		}
	}
	return v
}

// known lists every path that could be meant at this place, for hints.
func (p paths) known() []string {
	known := slices.Collect(maps.Keys(p.product))
	for _, l := range p.lists {
		for member := range l.item {
			if member == "." {
				known = append(known, l.name+"[0]")
			} else {
				known = append(known, l.name+"[0]."+member)
			}
		}
	}
	if p.inside != nil {
		known = slices.AppendSeq(known, maps.Keys(p.inside.item))
	}
	slices.Sort(known)
	return known
}
