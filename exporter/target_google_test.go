package exporter

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// googleItem is an item of a Google feed, by the names and the namespace of its elements.
type googleItem struct {
	ID               string   `xml:"http://base.google.com/ns/1.0 id"`
	Title            string   `xml:"http://base.google.com/ns/1.0 title"`
	Description      string   `xml:"http://base.google.com/ns/1.0 description"`
	Link             string   `xml:"http://base.google.com/ns/1.0 link"`
	Image            string   `xml:"http://base.google.com/ns/1.0 image_link"`
	Additional       []string `xml:"http://base.google.com/ns/1.0 additional_image_link"`
	Availability     string   `xml:"http://base.google.com/ns/1.0 availability"`
	AvailabilityDate string   `xml:"http://base.google.com/ns/1.0 availability_date"`
	Price            string   `xml:"http://base.google.com/ns/1.0 price"`
	SalePrice        string   `xml:"http://base.google.com/ns/1.0 sale_price"`
	Condition        string   `xml:"http://base.google.com/ns/1.0 condition"`
	Brand            string   `xml:"http://base.google.com/ns/1.0 brand"`
	GTIN             string   `xml:"http://base.google.com/ns/1.0 gtin"`
	MPN              string   `xml:"http://base.google.com/ns/1.0 mpn"`
	IdentifierExists string   `xml:"http://base.google.com/ns/1.0 identifier_exists"`
	Group            string   `xml:"http://base.google.com/ns/1.0 item_group_id"`
	ProductType      string   `xml:"http://base.google.com/ns/1.0 product_type"`
	Category         string   `xml:"http://base.google.com/ns/1.0 google_product_category"`
	Color            string   `xml:"http://base.google.com/ns/1.0 color"`
	Size             string   `xml:"http://base.google.com/ns/1.0 size"`
	Material         string   `xml:"http://base.google.com/ns/1.0 material"`
	Weight           string   `xml:"http://base.google.com/ns/1.0 shipping_weight"`
}

// googleItems builds a Google feed, has xmllint read it, and gives its items by id.
func googleItems(t *testing.T, products []supplier.Product) (map[string]googleItem, Report) {
	t.Helper()
	data, report := export(t, products, targetFeed(t, "google"))
	file := filepath.Join(t.TempDir(), "feed.xml")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	out, err := exec.CommandContext(t.Context(), office.Program(t, "xmllint"), "--noout", "--nonet", file).CombinedOutput()
	require.NoError(t, err, string(out))
	var root struct {
		XMLName xml.Name `xml:"rss"`
		Version string   `xml:"version,attr"`
		Channel struct {
			Title       string       `xml:"title"`
			Link        string       `xml:"link"`
			Description string       `xml:"description"`
			Items       []googleItem `xml:"item"`
		} `xml:"channel"`
	}
	require.NoError(t, xml.Unmarshal(data, &root))
	require.Equal(t, "2.0", root.Version)
	require.Equal(t, []string{"Крамниця & Co", "https://shop.example/", "google"}, []string{root.Channel.Title, root.Channel.Link, root.Channel.Description})
	items := map[string]googleItem{}
	for _, item := range root.Channel.Items {
		require.NotContains(t, items, item.ID)
		items[item.ID] = item
	}
	require.EqualValues(t, report.Offers, len(items))
	require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected)
	return items, report
}

// TestGoogleShowsProductsInFull: what a product has and Google takes is all there.
func TestGoogleShowsProductsInFull(t *testing.T) {
	products := targetCases()
	items, report := googleItems(t, products)
	seen := map[string]bool{}
	for i := range products {
		p := &products[i]
		if seen[p.ID] {
			require.Contains(t, skipped(report, p.SKU), "id_duplicate")
			continue
		}
		seen[p.ID] = true
		item, ok := items[p.ID]
		if !ok {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, []string{p.SKU, p.Brand, p.Barcode, p.GroupID, "new"}, []string{item.MPN, item.Brand, item.GTIN, item.Group, item.Condition})
		require.Equal(t, strings.Join(p.Category.Path, " > "), item.ProductType)
		require.Equal(t, fmt.Sprint(p.WeightG.Value, " g"), item.Weight)
		require.NotEmpty(t, item.Title)
		require.NotEmpty(t, item.Description)
		require.Regexp(t, `^https?://[!-~]+$`, item.Link)
		for _, image := range append(item.Additional, item.Image) {
			require.Regexp(t, `^https?://[!-~]+$`, image)
		}
		require.Empty(t, item.IdentifierExists, "each has a barcode")
	}
	require.Len(t, items["pics1"].Additional, 10)
	require.True(t, strings.HasSuffix(items["long1"].Title, "Довга"), "cut at a word")
	require.Equal(t, googleItem{
		ID: "vrm", Title: "Футболка «Літо»", Description: "Опис vrm", Link: "https://shop.example/%D1%82%D0%BE%D0%B2%D0%B0%D1%80/1",
		Image: "https://img.example/vrm.jpg", Additional: []string{"https://img.example/shirt.jpg"}, Availability: "in_stock",
		Price: "878.90 UAH", SalePrice: "799.00 UAH", Condition: "new", Brand: "Стежка & Co", GTIN: "0482000000011", MPN: "VRM", Group: "g-shirt",
		ProductType: "Дім > Кухня > Чайники", Category: "751", Color: "червоний", Size: "M", Material: "бавовна", Weight: "1250 g",
	}, items["vrm"])
}

