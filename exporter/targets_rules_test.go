package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// node is an XML element as a reader that knows nothing of ours finds it.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n *node) all(name string) (out []*node) {
	for i := range n.Children {
		if n.Children[i].XMLName.Local == name {
			out = append(out, &n.Children[i])
		}
	}
	return out
}

func (n *node) text(name string) string {
	if found := n.all(name); len(found) > 0 {
		return found[0].Text
	}
	return ""
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// offersOf builds a target's feed, has xmllint read it, and gives its offers by id.
func offersOf(t *testing.T, template, dtd string, path ...string) (map[string]*node, Report, []byte) {
	t.Helper()
	data, report := export(t, targetCases(), targetFeed(t, template))
	file := filepath.Join(t.TempDir(), "feed.xml")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	args := []string{"--noout", "--nonet", file}
	if dtd != "" {
		args = append([]string{"--dtdvalid", filepath.Join("testdata", dtd)}, args...)
	}
	out, err := exec.Command(office.Program(t, "xmllint"), args...).CombinedOutput()
	require.NoError(t, err, string(out))
	var root node
	require.NoError(t, xml.Unmarshal(data, &root))
	at := []*node{&root}
	for _, name := range path {
		var next []*node
		for _, n := range at {
			next = append(next, n.all(name)...)
		}
		at = next
	}
	offers := map[string]*node{}
	for _, o := range at {
		id := o.attr("id")
		if id == "" {
			id = o.text("id")
		}
		require.NotContains(t, offers, id)
		offers[id] = o
	}
	require.EqualValues(t, report.Offers, len(offers))
	requireAccounted(t, report)
	return offers, report, data
}

// requireAccounted: every product is an offer or is named with a code and a mend.
func requireAccounted(t *testing.T, report Report) {
	t.Helper()
	require.EqualValues(t, len(targetCases()), report.Products)
	require.EqualValues(t, report.Products, report.Offers+int64(len(report.Skipped))+report.NotSelected)
	for _, s := range report.Skipped {
		require.NotEmpty(t, s.Code, s.SKU)
		require.Contains(t, s.Message, ": ", "the mend follows the reason: %s", s.Message)
	}
}

func skipped(r Report, sku string) (out []string) {
	for _, s := range r.Skipped {
		if s.SKU == sku {
			out = append(out, string(s.Code))
		}
	}
	return out
}

func TestPromRules(t *testing.T) {
	offers, _, _ := offersOf(t, "prom", "yml-ua-anyorder.dtd", "shop", "offers", "offer")
	for id, o := range offers {
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("name")), 130, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("name_ua")), 130, id)
		require.LessOrEqual(t, len(o.all("picture")), 10, id)
		require.LessOrEqual(t, len(o.all("param")), 100, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("vendorCode")), 25, id)
		require.LessOrEqual(t, utf8.RuneCountInString(o.text("description")), 12160, id)
		require.Equal(t, len(o.all("name_ua")), len(o.all("description_ua")), "%s: one counts only with the other", id)
		require.Equal(t, map[bool]string{true: "u", false: "r"}[len(o.all("prices")) > 0], o.attr("selling_type"), id)
		require.Contains(t, []string{"true", "false", ""}, o.attr("available"), id)
		require.NotRegexp(t, `https?://`, o.text("description"), id)
	}
	kettle := offers["p-1"]
	require.Equal(t, "Чайник", kettle.text("name"), "the Russian name")
	require.Equal(t, "Чайник «Стежка», 1,7 л", kettle.text("name_ua"))
	require.Equal(t, "799.00", kettle.text("price"))
	require.Equal(t, "878.90", kettle.text("oldprice"))
	tiers := kettle.all("prices")[0].all("price")
	require.Len(t, tiers, 2)
	require.Equal(t, []string{"559.00", "10", "520.16", "50"}, []string{tiers[0].text("value"), tiers[0].text("quantity"), tiers[1].text("value"), tiers[1].text("quantity")})
	require.Equal(t, "g-shirt", offers["vbs"].attr("group_id"))
	require.Equal(t, "851.78", offers["usd1"].text("price"), "20.50 dollars at 41.55")
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
	require.Equal(t, []string{"value_invalid"}, skipped(report, "ID-WITH_HYPHEN"))
	require.Equal(t, "0", offers["few1"].text("stock_quantity"), "less than min_stock is none")
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

