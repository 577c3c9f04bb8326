package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// worldProduct is a product that every target of this file takes, as change makes it.
func worldProduct(id string, change func(*supplier.Product)) supplier.Product {
	return uaProduct(id, func(p *supplier.Product) {
		p.Barcode = ""
		p.Attributes = []supplier.Attribute{{Name: "Матеріал", Value: "сталь"}}
		if change != nil {
			change(p)
		}
	})
}

// variantsOf are members of one group with these values of the attributes Колір, Розмір …
func variantsOf(group string, values ...[]string) (out []supplier.Product) {
	names := []string{"Колір", "Розмір", "Довжина", "Посадка"}
	for i, v := range values {
		out = append(out, worldProduct(fmt.Sprint(group, i), func(p *supplier.Product) {
			p.GroupID = group
			for k, value := range v {
				p.Attributes = append(p.Attributes, supplier.Attribute{Name: names[k], Value: value})
			}
		}))
	}
	return out
}

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
		Price: "878.90 UAH", SalePrice: "799.00 UAH", Condition: "new", Brand: "Стежка & Co", GTIN: "0482000000017", MPN: "VRM", Group: "g-shirt",
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

// pythonRows has Python's csv module read a table.
func pythonRows(t *testing.T, data []byte, options string) (rows [][]string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	script := "import csv, json, sys\ncsv.field_size_limit(1 << 30)\n" +
		"print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8'), " + options + "))))"
	out, err := exec.CommandContext(t.Context(), office.Program(t, "python3"), "-c", script, file).Output()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(out, &rows))
	return rows
}

// byHeading gives each row's cells by their headings.
func byHeading(t *testing.T, rows [][]string) (out []map[string]string) {
	t.Helper()
	for _, row := range rows[1:] {
		require.Len(t, row, len(rows[0]))
		cells := map[string]string{}
		for i, cell := range row {
			cells[rows[0][i]] = cell
		}
		out = append(out, cells)
	}
	return out
}

// tableOf builds a CSV feed and has two readers read it.
func tableOf(t *testing.T, template string, products []supplier.Product) ([]map[string]string, Report) {
	t.Helper()
	data, report := export(t, products, targetFeed(t, template))
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, rows, normalBreaks(pythonRows(t, data, "strict=True")), "the two readers differ")
	require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected)
	return byHeading(t, rows), report
}

// normalBreaks has the line breaks that encoding/csv makes of CRLF within a cell.
func normalBreaks(rows [][]string) [][]string {
	for _, row := range rows {
		for i := range row {
			row[i] = strings.ReplaceAll(row[i], "\r\n", "\n")
		}
	}
	return rows
}

// TestGoogleTSVIsTheSame: readers with and without a rule for quotes find the same cells,
// and these are what the XML feed says.
func TestGoogleTSVIsTheSame(t *testing.T) {
	products := append(targetCases(),
		worldProduct("quoted1", func(p *supplier.Product) { p.Names.UK, p.Descriptions.UK = `"Лорд" стіл`, `"27 дюймів` }),
		worldProduct("tabs1", func(p *supplier.Product) { p.Names.UK = "а\tб\r\nв" }))
	data, report := export(t, products, targetFeed(t, "google-tsv"))
	require.NotContains(t, string(data), "\r")
	rows := pythonRows(t, data, "delimiter='\\t', quoting=csv.QUOTE_NONE")
	require.Equal(t, rows, pythonRows(t, data, "delimiter='\\t', strict=True"))
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

func TestMetaShowsProductsInFull(t *testing.T) {
	products := targetCases()
	rows, report := tableOf(t, "meta", products)
	require.EqualValues(t, report.Offers, len(rows))
	found := map[string]map[string]string{}
	for _, row := range rows {
		found[row["id"]] = row
	}
	for i := range products {
		p := &products[i]
		row := found[p.ID]
		if row == nil || skipped(report, p.SKU) != nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, []string{p.SKU, p.Brand, p.Barcode, p.GroupID, "new"}, []string{row["mpn"], row["brand"], row["gtin"], row["item_group_id"], row["condition"]})
		require.Regexp(t, `^https?://[!-~]+$`, row["link"])
		require.LessOrEqual(t, utf8.RuneCountInString(row["description"]), 9999)
		require.NotContains(t, row["description"], "&nbsp;")
	}
	require.Equal(t, "Стежка & Co", found["vbs"]["brand"])
	require.Equal(t, []string{"878.90 UAH", "799.00 UAH"}, []string{found["vbs"]["price"], found["vbs"]["sale_price"]})
	require.Equal(t, []string{"available for order", "out of stock", "in stock"},
		[]string{found["order1"]["availability"], found["gone1"]["availability"], found["vbs"]["availability"]})
}

