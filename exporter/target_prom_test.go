package exporter

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestPromShowsProductsInFull: what a product has and Prom takes is all there.
func TestPromShowsProductsInFull(t *testing.T) {
	products := targetCases()
	_, list, report := xmlTarget(t, targetFeed(t, "prom"), products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	offers := byID(t, list)
	seen := map[string]bool{}
	for i := range products {
		p := &products[i]
		if seen[p.ID] {
			require.Contains(t, skipped(report, p.SKU), "id_duplicate")
			continue
		}
		seen[p.ID] = true
		o := offers[p.ID]
		if o == nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, p.SKU, o.text("vendorCode"))
		require.Equal(t, p.Barcode, o.text("barcode"))
		require.Equal(t, p.Country, o.text("country_of_origin"))
		require.Equal(t, p.GroupID, o.attr("group_id"))
		require.Equal(t, map[bool]string{true: strconv.FormatInt(p.MinOrder, 10)}[p.MinOrder > 1], o.text("minimum_order_quantity"))
		var params []string
		for _, a := range p.Attributes {
			if len(params) < 100 && a.Name != "" && a.Value != "" {
				params = append(params, a.Value)
			}
		}
		require.Equal(t, params, o.texts("param"), p.SKU)
	}
	require.Equal(t, "true", offers["p-1"].attr("available"))
	require.Equal(t, "false", offers["order1"].attr("available"), "on order")
	for _, gone := range []string{"gone1", "few1"} { // few1 has fewer than min_stock
		require.True(t, offers[gone].has("available"))
		require.Empty(t, offers[gone].attr("available"), "sold out, which false would not say")
		require.Equal(t, "0", offers[gone].text("quantity_in_stock"))
	}
}

func TestPromHardTexts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*supplier.Product)
		holds  func(*testing.T, *node)
	}{
		"a description that is a link": {
			func(p *supplier.Product) {
				p.Description, p.Descriptions = "<p>https://other.example/?a=1&amp;b=2</p>", supplier.Texts{RU: "www.other.example"}
			},
			func(t *testing.T, o *node) {
				require.Empty(t, o.all("name_ua"), "it counts only with description_ua")
				require.Empty(t, o.all("description_ua"))
				require.NotEmpty(t, o.text("name"))
			},
		},
		"a description without text": {
			func(p *supplier.Product) {
				p.Description, p.Descriptions = "<script>alert(1)</script><p> &nbsp;</p>", supplier.Texts{}
			},
			func(t *testing.T, o *node) { require.Equal(t, len(o.all("description_ua")), len(o.all("name_ua"))) },
		},
		"links among text": {
			func(p *supplier.Product) {
				p.Descriptions.UK = "<p>Див. http://a.example/x?y=1 та WWW.B.example — тут</p>"
			},
			func(t *testing.T, o *node) {
				require.Equal(t, "<p>Див.  та  — тут</p>", o.text("description_ua"))
				require.NotEmpty(t, o.text("name_ua"))
			},
		},
		"an article of other characters": {
			func(p *supplier.Product) { p.SKU = "A+1#ї (x)" },
			func(t *testing.T, o *node) { require.Equal(t, "A+1#ї (x)", o.text("vendorCode")) },
		},
		"what XML forbids": {
			func(p *supplier.Product) {
				p.Brand, p.Names.UK = "nul\x00 bell\x07", "bad\xff end\uFFFE 👩‍👩‍👧‍👦 <b>&amp;</b>"
				p.Descriptions.UK = "a]]>b \x03 &#3; c"
			},
			func(t *testing.T, o *node) {
				require.Equal(t, "nul bell", o.text("vendor"))
				require.Equal(t, "bad end 👩‍👩‍👧‍👦 &", o.text("name_ua"))
				require.NotContains(t, o.text("description_ua"), "\x03")
			},
		},
		"no tiers": {
			func(p *supplier.Product) { p.Tiers = nil },
			func(t *testing.T, o *node) {
				require.Empty(t, o.all("prices"))
				require.Equal(t, "r", o.attr("selling_type"))
			},
		},
		"nothing but Ukrainian": {
			func(p *supplier.Product) { p.Names.RU, p.Descriptions.RU = "", "" },
			func(t *testing.T, o *node) {
				require.Equal(t, o.text("name_ua"), o.text("name"))
				require.Equal(t, o.text("description_ua"), o.text("description"))
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, offers, _ := xmlTarget(t, targetFeed(t, "prom"), []supplier.Product{uaProduct("x1", c.change)}, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
			require.Len(t, offers, 1)
			c.holds(t, offers[0])
		})
	}
}

