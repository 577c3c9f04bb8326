package exporter

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func valuesOf(t *testing.T, text string) *revise.Rules {
	var file struct {
		Values revise.Spec `yaml:"values"`
	}
	require.NoError(t, strictyaml.Decode("c.yaml", []byte("values:\n"+text), &file))
	r, err := file.Values.Compile("c.yaml")
	require.NoError(t, err)
	return r
}

// TestValuesAreOfOneFeed: feeds of one build share the supplier's products, and what one
// changes the other does not see.
func TestValuesAreOfOneFeed(t *testing.T) {
	dir := t.TempDir()
	products := catalogue(400)
	feeds := []Feed{
		{Name: "plain", Template: builtin(t, "csv"), Out: filepath.Join(dir, "plain.csv")},
		{Name: "own", Template: builtin(t, "csv"), Out: filepath.Join(dir, "own.csv"),
			Values: valuesOf(t, "  name: {from: 'Мій {name}'}\n  brand: {replace: [{find: ' & Co', with: ''}]}\n  quantity: {minus: 2}")},
	}
	reports, err := Build(t.Context(), listOf(products, 7), feeds, testOptions())
	require.NoError(t, err)
	read := func(out string) []map[string]string {
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		require.NoError(t, err)
		return byHeading(t, rows)
	}
	plain, own := read(feeds[0].Out), read(feeds[1].Out)
	require.Len(t, own, len(plain))
	for i := range plain {
		require.Equal(t, "Мій "+plain[i]["name"], own[i]["name"])
		require.Equal(t, strings.ReplaceAll(plain[i]["brand"], " & Co", ""), own[i]["brand"])
		require.Equal(t, plain[i]["sku"], own[i]["sku"])
	}
	require.Equal(t, reports[0].Offers, reports[1].Offers)
}

// TestValuesOfGroups: the product of a group says what the rules make of it, and its variants too.
func TestValuesOfGroups(t *testing.T) {
	products := shirts()
	for _, name := range []string{"woocommerce", "shopify"} {
		f := Feed{Name: "shop", Template: builtin(t, name), Values: valuesOf(t, "  name: {replace: [{find: Футболка, with: Теніска}]}\n  brand: {default: Своя}\n  category: {default: Різне}")}
		for i := range products {
			products[i].Brand, products[i].Category, products[i].Name = "", supplier.Category{}, "Футболка"
			products[i].Names = supplier.Texts{}
		}
		data, report := export(t, products, f)
		require.NotZero(t, report.Offers)
		require.NotContains(t, string(data), "Футболка", name)
		require.Contains(t, string(data), "Теніска", name)
		require.Contains(t, string(data), "Різне", name)
		require.NotContains(t, strings.Join(lines(report.Warnings), "\n"), "category_missing", name)
	}
}

// TestStockMarginSellsOut: what is left when pieces are kept back is what can be sold.
func TestStockMarginSellsOut(t *testing.T) {
	p := catalogue(1)[0]
	p.Availability, p.Quantity = supplier.InStock, supplier.Some[int64](3)
	f := Feed{Name: "shop", Template: builtin(t, "csv"), Values: valuesOf(t, "  quantity: {minus: 3}")}
	var err error
	f.Selector, err = (&selection.Filter{InStock: true}).Compile(nil)
	require.NoError(t, err)
	f.Out = filepath.Join(t.TempDir(), "f.csv")
	_, err = Build(t.Context(), listOf([]supplier.Product{p}, 1), []Feed{f}, testOptions())
	require.EqualError(t, err, "feed shop: its filter takes none of the supplier's 1 products")
}

// TestUnusedRules are named, as filters are.
func TestUnusedRules(t *testing.T) {
	_, report := export(t, catalogue(2), Feed{Name: "shop", Template: builtin(t, "csv"), Values: valuesOf(t, "  name: {replace: [{find: ТогоНемає, with: x}]}")})
	require.Contains(t, lines(report.Warnings), `all: rule_unused: name: replace "ТогоНемає": it is in no product`)
}

// TestNamesThatNoProductHas: an attribute of a rule and a category of a price rule are told, with
// what was meant.
func TestNamesThatNoProductHas(t *testing.T) {
	products := catalogue(3)
	for i := range products {
		products[i].Attributes = []supplier.Attribute{{Name: "Колір", Value: "білий"}}
		products[i].Category = supplier.Category{ID: "7", Name: "Чайники", Path: []string{"Дім", "Чайники"}}
	}
	_, report := export(t, products, Feed{Name: "shop", Template: builtin(t, "csv"), Values: valuesOf(t, `  name: {from: '{name}, {attribute("Колор")}'}`),
		Price: pricing.Rule{Categories: map[string]pricing.Markup{"Чайники": {Percent: "35"}}}})
	require.Contains(t, lines(report.Warnings), `all: rule_unused: values: attribute "Колор": no product has it; did you mean "Колір"?`)
	require.Contains(t, lines(report.Warnings), `all: rule_unused: price: categories "Чайники": no product is in it, so that its markup is nobody's; did you mean "Дім > Чайники"?`)
}

// TestShowTellsOfTheStock: what the owner's rules take off is told, and so is what is not for sale.
func TestShowTellsOfTheStock(t *testing.T) {
	products := catalogue(3)
	for i, q := range []int64{3, 9, 5} {
		products[i].Availability, products[i].Quantity = supplier.InStock, supplier.Some(q)
	}
	products[2].Availability = supplier.Discontinued
	shown, _ := show(t, products, Feed{Name: "shop", Template: builtin(t, "csv"), MinStock: 2, Values: valuesOf(t, "  quantity: {minus: 2}")}, "SKU-000000", "SKU-000001", "SKU-000002")
	require.Equal(t, []revise.Change{{Field: "quantity", Rule: "minus 2, min_stock 2", Before: "3", After: "0"}}, shown[0].Changes)
	require.Equal(t, []revise.Change{{Field: "quantity", Rule: "minus 2, min_stock 2", Before: "9", After: "7"}}, shown[1].Changes)
	require.Equal(t, "not for sale: discontinued", shown[2].Changes[0].Rule[len("minus 2, min_stock 2, "):])
}

// TestShowTellsOfThePrice: what the price rule did stands before what other rules changed.
func TestShowTellsOfThePrice(t *testing.T) {
	products := catalogue(1)
	products[0].RRP, products[0].DropPrice = money.Must("200.00"), money.Must("100.00")
	shown, _ := show(t, products, Feed{Name: "shop", Template: builtin(t, "csv"), Price: pricing.Rule{Markup: pricing.Markup{Percent: "10"}}}, "SKU-000000")
	require.Equal(t, []revise.Change{{Field: "price", Rule: "base rrp × 1.1", Before: "200.00", After: "220.00"}}, shown[0].Changes)
}

// wanted is a selector of the products with these SKUs.
func wanted(t *testing.T, skus ...string) *selection.Selector {
	s, err := (&selection.Filter{SKUs: "list"}).Compile(func(string) ([]byte, error) { return []byte("sku\n" + strings.Join(skus, "\n")), nil })
	require.NoError(t, err)
	return s
}