// TestMetaPictures: a long address is no reason to lose a product, and the list of further
// pictures holds as many as there is room for, each of them whole.
func TestMetaPictures(t *testing.T) {
	long := func(i int) string {
		return fmt.Sprintf("https://img.example/%s/%02d.jpg", strings.Repeat("a", 150), i)
	}
	p := worldProduct("one", func(p *supplier.Product) {
		p.Images = nil
		for i := range 25 {
			p.Images = append(p.Images, long(i))
		}
		p.Images[3] = "https://img.example/" + strings.Repeat("b", 1990) + ".jpg" // no room for it anywhere
	})
	rows, report := tableOf(t, "meta", []supplier.Product{p})
	require.Equal(t, long(0), rows[0]["image_link"])
	further := strings.Split(rows[0]["additional_image_link"], ",")
	require.LessOrEqual(t, len(rows[0]["additional_image_link"]), 2000)
	require.Len(t, further, 11, "of %d characters each", len(long(0)))
	require.Equal(t, []string{long(1), long(2), long(4)}, further[:3])
	require.EqualValues(t, 25-12, report.Repaired[remark.PicturesLeftOut])
}

// imported is a cell as WooCommerce's importer takes it apart: at commas, but not at \,.
func imported(cell string) (out []string) {
	if cell == "" {
		return nil
	}
	for _, v := range strings.Split(strings.ReplaceAll(cell, `\,`, "\x00"), ",") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(v, "\x00", ",")))
	}
	return out
}

// importedAttributes are the attributes of a row by their names; no name is there twice.
func importedAttributes(t *testing.T, row map[string]string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for n := range 30 {
		name := row[fmt.Sprintf("Attribute %d name", n)]
		values := imported(row[fmt.Sprintf("Attribute %d value(s)", n)])
		if name == "" {
			require.Empty(t, values, "values of no attribute")
			continue
		}
		require.NotContains(t, out, name, "the importer would keep the last one only")
		out[name] = values
	}
	return out
}

// bySKU gives the rows that have a SKU.
func bySKU(rows []map[string]string, heading string) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, row := range rows {
		if row[heading] != "" {
			out[row[heading]] = row
		}
	}
	return out
}

func TestWooCommerceShowsProductsInFull(t *testing.T) {
	products := targetCases()
	list, report := tableOf(t, "woocommerce", products)
	rows := bySKU(list, "SKU")
	barcodes := map[string]bool{}
	for i := range products {
		p := &products[i]
		row := rows[p.SKU]
		if row == nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		if code := row["GTIN, UPC, EAN, or ISBN"]; code != "" {
			require.False(t, barcodes[code], "the importer refuses a second product with %s", code)
			barcodes[code] = true
		}
		want := map[string][]string{}
		for _, a := range p.Attributes {
			if a.Name != "" && a.Value != "" && len(want) < 20 {
				want[a.Name] = append(want[a.Name], strings.ReplaceAll(strings.TrimSpace(a.Value+" "+a.Unit), "|", "/"))
			}
		}
		got := importedAttributes(t, row)
		if row["Type"] == "variation" {
			require.Equal(t, want["Колір"], got["Колір"])
			require.Equal(t, want["Розмір"], got["Розмір"])
			require.Equal(t, want["Матеріал"], importedAttributes(t, rows[row["Parent"]])["Матеріал"], "what variants share is the parent's")
			continue
		}
		require.Equal(t, want, got, p.SKU)
	}
	require.True(t, barcodes["0482000000017"])
	require.Contains(t, strings.Join(report.Warnings, "\n"), "TWIN2: barcode_repeated: ")
	require.EqualValues(t, 102, report.Repaired[remark.AttributesLeftOut], "100 of one product, 2 that say nothing of another")
	shirt := rows["group-g-shirt"]
	require.Equal(t, []string{"https://img.example/vbs.jpg", "https://img.example/shirt.jpg", "https://img.example/vbm.jpg", "https://img.example/vrm.jpg"}, imported(shirt["Images"]))
	require.Equal(t, []string{"variable", "", "", "", "1"}, []string{shirt["Type"], shirt["Regular price"], shirt["Stock"], shirt["Parent"], shirt["In stock?"]})
	require.Equal(t, []string{"variation", "878.90", "799.00", "17", "group-g-shirt"},
		[]string{rows["VBM"]["Type"], rows["VBM"]["Regular price"], rows["VBM"]["Sale price"], rows["VBM"]["Stock"], rows["VBM"]["Parent"]})
}