// TestPromRefusesWhatItWouldChange: an article that Prom cuts comes back with an order
// as another one, and a variant that differs in nothing is not imported.
func TestPromRefusesWhatItWouldChange(t *testing.T) {
	same := func(p *supplier.Product) { p.GroupID = "g1" }
	products := []supplier.Product{
		uaProduct("ok1", func(p *supplier.Product) { p.SKU = strings.Repeat("ї", 25) }),
		uaProduct("long1", func(p *supplier.Product) { p.SKU = strings.Repeat("A", 26) }),
		uaProduct("nosku1", func(p *supplier.Product) { p.SKU = "" }),
		uaProduct("v1", same),
		uaProduct("v2", same),
		uaProduct("v3", func(p *supplier.Product) {
			p.GroupID, p.Attributes = "g1", []supplier.Attribute{{Name: "Колір", Value: "синій"}}
		}),
		uaProduct("alike1", func(p *supplier.Product) { p.GroupID = "g2" }),
		uaProduct("alike2", func(p *supplier.Product) { p.GroupID = "g2" }),
		uaProduct("lone1", func(p *supplier.Product) { p.GroupID = "g3" }),
		uaProduct("w1", nil),
		uaProduct("w2", nil),
	}
	_, offers, report := xmlTarget(t, targetFeed(t, "prom"), products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	require.Len(t, offers, 10)
	require.Empty(t, byID(t, offers)["long1"].all("vendorCode"), "cut, it would come back with an order as one that nobody knows")
	require.Contains(t, lines(report.Warnings), strings.Repeat("A", 26)+`: value_dropped: vendorCode "AAAAAAAAAAAAAAAAAAAAAAAAAA" is left out, since the target does not take it (^.{1,25}$)`)
	require.Equal(t, strings.Repeat("ї", 25), byID(t, offers)["ok1"].text("vendorCode"))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "V2"))
	require.Empty(t, byID(t, offers)["nosku1"].all("vendorCode"))
	for id, want := range map[string]string{"v1": "g1", "v3": "g1", "lone1": "g3", "alike1": "", "alike2": ""} {
		require.Equal(t, want, byID(t, offers)[id].attr("group_id"), id)
	}
}

// TestPromTiersAreBelowThePrice also where the supplier's own, in a private feed, are not.
func TestPromTiersAreBelowThePrice(t *testing.T) {
	f := targetFeed(t, "prom")
	f.Private, f.Price = true, pricing.Rule{Base: pricing.Drop}
	products := []supplier.Product{uaProduct("below1", nil), uaProduct("above1", func(p *supplier.Product) {
		p.Tiers = []supplier.Tier{{MinQuantity: 5, Price: p.DropPrice}, {MinQuantity: 10, Price: money.Must("400")}}
	})}
	_, list, _ := xmlTarget(t, f, products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	offers := byID(t, list)
	require.Len(t, offers["below1"].all("prices"), 1)
	require.Equal(t, "u", offers["below1"].attr("selling_type"))
	require.Empty(t, offers["above1"].all("prices"))
	require.Equal(t, "r", offers["above1"].attr("selling_type"))
}

func TestPromRules(t *testing.T) {
	offers, _, _ := offersOf(t, "prom", "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	for id, o := range offers {
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("name")), 130, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("name_ua")), 130, id)
		require.LessOrEqual(t, len(o.all("picture")), 10, id)
		require.LessOrEqual(t, len(o.all("param")), 100, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("vendorCode")), 25, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("description")), 12160, id)
		require.Equal(t, len(o.all("name_ua")), len(o.all("description_ua")), "%s: one counts only with the other", id)
		require.Equal(t, map[bool]string{true: "u", false: "r"}[len(o.all("prices")) > 0], o.attr("selling_type"), id)
		require.Contains(t, []string{"true", "false", ""}, o.attr("available"), id)
		require.NotRegexp(t, `https?://`, o.text("description"), id)
	}
	kettle := offers["p-1"]
	require.Equal(t, "Чайник", kettle.text("name"), "the Russian name")
	require.Equal(t, "Чайник «Стежка», 1,7 л", kettle.text("name_ua"))
	require.Equal(t, "799.00", kettle.text("price"))
	require.Equal(t, "878.90", kettle.text("oldprice"))
	tiers := kettle.all("prices")[0].all("price")
	require.Len(t, tiers, 2)
	require.Equal(t, []string{"559.00", "10", "520.16", "50"}, []string{tiers[0].text("value"), tiers[0].text("quantity"), tiers[1].text("value"), tiers[1].text("quantity")})
	require.Equal(t, "g-shirt", offers["vbs"].attr("group_id"))
	require.Equal(t, "851.78", offers["usd1"].text("price"), "20.50 dollars at 41.55")
}
