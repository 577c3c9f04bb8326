package exporter

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// uaProduct is a product that every Ukrainian marketplace takes, as change makes it.
func uaProduct(id string, change func(*supplier.Product)) supplier.Product {
	p := hardCases()[0]
	p.ID, p.SKU, p.GroupID = id, strings.ToUpper(id), ""
	p.Name = "Товар " + id
	p.Names = supplier.Texts{UK: p.Name, RU: "Товар-ру " + id}
	p.Description = "<p>Опис " + id + "</p>"
	p.Descriptions = supplier.Texts{UK: p.Description, RU: "<p>Описание " + id + "</p>"}
	p.Images = []string{"https://img.example/" + id + ".jpg"}
	if change != nil {
		change(&p)
	}
	return p
}

// xmlTarget builds a feed, has xmllint read it, and gives its document and its offers in
// their order.
func xmlTarget(t *testing.T, f Feed, products []supplier.Product, dtd string, path ...string) (root node, offers []*node, report Report) {
	t.Helper()
	data, report := export(t, products, f)
	file := filepath.Join(t.TempDir(), "feed.xml")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	args := []string{"--noout", "--nonet", file}
	if dtd != "" {
		args = append([]string{"--dtdvalid", filepath.Join("testdata", dtd)}, args...)
	}
	out, err := exec.CommandContext(t.Context(), office.Program(t, "xmllint"), args...).CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, xml.Unmarshal(data, &root))
	at := &root
	for _, name := range path[:len(path)-1] {
		require.Len(t, at.all(name), 1, name)
		at = at.all(name)[0]
	}
	offers = at.all(path[len(path)-1])
	require.EqualValues(t, report.Offers, len(offers))
	require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected)
	return root, offers, report
}

func (n *node) texts(name string) (out []string) {
	for _, child := range n.all(name) {
		out = append(out, child.Text)
	}
	return out
}

func (n *node) has(attr string) bool {
	for _, a := range n.Attrs {
		if a.Name.Local == attr {
			return true
		}
	}
	return false
}

func byID(t *testing.T, offers []*node) map[string]*node {
	t.Helper()
	out := map[string]*node{}
	for _, o := range offers {
		id := o.attr("id")
		if id == "" {
			id = o.text("id")
		}
		require.NotContains(t, out, id)
		out[id] = o
	}
	return out
}

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
	require.Len(t, offers, 9)
	require.Equal(t, []string{"value_invalid"}, skipped(report, strings.Repeat("A", 26)))
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

// TestRozetkaNames: variants are told apart at the end of a name, where no cut reaches
// and outside of brackets; names still equal, in either language, are left out.
func TestRozetkaNames(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("Дуже довга назва ", 20))
	named := func(uk, ru string) func(*supplier.Product) {
		return func(p *supplier.Product) { p.Name, p.Names = uk, supplier.Texts{UK: uk, RU: ru} }
	}
	variant := func(size string) func(*supplier.Product) {
		return func(p *supplier.Product) {
			named(long, long)(p)
			p.GroupID, p.Attributes = "g1", []supplier.Attribute{{Name: "Розмір", Value: size, Unit: "см"}}
		}
	}
	products := []supplier.Product{
		uaProduct("v1", variant("10")), uaProduct("v2", variant("20")),
		uaProduct("cut1", named(long+" один", "Один")), uaProduct("cut2", named(long+" два", "Два")),
		uaProduct("ru1", named("Стіл", "Стол")), uaProduct("ru2", named("Столик", "Стол")), uaProduct("ru3", named("Столик", "Столик")),
	}
	_, list, report := xmlTarget(t, targetFeed(t, "rozetka"), products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	offers := byID(t, list)
	for _, element := range []string{"name", "name_ua"} {
		seen := map[string]bool{}
		for id, o := range offers {
			name := o.text(element)
			require.LessOrEqual(t, utf8.RuneCountInString(name), 255, id)
			require.False(t, seen[name], name)
			require.NotRegexp(t, `\)$`, name)
			seen[name] = true
		}
		require.True(t, strings.HasSuffix(offers["v1"].text(element), ", 10 см"))
		require.True(t, strings.HasSuffix(offers["v2"].text(element), ", 20 см"))
	}
	require.Equal(t, []string{"name_duplicate"}, skipped(report, "CUT2"), "cut, the names are equal")
	require.Equal(t, []string{"name_duplicate"}, skipped(report, "RU2"), "equal in one language")
	require.Contains(t, offers, "ru3", "what is left out takes no name")
	require.Positive(t, report.Repaired[TextCut])
}

