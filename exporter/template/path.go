package template

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

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

// valueNamed finds what a path leads to. Inside a list the item's own names go first.
func (p paths) valueNamed(path string) (value, bool) {
	if p.inside != nil {
		if v, ok := p.inside.item[strings.TrimPrefix(path, "item.")]; ok {
			return v, true
		}
		if v, ok := p.inside.item[path]; ok {
			return v, true
		}
		if column, ok := strings.CutPrefix(path, "target."); ok && p.inside.name == "categories" {
			return textValue(func(s *Scope) string { return s.Facts.categoryTarget(s.category, column) }), true
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
		return textValue(func(s *Scope) string { return s.offer.target(column) }), true
	}
	return p.indexed(path)
}

// listNamed finds a list by its name.
func (p paths) listNamed(name string) *list {
	i := slices.IndexFunc(p.lists, func(l list) bool { return l.name == name })
	if i < 0 || p.product == nil && !p.lists[i].document {
		return nil
	}
	return &p.lists[i]
}

func (p paths) listNames() (names []string) {
	for i := range p.lists {
		if p.listNamed(p.lists[i].name) != nil {
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
	return p.atIndex(v, l, index), true
}

func (p paths) splitIndex(path string) (l *list, index int, member string, ok bool) {
	name, rest, ok := strings.Cut(path, "[")
	if !ok {
		return nil, 0, "", false
	}
	digits, member, ok := strings.Cut(rest, "]")
	index, err := strconv.Atoi(digits)
	if l = p.listNamed(name); l == nil || !ok || err != nil || index < 0 || index > 999 {
		return nil, 0, "", false
	}
	if member == "" {
		return l, index, ".", true
	}
	member, ok = strings.CutPrefix(member, ".")
	return l, index, member, ok
}

// atIndex makes a value over an item one over the offer: absent where the list is shorter.
// The item at hand before is at hand after it, where there can be one.
func (p paths) atIndex(v value, l *list, index int) value {
	inside := p.inside != nil
	reach := func(s *Scope, read func()) {
		if l.length(s) <= index {
			return
		}
		if !inside {
			l.set(s, index)
			read()
			return
		}
		before := s.item
		l.set(s, index)
		read()
		s.item = before
	}
	whole := v
	v.list, v.index = l.name, index
	switch v.kind {
	case moneyKind:
		v.money = func(s *Scope) (m money.Amount) {
			reach(s, func() { m = whole.money(s) })
			return m
		}
	case integerKind:
		v.integer = func(s *Scope) (n int64, known bool) {
			reach(s, func() { n, known = whole.integer(s) })
			return n, known
		}
	case composed:
		v.compose = func(dst []byte, s *Scope) []byte {
			reach(s, func() { dst = whole.compose(dst, s) })
			return dst
		}
	default:
		v.text = func(s *Scope) (t string) {
			reach(s, func() { t = whole.text(s) })
			return t
		}
	}
	return v
}

// everyPath lists every path that could be meant at this place, for hints.
func (p paths) everyPath() []string {
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
