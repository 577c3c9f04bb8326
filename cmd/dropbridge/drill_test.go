package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// drillSupplier is the supplier of a shop whose machine is lost, which is asked with the token in a file there.
func drillSupplier(t *testing.T, dir string) (service *sandbox.Server, url, token string) {
	t.Helper()
	var err error
	service, err = sandbox.New(sandbox.Options{Tokens: []string{"drill"}, Catalog: catalog.Generate(20, 1, local.CatalogStart()), AcceptAnySKU: true, Speed: 20_000, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, service.Close())
	})
	token = filepath.Join(dir, "token")
	require.NoError(t, os.WriteFile(token, []byte("drill"), 0o600))
	return service, server.URL, token
}

// TestRestoreDrill: a shop at work copies its journal by schedule, goes on posting, and its machine is lost
// with all that lies on it. On another one the copy is put back, files come again and new ones come: every
// order is at the supplier once, and what the copy does not know is looked up there and not posted again.
func TestRestoreDrill(t *testing.T) {
	t.Parallel()
	copies := t.TempDir() // on another disk
	service, url, token := drillSupplier(t, copies)
	config := fmt.Sprintf("supplier: {base_url: %q, token_file: %q, idempotency: none}\nlanguage: en\ninbox: {settle: 50ms, scan: 100ms, follow: 200ms}\nbackup: {dir: %q, every: 1h}\n", url, token, copies)
	lost := t.TempDir()
	d := startDaemon(t, lost, config)
	require.Eventually(t, func() bool { return d.snapshot(t).Backup.AgeSeconds != nil }, patience, 20*time.Millisecond, "%s", d.errs)
	require.NoError(t, os.Remove(onlyCopy(t, copies))) // the one of an empty journal
	drop(t, lost, "before.csv", 1, 5)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 5 }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())

	d = startDaemon(t, lost, config) // it is due since it lies there no more
	require.Eventually(t, func() bool { return d.snapshot(t).Backup.AgeSeconds != nil }, patience, 20*time.Millisecond, "%s", d.errs)
	saved := onlyCopy(t, copies)
	drop(t, lost, "after.csv", 6, 10)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 10 }, patience, 20*time.Millisecond, "%s", d.errs)
	answer, err := http.Get(d.url + "metrics")
	require.NoError(t, err)
	var metrics bytes.Buffer
	_, err = metrics.ReadFrom(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Regexp(t, `(?m)^dropbridge_backup_age_seconds \d+$`, metrics.String())
	page, _ := d.clerk(t).get("/settings")
	require.Contains(t, page, filepath.Base(saved))
	require.Zero(t, d.stop())
	require.NoError(t, os.RemoveAll(lost))
	posts := postsOf(service)

	found := t.TempDir()
	file := filepath.Join(found, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	for _, command := range [][]string{{"restore", saved}, {"adopt"}} {
		var out, errs bytes.Buffer
		require.Zero(t, run(t.Context(), append([]string{"--config", file}, command...), os.LookupEnv, nil, &out, &errs), "%s %s", &out, &errs)
	}
	d = startDaemon(t, found, config)
	drop(t, found, "before.csv", 1, 5)
	drop(t, found, "after.csv", 6, 10)
	drop(t, found, "new.csv", 11, 13)
	require.Eventually(t, func() bool { return d.snapshot(t).Orders["accepted"] == 13 }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())
	is := service.Stats()
	require.Equal(t, 13, is.OrdersStored)
	require.Zero(t, is.DoubledExternalIDs)
	require.Zero(t, is.Replays)
	require.Equal(t, posts+3, postsOf(service), "only what is new was posted")

	taken := filepath.Join(copies, "no folder") // a disk that is not mounted
	require.NoError(t, os.WriteFile(taken, nil, 0o600))
	config = strings.Replace(config, fmt.Sprintf("dir: %q", copies), fmt.Sprintf("dir: %q", taken), 1)
	d = startDaemon(t, found, config)
	require.Eventually(t, func() bool { return strings.Contains(ask(t, file, "status"), "the journal was not copied by schedule") }, patience, 50*time.Millisecond, "%s", d.errs)
	said := ask(t, file, "status", "--json")
	require.Contains(t, said, `"code": "backup_failed"`)
	require.Contains(t, said, "name another one in backup.dir")
	home, _ := d.clerk(t).get("/")
	require.Contains(t, home, "the journal was not copied by schedule")
	require.Zero(t, d.stop())
}

// onlyCopy is the one copy of the journal that lies in a folder.
func onlyCopy(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "journal-*.db"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	return files[0]
}

// drop puts a file with the orders of some numbers into a shop's inbox.
func drop(t *testing.T, dir, name string, first, last int) {
	t.Helper()
	text := "order_id,name,phone,city,branch,sku,quantity,price\n"
	for n := first; n <= last; n++ {
		text += fmt.Sprintf("D-%d,Ткач Ірина,0670000301,Київ,1,KB-01,1,450.00\n", n)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	require.NoError(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, "inbox", name)))
}

// ask is what a command prints.
func ask(t *testing.T, file string, command ...string) string {
	t.Helper()
	var out bytes.Buffer
	run(t.Context(), append([]string{"--config", file}, command...), os.LookupEnv, nil, &out, &bytes.Buffer{})
	return out.String()
}

// postsOf is how many orders were posted, whatever came of it.
func postsOf(service *sandbox.Server) (n int) {
	for _, times := range service.Stats().Requests["createOrder"] {
		n += times
	}
	return n
}
