package exporter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestPriceComparisons reads the whole feeds of Price.ua and E-Katalog by what a public exporter
// writes for them: what is in the file is taken for goods in stock.
func TestPriceComparisons(t *testing.T) {
	for _, c := range []struct {
		template, root, price, parent string
		items, categories             []string
	}{
		{"price-ua", "price", "priceuah", "parentID", []string{"items", "item"}, []string{"categories"}},
		{"e-katalog", "yml_catalog", "price", "parentId", []string{"shop", "items", "item"}, []string{"shop", "catalog"}},
	} {
		offers, report, data := offersOf(t, c.template, "", c.items...)
		require.NotContains(t, string(data), "<!DOCTYPE")
		root, _, _ := xmlTarget(t, targetFeed(t, c.template), targetCases(), "", c.items...)
		require.Equal(t, c.root, root.XMLName.Local)
		require.Equal(t, "2026-11-28 00:30", root.attr("date"))
		at := &root
		for _, name := range c.categories {
			at = at.all(name)[0]
		}
		categories := map[string]bool{}
		for _, category := range at.all("category") {
			require.NotEmpty(t, category.Text)
			require.True(t, category.attr(c.parent) == "" || categories[category.attr(c.parent)], "a parent stands before its children")
			categories[category.attr("id")] = true
		}
		for id, o := range offers {
			for _, must := range []string{"name", "categoryId", c.price, "url", "vendor"} {
				require.NotEmpty(t, o.text(must), "%s: %s of %s", c.template, must, id)
			}
			require.True(t, categories[o.text("categoryId")], id)
			require.Regexp(t, `^\d+\.\d\d$`, o.text(c.price))
			require.Regexp(t, `^https?://[!-~]+$`, o.text("url"))
			require.LessOrEqual(t, len(o.all("image")), 10)
			require.NotContains(t, o.text("description"), "<script", id)
		}
		require.NotContains(t, offers, "gone1", c.template)
		require.NotContains(t, offers, "few1", "less than the feed sells")
		require.NotContains(t, offers, "order1", "there is no word for what comes on order")
		require.Positive(t, report.NotSelected, "which is no fault")
		require.Equal(t, []string{"value_missing"}, skipped(report, "NOBRAND1"))
		require.Equal(t, "799.00", offers["vbm"].text(c.price))
		require.Equal(t, []string{"https://img.example/vbm.jpg", "https://img.example/shirt.jpg"}, offers["vbm"].texts("image"))
	}
}

// TestPriceComparisonsNeedAPage: a comparison of prices leads to the shop's page.
func TestPriceComparisonsNeedAPage(t *testing.T) {
	products := []supplier.Product{uaProduct("ok", nil), uaProduct("nourl", func(p *supplier.Product) { p.URL = "" })}
	for _, template := range []string{"price-ua", "e-katalog"} {
		_, report := export(t, products, targetFeed(t, template))
		require.Equal(t, []string{"value_missing"}, skipped(report, "NOURL"), template)
		require.EqualValues(t, 1, report.Offers)
	}
	offers, _, _ := offersOf(t, "price-ua", "", "items", "item")
	require.Equal(t, "синій", offers["vbm"].all("param")[0].Text)
	require.Equal(t, "Колір", offers["vbm"].all("param")[0].attr("name"))
}