// rowsOfTarget reads a text table with a reader that is not ours.
func rowsOfTarget(t *testing.T, template string) ([]string, []map[string]string, Report) {
	t.Helper()
	data, report := export(t, targetCases(), targetFeed(t, template))
	requireAccounted(t, report)
	r := csv.NewReader(bytes.NewReader(data))
	if strings.HasSuffix(template, "tsv") {
		r.Comma, r.LazyQuotes = '\t', true
	}
	heading, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, len(heading), len(slices.Compact(slices.Sorted(slices.Values(heading)))), "headings are unique")
	var rows []map[string]string
	for {
		row, err := r.Read()
		if err == io.EOF {
			return heading, rows, report
		}
		require.NoError(t, err)
		m := map[string]string{}
		for i, cell := range row {
			m[heading[i]] = cell
		}
		rows = append(rows, m)
	}
}

func TestMetaAndGoogleTSVRules(t *testing.T) {
	_, rows, _ := rowsOfTarget(t, "meta")
	for _, r := range rows {
		require.Contains(t, []string{"in stock", "out of stock", "available for order"}, r["availability"])
		require.LessOrEqual(t, utf8.RuneCountInString(r["title"]), 200)
		require.LessOrEqual(t, utf8.RuneCountInString(r["description"]), 9999)
		require.NotRegexp(t, `</?[a-z]`, r["description"], r["id"])
		require.LessOrEqual(t, len(r["additional_image_link"]), 2000)
		require.NotEmpty(t, r["brand"])
		require.Regexp(t, `^\d+\.\d\d UAH$`, r["price"])
	}
	// Failure 33: without an old price there is no sale.
	f := targetFeed(t, "meta")
	f.Price.OldPrice = pricing.OldPrice{}
	data, _ := export(t, targetCases(), f)
	read, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	at := slices.Index(read[0], "sale_price")
	for _, row := range read[1:] {
		require.Empty(t, row[at])
	}
	_, tsv, _ := rowsOfTarget(t, "google-tsv")
	require.NotEmpty(t, tsv)
	for _, r := range tsv {
		require.NotContains(t, r["description"], "\n")
		require.Regexp(t, `^https?://[!-~]+$`, r["image_link"])
	}
}

func TestWooCommerceRules(t *testing.T) {
	heading, rows, _ := rowsOfTarget(t, "woocommerce")
	for _, must := range []string{"Type", "SKU", "Name", "Published", "Regular price", "Categories", "Images", "Parent", "Meta: _wholesale_tiers", "Attribute 1 name", "Attribute 15 value(s)"} {
		require.Contains(t, heading, must)
	}
	skus, parents := map[string]bool{}, map[string]string{}
	for _, r := range rows {
		require.NotEmpty(t, r["SKU"], "failure of #23257: a row without a SKU makes an empty product")
		require.False(t, skus[r["SKU"]], r["SKU"])
		skus[r["SKU"]] = true
		require.NotContains(t, r["Description"], "\n", "failure 46")
		if r["Images"] != "" {
			for _, image := range strings.Split(r["Images"], ", ") {
				require.Regexp(t, `^https?://[^, ]+$`, image, "failure 42")
			}
		}
		if r["Type"] == "variation" {
			require.True(t, skus[r["Parent"]], "the parent stands before its variations")
			combination := r["Parent"] + "|" + r["Attribute 1 value(s)"] + "|" + r["Attribute 2 value(s)"]
			require.Empty(t, parents[combination])
			parents[combination] = r["SKU"]
		}
		if r["Type"] != "variable" {
			require.Regexp(t, `^\d+\.\d\d$`, r["Regular price"], "failure 45")
		}
	}
	require.Len(t, parents, 3)
	for _, r := range rows {
		switch r["SKU"] {
		case "COMMA1":
			require.Equal(t, `Дім > Стільці\, крісла › інше`, r["Categories"], "failure 43")
		case "group-g-shirt":
			require.Equal(t, "variable", r["Type"])
			require.Equal(t, "синій, червоний", r["Attribute 1 value(s)"])
		case "VBM":
			require.Equal(t, "10:559.00;50:520.16", r["Meta: _wholesale_tiers"])
		}
	}
}