// TestWooCommerceDescriptions: the importer makes a line break of \n, and of \\n nothing.
func TestWooCommerceDescriptions(t *testing.T) {
	rows, _ := tableOf(t, "woocommerce", []supplier.Product{worldProduct("one", func(p *supplier.Product) {
		p.Descriptions.UK = "<p>перший\r\nдругий\nтретій</p><p>C:\\new\\temp</p>"
	})})
	require.Equal(t, `<p>перший\nдругий\nтретій</p><p>C:\\new\temp</p>`, rows[0]["Description"])
}

func TestWooCommerceSKUs(t *testing.T) {
	products := []supplier.Product{worldProduct("a", nil), worldProduct("b", func(p *supplier.Product) { p.SKU = "a" })}
	rows, report := tableOf(t, "woocommerce", products)
	require.Len(t, rows, 1)
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "a"), "the shop's database knows no capitals")
}

// TestTablesHaveOneCurrency: a price without its currency may not be in another one.
func TestTablesHaveOneCurrency(t *testing.T) {
	products := []supplier.Product{worldProduct("uah", nil), worldProduct("usd", func(p *supplier.Product) { p.Currency = "USD" })}
	for _, name := range []string{"woocommerce", "shopify"} {
		f := targetFeed(t, name)
		f.Price = pricing.Rule{}
		_, report := export(t, products, f)
		require.EqualValues(t, 1, report.Offers, name)
		require.Equal(t, []string{"currency_unknown"}, skipped(report, "USD"), name)
	}
}

// TestWooCommerceBeyondThreeOptions: what differs beyond three attributes is shown of the
// whole group, and two variants that only that tells apart are named.
func TestWooCommerceBeyondThreeOptions(t *testing.T) {
	products := variantsOf("g", []string{"синій", "S", "30", "вузька"}, []string{"синій", "M", "32", "широка"}, []string{"синій", "M", "32", "вузька, нова"}, []string{"чорний", "M", "32", "вузька"})
	for _, template := range []string{"woocommerce", "shopify"} {
		_, report := tableOf(t, template, products)
		require.Equal(t, []string{"value_duplicate"}, skipped(report, "G2"), template)
		require.EqualValues(t, 3, report.Offers, template)
	}
	list, _ := tableOf(t, "woocommerce", products)
	parent := importedAttributes(t, bySKU(list, "SKU")["group-g"])
	require.Equal(t, map[string][]string{"Колір": {"синій", "чорний"}, "Розмір": {"S", "M"}, "Довжина": {"30", "32"},
		"Посадка": {"вузька", "широка", "вузька, нова"}, "Матеріал": {"сталь"}}, parent)
}

// TestGroupsWhoseMembersAreRefused are whole without them: the product's own row is there,
// and its further pictures.
func TestGroupsWhoseMembersAreRefused(t *testing.T) {
	products := variantsOf("g", []string{"синій"}, []string{"чорний"}, []string{"білий"})
	single := worldProduct("single", func(p *supplier.Product) { p.SKU = products[0].SKU })
	list, report := tableOf(t, "woocommerce", append([]supplier.Product{single}, products...))
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "G0"))
	var kinds []string
	for _, row := range list {
		kinds = append(kinds, row["Type"]+" "+row["SKU"])
	}
	require.Equal(t, []string{"simple G0", "variable group-g", "variation G1", "variation G2"}, kinds)

	twin := variantsOf("g", []string{"синій"}, []string{"чорний"}, []string{"чорний"})
	list, report = tableOf(t, "shopify", twin)
	require.Equal(t, []string{"value_duplicate"}, skipped(report, "G2"))
	var rows []string
	for _, row := range list {
		rows = append(rows, strings.Join([]string{row["Handle"], row["Title"], row["Option1 Value"], row["Image Position"]}, "|"))
	}
	require.Equal(t, []string{"g-g|Товар g0|синій|1", "g-g||чорний|", "g-g|||2", "g-g|||3"}, rows)
}

