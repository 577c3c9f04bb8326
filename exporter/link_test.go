package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/link"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func phrase(t *testing.T, text string) *template.Phrase {
	p, err := template.CompilePhrase("c.yaml", strictyaml.Scalar{Text: text, Set: true})
	require.NoError(t, err)
	return p
}

// TestOwnLinks: every template that shows a page shows the shop's, and never the supplier's.
func TestOwnLinks(t *testing.T) {
	products := targetCases()
	for _, name := range []string{"google", "google-tsv", "meta", "hotline", "rozetka", "yml", "csv", "tiktok"} {
		f := targetFeed(t, name)
		f.Links = link.Rule{Page: phrase(t, "https://my.example/p/{offer_id}"), Shop: "my.example", Marks: []link.Mark{{Name: "utm_source", Value: phrase(t, "x")}}}
		data, report := export(t, products, f)
		require.Contains(t, string(data), "https://my.example/p/p", name)
		require.NotContains(t, string(data), "https://shop.example/%D1%82", name)
		require.NotContains(t, strings.Join(lines(report.Warnings), "\n"), "link_", name)
		if f.Template.IDs() != nil {
			require.NotContains(t, string(data), "/p/"+strings.Repeat("i", 51), "the page is named by the offer's own id")
		}
	}
}

// TestLinksElsewhere are told of once, unless the feed is private, shows none or nobody named
// the shop.
func TestLinksElsewhere(t *testing.T) {
	products := catalogue(300)
	for i := range products {
		products[i].URL = "https://www.supplier.example/p"
	}
	warned := func(name, shop string, private bool) string {
		_, report := export(t, products, Feed{Name: "shop", Template: builtin(t, name), Private: private, Links: link.Rule{Shop: shop}})
		return strings.Join(lines(report.Warnings), "\n")
	}
	require.Contains(t, warned("yml", "my.example", false), "all: link_elsewhere: links that lead to another site than the shop's: 300, such as that of SKU-000000 to supplier.example; ")
	require.NotContains(t, warned("yml", "my.example", true), "link_elsewhere")
	require.NotContains(t, warned("yml", "", false), "link_elsewhere")
	require.NotContains(t, warned("yml", "supplier.example", false), "link_elsewhere")
	require.NotContains(t, warned("woocommerce", "my.example", false), "link_elsewhere", "it shows no page")
}

// TestLinkWithoutItsField: the product stands without a page, and is named; nothing of the
// supplier's address is shown in its place.
func TestLinkWithoutItsField(t *testing.T) {
	p := catalogue(1)[0]
	p.Barcode = ""
	f := Feed{Name: "shop", Template: builtin(t, "csv"), Links: link.Rule{Page: phrase(t, "https://my.example/{barcode}"), Shop: "my.example"}}
	data, report := export(t, []supplier.Product{p}, f)
	require.NotContains(t, string(data), "https://supplier")
	require.NotContains(t, string(data), "my.example")
	require.Contains(t, lines(report.Warnings), "SKU-000000: link_incomplete: no address of its own, since it has no barcode, which link names (https://my.example/{barcode})")
}

// TestLinkThatShowsTheDropPrice is refused in a feed for everybody.
func TestLinkThatShowsTheDropPrice(t *testing.T) {
	f := Feed{Name: "shop", Template: builtin(t, "csv"), Out: "x.csv", Links: link.Rule{Page: phrase(t, "https://my.example/{text(drop_price)}")}}
	var mistake *ConfigError
	require.ErrorAs(t, Check([]Feed{f}), &mistake)
	require.Contains(t, mistake.Message, "shows everybody what you pay")
	f.Private = true
	require.NoError(t, Check([]Feed{f}))
}
