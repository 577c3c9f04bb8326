package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// shopFeed is a feed of 6,000 offers as shops have them.
const shopFeed = "../../internal/sandbox/catalog/testdata/shop-feed.yml.gz"

// ymlFeed is a YML feed read by the standard library alone.
type ymlFeed struct {
	Categories []struct {
		ID     string `xml:"id,attr"`
		Parent string `xml:"parentId,attr"`
		Name   string `xml:",chardata"`
	} `xml:"shop>categories>category"`
	Offers []ymlOffer `xml:"shop>offers>offer"`
}

type ymlOffer struct {
	ID        string   `xml:"id,attr"`
	Available string   `xml:"available,attr"`
	Group     string   `xml:"group_id,attr"`
	URL       string   `xml:"url"`
	Price     string   `xml:"price"`
	Drop      string   `xml:"drop_price"`
	Currency  string   `xml:"currencyId"`
	Category  string   `xml:"categoryId"`
	Pictures  []string `xml:"picture"`
	Name      string   `xml:"name"`
	NameUA    string   `xml:"name_ua"`
	Vendor    string   `xml:"vendor"`
	Code      string   `xml:"vendorCode"`
	Barcode   string   `xml:"barcode"`
	Country   string   `xml:"country_of_origin"`
	About     string   `xml:"description"`
	AboutUA   string   `xml:"description_ua"`
	Quantity  string   `xml:"quantity_in_stock"`
	Tiers     []struct {
		Value    string `xml:"value"`
		Quantity string `xml:"quantity"`
	} `xml:"prices>price"`
	Params []struct {
		Name  string `xml:"name,attr"`
		Unit  string `xml:"unit,attr"`
		Value string `xml:",chardata"`
	} `xml:"param"`
}

func readYML(t *testing.T, data []byte) *ymlFeed {
	t.Helper()
	var feed ymlFeed
	require.NoError(t, xml.Unmarshal(data, &feed))
	return &feed
}

// path is the names of a category from the root on, nil where it is not declared.
func (f *ymlFeed) path(id string) []string {
	for _, c := range f.Categories {
		if c.ID == id {
			return append(f.path(c.Parent), c.Name)
		}
	}
	return nil
}

// priceText is an amount of a feed with at least two decimals.
func priceText(t *testing.T, text string) string {
	t.Helper()
	value, err := decimal.Parse(strings.ReplaceAll(strings.TrimSpace(text), ",", "."))
	require.NoError(t, err)
	return value.Pad(2).String()
}

// dropPrice is the sandbox's rule for feeds without a drop price: 70 % of the retail
// price, rounded down to the kopeck.
func dropPrice(t *testing.T, retail string) string {
	t.Helper()
	value, err := decimal.MustParse(priceText(t, retail)).Mul(decimal.MustParse("0.7"))
	require.NoError(t, err)
	return value.Floor(2).Pad(2).String()
}

// TestShopFeedComesBack plays a supplier from an existing feed, exports its products
// in all three formats, and finds every offer again, field by field, by readers that
// are not ours.
func TestShopFeedComesBack(t *testing.T) {
	racing.Skip(t) // most of it is reading; TestTheWholeJobThroughSomeDialects builds the same formats
	t.Parallel()
	source, feeds := exportShopFeed(t)
	require.Len(t, source.Offers, 6000)
	table := readTable(t, feeds["csv"])
	require.Equal(t, table, readSheet(t, feeds["xlsx"]), "the workbook holds the same cells as the CSV")
	require.Len(t, table, 6000)
	back := readYML(t, readFile(t, feeds["yml"]))
	require.Len(t, back.Offers, 6000)
	byID := map[string]ymlOffer{}
	for _, offer := range back.Offers {
		byID[offer.ID] = offer
	}
	for _, offer := range source.Offers {
		sameRow(t, source, offer, table[offer.ID])
		sameOffer(t, source, offer, back, byID[offer.ID])
	}
}

func exportShopFeed(t *testing.T) (*ymlFeed, map[string]string) {
	t.Helper()
	packed := readFile(t, shopFeed)
	goods, err := catalog.Load(bytes.NewReader(packed), shopFeed)
	require.NoError(t, err)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: goods, Now: time.Now})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() { server.Close(); web.Close() })

	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte("supplier: {base_url: "+web.URL+"}\nfeeds:\n"+
		"  csv: {template: csv, out: a.csv, private: true}\n  xlsx: {template: xlsx, out: a.xlsx, private: true}\n"+
		"  yml: {template: yml, out: a.yml, private: true}\n"), 0o644))
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--config", config, "export"}, func(string) (string, bool) { return "t", true }, nil, &out, &errs)
	require.Zero(t, code, errs.String())

	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	var plain bytes.Buffer
	_, err = plain.ReadFrom(unpacked)
	require.NoError(t, err)
	feeds := map[string]string{}
	for _, format := range []string{"csv", "xlsx", "yml"} {
		feeds[format] = filepath.Join(dir, "a."+format)
	}
	return readYML(t, plain.Bytes()), feeds
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return data
}

// readTable reads a CSV into rows by id, each by heading.
func readTable(t *testing.T, name string) map[string]map[string]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(readFile(t, name))).ReadAll()
	require.NoError(t, err)
	return byHeading(t, rows)
}

func readSheet(t *testing.T, name string) map[string]map[string]string {
	t.Helper()
	book, err := excelize.OpenFile(name)
	require.NoError(t, err)
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetList()[0], excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	return byHeading(t, rows)
}