func TestRozetkaHardProducts(t *testing.T) {
	pictures := func(n int) (out []string) {
		for i := range n {
			out = append(out, "https://img.example/"+strconv.Itoa(i)+".jpg")
		}
		return out
	}
	products := []supplier.Product{
		uaProduct("many", func(p *supplier.Product) { p.Images = pictures(16) }),
		uaProduct("plus", func(p *supplier.Product) {
			p.Images = []string{"https://img.example/a+b.jpg", "https://img.example/ф.jpg"}
		}),
		uaProduct("plain", func(p *supplier.Product) { p.Images = []string{"http://img.example/a.jpg"} }),
		uaProduct("far", func(p *supplier.Product) { p.Images = []string{"https://img.example/" + strings.Repeat("a", 1980)} }),
		uaProduct("url", func(p *supplier.Product) { p.URL = "https://shop.example/" + strings.Repeat("ж", 90) }),
		uaProduct("unknown", func(p *supplier.Product) { p.Quantity = supplier.Opt[int64]{} }),
		uaProduct("order", func(p *supplier.Product) { p.Availability, p.Quantity = supplier.OnOrder, supplier.Opt[int64]{} }),
		uaProduct("noname", func(p *supplier.Product) { p.Brand = " No Name " }),
		uaProduct("onlyru", func(p *supplier.Product) { p.Description, p.Descriptions.UK = "", "" }),
		uaProduct("link", func(p *supplier.Product) {
			p.Description, p.Descriptions = "<a href='https://other.example/'>https://other.example/</a>", supplier.Texts{}
		}),
		uaProduct("usd", func(p *supplier.Product) {
			p.Currency, p.DropPrice, p.RRP, p.Tiers = "EUR", money.Must("1"), money.Must("2"), nil
		}),
	}
	_, list, report := xmlTarget(t, targetFeed(t, "rozetka"), products, "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	offers := byID(t, list)
	require.Len(t, offers["many"].all("picture"), 15)
	require.Equal(t, []string{"https://img.example/%D1%84.jpg"}, offers["plus"].texts("picture"), "no plus")
	require.Empty(t, offers["url"].all("url"), "540 characters once it is encoded, and not required")
	require.Equal(t, "1", offers["unknown"].text("stock_quantity"))
	require.Equal(t, []string{"0", "false"}, []string{offers["order"].text("stock_quantity"), offers["order"].attr("available")})
	require.Equal(t, "<p>Описание onlyru</p>", offers["onlyru"].text("description"))
	require.Empty(t, offers["onlyru"].all("description_ua"))
	require.Equal(t, []string{"878.90", "799.00", "MANY", "new"}, []string{offers["many"].text("price_old"), offers["many"].text("price"), offers["many"].text("article"), offers["many"].text("state")})
	for sku, code := range map[string]string{"PLAIN": "pictures_missing", "FAR": "pictures_missing", "NONAME": "value_missing", "LINK": "value_missing", "USD": "currency_unknown"} {
		require.Equal(t, []string{code}, skipped(report, sku), sku)
	}
}

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
	require.Equal(t, []string{"value_invalid"}, skipped(report, strings.Repeat("I", 21)))
	require.Equal(t, []string{"value_missing"}, skipped(report, "NOURL"))
	require.Len(t, report.Skipped, 2)
}

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
	require.Equal(t, []string{"id_duplicate"}, skipped(report, "AB"))
	for _, sku := range []string{"--", "NORU", "NODESC"} {
		require.Equal(t, []string{"value_missing"}, skipped(report, sku), sku)
	}
}