func TestShopifyHeadings(t *testing.T) {
	data, _ := export(t, targetCases(), targetFeed(t, "shopify"))
	heading, _, _ := strings.Cut(string(data), "\r\n")
	require.Equal(t, "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,"+
		"Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,"+
		"Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Variant Image,Gift Card,Status", heading)
	require.Less(t, len(data), 15<<20)
}

func TestShopifyShowsProductsInFull(t *testing.T) {
	products := targetCases()
	list, report := tableOf(t, "shopify", products)
	rows := bySKU(list, "Variant SKU")
	images := map[string][]string{}
	for _, row := range list {
		if row["Image Src"] == "" {
			require.Empty(t, row["Image Position"])
			continue
		}
		images[row["Handle"]] = append(images[row["Handle"]], row["Image Src"])
		require.Equal(t, fmt.Sprint(len(images[row["Handle"]])), row["Image Position"])
	}
	for i := range products {
		p := &products[i]
		row := rows[p.SKU]
		if row == nil {
			require.NotEmpty(t, skipped(report, p.SKU), p.SKU)
			continue
		}
		require.Equal(t, p.Barcode, row["Variant Barcode"])
		require.Regexp(t, `^\d+\.\d\d$`, row["Variant Price"])
		require.Regexp(t, `^\d+$`, row["Variant Inventory Qty"])
		require.NotEmpty(t, row["Option1 Value"])
		require.Equal(t, map[bool]string{true: "continue", false: "deny"}[p.Availability == supplier.OnOrder], row["Variant Inventory Policy"])
		if row["Title"] == "" {
			continue
		}
		require.Equal(t, p.Brand, row["Vendor"])
		require.Equal(t, p.Category.Name, row["Type"])
		require.Equal(t, []string{"TRUE", "active", "FALSE"}, []string{row["Published"], row["Status"], row["Gift Card"]})
	}
	require.Equal(t, []string{"Title", "Default Title"}, []string{rows["TWIN1"]["Option1 Name"], rows["TWIN1"]["Option1 Value"]})
	require.Len(t, images["pics1"], 28)
	require.Equal(t, []string{"Колір", "синій", "Розмір", "S"},
		[]string{rows["VBS"]["Option1 Name"], rows["VBS"]["Option1 Value"], rows["VBS"]["Option2 Name"], rows["VBS"]["Option2 Value"]})
	require.Equal(t, "https://img.example/vbm.jpg", rows["VBM"]["Variant Image"])
}

// TestShopifyAddresses: no two products have one, and a group has the same however many
// of its members there are.
func TestShopifyAddresses(t *testing.T) {
	var products []supplier.Product
	for _, group := range []string{"a b", "a-b", "☃", "☂", "G1"} {
		products = append(products, variantsOf(group, []string{"синій"}, []string{"чорний"})...)
	}
	for i := range products { // SKUs with a group's id in them would be too alike
		products[i].ID, products[i].SKU = fmt.Sprint("id", i), fmt.Sprint("sku", i)
	}
	products = append(products, worldProduct("single1", func(p *supplier.Product) { p.SKU = "G-A B" }), worldProduct("single2", func(p *supplier.Product) { p.SKU = "Стіл №5" }))
	list, report := tableOf(t, "shopify", products)
	require.Empty(t, report.Skipped)
	titled := map[string]bool{}
	for _, row := range list {
		require.Regexp(t, `^[a-z0-9-]{1,255}$`, row["Handle"])
		if row["Title"] != "" {
			require.False(t, titled[row["Handle"]], row["Handle"])
			titled[row["Handle"]] = true
		}
	}
	require.Len(t, titled, 7)
	require.True(t, titled["g-a-b"] && titled["p-g-a-b"] && titled["stil-5"], "%v", titled)
	alone, _ := tableOf(t, "shopify", products[2:3])
	require.Equal(t, "g-a-b", alone[0]["Handle"])
	require.Equal(t, []string{"Title", "Default Title"}, []string{alone[0]["Option1 Name"], alone[0]["Option1 Value"]})
}

