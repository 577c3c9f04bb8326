package main

import (
	"bytes"
	"context"
	"flag"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

var update = flag.Bool("update", false, "write the golden files of samples anew")

const samplesDir = "../../samples"

// sampleShop is a sandbox that sells the sample catalogue, with a clock of the test's.
type sampleShop struct {
	url string
	now atomic.Pointer[time.Time]
}

func newSampleShop(t *testing.T) *sampleShop {
	t.Helper()
	file, err := os.Open(filepath.Join(samplesDir, "catalog.json"))
	require.NoError(t, err)
	defer file.Close()
	goods, err := catalog.Load(file, "catalog.json")
	require.NoError(t, err)
	require.Empty(t, goods.Notes)
	shop := &sampleShop{}
	shop.set(time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC))
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"sample-token"}, Catalog: goods, Speed: 1, Seed: 1, Now: shop.clock})
	require.NoError(t, err)
	web := httptest.NewServer(server)
	t.Cleanup(func() {
		require.NoError(t, server.Close())
		web.Close()
	})
	shop.url = web.URL
	return shop
}

func (s *sampleShop) clock() time.Time     { return *s.now.Load() }
func (s *sampleShop) set(now time.Time)    { s.now.Store(&now) }
func (s *sampleShop) pass(d time.Duration) { s.set(s.clock().Add(d)) }

// TestSampleFeeds: the feeds in samples/feeds are what comes of samples/catalog.json.
func TestSampleFeeds(t *testing.T) {
	t.Parallel()
	shop := newSampleShop(t)
	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(config, []byte(`
supplier: {base_url: "`+shop.url+`"}
feeds:
  csv:     {template: csv,  out: feeds/partner.csv, private: true}
  xlsx:    {template: xlsx, out: feeds/partner.xlsx, private: true}
  yml:     {template: yml,  out: feeds/shop.yml}
  classic: {template: yml-classic, out: feeds/classic.yml}
`), 0o644))
	env := func(string) (string, bool) { return "sample-token", true }
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"--config", config, "export", "--json"}, env, nil, &out, &errs)
	require.Equal(t, exitPartial, code, "a product of the samples has no RRP, so the YML feeds leave it out: %s", errs.String())

	for _, name := range []string{"partner.csv", "shop.yml", "classic.yml"} {
		got, err := os.ReadFile(filepath.Join(dir, "feeds", name))
		require.NoError(t, err)
		compareGolden(t, filepath.Join("feeds", name), undated(got))
	}
	compareWorkbook(t, filepath.Join("feeds", "partner.xlsx"), filepath.Join(dir, "feeds", "partner.xlsx"))
}

// undated replaces the date of a YML feed, the one thing that differs from build to build.
func undated(feed []byte) []byte {
	return regexp.MustCompile(`<yml_catalog date="[^"]*">`).ReplaceAll(feed, []byte(`<yml_catalog date="2026-11-02 10:00">`))
}

// TestSampleResults: the results in samples/results are what comes of the order files
// when three hours have passed at the supplier.
func TestSampleResults(t *testing.T) {
	t.Parallel()
	shop := newSampleShop(t)
	dir := t.TempDir()
	j, err := journal.Open(t.Context(), filepath.Join(dir, "journal.db"))
	require.NoError(t, err)
	defer func() { require.NoError(t, j.Close()) }()
	mapping, err := (&config.Config{Supplier: config.Supplier{Mapping: "default"}}).Mapping()
	require.NoError(t, err)
	client, err := client.New(client.Options{BaseURL: shop.url, Token: supplier.NewSecret("sample-token"), Mapping: mapping})
	require.NoError(t, err)
	im, err := importer.New(desk.Config{Account: "samples", Results: filepath.Join(dir, "results"), Spool: filepath.Join(dir, "spool"),
		Concurrency: 1, Now: shop.clock, Default: desk.Source{PaymentMethod: supplier.PaymentPrepaid, Carrier: "nova_poshta"}}, client, j)
	require.NoError(t, err)
	defer func() { require.NoError(t, im.Close()) }()

	var reports []*result.FileReport
	for _, name := range []string{"orders-utf8.csv", "orders-cp1251.csv", "orders.xlsx"} {
		report, err := im.Import(t.Context(), "", filepath.Join(samplesDir, name), nil)
		require.NoError(t, err)
		require.Zero(t, report.Counts.Pending+report.Counts.Unknown+report.Counts.Conflict, name)
		reports = append(reports, report)
	}
	shop.pass(3 * time.Hour)
	require.NoError(t, im.Follow(t.Context()))
	for _, report := range reports {
		report, err := im.Refresh(t.Context(), report)
		require.NoError(t, err)
		require.True(t, report.Complete(), "every accepted order has its waybill: %+v", report.Rows)
		name := filepath.Join("results", filepath.Base(report.Result))
		if filepath.Ext(name) == ".xlsx" {
			compareWorkbook(t, name, report.Result)
			continue
		}
		got, err := os.ReadFile(report.Result)
		require.NoError(t, err)
		compareGolden(t, name, got)
	}
}

func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	golden := filepath.Join(samplesDir, name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
		require.NoError(t, os.WriteFile(golden, got, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "%s is not what comes of the samples; look at the difference, then -update", name)
}

// compareWorkbook compares two workbooks cell by cell: their bytes depend on the
// version of the compressor.
func compareWorkbook(t *testing.T, name, path string) {
	t.Helper()
	golden := filepath.Join(samplesDir, name)
	if *update {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
		require.NoError(t, os.WriteFile(golden, data, 0o644))
	}
	require.Equal(t, cells(t, golden), cells(t, path))
}

func cells(t *testing.T, path string) map[string][][]string {
	t.Helper()
	book, err := excelize.OpenFile(path)
	require.NoError(t, err)
	defer book.Close()
	out := map[string][][]string{}
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		require.NotEmpty(t, rows)
		out[sheet] = rows
	}
	return out
}
