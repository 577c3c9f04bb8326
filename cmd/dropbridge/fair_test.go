//go:build unix

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// crowd is a shop with a supplier who answers slowly, one who refuses the token, one for whom there are
// very many orders, and a quick one with a single order.
type crowd struct {
	dir    string
	config string
	quick  atomic.Int64 // when the quick one had his order, in nanoseconds
	huge   atomic.Int64 // orders of the huge one
}

const (
	slowness = 4 * time.Second
	// soon is how long the quick one may take: seconds on a machine at rest.
	soon = time.Minute
)

// hugeOrders is how many orders the huge one has: too many for the journal to take them with other changes.
func hugeOrders() int { return long.Or(1_100, 20_000) }

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	c := &crowd{dir: t.TempDir()}
	// The names are such that the others come before the quick one wherever they stand in a row.
	text := "account: crowd\ninbox: {settle: 50ms, scan: 100ms, follow: 2s, route: {prefix: {"
	suppliers := "suppliers:\n"
	for _, one := range []struct {
		name string
		wrap func(http.Handler) http.Handler
	}{
		{"a-slow", func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				select {
				case <-time.After(slowness):
				case <-r.Context().Done():
				case <-t.Context().Done(): // the server waits for it before it is closed
				}
				next.ServeHTTP(w, r)
			})
		}},
		{"b-refused", func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
		}},
		{"c-huge", func(next http.Handler) http.Handler { return counting(next, func() { c.huge.Add(1) }) }},
		{"d-quick", func(next http.Handler) http.Handler {
			return counting(next, func() { c.quick.CompareAndSwap(0, time.Now().UnixNano()) })
		}},
	} {
		supplier, err := sandbox.New(sandbox.Options{Tokens: []string{"t"}, Catalog: pricedCatalog(50, time.Now()), AcceptAnySKU: true, Speed: 1, Seed: 1, Now: time.Now})
		require.NoError(t, err)
		web := httptest.NewServer(one.wrap(supplier))
		t.Cleanup(func() { web.CloseClientConnections(); web.Close(); supplier.Close() })
		text += fmt.Sprintf("%q: %s, ", strings.ToUpper(one.name[:1])+"-", one.name)
		suppliers += fmt.Sprintf("  %s: {base_url: %q, idempotency: external_id, token_env: TOKEN}\n", one.name, web.URL)
	}
	c.config = text + "}, strip: true}}\n" + suppliers + "feeds:\n"
	for _, name := range []string{"a-slow", "b-refused", "c-huge", "d-quick"} {
		c.config += fmt.Sprintf("  of-%s: {template: csv, out: feeds/%s.csv, every: 1s, private: true, supplier: %s}\n", name, name, name)
	}
	return c
}

// counting tells of each new order.
func counting(next http.Handler, came func()) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			came()
		}
		next.ServeHTTP(w, r)
	})
}

// start starts a process of the shop on a journal.
func (c *crowd) start(t *testing.T, journal string, args ...string) *rig.Process {
	t.Helper()
	config := c.config
	if journal != "" {
		config += "journal: " + journal + "\n"
	}
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "dropbridge.yaml"), []byte(config), 0o600))
	return rig.StartProcess(t, rig.Machine{Program: "dropbridge", Args: append([]string{"run", "--listen", "127.0.0.1:0"}, args...), Dir: c.dir, Env: []string{"TOKEN=t"}})
}

// drop puts a file of orders for the supplier of a letter into the inbox.
func (c *crowd) drop(t *testing.T, letter string, orders int) {
	t.Helper()
	var text strings.Builder
	text.WriteString("order_id,name,phone,city,branch,sku,quantity,price\n")
	for n := range orders {
		fmt.Fprintf(&text, "%s%d,Ткач Ірина,0670000301,Київ,1,%s-KB-%d,1,450.00\n", letter, n, letter, n)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(c.dir, "inbox"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, letter), []byte(text.String()), 0o644))
	require.NoError(t, os.Rename(filepath.Join(c.dir, letter), filepath.Join(c.dir, "inbox", letter+".csv")))
}

// prove drops orders for all while the processes run, the quick one's last, and requires that his
// feed is there, and his order sent while most of the huge one's still wait.
func (c *crowd) prove(t *testing.T, processes ...*rig.Process) {
	t.Helper()
	logs := func() (text string) {
		for _, p := range processes {
			log := p.Log()
			text += log[max(0, len(log)-2000):] + "\n"
		}
		return text
	}
	waitFor := func(what string, most time.Duration, is func() bool) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), most)
		defer cancel()
		for !is() {
			select {
			case <-ctx.Done():
				t.Fatalf("%s: not within %s\n%s", what, most, logs())
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	c.drop(t, "A", 3)
	c.drop(t, "B", 3)
	c.drop(t, "C", hugeOrders())
	dropped := time.Now()
	waitFor("the huge file is being sent", patience, func() bool { return c.huge.Load() > 0 })
	t.Logf("the huge file was taken after %s", time.Since(dropped).Round(time.Millisecond))
	c.drop(t, "D", 1)
	dropped = time.Now()
	waitFor("the quick one's order", soon, func() bool { return c.quick.Load() > 0 })
	sent := c.huge.Load()
	require.Less(t, sent, int64(hugeOrders()), "it went between the others' orders")
	feed := filepath.Join(c.dir, "feeds", "d-quick.csv")
	waitFor("the quick one's feed", soon, func() bool { _, err := os.Stat(feed); return err == nil })
	before, err := os.Stat(feed)
	require.NoError(t, err)
	waitFor("his feed goes on being looked at", soon, func() bool { return strings.Count(logs(), "feed=of-d-quick") > 1 || newer(feed, before) })
	require.NoFileExists(t, filepath.Join(c.dir, "feeds", "b-refused.csv"))
	t.Logf("the quick one's order went after %d of the huge one's, %s after it came", sent, time.Unix(0, c.quick.Load()).Sub(dropped).Round(time.Millisecond))
}

func newer(path string, than os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && info.ModTime().After(than.ModTime())
}

// TestNobodyWaitsForAnother in one process, which does everything.
func TestNobodyWaitsForAnother(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.prove(t, c.start(t, ""))
}

// TestNobodyWaitsForAnotherOfSeveral processes with a part of the work each.
func TestNobodyWaitsForAnotherOfSeveral(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	journal := rig.SharedPostgres(t).NewDatabase(t)
	c.prove(t, c.start(t, journal, "--roles", "post,follow,books"), c.start(t, journal, "--roles", "inbox,feeds,http"))
}
