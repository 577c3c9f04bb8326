package sandbox

import (
	"fmt"
	"testing"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/stretchr/testify/require"
)

func searchIDs(t *testing.T, f *fixture, pairs ...string) []string {
	t.Helper()
	return column(f.list(t, "/api/products/search?"+escaped(pairs...)).Data, "id")
}

func TestSearchFilters(t *testing.T) {
	f := newFixture(t, Options{})
	for _, tt := range []struct {
		name  string
		query []string
		want  []string
	}{
		{"words in any case, each somewhere", []string{"q", "АЛЬФА дриль"}, []string{"p01"}},
		{"a sku", []string{"q", "a-1"}, []string{"p10"}},
		{"a word that nobody has", []string{"q", "альфа лялька"}, nil},
		{"a leaf category", []string{"category_id", "drills"}, []string{"p01", "p02"}},
		{"what lies below a category", []string{"category_id", "Дім > Інструмент"}, []string{"p01", "p02", "p03"}},
		{"an unknown category", []string{"category_id", "nowhere"}, nil},
		{"any of the brands", []string{"brand", "Альфа", "brand", "Бета"}, []string{"p01", "p02", "p03"}},
		{"availability", []string{"availability", "on_order"}, []string{"p08"}},
		{"prices, inclusive", []string{"price_min", "100", "price_max", "300.00"}, []string{"p02", "p03", "p04"}},
		{"rrp", []string{"price_min", "800", "price_field", "rrp"}, []string{"p01", "p05"}},
		{"attribute values of one name are OR", []string{"attr[Колір]", "чорний", "attr[Колір]", "синій"}, []string{"p01", "p02", "p03"}},
		{"attribute names are AND", []string{"attr[Колір]", "синій", "attr[Потужність]", "500"}, []string{"p01"}},
		{"filters narrow each other", []string{"brand", "Альфа", "category_id", "saws"}, []string{"p03"}},
		{"descending price", []string{"category_id", "drills", "sort", "-drop_price"}, []string{"p01", "p02"}},
		{"ascending price", []string{"category_id", "drills", "sort", "drop_price"}, []string{"p02", "p01"}},
		{"without rrp last, either way", []string{"price_max", "70", "sort", "-rrp"}, []string{"p07", "p10", "p06"}},
		{"changed since", []string{"updated_since", "2026-09-01T10:00:00Z"}, []string{"p08", "p09", "p10"}},
		{"changed after that", []string{"updated_since", "2026-09-01T10:00:01Z"}, nil},
		{"by name", []string{"brand", "Альфа", "sort", "-name"}, []string{"p03", "p01"}},
		{"by change", []string{"brand", "Гамма", "sort", "-updated_at", "price_min", "80"}, []string{"p08", "p09", "p04"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, searchIDs(t, f, tt.query...))
		})
	}
}

// countsOf reads a terms facet as value:count, "*" marking the chosen.
func countsOf(p page, field string) map[string]int {
	for _, facet := range p.Facets {
		if facet.Field == field {
			counts := map[string]int{}
			for _, v := range facet.Values {
				if v.Selected {
					counts["*"+v.Value] = v.Count
				} else {
					counts[v.Value] = v.Count
				}
			}
			return counts
		}
	}
	return nil
}

func TestFacets(t *testing.T) {
	f := newFixture(t, Options{})
	p := f.list(t, "/api/products/search?per_page=1&"+escaped("brand", "Альфа", "attr[Колір]", "чорний"))
	require.Equal(t, 1, p.Meta.Total)
	require.Equal(t, map[string]int{"*Альфа": 1, "Бета": 1}, countsOf(p, "brand"), "without the brand filter")
	require.Equal(t, map[string]int{"*чорний": 1, "синій": 1}, countsOf(p, "attr.Колір"), "without the attribute filter")
	require.Equal(t, map[string]int{"saws": 1, "Дім > Інструмент": 1, "Дім": 1}, countsOf(p, "category_id"), "with all filters, parents included")
	require.Equal(t, map[string]int{"in_stock": 1}, countsOf(p, "availability"))
	require.Nil(t, countsOf(p, "attr.Потужність"), "no hit has it")

	all := f.list(t, "/api/products/search?price_min=100&price_max=300")
	require.Equal(t, map[string]int{"Дім": 2, "Дім > Інструмент": 2, "drills": 1, "saws": 1, "toys": 1}, countsOf(all, "category_id"))
	for _, facet := range all.Facets {
		switch facet.Field {
		case "drop_price":
			require.Equal(t, [2]string{"10.00", "450.00"}, [2]string{*facet.Min, *facet.Max}, "without the price filter")
		case "rrp":
			require.Equal(t, [2]string{"200.00", "600.00"}, [2]string{*facet.Min, *facet.Max}, "with it")
		}
	}
	none := f.list(t, "/api/products/search?"+escaped("brand", "Немає такого"))
	require.Equal(t, map[string]int{"*Немає такого": 0, "Альфа": 2, "Бета": 1, "Гамма": 6}, countsOf(none, "brand"), "the chosen one is always shown")
	require.Nil(t, none.Facets[3].Min)
}

// A facet follows updated_since, which has none of its own.
func TestFacetsOfWhatChanged(t *testing.T) {
	f := newFixture(t, Options{})
	p := f.list(t, "/api/products/search?updated_since=2026-09-01T10:00:00Z")
	require.Equal(t, map[string]int{"Гамма": 3}, countsOf(p, "brand"))
	require.Equal(t, map[string]int{"toys": 3}, countsOf(p, "category_id"))
}

// Only attributes are cut, to 50 values; a chosen one stays.
func TestFacetsOfManyValues(t *testing.T) {
	c := testCatalog()
	many := make([]catalog.Product, 60)
	for i := range many {
		many[i] = c.Products[0]
		name := fmt.Sprintf("%02d", i)
		many[i].ID, many[i].SKU, many[i].Brand = name, name, "Бренд "+name
		many[i].Attributes = []catalog.Attribute{{Name: "Код", Value: name}}
		many[i].Category = &catalog.Category{ID: name, Name: name, Path: []string{"Усе", name}}
	}
	f := newFixture(t, Options{Catalog: &catalog.Catalog{Products: many}})
	all := f.list(t, "/api/products/search")
	require.Len(t, countsOf(all, "brand"), 60)
	require.Len(t, countsOf(all, "category_id"), 61)
	require.Len(t, countsOf(all, "attr.Код"), 50)
	chosen := countsOf(f.list(t, "/api/products/search?"+escaped("attr[Код]", "59")), "attr.Код")
	require.Len(t, chosen, 51)
	require.Equal(t, 1, chosen["*59"])
}

func TestSearchSeesStock(t *testing.T) {
	f := newFixture(t, Options{})
	require.Equal(t, []string{"p09"}, searchIDs(t, f, "availability", "out_of_stock"))
	f.order(t, "1", item("A-03", 1)) // the last one
	require.Equal(t, []string{"p03", "p09"}, searchIDs(t, f, "availability", "out_of_stock"))
	require.Equal(t, "p03", searchIDs(t, f, "sort", "-updated_at")[0])
}
