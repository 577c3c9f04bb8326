package catalog_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

func shopFeed(t *testing.T) (packed, plain []byte) {
	t.Helper()
	packed, err := os.ReadFile("testdata/shop-feed.yml.gz")
	require.NoError(t, err)
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	plain, err = io.ReadAll(unzip)
	require.NoError(t, err)
	return packed, plain
}

// figures are what the expected file states of a feed.
type figures struct {
	Offers          int    `json:"offers"`
	DistinctIDs     int    `json:"distinct_ids"`
	Available       int    `json:"available"`
	WithTiers       int    `json:"with_tiers"`
	Tiers           int    `json:"tiers"`
	WithoutPicture  int    `json:"without_picture"`
	WithoutVendor   int    `json:"without_vendor"`
	WithOldPrice    int    `json:"with_old_price"`
	InUSD           int    `json:"in_usd"`
	UnknownCategory int    `json:"unknown_category"`
	Groups          int    `json:"groups"`
	Params          int    `json:"params"`
	Pictures        int    `json:"pictures"`
	PriceSum        string `json:"price_sum"`
	QuantitySum     int    `json:"quantity_sum"`
	Categories      int    `json:"categories"`
}

func TestShopFeed(t *testing.T) {
	packed, plain := shopFeed(t)
	c, err := catalog.Load(bytes.NewReader(packed), "shop-feed.yml.gz")
	require.NoError(t, err)
	t.Run("has the expected figures", func(t *testing.T) { requireFigures(t, c) })
	t.Run("recounted", func(t *testing.T) { requireRecount(t, string(plain), c) })
	t.Run("tree", func(t *testing.T) { requireTree(t, c) })
}

func requireFigures(t *testing.T, c *catalog.Catalog) {
	t.Helper()
	text, err := os.ReadFile("testdata/shop-feed.expected.json")
	require.NoError(t, err)
	var want figures
	require.NoError(t, json.Unmarshal(text, &want))
	require.Equal(t, want, figuresOf(t, c))
	require.Len(t, c.Notes, want.UnknownCategory+2, "%q", c.Notes)
}

func figuresOf(t *testing.T, c *catalog.Catalog) figures {
	t.Helper()
	f := figures{Offers: len(c.Products), Categories: len(c.Categories)}
	ids, groups, sum := map[string]bool{}, map[string]bool{}, decimal.Decimal{}
	flag := func(n *int, holds bool) {
		if holds {
			*n++
		}
	}
	for _, p := range c.Products {
		var err error
		sum, err = sum.AddExact(*p.RRP, 2)
		require.NoError(t, err)
		ids[p.ID] = true
		if p.GroupID != "" {
			groups[p.GroupID] = true
		}
		if p.Quantity != nil {
			f.QuantitySum += *p.Quantity
		}
		flag(&f.Available, p.Availability == catalog.InStock)
		flag(&f.WithTiers, len(p.Tiers) > 0)
		flag(&f.WithoutPicture, len(p.Images) == 0)
		flag(&f.WithoutVendor, p.Brand == "")
		flag(&f.InUSD, p.Currency == "USD")
		flag(&f.UnknownCategory, p.Category == nil)
		f.Tiers += len(p.Tiers)
		f.Params += len(p.Attributes)
		f.Pictures += len(p.Images)
	}
	f.DistinctIDs, f.Groups, f.PriceSum = len(ids), len(groups), sum.String()
	for _, note := range c.Notes {
		if count, found := strings.CutPrefix(note, "offers with an old price, which a catalogue has no place for: "); found {
			var err error
			f.WithOldPrice, err = strconv.Atoi(count)
			require.NoError(t, err)
		}
	}
	return f
}

// requireRecount reads every offer once more as plain text, so that
// the figures do not rest on one reading of the XML.
func requireRecount(t *testing.T, plain string, c *catalog.Catalog) {
	t.Helper()
	found := strings.Split(plain, "<offer ")[1:]
	require.Len(t, found, len(c.Products))
	require.Equal(t, strings.Count(plain, "<oldprice>"), figuresOf(t, c).WithOldPrice)
	onOrder := 0
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for i, offer := range found {
		p := c.Products[i]
		_, rest, _ := strings.Cut(offer, "<price>")
		price, _, _ := strings.Cut(rest, "</price>")
		rrp := decimal.MustParse(strings.ReplaceAll(price, ",", "."))
		require.Zero(t, rrp.Cmp(*p.RRP), offer)
		whole, fraction, ok := rrp.Int64(4)
		require.True(t, ok)
		require.Equal(t, (whole*10000+fraction)*70/10000, kopecksOf(t, p.DropPrice), "70 %% of %s rounded down", rrp)
		require.Equal(t, strings.Count(offer, "<picture>"), len(p.Images))
		require.Equal(t, strings.Count(offer, "<value>"), len(p.Tiers))
		require.Equal(t, strings.Count(offer, "<param "), len(p.Attributes))
		require.Contains(t, offer, "<vendorCode>"+p.SKU+"</vendorCode>")
		if strings.Contains(offer, "<![CDATA[") {
			require.Contains(t, offer, "<![CDATA["+p.Description+"]]>", "CDATA is kept as it stands")
		} else {
			require.Contains(t, offer, "<description>"+escape.Replace(p.Description)+"</description>")
		}
		if strings.Contains(offer, `available=""`) && !strings.Contains(offer, "quantity_in_stock") {
			onOrder++
			require.Equal(t, catalog.OnOrder, p.Availability)
			require.Nil(t, p.Quantity)
		}
	}
	require.Positive(t, onOrder)
}

func kopecksOf(t *testing.T, d decimal.Decimal) int64 {
	t.Helper()
	whole, fraction, ok := d.Int64(2)
	require.True(t, ok)
	return whole*100 + fraction
}

func BenchmarkLoadYML(b *testing.B) {
	packed, err := os.ReadFile("testdata/shop-feed.yml.gz")
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, err := catalog.Load(bytes.NewReader(packed), "shop-feed.yml")
		require.NoError(b, err)
	}
}

func requireTree(t *testing.T, c *catalog.Catalog) {
	t.Helper()
	first := c.Products[0]
	require.Equal(t, "100001-1", first.ID)
	require.Equal(t, []string{"Краса", "Догляд", "Класичні догляд"}, first.Category.Path)
	require.Equal(t, "163", first.Category.ID)
	require.Equal(t, "https://sklad.example/p/100001-1?utm=a&b=1", first.URL)
	require.Equal(t, "2026-11-20 07:15", first.CreatedAt.Format("2006-01-02 15:04"))
	above := map[string]bool{"": true}
	for _, node := range c.Categories {
		require.True(t, above[node.ParentID], "category %s stands before its parent", node.ID)
		above[node.ID] = true
	}
}
