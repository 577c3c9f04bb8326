package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/pricelists"
	"github.com/dropbridge/dropbridge/templates"
)

// listForm is a price list of a built-in form, made of one that the sandbox serves.
type listForm struct {
	of       string // the sandbox's list
	reshape  func(t *testing.T, list string) string
	products string // what the config says beside the list's file
	onePrice bool   // no recommended price
	noIDs    bool   // but SKUs
}

// renamed gives the price to pay another element.
func renamed(opening, closing string) func(*testing.T, string) string {
	return func(t *testing.T, list string) string {
		require.Contains(t, list, "<price_drop>")
		return strings.NewReplacer("<price_drop>", opening, "</price_drop>", closing).Replace(list)
	}
}

// withWholesale adds the column that is not read: it says not for how many pieces it holds.
func withWholesale(t *testing.T, list string) string {
	reader := csv.NewReader(strings.NewReader(list))
	reader.Comma = ';'
	all, err := reader.ReadAll()
	require.NoError(t, err)
	var out bytes.Buffer
	writer := csv.NewWriter(&out)
	writer.Comma = ';'
	for i, row := range all {
		cell := "1,00"
		if i == 0 {
			cell = "Опт"
		}
		require.NoError(t, writer.Write(append(row, cell)))
	}
	writer.Flush()
	return out.String()
}

// otherSize ends the SKUs of sizes that the service does not have: one size alone has its
// product's SKU.
const otherSize = "~"

// inSizes makes a size of what stands behind the last dash of each SKU: the list has no SKU for it.
func inSizes(t *testing.T, list string) string {
	var all map[string][]map[string]any
	require.NoError(t, json.Unmarshal([]byte(list), &all))
	for _, product := range all["products"] {
		sku := product["sku"].(string)
		product["price"] = product["rrp"]
		size := map[string]any{"available": product["available"], "quantity": product["quantity"], "barcode": product["barcode"]}
		for _, gone := range []string{"id", "rrp", "available", "quantity", "barcode"} {
			delete(product, gone)
		}
		if dash := strings.LastIndexByte(sku, '-'); dash >= 0 {
			product["sku"], size["size"] = sku[:dash], sku[dash+1:]
			product["sizes"] = []any{size, map[string]any{"available": false, "size": sku[dash+1:] + otherSize}}
			continue
		}
		maps.Copy(product, size)
	}
	out, err := json.Marshal(all)
	require.NoError(t, err)
	return string(out)
}

func unchanged(_ *testing.T, list string) string { return list }

// listForms are the built-in forms of lists, and those that need no mapping.
func listForms() map[string]listForm {
	return map[string]listForm{
		"yml-price-drop":  {of: "goods.yml", reshape: unchanged, products: "mapping: yml-price-drop"},
		"yml-price-opt":   {of: "goods.yml", reshape: renamed("<price_opt>", "</price_opt>"), products: "mapping: yml-price-opt"},
		"yml-vendorprice": {of: "goods.yml", reshape: renamed("<vendorprice>", "</vendorprice>"), products: "mapping: yml-vendorprice"},
		"yml-prices":      {of: "goods.yml", reshape: renamed("<prices><drop_price>", "</drop_price></prices>"), products: "mapping: yml-prices"},
		"mydrop":          {of: "one-price.yml", reshape: unchanged, products: "mapping: mydrop", onePrice: true},
		"toysi":           {of: "one-price.yml", reshape: unchanged, products: "mapping: toysi", onePrice: true},
		"salesdrive":      {of: "one-price.yml", reshape: unchanged, products: "mapping: salesdrive, price: drop", onePrice: true},
		"drop-opt-rrp":    {of: "goods.csv", reshape: withWholesale, products: "mapping: drop-opt-rrp", noIDs: true},
		"json-sizes":      {of: "goods.json", reshape: inSizes, products: "mapping: json-sizes", noIDs: true},
		"goods.yml":       {of: "goods.yml", reshape: unchanged},
		"goods.csv":       {of: "goods.csv", reshape: unchanged, noIDs: true},
		"goods.json":      {of: "goods.json", reshape: unchanged},
	}
}

// listJob is what somebody gets out of a supplier whose products are a list.
type listJob struct {
	feed    map[string]map[string]string // by SKU
	accepts [][]string
	results [][]string
	books   map[string][][]string
	handed  [][]string // the results where orders go out as files
}

// TestTheWholeJobThroughEachList: whatever list the products come from, the feed has what it
// says, orders are posted or handed over, waybills come back, and the books are those of the
// service.
func TestTheWholeJobThroughEachList(t *testing.T) {
	racing.Skip(t) // lists differ in how one goroutine reads them; TestPriceListsMakeTheFeedsOfTheService reads them, too
	t.Parallel()
	names, err := templates.Open("").Names(templates.List)
	require.NoError(t, err)
	for _, name := range names {
		require.Contains(t, listForms(), name, "a built-in list that nobody does the whole job through")
	}
	begin := time.Now().UTC().Add(2 * time.Hour).Truncate(time.Hour)
	want := doListJob(t, nil, begin)
	for name, form := range listForms() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := doListJob(t, &form, begin)
			maps.DeleteFunc(got.feed, func(sku string, _ map[string]string) bool { return strings.HasSuffix(sku, otherSize) })
			require.Len(t, got.feed, len(want.feed))
			columns := []string{"id", "name", "drop_price", "currency", "brand", "barcode", "category"}
			if form.noIDs {
				columns = columns[1:]
			}
			for sku, row := range want.feed {
				for _, column := range columns {
					require.Equal(t, row[column], got.feed[sku][column], "%s of %s", column, sku)
				}
				rrp := row["rrp"]
				if form.onePrice {
					rrp = ""
				}
				require.Equal(t, rrp, got.feed[sku]["rrp"], sku)
				require.Equal(t, row["availability"] == "in_stock", got.feed[sku]["availability"] == "in_stock", sku)
			}
			require.Equal(t, want.accepts, got.accepts)
			require.Equal(t, want.results, got.results)
			require.Equal(t, want.books, got.books)
			require.Equal(t, want.handed, got.handed)
		})
	}
}

