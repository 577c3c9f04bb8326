package exporter

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestCommonYML reads the whole feeds of Kasta and SalesDrive by the rules of YML that Ukrainian
// readers share: their own could not be read.
func TestCommonYML(t *testing.T) {
	for template, stock := range map[string]string{"kasta": "stock_quantity", "salesdrive": "quantity_in_stock"} {
		offers, report, _ := offersOf(t, template, "", "shop", "offers", "offer")
		skus := map[string]bool{}
		for id, o := range offers {
			for _, must := range []string{"price", "currencyId", "categoryId", "name", "name_ua", "vendorCode"} {
				require.NotEmpty(t, o.text(must), "%s: %s of %s", template, must, id)
			}
			require.False(t, skus[o.text("vendorCode")], "%s: %s", template, id)
			skus[o.text("vendorCode")] = true
			require.Contains(t, []string{"true", "false"}, o.attr("available"))
			require.Regexp(t, `^\d+\.\d\d$`, o.text("price"))
			if o.attr("available") == "false" {
				require.Contains(t, []string{"", "0"}, o.text(stock), "%s: %s is not for sale", template, id)
			}
			require.NotContains(t, o.text("description"), "onclick", id)
		}
		vbm := offers["vbm"]
		require.Equal(t, []string{"true", "g-shirt", "799.00", "878.90", "17", "Футболка «Лето»", "Футболка «Літо»"},
			[]string{vbm.attr("available"), vbm.attr("group_id"), vbm.text("price"), vbm.text("oldprice"), vbm.text(stock), vbm.text("name"), vbm.text("name_ua")})
		require.Equal(t, "0", offers["gone1"].text(stock))
		require.Equal(t, []string{"value_duplicate"}, skipped(exportReport(t, template, "A", "A"), "A"))
		require.Empty(t, skipped(report, "VBM"))
	}
	offers, report, _ := offersOf(t, "kasta", "", "shop", "offers", "offer")
	for id, o := range offers {
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("name")), 255)
		require.NotEmpty(t, o.text("vendor"), id)
		require.NotEmpty(t, o.text("description"), id)
		require.NotEmpty(t, o.all("picture"), id)
		require.LessOrEqual(t, len(o.all("picture")), 10)
		require.NotEmpty(t, o.all("param"), id)
	}
	for _, sku := range []string{"NOBRAND1", "NODESC1"} {
		require.Equal(t, []string{"value_missing"}, skipped(report, sku))
	}
	require.NotEmpty(t, skipped(report, "NOPICS1"))
	require.NotEmpty(t, skipped(report, "NOATTR1"))
}

// exportReport is what a template says of products with these SKUs.
func exportReport(t *testing.T, template string, skus ...string) Report {
	t.Helper()
	var products []supplier.Product
	for i, sku := range skus {
		products = append(products, uaProduct("x"+string(rune('1'+i)), func(p *supplier.Product) { p.SKU = sku }))
	}
	_, report := export(t, products, targetFeed(t, template))
	return report
}
