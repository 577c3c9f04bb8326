package exporter

import (
	"cmp"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// catalog is a YML feed as encoding/xml reads it.
type catalog struct {
	Date       string `xml:"date,attr"`
	Name       string `xml:"shop>name"`
	Currencies []struct {
		ID   string `xml:"id,attr"`
		Rate string `xml:"rate,attr"`
	} `xml:"shop>currencies>currency"`
	Categories []struct {
		ID     string `xml:"id,attr"`
		Parent string `xml:"parentId,attr"`
		Name   string `xml:",chardata"`
	} `xml:"shop>categories>category"`
	Offers []readOffer `xml:"shop>offers>offer"`
}

type readOffer struct {
	ID          string   `xml:"id,attr"`
	Available   string   `xml:"available,attr"`
	Group       string   `xml:"group_id,attr"`
	URL         string   `xml:"url"`
	Price       string   `xml:"price"`
	DropPrice   string   `xml:"drop_price"`
	Tiers       []tier   `xml:"prices>price"`
	Currency    string   `xml:"currencyId"`
	Category    string   `xml:"categoryId"`
	Pictures    []string `xml:"picture"`
	Name        string   `xml:"name"`
	NameUA      string   `xml:"name_ua"`
	Vendor      string   `xml:"vendor"`
	VendorCode  string   `xml:"vendorCode"`
	Description string   `xml:"description"`
	DescUA      string   `xml:"description_ua"`
	Country     string   `xml:"country_of_origin"`
	Barcode     string   `xml:"barcode"`
	Quantity    string   `xml:"quantity_in_stock"`
	Minimum     string   `xml:"minimum_order_quantity"`
	Params      []param  `xml:"param"`
}

type tier struct {
	Value    string `xml:"value"`
	Quantity string `xml:"quantity"`
}

type param struct {
	Name string `xml:"name,attr"`
	Unit string `xml:"unit,attr"`
	Text string `xml:",chardata"`
}

func readYML(t *testing.T, data []byte) catalog {
	t.Helper()
	var c catalog
	require.NoError(t, xml.Unmarshal(data, &c))
	return c
}

// path is the way to a category by the parents of the feed.
func (c *catalog) path(id string) (names []string) {
	for id != "" {
		i := slices.IndexFunc(c.Categories, func(x struct {
			ID     string `xml:"id,attr"`
			Parent string `xml:"parentId,attr"`
			Name   string `xml:",chardata"`
		}) bool {
			return x.ID == id
		})
		names = append([]string{c.Categories[i].Name}, names...)
		id = c.Categories[i].Parent
	}
	return names
}

func TestEveryFieldIsFoundAgainInYML(t *testing.T) {
	products := append(hardCases()[:5], catalogue(300)...)
	data, report := export(t, products, Feed{Name: "yml", Template: builtin(t, "yml"), Private: true})
	require.False(t, report.Partial())
	c := readYML(t, data)
	require.Equal(t, "2026-11-28 00:30", c.Date)
	require.Len(t, c.Offers, len(products))
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	for i := range products {
		p, o := &products[i], &c.Offers[i]
		text := func(want, got string) {
			t.Helper()
			require.Equal(t, cleanXML(want), got, "of %s", p.SKU)
		}
		row := expected(p)
		text(p.ID, o.ID)
		text(p.SKU, o.VendorCode)
		text(p.GroupID, o.Group)
		text(p.Name, o.Name)
		text(p.Names.UK, o.NameUA)
		text(p.Brand, o.Vendor)
		text(p.Country, o.Country)
		text(p.Barcode, o.Barcode)
		text(p.Currency, o.Currency)
		text(lines.Replace(cleanXML(p.Description)), o.Description)
		text(lines.Replace(cleanXML(p.Descriptions.UK)), o.DescUA)
		text(row["rrp"], o.Price)
		text(row["drop_price"], o.DropPrice)
		text(row["quantity"], o.Quantity)
		text(strings.TrimPrefix(fmt.Sprint("x", p.MinOrder), "x"), cmp.Or(o.Minimum, "1"))
		require.Equal(t, p.Availability == supplier.InStock && p.Quantity != supplier.Some[int64](0), o.Available == "true")
		requireCategory(t, p, c.path(o.Category))
		requireLists(t, p, o)
	}
}

func requireCategory(t *testing.T, p *supplier.Product, path []string) {
	t.Helper()
	want := p.Category.Path
	if len(want) == 0 {
		want = []string{category.None}
	}
	require.Equal(t, want, path)
}

func requireLists(t *testing.T, p *supplier.Product, o *readOffer) {
	t.Helper()
	var images []string
	for _, image := range p.Images {
		image, _ = markup.Address(image)
		if !slices.Contains(images, image) {
			images = append(images, image)
		}
	}
	require.Equal(t, images, o.Pictures)
	var params []param
	for _, a := range p.Attributes {
		if a.Name != "" && a.Value != "" {
			params = append(params, param{a.Name, a.Unit, a.Value})
		}
	}
	require.Equal(t, params, o.Params)
	var tiers []tier
	for _, tr := range p.Tiers {
		if tr.Price.IsSet() {
			tiers = append(tiers, tier{tr.Price.String(), fmt.Sprint(tr.MinQuantity)})
		}
	}
	require.ElementsMatch(t, tiers, o.Tiers)
}

func TestXMLLintAccepts(t *testing.T) {
	lint := office.Program(t, "xmllint")
	products := append(hardCases(), catalogue(100)...)
	for name, c := range map[string]struct {
		template, dtd string
		private       bool
	}{
		"yml":                 {"yml", "yml-ua-anyorder.dtd", false},
		"yml private":         {"yml", "yml-private.dtd", true},
		"yml-classic":         {"yml-classic", "yml-simple-ordered.dtd", false},
		"yml-classic private": {"yml-classic", "yml-simple-ordered.dtd", true},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "feed.yml")
			export(t, products, Feed{Name: "yml", Template: builtin(t, c.template), Private: c.private, Out: out})
			output, err := exec.CommandContext(t.Context(), lint, "--noout", "--nonet", "--dtdvalid", filepath.Join("testdata", c.dtd), out).CombinedOutput()
			require.NoError(t, err, string(output))
		})
	}
}

