package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestMaudauHardProducts(t *testing.T) {
	pictures := []string{"https://img.example/" + strings.Repeat("ї", 60), "https://img.example/пробіл є.jpg"}
	products := []supplier.Product{
		uaProduct("a-b", nil),
		uaProduct("ab", nil),
		uaProduct("--", nil),
		uaProduct("pics", func(p *supplier.Product) { p.Images = pictures }),
		uaProduct("noru", func(p *supplier.Product) { p.Names.RU = "<b> </b>" }),
		uaProduct("nodesc", func(p *supplier.Product) { p.Descriptions.RU = "<script>x</script>" }),
		uaProduct("html", func(p *supplier.Product) { p.Descriptions.RU = "<div onclick=x>a &amp; <b>b</b><br>c" }),
	}
	_, list, report := xmlTarget(t, targetFeed(t, "maudau"), products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	offers := byID(t, list)
	require.Equal(t, []string{"https://img.example/%D0%BF%D1%80%D0%BE%D0%B1%D1%96%D0%BB%20%D1%94.jpg"}, offers["pics"].texts("picture"), "the other is too long once it is encoded")
	require.Equal(t, []string{"Товар pics", "Товар-ру pics"}, []string{offers["pics"].text("name_ua"), offers["pics"].text("name_ru")})
	require.Contains(t, offers["html"].text("description_ru"), "a &amp; <b>b</b>")
	require.Equal(t, "878.90", offers["ab"].text("old_price"))
	require.Equal(t, "A-B", offers["ab"].text("vendorCode"), "the first of two that are alike without other characters")
	other := map[string]bool{}
	for id, o := range offers {
		require.Regexp(t, "^[A-Za-z0-9]+$", id)
		other[o.text("vendorCode")] = true
	}
	require.True(t, other["AB"] && other["--"], "no product is lost for its id")
	for _, sku := range []string{"NORU", "NODESC"} {
		require.Equal(t, []string{"value_missing"}, skipped(report, sku), sku)
	}
}

func TestMaudauRules(t *testing.T) {
	offers, _, _ := offersOf(t, "maudau", "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	require.Contains(t, offers, "idwithhyphen")
	for id, o := range offers {
		require.Regexp(t, `^[A-Za-z0-9]+$`, id)
		for _, must := range []string{"name_ua", "name_ru", "description_ua", "description_ru", "price", "categoryId", "picture"} {
			require.NotEmpty(t, o.text(must), "%s %s", id, must)
		}
		require.LessOrEqual(t, len(o.all("picture")), 12, id)
		for _, p := range o.all("picture") {
			require.LessOrEqual(t, len(p.Text), 255)
			require.Regexp(t, `^https?://[!-~]+$`, p.Text, id)
		}
	}
}
