package pricelist_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
)

const inMappings = `
products:
  fields:
    id: {at: ["@id", code]}
    sku: code
    name: {at: [title.uk, title]}
    currency: {value: UAH}
    drop_price: {at: cost, decimal: either}
    quantity: left
    images: {jq: '[.picture] | flatten | map(select(. != null))'}
    availability: {at: state, map: {"1": in_stock, "0": out_of_stock}}
`

// TestListsInTheLanguageOfServices: whatever a list is, its records may be read as those of a
// service are.
func TestListsInTheLanguageOfServices(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ data, records string }{
		"l.json": {`{"g":{"h":[{"code":"a","title":{"uk":"Чай"},"cost":"5,50","left":3,"picture":["x","y"],"state":"1"},{"code":"b","title":"Кава","cost":"x","state":"0"},{"code":"c","title":"Сіль","cost":"1.50","state":"0"}]}}`, "records: g.h\n"},
		"l.xml":  {`<s><item id="7"><code>a</code><title><uk>Чай</uk></title><cost>5,50</cost><left>3</left><picture>x</picture><picture>y</picture><state>1</state></item><item><code>b</code><cost>x</cost><title>Кава</title><state>0</state></item><item><code>c</code><title>Сіль</title><cost>1.50</cost><state>0</state></item></s>`, ""},
		"l.csv":  {"code;title;cost;left;picture;state;sku\na;Чай;5,50;3;x;1;\nb;Кава;x;;;0;\nc;Сіль;1.50;;;0;\n", ""},
	} {
		mapping, err := form.Compile("mine.yaml", []byte("name: mine\nkind: list\n"+c.records+inMappings))
		require.NoError(t, err, name)
		source := pricelist.Source{File: write(t, dir, name, c.data), Records: mapping.Records, Hints: mapping.Hints("")}
		lines, named, err := read(t, catalogueOf(t.TempDir(), source))
		require.NoError(t, err, name)
		require.Equal(t, []string{"a Чай 5.50  in_stock", "c Сіль 1.50  out_of_stock"}, lines, name)
		require.Len(t, named, 1, name)
		require.Contains(t, named[0], "b: drop_price", name)
	}
}

// TestVariantsAndFurtherListsInTheLanguageOfServices: such a list may have variants, and be one
// of several.
func TestVariantsAndFurtherListsInTheLanguageOfServices(t *testing.T) {
	dir := t.TempDir()
	mapping, err := form.Compile("mine.yaml", []byte("kind: list\nrecords: rows\nproducts:\n  fields: {id: id, sku: id, name: name, currency: {value: UAH}, rrp: rrp, drop_price: dp}\n  variants: {at: sizes, fields: {id: {at: [^id, n], join: \"-\"}, sku: n, group_id: ^id}}\n"))
	require.NoError(t, err)
	first := pricelist.Source{File: write(t, dir, "l.json", `{"rows":[{"id":1,"name":"Чай","rrp":9,"dp":7,"sizes":[{"n":"S"},{"n":"M"}]}]}`), Records: mapping.Records, Hints: mapping.Hints("")}
	lines, _, err := read(t, catalogueOf(t.TempDir(), first))
	require.NoError(t, err)
	require.Equal(t, []string{"S Чай 7.00 9.00 in_stock", "M Чай 7.00 9.00 in_stock"}, lines)
	c := catalogueOf(t.TempDir(), first, pricelist.Source{File: write(t, dir, "stock.csv", "Код;Залишок\nS;4\nX;1\n")})
	lines, named, err := read(t, c)
	require.NoError(t, err)
	require.Equal(t, []string{"S Чай 7.00 9.00 in_stock", "M Чай 7.00 9.00 out_of_stock"}, lines)
	require.Equal(t, []string{"M lacks availability of stock.csv"}, named)
	found, err := c.Look(t.Context(), false)
	require.NoError(t, err)
	require.Equal(t, "products.fields.id id", fmt.Sprint(found[0].Columns[0].Path, " ", found[0].Columns[0].Role))

	further := pricelist.Source{File: write(t, dir, "more.json", `{"rows":[{"id":"a","name":"x","dp":5}]}`), Records: mapping.Records, Hints: mapping.Hints("")}
	lines, _, err = read(t, catalogueOf(t.TempDir(), pricelist.Source{File: write(t, dir, "goods.csv", "Код;Назва;РРЦ\na;Чай;9\n")}, further))
	require.NoError(t, err)
	require.Equal(t, []string{"a Чай 5.00 9.00 in_stock"}, lines)
}

// TestWhatAListsMappingCannotSay names it.
func TestWhatAListsMappingCannotSay(t *testing.T) {
	for _, data := range []string{
		"kind: list\nfields: {sku: a}\nproducts:\n  fields: {id: id, sku: id, name: name, currency: {value: UAH}, drop_price: dp}\n",
		"kind: list\nproducts:\n  request: GET /x\n  fields: {id: id, sku: id, name: name, currency: {value: UAH}, drop_price: dp}\n",
		"kind: list\nproducts:\n  fields: {id: id}\n", "kind: list\ntypes: soft\nproducts:\n  fields: {id: id, sku: id, name: name, currency: {value: UAH}, drop_price: dp}\n",
	} {
		_, err := form.Compile("mine.yaml", []byte(data))
		require.ErrorContains(t, err, "mine.yaml", data)
	}
}
