package exporter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestRetailCRMRules reads the whole catalogue as the description of ICML has it.
func TestRetailCRMRules(t *testing.T) {
	root, list, report := xmlTarget(t, targetFeed(t, "retailcrm"), targetCases(), "", "shop", "offers", "offer")
	requireAccounted(t, report)
	require.Equal(t, "2026-11-28 00:30:00", root.attr("date"), "with seconds")
	shop := root.all("shop")[0]
	categories := map[string]bool{}
	for _, category := range shop.all("categories")[0].all("category") {
		require.NotEmpty(t, category.text("name"))
		require.True(t, category.attr("parentId") == "" || categories[category.attr("parentId")])
		categories[category.attr("id")] = true
	}
	products, ids := map[string]string{}, map[string]bool{}
	for _, o := range list {
		id := o.attr("id")
		require.False(t, ids[id], id)
		ids[id] = true
		for _, must := range []string{"price", "categoryId", "name", "productName"} {
			require.NotEmpty(t, o.text(must), "%s of %s", must, id)
		}
		require.True(t, categories[o.text("categoryId")], id)
		require.Regexp(t, `^\d+$`, o.attr("quantity"))
		if name, ok := products[o.attr("productId")]; ok {
			require.Equal(t, name, o.text("productName"), "the variants of a product share its name")
		}
		products[o.attr("productId")] = o.text("productName")
		require.Empty(t, o.all("purchasePrice"), "a public feed does not say what you pay")
		for _, p := range o.all("param") {
			require.Regexp(t, `^[a-z0-9-]+$`, p.attr("code"), id)
			require.NotEmpty(t, p.attr("name"))
		}
	}
	offers := byID(t, list)
	require.Equal(t, []string{"g-shirt", "Футболка «Літо»", "Футболка «Літо», синій, M", "17"},
		[]string{offers["vbm"].attr("productId"), offers["vbm"].text("productName"), offers["vbm"].text("name"), offers["vbm"].attr("quantity")})
	require.Equal(t, "article", offers["vbm"].all("param")[0].attr("code"))
	require.Equal(t, "VBM", offers["vbm"].all("param")[0].Text)
	require.Equal(t, "color", offers["vbm"].all("param")[1].attr("code"), "of the attribute map")
	for _, id := range []string{"gone1", "few1", "order1"} {
		require.Equal(t, "0", offers[id].attr("quantity"), id)
	}
}

// TestCRMsLearnWhatIsPaid: a CRM reckons the margin by the purchase price, which only a
// private feed has.
func TestCRMsLearnWhatIsPaid(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.DropPrice = money.Must("433.21") })}
	for template, field := range map[string]string{"retailcrm": "purchasePrice", "salesdrive": "purchase_price", "keycrm": "Закупівельна ціна"} {
		f := targetFeed(t, template)
		data, _ := export(t, products, f)
		require.Empty(t, of(shownBy(t, template, data), field), template)
		f.Private = true
		data, _ = export(t, products, f)
		require.Equal(t, []string{"433.21"}, of(shownBy(t, template, data), field), template)
	}
}
