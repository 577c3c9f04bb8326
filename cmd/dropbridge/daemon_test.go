package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// patience bounds a wait. It only ends a test that hangs: a machine that does much else is slow.
const patience = 5 * time.Minute

// output is what a running command has written so far.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// runningDaemon is `dropbridge run` in a folder, until its context ends.
type runningDaemon struct {
	url  string
	errs *output
	stop func() int // ends it and gives its exit code
}

func startDaemon(t *testing.T, dir, config string) *runningDaemon {
	t.Helper()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o644))
	ctx, cancel := context.WithCancel(t.Context())
	d := &runningDaemon{errs: &output{}}
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--config", file, "run", "--listen", "127.0.0.1:0"}, os.LookupEnv, nil, io.Discard, d.errs)
	}()
	d.stop = sync.OnceValue(func() int {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { d.stop() })
	address := regexp.MustCompile(`(?:status page on|сторінка стану:) (http://\S+),`)
	require.Eventually(t, func() bool { return address.MatchString(d.errs.String()) }, patience, 10*time.Millisecond, "%s", d.errs)
	d.url = address.FindStringSubmatch(d.errs.String())[1]
	return d
}

func (d *runningDaemon) snapshot(t *testing.T) standing.Snapshot {
	t.Helper()
	answer, err := http.Get(d.url + "status.json")
	require.NoError(t, err)
	defer answer.Body.Close()
	var s standing.Snapshot
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&s))
	return s
}

const daemonConfig = `
feeds:
  shop:    {template: yml, out: feeds/shop.yml, every: 1h}
  partner: {template: csv, out: feeds/partner.csv, every: 1h, private: true, gzip: true}
inbox:
  settle: 50ms
  scan: 100ms
  follow: 200ms
  sources: {keycrm: {template: generic, external_id_prefix: "KC-"}}
`

// TestDaemon: feeds are published and served, files are taken from the inbox and its sources, by PUT
// and by SFTP, and posted; results are completed with waybills, and fetched the same ways; it stops
// cleanly.
func TestDaemon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := startDaemon(t, dir, strings.Replace(daemonConfig, "  sources: {", "  sources: {byftp: {template: generic, external_id_prefix: \"FT-\"}, ", 1)+"sftp: {listen: \"127.0.0.1:0\"}\n")
	sample := readFile(t, filepath.Join(samplesDir, "orders-utf8.csv"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "orders.csv"), sample, 0o644))
	crm := d.crm(t, dir)
	crm.put(t, "keycrm", "orders.csv", sample)
	crm.upload(t, "byftp", "orders-ftp.csv", sample)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "inbox", "broken.csv"), []byte("a;b\n1;2\n"), 0o644))

	complete := func() bool {
		s := d.snapshot(t)
		waybills := 0
		for _, order := range s.Recent {
			if order.Waybill != "" {
				waybills++
			}
		}
		return waybills == 18 && s.Feeds[0].Published.Unix() > 0 && s.Feeds[1].Published.Unix() > 0 && s.Inbox.Waiting == 0
	}
	require.Eventually(t, complete, patience, 100*time.Millisecond, "%s", d.errs)
	s := d.snapshot(t)
	require.Equal(t, map[string]int{"accepted": 18}, s.Orders)
	require.Equal(t, 1, s.Inbox.Failed)
	ids := map[string]bool{}
	for _, order := range s.Recent {
		ids[order.ExternalID] = true
	}
	require.True(t, ids["2001"] && ids["KC-2001"] && ids["FT-2001"], "%v", ids)
	require.Eventually(t, func() bool { // results follow the journal
		return len(waybills.FindAll(crm.result(t, "keycrm", "orders.csv"), -1)) == 6 && len(waybills.FindAll(crm.download(t, "byftp", "orders-ftp"), -1)) == 6
	}, patience, 100*time.Millisecond, "%s", d.errs)

	for path, kind := range map[string]string{"feeds/shop.yml": "application/xml", "feeds/partner.csv": "text/csv; charset=utf-8", "healthz": "", "metrics": ""} {
		answer, err := http.Get(d.url + path)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		answer.Body.Close()
		require.Equal(t, http.StatusOK, answer.StatusCode, "%s: %s", path, body)
		if kind != "" {
			require.Equal(t, kind, answer.Header.Get("Content-Type"))
			require.Equal(t, readFile(t, filepath.Join(dir, filepath.FromSlash(path))), body)
		}
	}
	require.NotContains(t, string(readFile(t, filepath.Join(dir, "feeds", "shop.yml"))), "drop_price")

	require.Zero(t, d.stop(), "%s", d.errs)
	require.FileExists(t, filepath.Join(dir, "archive", "orders.csv"))
	require.FileExists(t, filepath.Join(dir, "archive", "orders (2).csv"))
	require.FileExists(t, filepath.Join(dir, "failed", "broken.csv"))
	require.Contains(t, string(readFile(t, filepath.Join(dir, "failed", "broken.csv.reason.txt"))), "headings_unknown")
	results, err := filepath.Glob(filepath.Join(dir, "results", "orders.*.csv"))
	require.NoError(t, err)
	require.Len(t, results, 2)
	for _, result := range results {
		require.Len(t, waybills.FindAll(readFile(t, result), -1), 6, result)
	}
}

