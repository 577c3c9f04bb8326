package main

import (
	"bytes"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/templates"
)

// TestDaemonWaitsForApproval: with a mapping of one's own feeds are built and files stay in
// the inbox; an approval by another process lets them go without a restart.
func TestDaemonWaitsForApproval(t *testing.T) {
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: catalog.Generate(5, 1, catalogStart()), AcceptAnySKU: true, Now: time.Now})
	require.NoError(t, err)
	defer server.Close()
	shop := httptest.NewServer(server)
	defer shop.Close()
	t.Setenv("DROPBRIDGE_TOKEN", "t")
	dir := t.TempDir()
	mapping, _, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "own.yaml"), mapping, 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "inbox"), 0o755))
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "orders.csv"), sample, 0o644))

	d := startDaemon(t, dir, "supplier: {base_url: "+shop.URL+", mapping: own.yaml}\nfeeds: {shop: {template: csv, out: shop.csv}}\n"+
		"inbox: {settle: 50ms, scan: 50ms, follow: 200ms}\n")
	require.Eventually(t, func() bool {
		s := d.snapshot(t)
		return len(s.Problems) == 1 && s.Feeds[0].Published.Unix() > 0
	}, patience, 20*time.Millisecond, "%s", d.errs)
	s := d.snapshot(t)
	require.Contains(t, s.Problems[0].Text, "orders are not posted: the requests of mapping "+filepath.Join(dir, "own.yaml")+" are not approved yet: look at them")
	require.True(t, s.Problems[0].Minor)
	require.Equal(t, 1, s.Inbox.Waiting)
	config := filepath.Join(dir, "dropbridge.yaml")
	var status bytes.Buffer
	require.Equal(t, exitDone, run(t.Context(), []string{"--config", config, "status"}, os.LookupEnv, nil, &status, io.Discard))
	require.Equal(t, 1, strings.Count(status.String(), "are not approved yet"), "%s", &status)
	require.Zero(t, server.Stats().OrdersStored)

	var shown bytes.Buffer
	require.Equal(t, exitDone, run(t.Context(), []string{"--config", config, "check", "--approve-orders"}, os.LookupEnv, nil, &shown, io.Discard), "%s", &shown)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 6 }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Empty(t, d.snapshot(t).Problems)
	require.Zero(t, d.stop())
	require.Equal(t, 1, strings.Count(d.errs.String(), "are not approved yet"), "it is said once: %s", d.errs)
}

// TestADaemonWithAnOlderMappingStops: what was approved since is not what it would send.
func TestADaemonWithAnOlderMappingStops(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "own.yaml")
	text, _, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	c := &config{root: dir, file: "dropbridge.yaml", Supplier: supplierConfig{BaseURL: "https://supplier.example", Mapping: own}}
	guardOf := func(text string) *orderGuard {
		require.NoError(t, os.WriteFile(own, []byte(text), 0o644))
		mapping, err := loadMapping(c)
		require.NoError(t, err)
		return c.orderGuard(mapping)
	}
	older := guardOf(string(text))
	require.ErrorContains(t, older.allowed(), "are not approved yet")
	require.NoError(t, older.approve())
	require.NoError(t, older.allowed())

	newer := guardOf(strings.Replace(string(text), "409: conflict", "409: rejected", 1))
	require.ErrorContains(t, newer.allowed(), "have changed since they were approved")
	require.NoError(t, newer.approve())
	require.NoError(t, newer.allowed())
	require.ErrorContains(t, older.allowed(), "were approved in another form than this process has read")

	c.Supplier.Account = "second"
	require.ErrorContains(t, newer.allowed(), "are not approved yet", "each account has its own")
	require.NoError(t, newer.approve())
	c.Supplier.Account = ""
	require.NoError(t, newer.allowed())
}
