package exporter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestEpicentrCodes(t *testing.T) {
	f := targetFeed(t, "epicentr")
	var err error
	f.Categories, err = selection.ReadCategoryMap("c.csv", []byte("category,code,name,attribute_set\n12,2866,Електрочайники,77\n"))
	require.NoError(t, err)
	f.Attributes, err = selection.ReadAttributeMap("a.csv", []byte("name,value,code,value_code\nБренд,Стежка & Co,vendor,stezhka\nКраїна,Україна,country,ukr\nКолір,синій,color,blue\n"))
	require.NoError(t, err)
	other := func(p *supplier.Product) {
		p.Brand, p.Attributes = "Інший", []supplier.Attribute{{Name: "Колір", Value: "синій"}, {Name: "Об'єм", Value: "2", Unit: "л"}}
	}
	products := []supplier.Product{
		uaProduct("one", nil), uaProduct("other", other),
		uaProduct("repeat", func(p *supplier.Product) { p.SKU = "ONE" }),
		uaProduct("nosku", func(p *supplier.Product) { p.SKU = "" }),
		uaProduct("unmapped", func(p *supplier.Product) { p.Category = supplier.Category{ID: "99", Name: "Інше"} }),
		uaProduct("order", func(p *supplier.Product) { p.Availability = supplier.OnOrder }),
		uaProduct("gone", func(p *supplier.Product) { p.Availability = supplier.OutOfStock }),
	}
	root, list, report := xmlTarget(t, f, products, "", "offers", "offer")
	require.Equal(t, "2026-11-28 00:30", root.attr("date"))
	require.Empty(t, root.all("shop"))
	offers := byID(t, list)
	one := offers["ONE"]
	require.Equal(t, []string{"2866", "77"}, []string{one.all("category")[0].attr("code"), one.all("attribute_set")[0].attr("code")})
	require.Equal(t, "Електрочайники", one.text("category"))
	require.Equal(t, "stezhka", one.all("vendor")[0].attr("code"))
	require.Equal(t, "ukr", one.all("country_of_origin")[0].attr("code"))
	require.False(t, offers["OTHER"].all("vendor")[0].has("code"), "a brand without a code stands alone")
	params := offers["OTHER"].all("param")
	require.Equal(t, []string{"color", "blue", "синій"}, []string{params[0].attr("paramcode"), params[0].attr("valuecode"), params[0].Text})
	require.Equal(t, "2 л", params[1].Text)
	require.Equal(t, "Товар-ру one", one.all("name")[1].Text)
	require.Equal(t, "<p>Описание one</p>", one.all("description")[1].Text)
	for id, want := range map[string]string{"ONE": "in_stock", "ORDER": "under_the_order", "GONE": "out_of_stock"} {
		require.Equal(t, want, offers[id].text("availability"))
	}
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "ONE"))
	require.Equal(t, []string{"value_missing"}, skipped(report, "UNMAPPED"))
	require.Equal(t, []string{"value_missing"}, skipped(report, "id nosku"))
}

func TestEpicentrRules(t *testing.T) {
	offers, _, _ := offersOf(t, "epicentr", "", "offers", "offer")
	for id, o := range offers {
		require.NotEmpty(t, o.all("category")[0].attr("code"), id)
		require.Equal(t, o.all("category")[0].attr("code"), o.all("attribute_set")[0].attr("code"), id)
		require.Equal(t, []string{"ua", "ru"}, []string{o.all("name")[0].attr("lang"), o.all("name")[1].attr("lang")}, id)
	}
	shirt := offers["VBS"]
	require.Equal(t, "2866", shirt.all("category")[0].attr("code"))
	require.Equal(t, "color", shirt.all("param")[0].attr("paramcode"))
	require.Equal(t, "blue", shirt.all("param")[0].attr("valuecode"))
	require.Equal(t, "2870", offers["COMMA1"].all("category")[0].attr("code"))
	f := targetFeed(t, "epicentr")
	f.Categories, f.Out = nil, "x"
	var config *ConfigError
	require.ErrorAs(t, Check([]Feed{f}), &config)
	require.Contains(t, config.Message, "needs category_map: a CSV with the columns category and code")
	var err error
	f.Categories, err = selection.ReadCategoryMap("map.csv", []byte("category,name\n12,x\n"))
	require.NoError(t, err)
	require.ErrorAs(t, Check([]Feed{f}), &config)
	require.Contains(t, config.Message, "category_map has no column code")
}
