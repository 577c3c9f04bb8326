package pricelist_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestProposals: what is known is proposed with its examples, what is not is said to be
// missing, and a complete proposal reads its list.
func TestProposals(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		data    string
		has     []string
		missing []string
	}{
		"usual.csv":   {"Код;Назва;Дроп;Колір\na;Чай;5;білий\n", []string{`sku: "Код" # 100 %: a`, `drop_price: "Дроп"`, `#   "Колір": білий`}, nil},
		"strange.csv": {"Шифр;Як зветься;Скільки\na;Чай;5\n", []string{`#   "Шифр": a`, `# missing: sku: "…"`, `# missing: drop_price`}, []string{"list_form_unknown", "sku", "name", "drop_price"}},
		"price.csv":   {"Код;Назва;Ціна\na;Чай;5\n", []string{"price_meaning_unknown", "price: drop"}, []string{"price_meaning_unknown", "drop_price"}},
		"goods.json":  {`{"products":{"a-1":{"sku":"p","title":"Чай","drop_price":5,"sizes":[{"sku":"s","amount":1}]}}}`, []string{"format: json", `sku: "sizes.sku|sku"`, `id: "@key"`, `name: "title"`}, nil},
		"lines.json":  {"{\"sku\":\"a\",\"name\":\"Чай\",\"price\":5}\n", []string{"price: drop"}, []string{"price_meaning_unknown", "drop_price"}},
		"own.xml":     {"<a><b><x><sku>1</sku><name>Чай</name><drop_price>5</drop_price></x><x><sku>2</sku><name>Сіль</name><drop_price>5</drop_price></x></b></a>", []string{`records: "b.x"`, `sku: "sku"`}, nil},
	} {
		file := write(t, dir, name, c.data)
		require.True(t, pricelist.IsList(file))
		p, err := pricelist.Propose(t.Context(), file, "mine", wording.English)
		require.NoError(t, err, name)
		for _, line := range c.has {
			require.Contains(t, p.Mapping, line, name)
		}
		require.ElementsMatch(t, c.missing, p.Missing, name)
		mapping, err := form.Compile("mine.yaml", []byte(p.Mapping))
		require.NoError(t, err, p.Mapping)
		if len(c.missing) > 0 {
			continue
		}
		lines, _, err := read(t, catalogueOf(t.TempDir(), pricelist.Source{File: file, Format: mapping.Format, Records: mapping.Records, Hints: mapping.Hints("")}))
		require.NoError(t, err, name)
		require.NotEmpty(t, lines, name)
	}
	for name, data := range map[string]string{"a.json": `{"openapi":"3.0"}`, "o.json": `{"data":[{"id":1,"phone":"+380","items":[{"sku":"a","price":5}]}]}`, "b.html": "<!doctype html><html>", "c.yaml": "openapi: 3.0.0", "d.htm": "<html></html>"} {
		require.False(t, pricelist.IsList(write(t, dir, name, data)), name)
	}
	file := write(t, dir, "own.json", `{"a":{"b":[{"sku":1},{"sku":2}]}}`)
	p, err := pricelist.Propose(t.Context(), file, "mine", wording.English)
	require.NoError(t, err)
	require.Contains(t, p.Mapping, `records: "a.b"`)
}