var _ Pages = (supplier.ProductPages)(nil)

func TestCurrenciesAreThoseInUse(t *testing.T) {
	products := catalogue(4)
	data, _ := export(t, products, Feed{Name: "yml", Template: builtin(t, "yml")})
	require.Len(t, readYML(t, data).Currencies, 1)
	products[3].Currency = "EUR"
	data, _ = export(t, products, Feed{Name: "yml", Template: builtin(t, "yml")})
	c := readYML(t, data)
	require.Len(t, c.Currencies, 2)
	require.Equal(t, "UAH", c.Currencies[0].ID)
	require.Equal(t, "1", c.Currencies[0].Rate)
	require.Equal(t, "EUR", c.Currencies[1].ID)
}

func TestTwoPathsOfOneCategoryAreTold(t *testing.T) {
	products := catalogue(3)
	for i := range products {
		products[i].Category = supplier.Category{ID: "1", Name: "x", Path: []string{fmt.Sprint("root ", i), "x"}}
	}
	data, report := export(t, products, Feed{Name: "yml", Template: builtin(t, "yml")})
	require.Equal(t, []string{"SKU-000001: category_ambiguous: category 1 has another path here than before, the first one is kept"}, lines(report.Warnings))
	c := readYML(t, data)
	require.Equal(t, []string{"root 0", "x"}, c.path("1"))
}

// TestCategoryIDsStay: the id of a category that only holds others is that of the
// product right in it, whether that product is in the feed, left out or gone.
func TestCategoryIDsStay(t *testing.T) {
	products := catalogue(3)
	products[0].Category = supplier.Category{ID: "5", Name: "Кухня", Path: []string{"Дім", "Кухня"}}
	products[1].Category = supplier.Category{ID: "12", Name: "Чайники", Path: []string{"Дім", "Кухня", "Чайники"}}
	products[2].Category = products[1].Category
	out := filepath.Join(t.TempDir(), "shop.yml")
	categories := func(products []supplier.Product) map[string]string {
		data, _ := export(t, products, Feed{Name: "shop", Template: builtin(t, "yml"), Out: out, Guard: history.Guard{Off: true}})
		ids := map[string]string{}
		for _, c := range readYML(t, data).Categories {
			ids[c.Name] = c.ID + " in " + c.Parent
		}
		return ids
	}
	all := categories(products)
	require.Equal(t, "5 in "+string((*category.Keys)(nil).Append(nil, &supplier.Category{Path: []string{"Дім"}})), all["Кухня"])
	require.Equal(t, "12 in 5", all["Чайники"])
	leftOut := slices.Clone(products)
	leftOut[0].RRP = money.Amount{}
	require.NoError(t, os.Remove(category.MemoryPath(out)))
	require.Equal(t, all, categories(leftOut), "a product that is left out tells it")
	require.Equal(t, all, categories(products[1:]), "the feed remembers it")
	require.NoError(t, os.WriteFile(category.MemoryPath(out), []byte("5,\"Дім"), 0o644))
	_, report := export(t, products[1:], Feed{Name: "shop", Template: builtin(t, "yml"), Out: out})
	require.Len(t, lines(report.Warnings), 1)
	require.Contains(t, lines(report.Warnings)[0], "memory_unreadable")
}

// TestAFeedOfOtherCategoriesThanTheLast: what was foreseen of a feed by the last one is in no
// byte of it, nor of its copy, and nothing is left beside it.
func TestAFeedOfOtherCategoriesThanTheLast(t *testing.T) {
	moved := catalogue(40)
	moved[0].Category = supplier.Category{ID: "7", Name: "Новий", Path: []string{"Дім", "Новий"}}
	euro := catalogue(40)
	euro[39].Currency = "EUR"
	out := filepath.Join(t.TempDir(), "shop.yml")
	for _, products := range [][]supplier.Product{catalogue(40), catalogue(40), catalogue(5), moved, moved, euro, euro, catalogue(40)} {
		feed := Feed{Name: "shop", Template: builtin(t, "yml"), Gzip: true, Guard: history.Guard{Off: true}}
		alone, told := export(t, products, feed)
		feed.Out = out
		data, report := export(t, products, feed)
		require.Equal(t, string(alone), string(data))
		require.Equal(t, lines(told.Warnings), lines(report.Warnings))
		packed, err := os.Open(out + ".gz")
		require.NoError(t, err)
		r, err := gzip.NewReader(packed)
		require.NoError(t, err)
		unpacked, err := io.ReadAll(r)
		require.NoError(t, errors.Join(err, packed.Close()))
		require.Equal(t, string(data), string(unpacked))
		require.Len(t, filesIn(t, filepath.Dir(out)), 6)
	}
}
