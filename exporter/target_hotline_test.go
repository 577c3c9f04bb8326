package exporter

import (
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestHotlineHardProducts(t *testing.T) {
	products := []supplier.Product{
		uaProduct("full", func(p *supplier.Product) {
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: "Артикул", Value: "MX-7"})
			p.Descriptions.UK = "<h3>Назва</h3><p>5 &lt; 6 &amp; 7</p><ul><li>так</li></ul>"
			p.Images = []string{"https://img.example/1.jpg", "https://img.example/2.jpg"}
			p.GroupID = "g1"
		}),
		uaProduct("order", func(p *supplier.Product) { p.Availability, p.Quantity = supplier.OnOrder, supplier.Some[int64](0) }),
		uaProduct("gone", func(p *supplier.Product) { p.Availability = supplier.OutOfStock }),
		uaProduct("few", func(p *supplier.Product) { p.Quantity = supplier.Some[int64](1) }),
		uaProduct(strings.Repeat("i", 20), nil),
		uaProduct(strings.Repeat("i", 21), nil),
		uaProduct("nourl", func(p *supplier.Product) { p.URL = "" }),
	}
	root, list, report := xmlTarget(t, targetFeed(t, "hotline"), products, "", "items", "item")
	offers := byID(t, list)
	require.Equal(t, "price", root.XMLName.Local)
	require.Equal(t, "Крамниця & Co", root.text("firmName"))
	require.Empty(t, root.all("firmId"), "nobody's number")
	full := offers["full"]
	require.Equal(t, "MX-7", full.text("code"), "the maker's article")
	require.Equal(t, "ORDER", offers["order"].text("code"))
	require.Equal(t, []string{"https://img.example/1.jpg", "https://img.example/2.jpg"}, full.texts("image"))
	require.Equal(t, []string{"799.00", "878.90", "g1", "0"}, []string{full.text("priceRUAH"), full.text("oldprice"), full.text("group_id"), full.text("condition")})
	require.Equal(t, "Назва\n5 < 6 & 7\n- так", strings.TrimSpace(strings.ReplaceAll(full.text("description"), "\n\n", "\n")))
	require.Equal(t, "В наявності", full.text("stock"))
	require.Equal(t, "Під замовлення", offers["order"].text("stock"))
	require.EqualValues(t, 2, report.NotSelected, "what is sold out is no offer, and no fault either")
	require.Contains(t, offers, strings.Repeat("i", 20))
	for id, o := range offers {
		if o.text("code") == strings.Repeat("I", 21) {
			require.Regexp(t, "^i{12}[0-9a-f]{8}$", id, "a longer id is told apart within its length")
		}
	}
	require.Len(t, offers, 4)
	require.Equal(t, []string{"value_missing"}, skipped(report, "NOURL"))
	require.Len(t, report.Skipped, 1)
}

func TestHotlineRules(t *testing.T) {
	offers, _, data := offersOf(t, "hotline", "", "items", "item")
	for id, o := range offers {
		require.LessOrEqual(t, utf8.RuneCountInString(id), 20)
		for _, must := range []string{"vendor", "code", "url", "priceRUAH", "categoryId", "name"} {
			require.NotEmpty(t, o.text(must), "%s %s", id, must)
		}
		require.NotContains(t, o.text("description"), "<p>", id)
		require.Regexp(t, `^\d+\.\d\d$`, o.text("priceRUAH"), id)
	}
	require.NotContains(t, string(data), "<!DOCTYPE")
	var root node
	require.NoError(t, xml.Unmarshal(data, &root))
	category := root.all("categories")[0].all("category")[0]
	require.NotEmpty(t, category.text("id"), "the id is an element")
	require.Empty(t, category.Attrs)
	require.Equal(t, "2026-11-28 00:30", root.text("date"))
}
