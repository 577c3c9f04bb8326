package sandbox

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"github.com/govalues/decimal"
)

// The fields that are filtered, as they are named in facets; an attribute's
// filter is named attr.NAME.
const (
	onCategory     = "category_id"
	onBrand        = "brand"
	onAvailability = "availability"
	onAttribute    = "attr."
)

// filters are the conditions of one search. Each has a bit, so that a facet can
// be counted as if its own filter were not there.
type filters struct {
	words        []string
	since        *contract.Span // of changes
	category     string
	brands       []string
	availability string
	min, max     *decimal.Decimal
	priceField   string
	attributes   map[string][]string // by name; OR inside, AND across
}

// missed names the one filter that a product does not pass; many is true where
// there are more.
func (f filters) missed(x *indexed) (field string, many bool) {
	misses := 0
	miss := func(passes bool, name string) {
		if !passes {
			misses, field = misses+1, name
		}
	}
	if !f.text(x) || f.since != nil && x.updated < f.since.Start {
		return "", true // no facet is counted without these
	}
	miss(f.category == "" || slices.Contains(x.categories, f.category), onCategory)
	miss(len(f.brands) == 0 || slices.Contains(f.brands, x.brand), onBrand)
	miss(f.availability == "" || x.availability == f.availability, onAvailability)
	miss(f.price(x), f.priceField)
	for name, values := range f.attributes {
		passes := slices.ContainsFunc(x.attributes, func(a catalog.Attribute) bool {
			return a.Name == name && slices.Contains(values, a.Value)
		})
		miss(passes, onAttribute+name)
	}
	return field, misses > 1
}

func (f filters) text(x *indexed) bool {
	for _, word := range f.words {
		if !strings.Contains(x.haystack, word) {
			return false
		}
	}
	return true
}

func (f filters) price(x *indexed) bool {
	if f.min == nil && f.max == nil {
		return true
	}
	price := &x.drop
	if f.priceField == "rrp" {
		price = x.rrp
	}
	return price != nil && (f.min == nil || price.Cmp(*f.min) >= 0) && (f.max == nil || price.Cmp(*f.max) <= 0)
}