func TestGoogleHardCases(t *testing.T) {
	fifty := strings.Repeat("ї", 50)
	for name, c := range map[string]struct {
		change func(*supplier.Product)
		holds  func(*testing.T, googleItem)
	}{
		"an order whose day is known": {
			func(p *supplier.Product) {
				p.Availability, p.Quantity = supplier.OnOrder, supplier.Opt[int64]{}
				p.Attributes = []supplier.Attribute{{Name: "availability_date", Value: "2027-01-15T13:00+0200"}}
			},
			func(t *testing.T, item googleItem) {
				require.Equal(t, "preorder", item.Availability)
				require.Equal(t, "2027-01-15T13:00+0200", item.AvailabilityDate)
			},
		},
		"an order whose day is none": {
			func(p *supplier.Product) {
				p.Availability = supplier.OnOrder
				p.Attributes = []supplier.Attribute{{Name: "availability_date", Value: "незабаром"}}
			},
			func(t *testing.T, item googleItem) {
				require.Equal(t, "out_of_stock", item.Availability, "Google refuses preorder without a day")
				require.Empty(t, item.AvailabilityDate)
			},
		},
		"a day for what is in stock": {
			func(p *supplier.Product) {
				p.Attributes = []supplier.Attribute{{Name: "availability_date", Value: "2027-01-15T13:00Z"}}
			},
			func(t *testing.T, item googleItem) { require.Empty(t, item.AvailabilityDate) },
		},
		"no brand and no barcode": {
			func(p *supplier.Product) { p.Brand = " " },
			func(t *testing.T, item googleItem) { require.Equal(t, "no", item.IdentifierExists) },
		},
		"no brand and a barcode that is none": {
			func(p *supplier.Product) { p.Brand, p.Barcode = "", "12345" },
			func(t *testing.T, item googleItem) {
				require.Empty(t, item.GTIN)
				require.Equal(t, "no", item.IdentifierExists)
			},
		},
		"no brand and a barcode": {
			func(p *supplier.Product) { p.Brand, p.Barcode = "", "04820000" },
			func(t *testing.T, item googleItem) {
				require.Equal(t, "04820000", item.GTIN)
				require.Empty(t, item.IdentifierExists)
			},
		},
		"a group's id that is too long": {
			func(p *supplier.Product) { p.GroupID = fifty + "x" },
			func(t *testing.T, item googleItem) { require.Empty(t, item.Group, "cut, it could be another group's") },
		},
		"a group's id of fifty": {
			func(p *supplier.Product) { p.GroupID = fifty },
			func(t *testing.T, item googleItem) { require.Equal(t, fifty, item.Group) },
		},
		"no weight": {
			func(p *supplier.Product) { p.WeightG = supplier.Some[int64](0) },
			func(t *testing.T, item googleItem) { require.Empty(t, item.Weight) },
		},
		"Russian names of attributes": {
			func(p *supplier.Product) {
				p.Attributes = []supplier.Attribute{{Name: "Цвет", Value: "синий"}, {Name: "Размер", Value: "XL"}, {Name: "Материал", Value: "хлопок"}}
			},
			func(t *testing.T, item googleItem) {
				require.Equal(t, []string{"синий", "XL", "хлопок"}, []string{item.Color, item.Size, item.Material})
			},
		},
		"a description of entities": {
			func(p *supplier.Product) { p.Descriptions.UK = "<p>A&nbsp;&amp;&nbsp;B</p><p>1 &lt; 2</p>" },
			func(t *testing.T, item googleItem) { require.Equal(t, "A & B\n\n1 < 2", item.Description) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			items, _ := googleItems(t, []supplier.Product{worldProduct("one", c.change)})
			c.holds(t, items["one"])
		})
	}
}

func TestAdvertisingNeedsAPage(t *testing.T) {
	for _, name := range []string{"google", "google-tsv", "meta"} {
		good := worldProduct("good", nil)
		for _, address := range []string{"", "shop.example/1", "ftp://shop.example/1", "https://"} {
			bad := worldProduct("bad", func(p *supplier.Product) { p.URL = address })
			_, report := export(t, []supplier.Product{good, bad}, targetFeed(t, name))
			require.EqualValues(t, 1, report.Offers, name)
			want := "value_invalid"
			if address == "" {
				want = "value_missing"
			}
			require.Equal(t, []string{want}, skipped(report, "BAD"), "%s %q", name, address)
		}
	}
}

