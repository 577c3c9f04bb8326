package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/templates"
)

// TestSampleWaybills: the files in samples/waybills are what comes of a sample order file
// through the sandbox, by each template.
func TestSampleWaybills(t *testing.T) {
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

	// with is an importer whose source has this waybill file.
	with := func(template, out string, do func(*importer.Importer)) {
		compiled, err := waybill.Load(templates.Open(""), template)
		require.NoError(t, err)
		source := desk.Source{PaymentMethod: supplier.PaymentPrepaid, Carrier: "nova_poshta", Prefix: "W-",
			Waybills: &waybill.File{Template: compiled, Out: out}}
		im, err := importer.New(desk.Config{Account: "samples", Results: filepath.Join(dir, "results"), Spool: filepath.Join(dir, "spool"),
			Concurrency: 1, Now: shop.clock, Sources: map[string]desk.Source{"shop": source}}, client, j)
		require.NoError(t, err)
		do(im)
		require.NoError(t, im.Close())
	}
	with("csv", filepath.Join(dir, "none", "csv.csv"), func(im *importer.Importer) {
		_, err := im.Import(t.Context(), "shop", filepath.Join(samplesDir, "orders-utf8.csv"), nil)
		require.NoError(t, err)
		require.NoError(t, im.KeepWaybills(t.Context()))
		require.NoDirExists(t, filepath.Join(dir, "none"), "no order has a waybill yet")
		shop.pass(3 * time.Hour)
		require.NoError(t, im.Follow(t.Context()))
	})
	names, err := templates.Open("").Names(templates.Waybills)
	require.NoError(t, err)
	for _, name := range names {
		out := filepath.Join(dir, "back", name+".csv")
		with(name, out, func(im *importer.Importer) { require.NoError(t, im.KeepWaybills(t.Context())) })
		got, err := os.ReadFile(out)
		require.NoError(t, err)
		compareGolden(t, filepath.Join("waybills", name+".csv"), got)
	}
	out := filepath.Join(dir, "back", "keycrm.xlsx")
	with("keycrm", out, func(im *importer.Importer) { require.NoError(t, im.KeepWaybills(t.Context())) })
	compareWorkbook(t, filepath.Join("waybills", "keycrm.xlsx"), out)
}

// TestDaemonKeepsWaybillFiles: an order file dropped into a source's folder becomes the
// shop's file of waybills, which comes again when the shop has taken it away; and a file
// that is not ours is told on the page, and left alone.
func TestDaemonKeepsWaybillFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "back"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "back", "inbox.csv"), []byte("theirs"), 0o644))
	d := startDaemon(t, dir, `
inbox:
  settle: 50ms
  scan: 100ms
  follow: 200ms
  waybills: {template: csv, out: back/inbox.csv}
  sources: {shop: {external_id_prefix: "W-", waybills: {template: prom, out: back/shop.csv}}}
`)
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "inbox", "shop"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "orders.csv"), sample, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "shop", "orders.csv"), sample, 0o644))

	out := filepath.Join(dir, "back", "shop.csv")
	complete := func() bool {
		data, err := os.ReadFile(out)
		return err == nil && len(regexp.MustCompile(`(?m)^200[1-6],2045\d{10},nova_poshta\r$`).FindAll(data, -1)) == 6
	}
	require.Eventually(t, complete, patience, 50*time.Millisecond, "%s", d.errs)
	require.NoError(t, os.Remove(out))
	require.Eventually(t, complete, patience, 50*time.Millisecond, "%s", d.errs)
	require.Eventually(t, func() bool {
		return slices.ContainsFunc(d.snapshot(t).Problems, func(p standing.Problem) bool { return strings.Contains(p.Text, "overwrite: true") })
	}, patience, 50*time.Millisecond)
	require.Equal(t, 0, d.stop())
	require.Equal(t, "theirs", string(readFile(t, filepath.Join(dir, "back", "inbox.csv"))))
}
