package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// realSupplier is a sandbox as a supplier with an address, and a config for it.
func realSupplier(t *testing.T) (*sandbox.Server, string) {
	t.Helper()
	goods, err := local.SampleCatalog()
	require.NoError(t, err)
	service, err := sandbox.New(sandbox.Options{Tokens: []string{"test-token"}, Catalog: goods, Seed: 1, Speed: 1, Now: time.Now})
	require.NoError(t, err)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, service.Close())
	})
	return service, "supplier: {base_url: " + server.URL + ", token_file: " + tokenFile(t, "test-token") + ", idempotency: none}\n"
}

// tokenFile is a file with a token: the environment is that of all tests at once.
func tokenFile(t *testing.T, token string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(token), 0o600))
	return file
}

// say runs a command and gives its exit code and what it printed.
func say(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := run(t.Context(), append([]string{"--config", filepath.Join(dir, "dropbridge.yaml")}, args...), os.LookupEnv, nil, &out, &out)
	return code, out.String()
}

func (d *runningDaemon) health(t *testing.T) (int, string) {
	t.Helper()
	answer, err := http.Get(d.url + "healthz")
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body)
}

// TestDaemonWithoutItsJournal: it posts nothing and is not healthy, feeds go on, and after
// `adopt` in another process it goes on by itself.
func TestDaemonWithoutItsJournal(t *testing.T) {
	t.Parallel()
	service, config := realSupplier(t)
	dir := t.TempDir()
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	drop := func(name string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", name), sample, 0o644))
	}
	d := startDaemon(t, dir, config+daemonConfig)
	drop("orders.csv")
	archived := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(dir, "archive", name)); return err == nil }
	}
	require.Eventually(t, archived("orders.csv"), patience, 20*time.Millisecond, "%s", d.errs)
	orders := service.Stats().OrdersStored
	require.Equal(t, 6, orders)
	require.Zero(t, d.stop())

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "state")))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "feeds")))
	d = startDaemon(t, dir, config+daemonConfig)
	drop("again.csv")
	require.Eventually(t, func() bool { code, _ := d.health(t); return code == http.StatusServiceUnavailable }, patience, 20*time.Millisecond)
	_, said := d.health(t)
	require.Contains(t, said, "dropbridge adopt")
	require.Eventually(t, func() bool { return !d.snapshot(t).Feeds[1].Published.IsZero() }, patience, 20*time.Millisecond, "feeds go on")
	require.FileExists(t, filepath.Join(dir, "inbox", "again.csv"))
	require.Equal(t, orders, service.Stats().OrdersStored)

	code, out := say(t, dir, "backup", filepath.Join(dir, "copy.db"))
	require.Zero(t, code, out)
	code, out = say(t, dir, "restore", filepath.Join(dir, "copy.db"))
	require.Equal(t, exitFailed, code, out)
	require.Contains(t, out, "stop the running dropbridge")
	code, out = say(t, dir, "adopt")
	require.Zero(t, code, out)
	require.Contains(t, out, "1 result files tell of 6 accepted orders")
	require.Eventually(t, archived("again.csv"), patience, 20*time.Millisecond, "%s", d.errs)
	require.Eventually(t, func() bool { code, _ := d.health(t); return code == http.StatusOK }, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())
	require.Equal(t, orders, service.Stats().OrdersStored)
	require.Zero(t, service.Stats().DoubledExternalIDs)
}

// TestDaemonWhoseJournalIsTakenAway says so at once, and what it knew can be put back.
func TestDaemonWhoseJournalIsTakenAway(t *testing.T) {
	t.Parallel()
	service, config := realSupplier(t)
	dir := t.TempDir()
	d := startDaemon(t, dir, config+daemonConfig)
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "orders.csv"), sample, 0o644))
	settled := func() bool {
		files := d.snapshot(t).Files
		return len(files) == 1 && files[0].State == string(state.FileSettled)
	}
	require.Eventually(t, settled, patience, 20*time.Millisecond, "%s", d.errs)
	require.Equal(t, 6, service.Stats().OrdersStored)
	require.NoError(t, os.Remove(filepath.Join(dir, "state", "journal.db")))
	saved := filepath.Join(dir, "state", "journal.db.saved-*")
	require.Eventually(t, func() bool { found, _ := filepath.Glob(saved); return len(found) == 1 }, patience, 20*time.Millisecond, "%s", d.errs)
	found, err := filepath.Glob(saved)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		code, said := d.health(t)
		return code == http.StatusServiceUnavailable && bytes.Contains([]byte(said), []byte("dropbridge restore "+found[0]))
	}, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop(), "%s", d.errs)
	code, out := say(t, dir, "restore", found[0])
	require.Zero(t, code, out)
	code, out = say(t, dir, "adopt")
	require.Zero(t, code, out)
	code, out = say(t, dir, "import", filepath.Join(dir, "archive", "orders.csv"))
	require.Zero(t, code, out)
	require.Contains(t, out, "6 duplicate")
	require.Equal(t, 6, service.Stats().OrdersStored)
}