// TestShopifyOptionsAreNeverEmpty where their name is there.
func TestShopifyOptionsAreNeverEmpty(t *testing.T) {
	products := variantsOf("g", []string{"синій"}, []string{"чорний", "M"}, []string{" ", "L"})
	products[0].Images = nil
	list, report := tableOf(t, "shopify", products)
	require.Empty(t, report.Skipped)
	var got [][2]string
	for _, row := range list {
		if row["Variant SKU"] != "" {
			got = append(got, [2]string{row["Option1 Value"], row["Option2 Value"]})
		}
	}
	require.Equal(t, [][2]string{{"синій", "-"}, {"чорний", "M"}, {"-", "L"}}, got)
	require.Equal(t, []string{"https://img.example/g1.jpg", "1", ""}, []string{list[0]["Image Src"], list[0]["Image Position"], list[0]["Variant Image"]}, "the group's first picture is another member's")
}

// TestItemsAreOfTheListAtHand: an expression inside a list sees nothing of another list,
// of an earlier offer, or of a list inside the row that it stands in.
func TestItemsAreOfTheListAtHand(t *testing.T) {
	own, err := template.Compile("t.yaml", []byte(`name: x
kind: feed
format: csv
group: true
rows:
  - {row: picture, of: any, each: images}
columns:
  - {heading: option, value: 'options[0].value'}
  - {heading: attribute, value: 'attributes[0].value'}
  - {heading: other, value: 'images[1]'}
  - {heading: picture, value: .}
  - {heading: position, value: position}
  - {heading: item, value: 'item.url + item.value + item.name'}
  - repeat: attributes
    times: 1
    columns: [{heading: "a{n}", value: 'item.value + item.url'}]
  - {heading: all, each: attributes, value: 'item.name + item.url', join: ' '}
  - {heading: last, value: 'item.url + item.value'}
`))
	require.NoError(t, err)
	products := variantsOf("g", []string{"синій"}, []string{"чорний"})
	products[1].Images = []string{"1", "2"}
	products = append(products, worldProduct("alone", func(p *supplier.Product) { p.GroupID = "h"; p.Images = []string{"3"} }))
	data, _ := export(t, products, Feed{Name: "x", Template: own})
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"синій", "сталь", "", "https://img.example/g0.jpg", "1", "https://img.example/g0.jpg", "сталь", "Матеріал Колір", "https://img.example/g0.jpg"},
		{"чорний", "сталь", "2", "1", "1", "1", "сталь", "Матеріал Колір", "1"},
		{"чорний", "сталь", "2", "2", "2", "2", "сталь", "Матеріал Колір", "2"},
		{"", "сталь", "", "3", "1", "3", "сталь", "Матеріал", "3"},
	}, rows[1:])
}

// TestTheWorldsFeedsAreSmall: every cell of these templates is as short as its target wants.
func TestTheWorldsFeedsAreSmall(t *testing.T) {
	p := worldProduct("one", func(p *supplier.Product) {
		long := strings.Repeat("слово 👩‍👩‍👧‍👦 ", 4000)
		p.Names, p.Descriptions = supplier.Texts{UK: long}, supplier.Texts{UK: long}
		p.Brand, p.Category.Path = long, []string{long, long}
		p.Attributes = []supplier.Attribute{{Name: "Колір", Value: long}, {Name: "Розмір", Value: long}, {Name: "Матеріал", Value: long}}
	})
	limits := map[string]map[string]int{
		"google-tsv": {"title": 150, "description": 5000, "brand": 70, "mpn": 70, "product_type": 750, "color": 100, "size": 100, "material": 200},
		"meta":       {"title": 200, "description": 9999, "brand": 100, "mpn": 100, "product_type": 750, "color": 200, "size": 200, "material": 200},
		"shopify":    {"Title": 255, "Handle": 255},
	}
	for template, columns := range limits {
		data, _ := export(t, []supplier.Product{p}, targetFeed(t, template))
		options := "delimiter=','"
		if template == "google-tsv" {
			options = "delimiter='\\t'"
		}
		row := byHeading(t, pythonRows(t, data, options))[0]
		for heading, limit := range columns {
			n := utf8.RuneCountInString(row[heading])
			require.LessOrEqual(t, n, limit, "%s %s", template, heading)
			if limit >= 100 && !slices.Contains([]string{"mpn", "Handle"}, heading) {
				require.Greater(t, n, limit*3/4, "%s %s is cut too soon", template, heading)
			}
		}
	}
}