// doListJob does all that can be done with a list beside the default service, and with the
// same list where orders go out as files; without a form the products are the service's.
func doListJob(t *testing.T, form *listForm, begin time.Time) listJob {
	t.Helper()
	goods, err := catalog.Load(bytes.NewReader(readFile(t, filepath.Join(samplesDir, "catalog.json"))), "catalog.json")
	require.NoError(t, err)
	shop := &sampleShop{}
	shop.set(begin)
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"sample-token"}, Catalog: goods, Speed: 1, Seed: 1, Now: shop.clock})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() {
		web.Close()
		require.NoError(t, server.Close())
	})
	dir := t.TempDir()
	products := ""
	if form != nil {
		list := httptest.NewRecorder()
		pricelists.Wrap(server, "sample-token").ServeHTTP(list, httptest.NewRequest(http.MethodGet, "/lists/"+form.of, http.NoBody))
		require.NoError(t, os.WriteFile(filepath.Join(dir, form.of), []byte(form.reshape(t, list.Body.String())), 0o600))
		products = ", products: {" + strings.TrimSuffix("file: "+form.of+", "+form.products, ", ") + "}"
	}
	call := func(config, text string, args ...string) string {
		t.Helper()
		path := filepath.Join(dir, config)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		var out bytes.Buffer
		env := func(key string) (string, bool) { return "sample-token", key == "DROPBRIDGE_TOKEN" }
		code := run(t.Context(), append([]string{"--config", path}, args...), env, nil, &out, io.Discard)
		require.Contains(t, []int{exitDone, exitPartial}, code, "%v: %s", args, &out)
		return out.String()
	}
	service := "supplier: {base_url: '" + web.URL + "', account: shop" + products + "}\nfeeds:\n  partner: {template: csv, out: feeds/partner.csv, private: true}\n"
	call("api.yaml", service, "check")
	call("api.yaml", service, "export")
	job := listJob{feed: map[string]map[string]string{}, books: map[string][][]string{}}
	for _, row := range named(rows(t, filepath.Join(dir, "feeds", "partner.csv"), 0)) {
		job.feed[row["sku"]] = row
	}
	files := orderByOrder(t, dir)
	job.accepts = results(t, call("api.yaml", service, append([]string{"import", "--json"}, files...)...))
	shop.pass(60 * 24 * time.Hour)
	job.results = results(t, call("api.yaml", service, append([]string{"import", "--json", "--wait", "20s"}, files...)...))
	for _, book := range []string{"ledger", "orders"} {
		out := filepath.Join(dir, book+".csv")
		call("api.yaml", service, book, "--from", begin.AddDate(0, -1, 0).Format(time.DateOnly), "--to", begin.AddDate(0, 3, 0).Format(time.DateOnly), "--out", out)
		job.books[book] = unnumbered(rows(t, out, 0))
	}
	job.handed = handListOver(t, dir, products, call)
	return job
}

// named are rows by their headings.
func named(rows [][]string) (out []map[string]string) {
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, cell := range row {
			cells[rows[0][i]] = cell
		}
		out = append(out, cells)
	}
	return out
}

// handListOver hands orders over as files, and reads the waybills that come back.
func handListOver(t *testing.T, dir, products string, call func(config, text string, args ...string) string) [][]string {
	t.Helper()
	home := filepath.Join(dir, "handed")
	for _, folder := range []string{"out", "back"} {
		require.NoError(t, os.MkdirAll(filepath.Join(home, folder), 0o700))
	}
	products = strings.Replace(products, "file: ", "file: ../", 1)
	config := "supplier: {orders: {folder: out, template: generic-csv-1251, waybills: {folder: back}}" + products + "}\n"
	orders := filepath.Join(home, "orders.csv")
	require.NoError(t, os.WriteFile(orders, readFile(t, filepath.Join(samplesDir, "orders-utf8.csv")), 0o600))
	call(filepath.Join("handed", "dropbridge.yaml"), config, "import", "--json", orders)
	out, err := os.ReadDir(filepath.Join(home, "out"))
	require.NoError(t, err)
	require.Len(t, out, 6, "a file an order")
	waybills := filepath.Join(home, "back", "ttn.csv")
	require.NoError(t, os.WriteFile(waybills, []byte("Замовлення,ТТН,Статус\n2001,20450000000001,Відправлено\n2002,20450000000002,Відправлено\n"), 0o600))
	past := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(waybills, past, past))
	read := results(t, call(filepath.Join("handed", "dropbridge.yaml"), config, "import", "--json", "--wait", "20ms", orders))
	text := ""
	for _, row := range read {
		text += strings.Join(row[len(row)-5:], " ") + "\n"
	}
	require.Contains(t, text, "duplicate 2001 shipped 20450000000001", "once he names an order he has it")
	require.Contains(t, text, "duplicate 2003 handed_over", "until then it is handed over")
	return read
}