// TestUkrainianFeedsHoldTogether: categories are declared once, parents first, and each
// offer stands in one of them; prices are in hryvnias; nothing shows what the shop pays.
func TestUkrainianFeedsHoldTogether(t *testing.T) {
	for _, c := range []struct {
		name, dtd string
		path      []string
	}{
		{"prom", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"rozetka", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"maudau", "yml-ua-anyorder.dtd", []string{"shop", "offers", "offer"}},
		{"yml-classic", "yml-simple-ordered.dtd", []string{"shop", "offers", "offer"}},
		{"hotline", "", []string{"items", "item"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			products := targetCases()
			for i := range products {
				products[i].DropPrice = money.Must("1.2345")
			}
			root, offers, report := xmlTarget(t, targetFeed(t, c.name), products, c.dtd, c.path...)
			require.NotEmpty(t, offers)
			at := &root
			if shops := root.all("shop"); len(shops) > 0 {
				at = shops[0]
				require.Equal(t, "UAH", at.all("currencies")[0].all("currency")[0].attr("id"))
			}
			declared := map[string]bool{"": true}
			for _, category := range at.all("categories")[0].all("category") {
				id, parent, name := category.attr("id"), category.attr("parentId"), category.Text
				if c.name == "hotline" {
					id, parent, name = category.text("id"), category.text("parentId"), category.text("name")
				}
				require.NotEmpty(t, strings.TrimSpace(name))
				require.NotEqual(t, "0", id)
				require.False(t, declared[id], id)
				require.True(t, declared[parent], "%s stands before its parent %s", id, parent)
				declared[id] = true
			}
			for _, o := range offers {
				require.True(t, declared[o.text("categoryId")] && o.text("categoryId") != "")
				require.Contains(t, []string{"", "UAH"}, o.text("currencyId"))
				require.NotContains(t, strings.Join(o.texts("price"), " "), "1.23")
			}
			requireAccounted(t, report)
		})
	}
}

// TestTakes: what a template is not for is neither an offer nor a fault, and is not
// looked at any further.
func TestTakes(t *testing.T) {
	own, err := CompileTemplate("own.yaml", []byte(head+"takes: 'quantity > 5'\nneeds: [{value: barcode}]\nlists: {images: {max: 1}}\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(3)
	products[0].Quantity, products[0].Barcode = supplier.Some[int64](5), ""
	products[1].Quantity = supplier.Opt[int64]{}
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000002\r\n", string(data))
	require.Empty(t, report.Skipped)
	require.EqualValues(t, 2, report.NotSelected)
	require.EqualValues(t, 2, report.Repaired[PicturesLeftOut], "of the offer alone")
	require.Contains(t, strings.Join(report.Warnings, "\n"), "expression_failed", "a quantity that is not there")

	_, err = CompileTemplate("own.yaml", []byte(head+"takes: availabel\ncolumns: [{heading: a, value: sku}]\n"))
	require.ErrorContains(t, err, `own.yaml:4:8: unknown path "availabel"`)
	own, err = CompileTemplate("own.yaml", []byte(head+"takes: drop_price < 5\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	require.ErrorContains(t, Check([]Feed{{Name: "own", Template: own, Out: "x"}}), "would show everybody what you pay")
}

// TestUniqueValuesOfWhatIsLeftOut are free for later offers.
func TestUniqueValuesOfWhatIsLeftOut(t *testing.T) {
	own, err := CompileTemplate("own.yaml", []byte(head+"unique: [{value: barcode}, {value: brand}]\ncolumns: [{heading: a, value: sku}]\n"))
	require.NoError(t, err)
	products := catalogue(3)
	for i, p := range [][2]string{{"1", "a"}, {"2", "a"}, {"2", "b"}} {
		products[i].Barcode, products[i].Brand = p[0], p[1]
	}
	data, report := export(t, products, Feed{Name: "own", Template: own})
	require.Equal(t, "a\r\nSKU-000000\r\nSKU-000002\r\n", string(data))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "SKU-000001"))
}

// TestAttributesThatAlwaysStand, and what expressions know of the attribute map.
func TestAttributesThatAlwaysStand(t *testing.T) {
	own, err := CompileTemplate("own.yaml", []byte(`name: x
kind: feed
format: xml
document: {element: all, offers: true}
offer:
  attributes: [{name: a, value: barcode, always: true}, {name: b, value: barcode}]
  elements:
    - {element: c, value: 'cut(name, 7)'}
    - {element: d, value: 'mapped("Бренд", brand, "value_code") + mapped("Бренд", "немає", "value_code")'}
`))
	require.NoError(t, err)
	p := catalogue(1)
	p[0].Barcode = ""
	attributes, err := selection.ReadAttributeMap("a.csv", []byte("name,value,value_code\nБренд,стежка & co,7\n"))
	require.NoError(t, err)
	data, report := export(t, p, Feed{Name: "own", Template: own, Attributes: attributes})
	require.Contains(t, string(data), "<offer a=\"\">\n<c>Чайник</c>\n<d>7</d>\n</offer>")
	require.EqualValues(t, 1, report.Repaired[TextCut])
}
