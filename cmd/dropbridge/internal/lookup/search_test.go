package lookup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFoundInEachLanguage: the headings and how many there are.
func TestFoundInEachLanguage(t *testing.T) {
	for _, c := range []struct {
		language wording.Language
		total    int64
		want     string
	}{
		{wording.Ukrainian, 1, "АРТИКУЛ  НАЗВА  ДРОП  РРЦ  ВАЛЮТА  НАЯВНІСТЬ\nA        лампа             UAH     in_stock\n1 з 1 товару\n"},
		{wording.Ukrainian, 2, "АРТИКУЛ  НАЗВА  ДРОП  РРЦ  ВАЛЮТА  НАЯВНІСТЬ\nA        лампа             UAH     in_stock\n1 з 2 товарів\n"},
		{wording.Ukrainian, 5, "АРТИКУЛ  НАЗВА  ДРОП  РРЦ  ВАЛЮТА  НАЯВНІСТЬ\nA        лампа             UAH     in_stock\n1 з 5 товарів\n"},
		{wording.English, 1, "SKU  NAME   DROP  RRP  CURRENCY  AVAILABILITY\nA    лампа             UAH       in_stock\n1 of 1 products\n"},
	} {
		var out strings.Builder
		p := &Program{Out: &out, People: func() terminal.Printer { return terminal.Printer{Out: &out, Language: c.language} }}
		require.NoError(t, p.printFound([]foundProduct{{SKU: "A", Name: "лампа", Currency: "UAH", Availability: "in_stock"}}, supplier.SearchResult{Total: supplier.Some(c.total)}))
		require.Equal(t, c.want, out.String())
	}
}

// TestSearchesAreRefused in the language of the reader.
func TestSearchesAreRefused(t *testing.T) {
	for _, c := range []struct {
		flags  searchFlags
		uk, en string
	}{
		{searchFlags{limit: 1}, "--page і --limit починаються з 1", "--page and --limit start at 1"},
		{searchFlags{page: 1, limit: 1, priceMax: "x"}, `--price-max "x": запишіть як 199.90`, `--price-max "x": write it like 199.90`},
		{searchFlags{page: 1, limit: 1, attributes: []string{"x"}}, `--attr "x": запишіть як Колір=білий`, `--attr "x": write it like Колір=білий`},
		{searchFlags{page: 1, limit: 1, availability: "here"}, `--availability "here": одне з in_stock, out_of_stock, on_order, discontinued`,
			`--availability "here": one of in_stock, out_of_stock, on_order, discontinued`},
		{searchFlags{page: 1, limit: 1, priceField: "drop"}, `--price-field "drop": одне з drop_price, rrp`, `--price-field "drop": one of drop_price, rrp`},
		{searchFlags{page: 1, limit: 1, sort: "-price"}, `--sort "price": одне з created_at, updated_at, name, drop_price, rrp`, `--sort "price": one of created_at, updated_at, name, drop_price, rrp`},
	} {
		_, err := c.flags.query("")
		require.EqualError(t, err, c.en)
		require.Equal(t, failure.Usage, failure.KindOf(err))
		refused := &refusal.Refusal{}
		require.ErrorAs(t, err, &refused)
		what, _ := refused.Say(wording.Ukrainian)
		require.Equal(t, c.uk, what)
	}
}