func TestShopifyRules(t *testing.T) {
	heading, rows, _ := rowsOfTarget(t, "shopify")
	require.Equal(t, []string{"Handle", "Title", "Body (HTML)", "Vendor"}, heading[:4])
	first, variants := map[string]bool{}, map[string]bool{}
	last := ""
	for _, r := range rows {
		handle := r["Handle"]
		require.Regexp(t, `^[a-z0-9-]{1,255}$`, handle)
		if handle != last {
			require.False(t, first[handle], "the rows of %s stand together", handle)
			require.NotEmpty(t, r["Title"], handle)
			require.NotEmpty(t, r["Option1 Name"], handle)
		} else {
			require.Empty(t, r["Title"], handle)
		}
		first[handle], last = true, handle
		if r["Variant SKU"] != "" {
			require.Regexp(t, `^\d+\.\d\d$`, r["Variant Price"], handle)
			key := handle + "|" + r["Option1 Value"] + "|" + r["Option2 Value"] + "|" + r["Option3 Value"]
			require.False(t, variants[key], key)
			variants[key] = true
		} else {
			require.NotEmpty(t, r["Image Src"], "a row without a variant is a picture's")
		}
	}
	require.True(t, variants["g-g-shirt|червоний|M|"])
}

// TestVariantsThatNothingTellsApart are products of their own.
func TestVariantsThatNothingTellsApart(t *testing.T) {
	same := catalogue(2)
	for i := range same {
		same[i].GroupID = "g"
	}
	for _, v := range newVariants(same, builtin(t, "csv")) {
		require.Nil(t, v)
	}
}

// TestGroupsStandTogether whatever the order of the list and the size of its pages.
func TestGroupsStandTogether(t *testing.T) {
	products := catalogue(40)
	for i := range products {
		products[i].GroupID = "g-" + strconv.Itoa(i%7)
		products[i].Attributes = []supplier.Attribute{{Name: "Розмір", Value: strconv.Itoa(i)}}
	}
	products[39].GroupID = ""
	data, report := export(t, products, Feed{Name: "woo", Template: builtin(t, "woocommerce")})
	require.EqualValues(t, 40, report.Offers)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+1+7+39)
	var order []string
	for _, r := range rows[1:] {
		order = append(order, r[1])
	}
	require.Equal(t, []string{"SKU-000039", "group-g-0", "SKU-000000", "SKU-000007"}, order[:4])
	require.Regexp(t, regexp.MustCompile(`^group-g-6$`), order[len(order)-6])
}

// TestGroupsTakeAnyText: what waits for its group comes back as it was, but for bytes
// that are not UTF-8.
func TestGroupsTakeAnyText(t *testing.T) {
	products := catalogue(2)
	for i := range products {
		products[i].GroupID = "g\xff"
		products[i].Names = supplier.Texts{}
		products[i].Name = "bad\xffbyte \x01 <&>\u2028 😀"
		products[i].Attributes = []supplier.Attribute{{Name: "Розмір\xc0", Value: strconv.Itoa(i)}}
	}
	data, report := export(t, products, Feed{Name: "woo", Template: builtin(t, "woocommerce")})
	require.EqualValues(t, 2, report.Offers)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+1+2)
	require.Equal(t, "badbyte <&> 😀", rows[2][2])
}