// TestGoogleTSVIsTheSame: readers with and without a rule for quotes find the same cells,
// and these are what the XML feed says.
func TestGoogleTSVIsTheSame(t *testing.T) {
	products := append(targetCases(),
		worldProduct("quoted1", func(p *supplier.Product) { p.Names.UK, p.Descriptions.UK = `"Лорд" стіл`, `"27 дюймів` }),
		worldProduct("tabs1", func(p *supplier.Product) { p.Names.UK = "а\tб\r\nв" }))
	data, report := export(t, products, targetFeed(t, "google-tsv"))
	require.NotContains(t, string(data), "\r")
	rows := pythonRows(t, data, map[string]any{"delimiter": "\t", "quoting": 3}) // csv.QUOTE_NONE
	require.Equal(t, rows, pythonRows(t, data, map[string]any{"delimiter": "\t", "strict": true}))
	items, _ := googleItems(t, products)
	require.Len(t, rows, len(items)+1)
	require.EqualValues(t, report.Offers, len(items))
	blanks := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, row := range byHeading(t, rows) {
		item := items[row["id"]]
		require.Equal(t, item.Title, strings.TrimSpace(row["title"]))
		// The line is as long as the lines of the text, whose breaks count as well.
		require.True(t, strings.HasPrefix(strings.TrimSpace(row["description"]), blanks(item.Description)), row["id"])
		require.Equal(t, strings.Join(item.Additional, "|"), strings.ReplaceAll(strings.ReplaceAll(row["additional_image_link"], ",", "|"), "%2C", ","), row["id"])
		want := []string{item.Link, item.Image, item.Availability, item.AvailabilityDate, item.Price, item.SalePrice, item.Condition, item.Brand, item.GTIN,
			item.MPN, item.IdentifierExists, item.Group, item.ProductType, item.Category, item.Color, item.Size, item.Material, item.Weight}
		var got []string
		for _, heading := range []string{"link", "image_link", "availability", "availability_date", "price", "sale_price", "condition", "brand", "gtin",
			"mpn", "identifier_exists", "item_group_id", "product_type", "google_product_category", "color", "size", "material", "shipping_weight"} {
			got = append(got, row[heading])
		}
		require.Equal(t, want, got, row["id"])
	}
}

func TestGoogleRules(t *testing.T) {
	offers, _, data := offersOf(t, "google", "", "channel", "item")
	require.Contains(t, string(data), `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">`)
	for id, o := range offers {
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("title")), 150, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("description")), 5000, id)
		require.NotRegexp(t, `</?[a-z]`, o.text("description"), id)
		require.Regexp(t, `^\d+\.\d\d UAH$`, o.text("price"), id)
		require.Contains(t, []string{"in_stock", "out_of_stock", "preorder"}, o.text("availability"), id)
		require.LessOrEqual(t, len(o.all("additional_image_link")), 10, id)
		require.Len(t, o.all("image_link"), 1, id)
	}
	require.Equal(t, "878.90 UAH", offers["vbs"].text("price"))
	require.Equal(t, "799.00 UAH", offers["vbs"].text("sale_price"))
	require.Equal(t, "751", offers["vbs"].text("google_product_category"))
	require.Equal(t, "out_of_stock", offers["order1"].text("availability"), "preorder needs a day")
	require.Equal(t, "Крісло \"Лорд\" & стіл", offers["html1"].text("title"), "entities are decoded once")
}

// TestGoogleIdentifiers: a wrong check digit costs the number and not the offer, and
// identifier_exists "no" never stands beside an mpn.
func TestGoogleIdentifiers(t *testing.T) {
	items, report := googleItems(t, []supplier.Product{
		worldProduct("good", func(p *supplier.Product) { p.Barcode = "4006381333931" }),
		worldProduct("wrong", func(p *supplier.Product) { p.Barcode = "4006381333932" }),
		worldProduct("nameless", func(p *supplier.Product) { p.Barcode, p.Brand = "4006381333931", "" }),
		worldProduct("nothing", func(p *supplier.Product) { p.Barcode, p.Brand = "4006381333932", "<p>&nbsp;</p>" }),
	})
	for id, want := range map[string][]string{
		"good": {"4006381333931", "GOOD", ""}, "wrong": {"", "WRONG", ""}, "nameless": {"4006381333931", "NAMELESS", ""}, "nothing": {"", "", "no"},
	} {
		require.Equal(t, want, []string{items[id].GTIN, items[id].MPN, items[id].IdentifierExists}, id)
	}
	require.EqualValues(t, 2, report.Repaired[remark.BarcodeInvalid])
}
