package exporter

import (
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// What public exporters were reported for, and no other test holds already. Broken texts
// and addresses are held by the markup package and the fuzz tests here; half-written,
// appended, empty and shrunken feeds by the build, guard and script tests; commas, line
// breaks, zeros, byte order marks and long cells by the table and target tests.

// TestGoodsWithoutABrandStay: a product without a brand is no reason for an empty feed.
func TestGoodsWithoutABrandStay(t *testing.T) {
	products := catalogue(3)
	for i := range products {
		products[i].Brand = ""
	}
	for _, name := range []string{"yml", "yml-classic", "prom", "csv"} {
		_, report := export(t, products, Feed{Name: "shop", Template: builtin(t, name)})
		require.EqualValues(t, 3, report.Offers, name)
	}
}

// TestEveryPageIsInTheFeed: no limit of pages cuts a feed short without a word.
func TestEveryPageIsInTheFeed(t *testing.T) {
	data, report := export(t, catalogue(1201), Feed{Name: "shop", Template: builtin(t, "yml")})
	require.EqualValues(t, 1201, report.Offers)
	require.Equal(t, 1201, strings.Count(string(data), "<offer id="))
}

// TestSalePricesAreBelowTheOldOnes, and there is none where nothing is on sale.
func TestSalePricesAreBelowTheOldOnes(t *testing.T) {
	for _, old := range []pricing.OldPrice{{}, {From: "rrp"}} {
		data, _ := export(t, catalogue(2), Feed{Name: "shop", Template: builtin(t, "google"), Price: pricing.Rule{OldPrice: old}})
		require.NotContains(t, string(data), "sale_price", "the price is the recommended one: nothing is on sale")
	}
	data, _ := export(t, catalogue(2), Feed{Name: "shop", Template: builtin(t, "google"),
		Price: pricing.Rule{Markup: pricing.Markup{Percent: "-10"}, BelowRRP: true, OldPrice: pricing.OldPrice{From: "rrp"}}})
	require.Contains(t, string(data), "<g:price>799.00 UAH</g:price>\n<g:sale_price>719.10 UAH</g:sale_price>")
}

// TestOneDocument: a second build over the first leaves one document, with nothing after it.
func TestOneDocument(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shop.yml")
	for range 2 {
		data, _ := export(t, catalogue(5), Feed{Name: "shop", Template: builtin(t, "yml"), Out: out})
		var root struct{ XMLName xml.Name }
		require.NoError(t, xml.Unmarshal(data, &root))
		require.True(t, strings.HasPrefix(string(data), "<?xml"), "the declaration is the first byte")
		require.True(t, strings.HasSuffix(string(data), "</yml_catalog>\n"))
		require.Equal(t, 1, strings.Count(string(data), "<yml_catalog"))
	}
}

// TestPicturesAreSeparatedByCommas where an importer understands no other mark.
func TestPicturesAreSeparatedByCommas(t *testing.T) {
	p := catalogue(1)[0]
	p.Images = []string{"https://img.example/1|2.jpg", "https://img.example/3.jpg"}
	data, _ := export(t, []supplier.Product{p}, Feed{Name: "shop", Template: builtin(t, "woocommerce")})
	require.Contains(t, string(data), `"https://img.example/1%7C2.jpg, https://img.example/3.jpg"`)
}

// TestDeepCategoriesAreDeclared: a path of many levels has all of them in the list.
func TestDeepCategoriesAreDeclared(t *testing.T) {
	p := catalogue(1)[0]
	p.Category = supplier.Category{ID: "9", Name: "8", Path: strings.Split("1 2 3 4 5 6 7 8", " ")}
	data, _ := export(t, []supplier.Product{p}, Feed{Name: "shop", Template: builtin(t, "prom")})
	require.Len(t, readYML(t, data).Categories, 8)
}