func byHeading(t *testing.T, rows [][]string) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, heading := range rows[0] {
			if i < len(row) && row[i] != "" {
				cells[heading] = strings.ReplaceAll(row[i], "\r\n", "\n")
			}
		}
		if out[cells["id"]] != nil { // require.NotContains would search all rows
			t.Fatalf("id %s is there twice", cells["id"])
		}
		out[cells["id"]] = cells
	}
	return out
}

// inLanguages is what a feed with a Ukrainian field says of a text: the plain field is the
// Russian one then, unless both say the same.
func inLanguages(ukrainian, plain string) (uk, ru string) {
	if ukrainian == "" || ukrainian == plain {
		return ukrainian, ""
	}
	return ukrainian, plain
}

// sameRow compares an offer of the source with its row of the generic table.
func sameRow(t *testing.T, source *ymlFeed, offer ymlOffer, row map[string]string) {
	t.Helper()
	want := map[string]string{
		"id": offer.ID, "sku": offer.Code, "group_id": offer.Group, "name": offer.Name, "brand": offer.Vendor,
		"country_of_origin": offer.Country, "barcode": offer.Barcode, "currency": offer.Currency, "url": offer.URL,
		"rrp": priceText(t, offer.Price), "drop_price": dropPrice(t, offer.Price), "quantity": offer.Quantity,
		"min_order_quantity": "1", "availability": availability(offer),
		"description": strings.TrimSpace(offer.About), "updated_at": "2026-11-20T07:15:00Z",
		"created_at": "2026-11-20T07:15:00Z",
	}
	want["name_uk"], want["name_ru"] = inLanguages(offer.NameUA, offer.Name)
	want["description_uk"], want["description_ru"] = inLanguages(strings.TrimSpace(offer.AboutUA), strings.TrimSpace(offer.About))
	if path := source.path(offer.Category); path != nil {
		want["category"], want["category_id"] = strings.Join(path, " > "), offer.Category
	}
	for n, tier := range offer.Tiers {
		want[fmt.Sprintf("tier_%d_min_quantity", n+1)] = tier.Quantity
		want[fmt.Sprintf("tier_%d_price", n+1)] = priceText(t, tier.Value)
	}
	for n, picture := range offer.Pictures[:min(10, len(offer.Pictures))] {
		want[fmt.Sprintf("image_%d", n+1)] = picture
	}
	var attributes []string
	for _, p := range offer.Params {
		attributes = append(attributes, strings.TrimSpace(fmt.Sprintf("%s: %s %s", p.Name, p.Value, p.Unit)))
	}
	want["attributes"] = strings.Join(attributes, "; ")
	got := map[string]string{}
	for heading, value := range row {
		got[heading] = value
	}
	for _, heading := range []string{"description", "description_uk", "description_ru"} {
		if got[heading] = strings.TrimSpace(got[heading]); got[heading] == "" {
			delete(got, heading)
		}
	}
	for heading, value := range want {
		if value == "" {
			delete(want, heading)
		}
	}
	require.Equal(t, want, normalMoney(t, got), offer.ID)
}

// normalMoney gives the prices of a row two decimals: a workbook keeps numbers.
func normalMoney(t *testing.T, row map[string]string) map[string]string {
	t.Helper()
	for heading, value := range row {
		if heading == "rrp" || heading == "drop_price" || strings.HasSuffix(heading, "_price") {
			row[heading] = priceText(t, value)
		}
	}
	return row
}

// availability is what the sandbox makes of a feed's mark and quantity.
func availability(offer ymlOffer) string {
	quantity, err := strconv.Atoi(offer.Quantity)
	switch {
	case offer.Available == "true" || (offer.Available == "" && quantity > 0):
		return "in_stock"
	case offer.Available == "" && err != nil:
		return "on_order"
	}
	return "out_of_stock"
}

// sameOffer compares an offer of the source with the one that came back as YML.
func sameOffer(t *testing.T, source *ymlFeed, want ymlOffer, back *ymlFeed, got ymlOffer) {
	t.Helper()
	require.Equal(t, want.ID, got.ID)
	require.Equal(t, want.Name, got.Name, want.ID)
	require.Equal(t, want.NameUA, got.NameUA, want.ID)
	require.Equal(t, want.Code, got.Code, want.ID)
	require.Equal(t, want.Group, got.Group, want.ID)
	require.Equal(t, want.URL, got.URL, want.ID)
	require.Equal(t, want.Currency, got.Currency, want.ID)
	require.Equal(t, want.Vendor, got.Vendor, want.ID)
	require.Equal(t, want.Barcode, got.Barcode, want.ID)
	require.Equal(t, want.Country, got.Country, want.ID)
	require.Equal(t, want.Quantity, got.Quantity, want.ID)
	require.Equal(t, strings.TrimSpace(want.About), strings.TrimSpace(got.About), want.ID)
	require.Equal(t, priceText(t, want.Price), got.Price, want.ID)
	require.Equal(t, dropPrice(t, want.Price), got.Drop, want.ID)
	require.Equal(t, want.Pictures, got.Pictures, want.ID)
	require.Equal(t, want.Params, got.Params, want.ID)
	require.Len(t, got.Tiers, len(want.Tiers), want.ID)
	for n, tier := range want.Tiers {
		require.Equal(t, tier.Quantity, got.Tiers[n].Quantity, want.ID)
		require.Equal(t, priceText(t, tier.Value), got.Tiers[n].Value, want.ID)
	}
	if path := source.path(want.Category); path != nil {
		require.True(t, slices.Equal(path, back.path(got.Category)), want.ID)
	}
	inStock := "false"
	if availability(want) == "in_stock" && want.Quantity != "0" {
		inStock = "true"
	}
	require.Equal(t, inStock, got.Available, want.ID)
}
