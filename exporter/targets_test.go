package exporter

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// targetCases is the catalogue that every built-in template is tried with: what feeds
// break on, and what targets have rules for.
func targetCases() []supplier.Product {
	products := hardCases()
	kettle := products[0]
	kettle.Images, kettle.GroupID = []string{"https://img.example/t.jpg"}, ""
	with := func(id string, change func(*supplier.Product)) {
		p := kettle
		p.ID, p.SKU = id, strings.ToUpper(id)
		p.Name = "Товар " + id
		p.Names = supplier.Texts{UK: p.Name, RU: "Товар-ру " + id}
		p.Descriptions = supplier.Texts{UK: "<p>Опис " + id + "</p>", RU: "<p>Описание " + id + "</p>"}
		change(&p)
		products = append(products, p)
	}
	for _, v := range [][2]string{{"синій", "S"}, {"синій", "M"}, {"червоний", "M"}} {
		with("v"+map[string]string{"синій": "b", "червоний": "r"}[v[0]]+strings.ToLower(v[1]), func(p *supplier.Product) {
			p.GroupID, p.Name = "g-shirt", "Футболка «Літо»"
			p.Names = supplier.Texts{UK: p.Name, RU: "Футболка «Лето»"}
			p.Images = []string{"https://img.example/" + p.ID + ".jpg", "https://img.example/shirt.jpg"}
			p.Attributes = []supplier.Attribute{{Name: "Колір", Value: v[0]}, {Name: "Розмір", Value: v[1]}, {Name: "Матеріал", Value: "бавовна"}}
		})
	}
	with("lone1", func(p *supplier.Product) { p.GroupID = "g-lone" })
	with("twin1", func(p *supplier.Product) {
		p.Name = "Близнюки"
		p.Names = supplier.Texts{UK: p.Name, RU: "Близнецы"}
	})
	with("twin2", func(p *supplier.Product) {
		p.Name = "Близнюки"
		p.Names = supplier.Texts{UK: p.Name, RU: "Близнецы"}
	})
	with("long1", func(p *supplier.Product) {
		p.Name = strings.Repeat("Довга назва ", 30) + "кінець"
		p.Names = supplier.Texts{UK: p.Name, RU: p.Name}
		p.Description = "<p>" + strings.Repeat("Дуже довгий опис &amp; ще. ", 3000) + "</p>"
		p.Descriptions = supplier.Texts{UK: p.Description, RU: p.Description}
	})
	with("emoji1", func(p *supplier.Product) {
		p.Name = strings.Repeat("👩‍👩‍👧‍👦 сім'я ", 25)
		p.Names = supplier.Texts{UK: p.Name}
	})
	with("html1", func(p *supplier.Product) {
		p.Description = "<div onclick=\"x()\"><script>alert(1)</script><h3>Заголовок&nbsp;1</h3><p style='color:red'>5 &lt; 6 &amp;amp; <b>жирний</b> <a href='http://other.example/'>link</a></p><table><tr><td>1</td></tr></table></div>"
		p.Descriptions = supplier.Texts{UK: p.Description, RU: p.Description}
		p.Names.UK, p.Name = "Крісло &quot;Лорд&quot; &amp; стіл", "Крісло &quot;Лорд&quot; &amp; стіл"
	})
	with("pics1", func(p *supplier.Product) {
		p.Images = []string{"http://img.example/plain.jpg", "ftp://img.example/f.jpg", "не адреса", "https://img.example/a,b.jpg", "https://img.example/з пробілом.jpg"}
		for i := range 25 {
			p.Images = append(p.Images, "https://img.example/p"+string(rune('a'+i))+".jpg")
		}
	})
	with("nopics1", func(p *supplier.Product) { p.Images = nil })
	with("nobrand1", func(p *supplier.Product) { p.Brand = "" })
	with("noattr1", func(p *supplier.Product) { p.Attributes = nil })
	with("nodesc1", func(p *supplier.Product) { p.Description, p.Descriptions = "", supplier.Texts{} })
	with("noru1", func(p *supplier.Product) { p.Names.RU, p.Descriptions.RU = "", "" })
	with("gone1", func(p *supplier.Product) { p.Availability, p.Quantity = supplier.OutOfStock, supplier.Some[int64](0) })
	with("few1", func(p *supplier.Product) { p.Quantity = supplier.Some[int64](1) })
	with("order1", func(p *supplier.Product) { p.Availability, p.Quantity = supplier.OnOrder, supplier.Opt[int64]{} })
	with("usd1", func(p *supplier.Product) {
		p.Currency, p.DropPrice, p.RRP, p.Tiers = "USD", money.Must("10"), money.Must("20.50"), nil
	})
	with("id-with_hyphen", func(p *supplier.Product) {})
	with("comma1", func(p *supplier.Product) {
		p.Category = supplier.Category{ID: "77", Name: "Стільці, крісла > інше", Path: []string{"Дім", "Стільці, крісла > інше"}}
	})
	with("many1", func(p *supplier.Product) {
		p.Attributes = nil
		for i := range 120 {
			p.Attributes = append(p.Attributes, supplier.Attribute{Name: "Ознака " + string(rune('A'+i%26)) + string(rune('0'+i/26)), Value: "так | ні, може", Unit: ""})
		}
	})
	return products
}

