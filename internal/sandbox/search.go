package sandbox

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
	"golang.org/x/text/cases"
)

const maxRepeats = 50 // of one repeatable parameter

// searchProducts answers GET /api/products/search.
func (s *Server) searchProducts(c *call) (answer, error) {
	p := c.paging()
	f := readFilters(c.query)
	order := c.query.Choice("sort", "created_at", sortNames()...)
	if err := c.query.Finish(); err != nil {
		return answer{}, err
	}
	var l list
	var ords []int64
	err := s.goods.index.view(c.ctx, s.house.Store, func(products []indexed, names map[string]string) {
		hits, facets := f.run(products, names)
		less := sorting(order)
		slices.SortFunc(hits, less)
		l.total, l.facets = len(hits), facets
		part := cut(hits, products, p, c.acts.shift, less)
		for _, x := range part.rows {
			ords = append(ords, x.ord)
		}
		if part.more {
			l.next = &position{At: part.last.ord}
		}
	})
	if err != nil {
		return answer{}, err
	}
	if l.data, err = s.productTexts(c.ctx, ords); err != nil {
		return answer{}, err
	}
	return c.productAnswer(p, l)
}

func readFilters(q *contract.Query) filters {
	f := filters{
		words: strings.Fields(cases.Fold().String(q.One("q"))), since: q.Moment("updated_since"),
		category: q.One("category_id"), brands: q.Many("brand", maxRepeats),
		availability: q.Choice("availability", "", catalog.InStock, catalog.OutOfStock, catalog.OnOrder, catalog.Discontinued),
		min:          q.Amount("price_min"), max: q.Amount("price_max"),
		priceField: q.Choice("price_field", "drop_price", "drop_price", "rrp"),
		attributes: map[string][]string{},
	}
	if f.min != nil && f.max != nil && f.min.Cmp(*f.max) > 0 {
		q.Fail("price_min", "out_of_range", "price_min is above price_max")
	}
	for parameter := range q.Values {
		name, ok := strings.CutPrefix(parameter, "attr[")
		if name, closed := strings.CutSuffix(name, "]"); ok && closed && name != "" {
			f.attributes[name] = q.Many(parameter, maxRepeats)
		}
	}
	return f
}

// sortNames are the orders that a search can be in; "-" turns one round.
func sortNames() []string {
	var names []string
	for _, name := range []string{"created_at", "updated_at", "name", "drop_price", "rrp"} {
		names = append(names, name, "-"+name)
	}
	return names
}

// sorting compares two products in an order; equal ones stand as in the list,
// those without a price behind all others.
func sorting(order string) func(a, b *indexed) int {
	field, down := strings.CutPrefix(order, "-")
	compare := func(a, b *indexed) int {
		switch field {
		case "updated_at":
			return cmp.Compare(a.updated, b.updated)
		case "name":
			return strings.Compare(a.name, b.name)
		case "drop_price":
			return a.drop.Cmp(b.drop)
		case "rrp":
			if a.rrp != nil && b.rrp != nil {
				return a.rrp.Cmp(*b.rrp)
			}
			return 0
		default:
			return cmp.Compare(a.created, b.created)
		}
	}
	return func(a, b *indexed) int {
		if field == "rrp" && (a.rrp == nil) != (b.rrp == nil) {
			if a.rrp == nil {
				return 1
			}
			return -1
		}
		n := compare(a, b)
		if down {
			n = -n
		}
		return cmp.Or(n, cmp.Compare(a.ord, b.ord))
	}
}

// part is what a page shows of the hits.
type part struct {
	rows []*indexed
	last *indexed // of the page, before a fault moved it
	more bool
}

// cut cuts a page out of sorted hits: by number, or behind a product, which
// need not be a hit any more.
func cut(hits []*indexed, products []indexed, p paging, shift int64, less func(a, b *indexed) int) part {
	first := p.offset()
	if p.after != nil {
		if p.after.At < 0 || p.after.At >= int64(len(products)) {
			return part{}
		}
		behind := &products[p.after.At]
		n, found := slices.BinarySearchFunc(hits, behind, less)
		if found {
			n++
		}
		first = int64(n)
	}
	all := int64(len(hits))
	end := first + int64(p.perPage)
	out := part{more: end < all}
	if out.more {
		out.last = hits[end-1]
	}
	from := min(max(first+shift, 0), all)
	out.rows = hits[from:min(from+int64(p.perPage), all)]
	return out
}