// TestDaemonOneBrokenFeedDoesNotStopTheOthers: a feed that would be empty keeps its
// old file and says why, the others are published.
func TestDaemonOneBrokenFeedDoesNotStopTheOthers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "euro.yaml"), []byte(strings.Join([]string{
		"name: euro", "kind: feed", "format: yml", "description: euros only",
		"needs: [{value: id}, {value: price}, {value: name}]", "currencies: [{id: EUR, rate: '1'}]",
		"offer:", "  attributes: [{name: id, value: id}]", "  elements: [{element: price, value: price}]", ""}, "\n")), 0o644))
	d := startDaemon(t, dir, "feeds:\n  euro: {template: euro.yaml, out: feeds/euro.yml}\n  shop: {template: yml, out: feeds/shop.yml}\n")
	require.Eventually(t, func() bool {
		s := d.snapshot(t)
		return s.Feeds[0].Error != "" && !s.Feeds[1].Published.IsZero()
	}, patience, 50*time.Millisecond, "%s", d.errs)
	require.Contains(t, d.snapshot(t).Feeds[0].Error, "feed euro")
	require.NoFileExists(t, filepath.Join(dir, "feeds", "euro.yml"))
	require.FileExists(t, filepath.Join(dir, "feeds", "shop.yml"))
	require.Zero(t, d.stop())
}

// TestDaemonNeedsItsAddress: a taken port is said before anything is posted.
func TestDaemonNeedsItsAddress(t *testing.T) {
	t.Parallel()
	d := startDaemon(t, t.TempDir(), "{}")
	taken := strings.TrimSuffix(strings.TrimPrefix(d.url, "http://"), "/")
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(fmt.Sprintf("http: {listen: %q}\n", taken)), 0o644))
	var errs bytes.Buffer
	require.Equal(t, exitFailed, run(t.Context(), []string{"--config", file, "run"}, os.LookupEnv, nil, io.Discard, &errs))
	require.Contains(t, errs.String(), "listen on "+taken)
	require.Contains(t, errs.String(), "hint: name a free address")
}

// TestAFeedThatTurnedPublicIsForPartnersUntilItIsBuilt: the file on the disk decides who
// may have it, and not what the config says since.
func TestAFeedThatTurnedPublicIsForPartnersUntilItIsBuilt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ask := func(d *runningDaemon, path string) int {
		request, err := http.NewRequest("GET", d.url+path, nil)
		require.NoError(t, err)
		request.Header.Set("X-Forwarded-For", "203.0.113.9")
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode
	}
	built := func(d *runningDaemon, done func(standing.Feed) bool) {
		require.Eventually(t, func() bool { return done(d.snapshot(t).Feeds[0]) }, patience, 20*time.Millisecond)
	}
	const key = "A-KEY_of-the-public-feed"
	const feed = "feeds:\n  shop: {template: csv, out: shop.csv, every: 1h, gzip: true, key: " + key + ", "
	d := startDaemon(t, dir, feed+"price: drop, private: true}\n")
	built(d, func(f standing.Feed) bool { return f.Bytes > 0 })
	require.Equal(t, http.StatusNotFound, ask(d, "feeds/shop.csv"))
	d.stop()

	// Refused by the guard: not every product has a barcode.
	d = startDaemon(t, dir, feed+"guard: {fields: {barcode: 100%}}}\n")
	built(d, func(f standing.Feed) bool { return f.Error != "" })
	for _, path := range []string{"feeds/shop.csv", "feeds/shop.csv.gz", "feeds/" + key + "/shop.csv"} {
		require.Equal(t, http.StatusNotFound, ask(d, path))
	}
	require.True(t, d.snapshot(t).Feeds[0].Private)
	d.stop()

	d = startDaemon(t, dir, feed+"}\n")
	built(d, func(f standing.Feed) bool { return f.Bytes > 0 && !f.FromDisk })
	require.Equal(t, http.StatusOK, ask(d, "feeds/shop.csv"))
	require.Equal(t, http.StatusOK, ask(d, "feeds/"+key+"/shop.csv"))
	require.False(t, d.snapshot(t).Feeds[0].Private)
}

// TestDaemonTellsDrift: what `check` learned of the supplier's answers is what the daemon
// compares with; the page and the log say what has changed, and the feed goes on.
func TestDaemonTellsDrift(t *testing.T) {
	dir := t.TempDir()
	var row atomic.Value
	row.Store(`"price": "10"`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var rows []string
		for n := range 6 {
			rows = append(rows, fmt.Sprintf(`{"id": "%d", "currency": "UAH", %s}`, n, row.Load()))
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "[%s]", strings.Join(rows, ","))
	}))
	t.Cleanup(server.Close)
	t.Setenv("DROPBRIDGE_TOKEN", "daemon-token")
	mapping := "name: small\nkind: supplier\nformat: json\nauth: {header: X-Token}\nidempotency: {kind: none}\npaging: {kind: none}\nanswer: {list: .}\n" +
		"products: {request: GET /goods, fields: {id: id, sku: id, name: id, currency: currency, drop_price: price}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "supplier.yaml"), []byte(mapping), 0o644))
	config := "supplier: {base_url: " + server.URL + ", mapping: supplier.yaml}\nfeeds: {table: {template: csv, out: feeds/t.csv, private: true}}\n"
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o644))
	var told output
	require.Zero(t, run(t.Context(), []string{"--config", file, "check"}, os.LookupEnv, nil, &told, io.Discard), "%s", &told)

	row.Store(`"price": 10.50`)
	d := startDaemon(t, dir, config)
	require.Eventually(t, func() bool { return len(d.snapshot(t).Drift) > 0 }, patience, 20*time.Millisecond, "%s", d.errs)
	s := d.snapshot(t)
	require.Len(t, s.Drift, 1)
	require.Equal(t, "drop_price: price is a number in 6 of 6 values, and was always a text", s.Drift[0].Text)
	require.Positive(t, s.Sampled.Unix())
	require.Empty(t, s.Feeds[0].Error)
	require.Zero(t, d.stop())
	require.Equal(t, 1, strings.Count(d.errs.String(), "the supplier's answers have changed"))
}