// feedTemplates are the built-in templates of feeds.
func feedTemplates(t testing.TB) []templates.Info {
	t.Helper()
	feeds, err := builtinFeeds()
	require.NoError(t, err)
	return feeds
}

// builtinFeeds reads the heads of all built-in templates, once.
var builtinFeeds = sync.OnceValues(func() ([]templates.Info, error) {
	list, err := templates.Open("").List()
	return slices.DeleteFunc(list, func(info templates.Info) bool { return info.Kind != templates.Feed }), err
})

// targetFeed is a feed of a built-in template as a shop would have it: its own prices in
// hryvnias, tiers at a markup, an old price, and a map of the target's codes.
func targetFeed(t testing.TB, name string) Feed {
	categories, err := selection.ReadCategoryMap("categories.csv", []byte("category,code,name,google_product_category\n12,2866,Чайники,751\n5,2800,Кухня,638\nДім,2000,Дім,536\n77,2870,Стільці,443\n"))
	require.NoError(t, err)
	attributes, err := selection.ReadAttributeMap("attributes.csv", []byte("name,value,code,value_code,target_name\nКолір,синій,color,blue,Колір\nКолір,червоний,color,red,Колір\nРозмір,,size,,Розмір\n"))
	require.NoError(t, err)
	return Feed{Name: name, Template: builtin(t, name), MinStock: 2, ShopName: "Крамниця & Co", ShopCompany: "ТОВ «Крамниця»", ShopURL: "https://shop.example/",
		Price: pricing.Rule{Base: pricing.RRP, OldPrice: pricing.OldPrice{Markup: pricing.Markup{Percent: "10"}}, Tiers: &pricing.Markup{Percent: "30"},
			Currency: "UAH", Rates: map[string]pricing.Number{"USD": "41.55"}},
		Categories: categories, Attributes: attributes}
}

// TestTargets keeps what each built-in template makes of the catalogue, and of what it
// says. Text formats are kept by their bytes, workbooks by a dump of their cells.
func TestTargets(t *testing.T) {
	t.Parallel()
	for _, info := range feedTemplates(t) {
		t.Run(info.Name, func(t *testing.T) {
			data, report := export(t, targetCases(), targetFeed(t, info.Name))
			if info.Format == "xlsx" {
				data = []byte(dumpBook(t, data))
			}
			golden(t, filepath.Join("targets", info.Name), data)
			report.Out, report.Changes = "", nil
			text, err := json.MarshalIndent(report, "", " ")
			require.NoError(t, err)
			golden(t, filepath.Join("targets", info.Name+".report"), text)
		})
	}
}
