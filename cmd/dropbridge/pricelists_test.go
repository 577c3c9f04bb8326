package main

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/pricelists"
)

// listProducts is how many products the lists have.
const listProducts = 150

// listShop is the sandbox's goods by link.
type listShop struct {
	*httptest.Server
	sandbox *sandbox.Server
}

func newListShop(t *testing.T) *listShop {
	t.Helper()
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	goods := catalog.Generate(listProducts, 7, at)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"sample-token"}, Catalog: goods, Speed: 1, Seed: 1, Now: func() time.Time { return at }})
	require.NoError(t, err)
	web := httptest.NewServer(pricelists.Wrap(server, "sample-token"))
	t.Cleanup(func() {
		web.Close()
		require.NoError(t, server.Close())
	})
	return &listShop{web, server}
}

// listExport exports the private csv of price lists into dir, and gives its rows by SKU.
func listExport(t *testing.T, dir, products string) (code int, said string, bySKU map[string]map[string]string) {
	t.Helper()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte("supplier: {products: "+products+"}\nfeeds:\n  partner: {template: csv, out: feeds/partner.csv, private: true}\n"), 0o644))
	var out, errs bytes.Buffer
	code = run(t.Context(), []string{"--config", config, "export"}, func(string) (string, bool) { return "", false }, nil, &out, &errs)
	file := filepath.Join(dir, "feeds", "partner.csv")
	if _, err := os.Stat(file); err != nil {
		return code, out.String() + errs.String(), nil
	}
	all := rows(t, file, 0)
	bySKU = map[string]map[string]string{}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = cell
		}
		bySKU[row["sku"]] = row
	}
	return code, out.String() + errs.String(), bySKU
}

// TestPriceListsMakeTheFeedsOfTheService: whatever list the goods are read from, what it can
// hold is in the feed as the service has it.
func TestPriceListsMakeTheFeedsOfTheService(t *testing.T) {
	t.Parallel()
	shop := newListShop(t)
	api := httptest.NewServer(shop.sandbox)
	t.Cleanup(api.Close)
	want := exportedBy(t, &sampleShop{url: api.URL}, "default")
	require.Len(t, want, listProducts)
	prices := []string{"name", "drop_price", "rrp", "currency", "brand", "barcode", "category"}
	for products, columns := range map[string][]string{
		`{url: "%s/lists/goods.yml"}`:                  append(prices, "quantity", "tier_1_min_quantity", "tier_1_price", "attributes", "images", "image_1"),
		`{url: "%s/lists/goods.yml.gz"}`:               append(prices, "quantity"),
		`{url: "%s/lists/one-price.yml", price: drop}`: {"name", "drop_price", "currency", "brand", "barcode", "category"},
		`{url: "%s/lists/goods.csv"}`:                  prices,
		`{url: "%s/lists/goods.json"}`:                 append(prices, "quantity"),
		`{lists: [{url: "%s/lists/cards.csv"}, {url: "%[1]s/lists/drop.csv"}, {url: "%[1]s/lists/stock.csv"}]}`: prices,
	} {
		code, said, got := listExport(t, t.TempDir(), fmt.Sprintf(products, shop.URL))
		require.Contains(t, []int{exitDone, exitPartial}, code, "%s: %s", products, said)
		require.Len(t, got, len(want), "%s: %s", products, said)
		for sku, row := range want {
			for _, column := range columns {
				require.Equal(t, row[column], got[sku][column], "%s: %s of %s", products, column, sku)
			}
			require.Equal(t, row["availability"] == "in_stock", got[sku]["availability"] == "in_stock", "%s: %s", products, sku)
		}
	}
}

// TestAListThatGoesWrongLeavesTheFeed: cut, emptied, a page to log in, half the goods gone.
func TestAListThatGoesWrongLeavesTheFeed(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"goods.yml", "goods.csv.gz", "goods.json"} {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			shop, dir := newListShop(t), t.TempDir()
			products := `{url: "` + shop.URL + `/lists/` + list + `?key=secret"}`
			code, said, good := listExport(t, dir, products)
			require.Contains(t, []int{exitDone, exitPartial}, code, said)
			for _, c := range []struct {
				fault string
				code  int
				says  string
			}{
				{"cut-mid-answer:listProducts", exitFailed, "list_incomplete"},
				{"html:listProducts", exitFailed, "list_unreadable"},
				{"fail:listProducts:status=503", exitSupplier, "list_unreachable"},
				{fmt.Sprintf("shrink-products:listProducts:shift=%d,times=1", listProducts*5/9), exitFailed, "--accept-change"}, // for good
				{"shrink-products:listProducts:shift=100000", exitFailed, "list_empty"},
			} {
				parsed, err := sandbox.ParseFault(c.fault)
				require.NoError(t, err)
				require.NoError(t, shop.sandbox.SetFaults([]sandbox.Fault{parsed}))
				code, said, after := listExport(t, dir, products)
				require.Equal(t, c.code, code, "%s %s: %s", list, c.fault, said)
				require.Contains(t, said, c.says, "%s %s", list, c.fault)
				require.NotContains(t, said, "secret")
				require.Equal(t, good, after, "the last good feed stays")
				if !strings.HasPrefix(c.fault, "shrink") {
					require.NoError(t, shop.sandbox.SetFaults(nil))
					code, said, after = listExport(t, dir, products)
					require.Contains(t, []int{exitDone, exitPartial}, code, said)
					require.Equal(t, good, after)
				}
			}
		})
	}
}
