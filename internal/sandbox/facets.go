package sandbox

import (
	"cmp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// A facet shows what one field holds over a search, counted without the filter
// on that field itself: a termsFacet or a rangeFacet.
type facet any

type termsFacet struct {
	Field  string       `json:"field"`
	Type   string       `json:"type"`
	Values []facetValue `json:"values"`
}

type rangeFacet struct {
	Field string  `json:"field"`
	Type  string  `json:"type"`
	Min   *string `json:"min"`
	Max   *string `json:"max"`
}

type facetValue struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Count    int    `json:"count"`
	Selected bool   `json:"selected"`
}

const (
	maxAttributeFacets = 20
	maxFacetValues     = 50 // of an attribute; categories and brands are all listed
)

// run splits products into the hits and what the facets count: a product that
// misses one filter only still counts in the facet of that filter.
func (f filters) run(products []indexed, names map[string]string) ([]*indexed, []facet) {
	var hits []*indexed
	t := newTally()
	for i := range products {
		x := &products[i]
		missed, many := f.missed(x)
		if many {
			continue
		}
		if missed == "" {
			hits = append(hits, x)
		}
		t.count(x, missed)
	}
	return hits, t.facets(f, names)
}

// terms counts the products of each value of a field.
type terms map[string]int

// bounds are the least and the greatest price.
type bounds struct{ min, max *decimal.Decimal }

func (b *bounds) add(d *decimal.Decimal) {
	if d == nil {
		return
	}
	if b.min == nil || d.Cmp(*b.min) < 0 {
		b.min = d
	}
	if b.max == nil || d.Cmp(*b.max) > 0 {
		b.max = d
	}
}

// tally is all that the facets count.
type tally struct {
	categories, brands, availability terms
	drop, rrp                        bounds
	attributes                       map[string]*attributeTally // by name
}

// attributeTally is what is counted of the attributes of one name.
type attributeTally struct {
	products int // that have one, whatever its value
	values   terms
	units    map[string]string // by value
}

func newTally() *tally {
	return &tally{categories: terms{}, brands: terms{}, availability: terms{},
		attributes: map[string]*attributeTally{}}
}

// count counts a product in all facets, or in that of the one filter it misses.
func (t *tally) count(x *indexed, missed string) {
	in := func(field string) bool { return missed == "" || missed == field }
	if in(onCategory) {
		for _, id := range x.categories {
			t.categories[id]++
		}
	}
	if in(onBrand) && x.brand != "" {
		t.brands[x.brand]++
	}
	if in(onAvailability) {
		t.availability[x.availability]++
	}
	if in("drop_price") {
		t.drop.add(&x.drop)
	}
	if in("rrp") {
		t.rrp.add(x.rrp)
	}
	name, ofOneName := strings.CutPrefix(missed, onAttribute)
	for i, a := range x.attributes {
		if missed == "" || ofOneName && name == a.Name {
			t.countAttribute(a, x.attributes[:i])
		}
	}
}

// countAttribute counts a product once for a name, and once for a value of it.
func (t *tally) countAttribute(a catalog.Attribute, before []catalog.Attribute) {
	of := t.attributes[a.Name]
	if of == nil {
		of = &attributeTally{values: terms{}, units: map[string]string{}}
		t.attributes[a.Name] = of
	}
	sameName := false
	for _, b := range before {
		if b.Name == a.Name {
			if b.Value == a.Value {
				return
			}
			sameName = true
		}
	}
	if !sameName {
		of.products++
	}
	if of.values[a.Value]++; a.Unit != "" {
		of.units[a.Value] = a.Unit
	}
}

func (t *tally) facets(f filters, names map[string]string) []facet {
	same := func(value string) string { return value }
	all := []facet{
		t.categories.facet(onCategory, selected(f.category), func(id string) string { return cmp.Or(names[id], id) }),
		t.brands.facet(onBrand, f.brands, same),
		t.availability.facet(onAvailability, selected(f.availability), same),
		t.drop.facet("drop_price"),
		t.rrp.facet("rrp"),
	}
	for _, name := range t.attributeNames(f) {
		of := t.attributes[name]
		if of == nil { // filtered by, and nobody has it
			of = &attributeTally{}
		}
		all = append(all, of.values.facet(onAttribute+name, f.attributes[name], func(value string) string {
			return strings.TrimSpace(value + " " + of.units[value])
		}).cut(maxFacetValues))
	}
	return all
}

// attributeNames are those filtered by, and then the most frequent ones.
func (t *tally) attributeNames(f filters) []string {
	var names []string
	for name := range t.attributes {
		if f.attributes[name] == nil {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.attributes[b].products, t.attributes[a].products), strings.Compare(a, b))
	})
	var chosen []string
	for name := range f.attributes {
		chosen = append(chosen, name)
	}
	slices.Sort(chosen)
	names = append(chosen, names...)
	return names[:min(len(names), max(maxAttributeFacets, len(chosen)))]
}

func selected(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// facet lists the values, the most frequent ones first, the chosen ones always
// among them.
func (t terms) facet(field string, chosen []string, label func(string) string) termsFacet {
	values := make([]facetValue, 0, len(t))
	for value, n := range t {
		values = append(values, facetValue{value, label(value), n, slices.Contains(chosen, value)})
	}
	for i, value := range chosen {
		if _, counted := t[value]; !counted && !slices.Contains(chosen[:i], value) {
			values = append(values, facetValue{value, label(value), 0, true})
		}
	}
	slices.SortFunc(values, func(a, b facetValue) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
	})
	return termsFacet{field, "terms", values}
}

// cut keeps the most frequent values, and the chosen ones.
func (f termsFacet) cut(most int) termsFacet {
	if len(f.Values) <= most {
		return f
	}
	kept := f.Values[:most:most]
	for _, v := range f.Values[most:] {
		if v.Selected {
			kept = append(kept, v)
		}
	}
	f.Values = kept
	return f
}

func (b bounds) facet(field string) facet {
	return rangeFacet{field, "range", contract.AmountOrNil(b.min), contract.AmountOrNil(b.max)}
}
