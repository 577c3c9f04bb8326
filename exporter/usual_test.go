package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// usualFeed is a feed with two columns of its target, of which the built-in map has one; own is
// the feed's own map, "" for none.
func usualFeed(t *testing.T, columns, own string) Feed {
	t.Helper()
	f := Feed{Name: "usual", Template: compiledHead(t, columns), Usual: mapOf(t, "category,google_product_category,google_path\n* > Чайники,751,Kettles\n* > Дім,536,Home\n")}
	if own != "" {
		f.Categories = mapOf(t, own)
	}
	return f
}

func compiledHead(t *testing.T, columns string) *template.Template {
	t.Helper()
	compiled, err := template.Compile("own.yaml", []byte(head+columns))
	require.NoError(t, err)
	return compiled
}

func mapOf(t *testing.T, data string) *selection.CategoryMap {
	t.Helper()
	m, err := selection.ReadCategoryMap("m.csv", []byte(data))
	require.NoError(t, err)
	return m
}

// shelved are products of these categories, each by its id and path.
func shelved(paths map[string][]string, ids ...string) []supplier.Product {
	products := catalogue(len(ids))
	for i, id := range ids {
		path := paths[id]
		products[i].Category = supplier.Category{ID: id, Path: path}
		if len(path) > 0 {
			products[i].Category.Name = path[len(path)-1]
		}
	}
	return products
}

const googleAlone = "columns:\n  - {heading: g, value: target.google_product_category}\n  - {heading: id, value: id}\n"

var shelves = map[string][]string{"1": {"Дім", "Чайники"}, "2": {"Дім", "Килими"}, "3": {"Космос"}, "4": {"Дім", "Чайники", "Скляні"}}

func requireColumn(t *testing.T, data []byte, want ...string) {
	t.Helper()
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\r\n")[1:] {
		got = append(got, strings.Split(line, ",")[0])
	}
	require.Equal(t, want, got)
}

// warned are the warnings that concern category maps.
func warned(r Report) (out []string) {
	for _, w := range lines(r.Warnings) {
		if strings.Contains(w, "category_map") || strings.Contains(w, "map_row") {
			out = append(out, w)
		}
	}
	return out
}

// TestUsualWithoutAMap: the built-in map answers alone, is counted, and names no row and no
// category of its own.
func TestUsualWithoutAMap(t *testing.T) {
	data, report := export(t, shelved(shelves, "1", "2", "3", "4"), usualFeed(t, googleAlone, ""))
	requireColumn(t, data, "751", "536", "", "751")
	require.EqualValues(t, 3, report.Repaired[remark.CategoryUsual])
	require.Empty(t, warned(report))

	f := usualFeed(t, googleAlone, "")
	f.Usual = nil
	data, report = export(t, shelved(shelves, "1", "3"), f)
	requireColumn(t, data, "", "")
	require.Zero(t, report.Repaired[remark.CategoryUsual])
}

// TestUsualBehindTheOwnMap: the feed's own row goes first, be its cell blank or not, and what
// the built-in map answers is no gap of the own one.
func TestUsualBehindTheOwnMap(t *testing.T) {
	data, report := export(t, shelved(shelves, "1", "2", "3", "4"), usualFeed(t, googleAlone, "category,google_product_category,name\n4,99,x\n2,,y\n"))
	requireColumn(t, data, "751", "", "", "99")
	require.EqualValues(t, 1, report.Repaired[remark.CategoryUsual])
	require.Equal(t, []string{"all: category_unmapped: category 3 (Космос) is not in category_map: add it, or one above it"}, warned(report))
}

// TestUsualForAColumn: a map without the column keeps its own ones, and is told of what it lacks
// for those alone.
func TestUsualForAColumn(t *testing.T) {
	both := googleAlone + "  - {heading: c, value: target(\"code\")}\n"
	data, report := export(t, shelved(shelves, "1", "2"), usualFeed(t, both, "category,code\n1,k\n"))
	require.Contains(t, string(data), "751,")
	require.Contains(t, string(data), ",k\r\n")
	require.EqualValues(t, 2, report.Repaired[remark.CategoryUsual])
	require.Equal(t, []string{"all: category_unmapped: category 2 (Дім > Килими) is not in category_map: add it, or one above it"}, warned(report))

	_, report = export(t, shelved(shelves, "1"), usualFeed(t, googleAlone, "category,google_product_categry\n1,2\n"))
	require.Equal(t, []string{"all: map_column_missing: category_map has no column " +
		`google_product_category, which template x names: the built-in map answers for it; did you mean "google_product_categry"?`}, warned(report))
}

// TestUsualWhereItIsNeeded: a template that needs the column is content with the built-in map, in
// an expression as well, and leaves out what it does not know.
func TestUsualWhereItIsNeeded(t *testing.T) {
	needs := "needs:\n  - {value: target.google_product_category}\ncolumns:\n  - {heading: g, value: 'target(\"google_product_category\") + \"!\"'}\n  - {heading: id, value: id}\n"
	data, report := export(t, shelved(shelves, "1", "3"), usualFeed(t, needs, ""))
	requireColumn(t, data, "751!")
	require.Len(t, report.Skipped, 1)
	require.EqualValues(t, 1, report.Repaired[remark.CategoryUsual], "what is left out shows nothing of it")

	f := usualFeed(t, needs, "")
	f.Usual, f.Out = nil, "x.csv"
	require.ErrorContains(t, Check([]Feed{f}), "needs category_map")
}

// TestUsualInTheListOfCategories: a feed that lists its categories has the answers there, too.
func TestUsualInTheListOfCategories(t *testing.T) {
	f := usualFeed(t, googleAlone, "category,code\n2,k\n")
	var err error
	f.Template, err = template.Compile("own.yaml", []byte("name: x\nkind: feed\nformat: xml\ndocument:\n  element: r\n  offers: true\n  elements:\n"+
		"    - {element: c, each: categories, value: target.google_product_category}\noffer:\n  element: o\n  elements:\n    - {element: id, value: id}\n"))
	require.NoError(t, err)
	data, _ := export(t, shelved(shelves, "1"), f)
	require.Contains(t, string(data), "<c>751</c>")
}

func TestShowSaysWhereTheUsualIsFrom(t *testing.T) {
	products := shelved(shelves, "1", "2")
	shown, _ := show(t, products, usualFeed(t, googleAlone, "category,google_product_category\n2,5\n"))
	usual := field(t, shown[0], "g")
	require.Equal(t, "target.google_product_category, the built-in category map", usual.From)
	require.Equal(t, []remark.Code{remark.CategoryUsual}, usual.Done)
	own := field(t, shown[1], "g")
	require.Equal(t, "target.google_product_category", own.From)
	require.Empty(t, own.Done)
}
