package exporter

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

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
	require.Positive(t, report.Repaired[remark.TextCut])
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

func TestRozetkaRules(t *testing.T) {
	offers, report, _ := offersOf(t, "rozetka", "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	names := map[string]bool{}
	for id, o := range offers {
		require.Regexp(t, `^[A-Za-z0-9]+$`, id)
		require.NotEmpty(t, o.text("vendor"), id)
		require.NotEmpty(t, o.text("description"), id)
		require.NotEmpty(t, o.all("param"), id)
		require.Equal(t, "UAH", o.text("currencyId"), id)
		for _, lang := range []string{"name", "name_ua"} {
			require.LessOrEqual(t, utf8.RuneCountInString(o.text(lang)), 255, id)
		}
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("description")), 50000, id)
		require.False(t, names[o.text("name_ua")], "%s: %s is there twice", id, o.text("name_ua"))
		names[o.text("name_ua")] = true
		pictures := o.all("picture")
		require.True(t, len(pictures) >= 1 && len(pictures) <= 15, id)
		for _, p := range pictures {
			require.Regexp(t, `^https://[!-~]+$`, p.Text, id)
		}
		stock, err := strconv.Atoi(o.text("stock_quantity"))
		require.NoError(t, err, id)
		require.Equal(t, o.attr("available") == "true", stock > 0, id)
	}
	require.Equal(t, "Футболка «Літо», синій, S", offers["vbs"].text("name_ua"))
	require.Equal(t, "Футболка «Лето», червоний, M", offers["vrm"].text("name"))
	require.Equal(t, []string{"name_duplicate"}, skipped(report, "TWIN2"))
	require.Equal(t, []string{"value_missing"}, skipped(report, "NOBRAND1"))
	require.Equal(t, []string{"attributes_missing"}, skipped(report, "NOATTR1"))
	require.Equal(t, "ID-WITH_HYPHEN", offers["idwithhyphen"].text("article"))
	require.Equal(t, "0", offers["few1"].text("stock_quantity"), "less than min_stock is none")
}

// TestRozetkaDerivesIDs: ids with hyphens, as most suppliers have them, cost no variant; what a
// product was called once it is called again, also when the list stands in another order.
func TestRozetkaDerivesIDs(t *testing.T) {
	f := targetFeed(t, "rozetka")
	f.Out = filepath.Join(t.TempDir(), "r.xml")
	f.Guard.Off = true
	build := func(ids ...string) map[string]string {
		var products []supplier.Product
		for _, id := range ids {
			products = append(products, uaProduct(id, func(p *supplier.Product) { p.Name, p.Names = "Чайник "+id, supplier.Texts{} }))
		}
		_, report := export(t, products, f)
		require.Empty(t, report.Skipped)
		data, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		called := map[string]string{}
		for _, o := range readYML(t, data).Offers {
			require.Regexp(t, "^[A-Za-z0-9]+$", o.ID)
			called[strings.TrimPrefix(o.Name, "Чайник ")] = o.ID
		}
		require.Len(t, called, len(ids))
		return called
	}
	first := build("100001-1", "100001-2", "77")
	require.Equal(t, map[string]string{"100001-1": "1000011", "100001-2": "1000012", "77": "77"}, first)
	later := build("1000011", "7-7", "77", "100001-2", "100001-1")
	for id, called := range first {
		require.Equal(t, called, later[id])
	}
	require.NotEqual(t, later["1000011"], later["100001-1"])
	require.Equal(t, later, build("77", "100001-1", "7-7", "1000011", "100001-2"))
}
