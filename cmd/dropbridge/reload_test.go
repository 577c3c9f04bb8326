//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// reloadingShop is `dropbridge run` in a process, its supplier, and the service manager that started it.
type reloadingShop struct {
	*testing.T
	dir      string
	supplier *httptest.Server
	manager  *net.UnixConn
	process  *rig.Process

	mu     sync.Mutex
	tokens []string // of the requests, in their order
	denied int      // of them
	posts  int
}

func newReloadingShop(t *testing.T) *reloadingShop {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{Tokens: []string{"first", "second"}, Catalog: catalog.Generate(20, 1, local.CatalogStart()), AcceptAnySKU: true, Speed: 1, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	s := &reloadingShop{T: t, dir: t.TempDir()}
	s.supplier = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, r)
		s.mu.Lock()
		s.tokens = append(s.tokens, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		if answer.Code == http.StatusUnauthorized {
			s.denied++
		}
		if r.Method == http.MethodPost {
			s.posts++
		}
		s.mu.Unlock()
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(func() {
		s.supplier.Close()
		require.NoError(t, server.Close())
	})
	socket := filepath.Join(s.dir, "notify")
	s.manager, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { s.manager.Close() })
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "inbox"), 0o755))
	s.write("token", "first")
	s.write("dropbridge.yaml", s.config("shop"))
	s.process = rig.StartProcess(t, rig.Machine{Program: "dropbridge", Args: []string{"run"}, Dir: s.dir, Env: []string{"NOTIFY_SOCKET=" + socket}})
	return s
}

func (s *reloadingShop) config(feed string) string {
	return fmt.Sprintf(`language: en
supplier: {base_url: "%s", token_file: token, full_read: 0, limits: [15/s]}
inbox: {settle: 50ms, scan: 100ms}
http: {listen: "127.0.0.1:0"}
feeds:
  %s: {template: csv, out: feeds/%s.csv, private: true, every: 1h, jitter: 1s}
`, s.supplier.URL, feed, feed)
}

func (s *reloadingShop) write(name, text string) {
	s.Helper()
	require.NoError(s, os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600))
}

// hears is what the service manager is told next.
func (s *reloadingShop) hears(want ...string) {
	s.Helper()
	for _, one := range want {
		buffer := make([]byte, 1024)
		require.NoError(s, s.manager.SetReadDeadline(time.Now().Add(patience)))
		n, err := s.manager.Read(buffer)
		require.NoError(s, err)
		heard, _, _ := strings.Cut(string(buffer[:n]), "\n")
		require.Equal(s, one, heard, "%s", s.process.Log())
	}
}

func (s *reloadingShop) snapshot() (now standing.Snapshot) {
	s.Helper()
	pages := regexp.MustCompile(`status page on (http://\S+),`).FindAllStringSubmatch(s.process.Log(), -1)
	if len(pages) == 0 {
		return now // it was not read from the pipe yet
	}
	answer, err := http.Get(pages[len(pages)-1][1] + "status.json")
	require.NoError(s, err)
	defer answer.Body.Close()
	require.NoError(s, json.NewDecoder(answer.Body).Decode(&now))
	return now
}

// waits until what is shown is as wanted.
func (s *reloadingShop) waits(until func(standing.Snapshot) bool) (now standing.Snapshot) {
	s.Helper()
	require.Eventually(s, func() bool {
		now = s.snapshot()
		return len(now.Feeds) > 0 && until(now)
	}, patience, 50*time.Millisecond, "%s", s.process.Log())
	return now
}

func refusedSettings(now standing.Snapshot) string {
	for _, p := range now.Problems {
		if p.Name == "config" {
			return p.Text + "\n" + p.Mend
		}
	}
	return ""
}

// TestReload: SIGHUP ends nothing. Changed settings are gone over to, by a signal or by themselves;
// wrong ones are refused with the way out, and the old ones go on. A token that is rotated while
// orders are posted loses and doubles none, and none is denied.
func TestReload(t *testing.T) {
	t.Parallel()
	s := newReloadingShop(t)
	s.hears("READY=1")
	built := s.waits(func(now standing.Snapshot) bool { return !now.Feeds[0].Published.IsZero() && !now.Feeds[0].Running }).Feeds[0]

	s.write("dropbridge.yaml", s.config("shop")+"shop: {nmae: x}\n")
	s.hears("RELOADING=1", "READY=1")
	why := refusedSettings(s.waits(func(now standing.Snapshot) bool { return refusedSettings(now) != "" }))
	require.Contains(t, why, `unknown key "nmae"`)
	require.Contains(t, why, "takes effect by itself")
	s.process.Signal(syscall.SIGHUP)
	s.hears("RELOADING=1", "READY=1")
	require.NotEmpty(t, refusedSettings(s.snapshot()))
	s.write("dropbridge.yaml", s.config("shop"))
	s.hears("RELOADING=1", "READY=1")
	s.waits(func(now standing.Snapshot) bool { return refusedSettings(now) == "" })

	const orders = 40
	var file strings.Builder
	file.WriteString("order_id,name,phone,city,branch,sku,quantity,price\n")
	for n := range orders {
		fmt.Fprintf(&file, "R-%d,Ткач Ірина,0670000301,Київ,1,KB-1,1,450.00\n", n)
	}
	s.write("orders.csv", file.String())
	require.NoError(t, os.Rename(filepath.Join(s.dir, "orders.csv"), filepath.Join(s.dir, "inbox", "orders.csv")))
	s.waits(func(now standing.Snapshot) bool { return now.Orders["accepted"] > 3 })
	s.write("token", "second")
	s.process.Signal(syscall.SIGHUP)
	s.hears("RELOADING=1", "READY=1")
	now := s.waits(func(now standing.Snapshot) bool { return now.Orders["accepted"] == orders })
	require.Equal(t, built.Published, now.Feeds[0].Published, "a feed is not built anew for a token")
	require.Equal(t, built.Next, now.Feeds[0].Next)
	s.mu.Lock()
	require.Equal(t, orders, s.posts)
	require.Zero(t, s.denied)
	require.Regexp(t, `^(first )+(second )+$`, strings.Join(s.tokens, " ")+" ")
	s.mu.Unlock()

	s.write("dropbridge.yaml", strings.Replace(s.config("shop"), "127.0.0.1:0", strings.TrimPrefix(s.supplier.URL, "http://"), 1))
	s.hears("RELOADING=1", "READY=1") // where it listened before
	require.Contains(t, refusedSettings(s.waits(func(now standing.Snapshot) bool { return refusedSettings(now) != "" })), "address already in use")
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"--config", filepath.Join(s.dir, "dropbridge.yaml"), "status"}, os.LookupEnv, nil, &out, &errs), "%s", &errs)
	require.Contains(t, out.String(), "the old ones go on: ", "the command says it, too")
	s.write("dropbridge.yaml", s.config("other"))
	s.hears("RELOADING=1", "READY=1")
	require.Equal(t, "other", s.waits(func(now standing.Snapshot) bool { return now.Feeds[0].Name != "shop" }).Feeds[0].Name)
	s.comesAndGoes(orders)
	require.Equal(t, 1, s.process.Count())
	require.Zero(t, s.process.End())
	s.hears("STOPPING=1")
}

// comesAndGoes: a feed, a source and a supplier come and go again while the rest goes on. Of the first
// supplier so many orders were posted.
func (s *reloadingShop) comesAndGoes(posted int) {
	s.Helper()
	const rest = "inbox: {settle: 50ms, scan: 100ms, %s}\nhttp: {listen: \"127.0.0.1:0\"}\nlanguage: en\n"
	one := fmt.Sprintf("supplier: {base_url: %q, token_file: token, full_read: 0, limits: [15/s]}\n", s.supplier.URL)
	both := fmt.Sprintf("account: %[1]q\nsuppliers:\n  alpha: {base_url: %[1]q, token_file: token, full_read: 0, limits: [15/s], first: true}\n  beta: {base_url: %[1]q, token_file: token, account: beta, limits: [15/s]}\n", s.supplier.URL)
	const other = "  other: {template: csv, out: feeds/other.csv, private: true, every: 1h, jitter: 1s%s}\n"
	const more = "  more: {template: yml, out: feeds/more.yml, every: 1h%s}\n"
	before := s.waits(func(now standing.Snapshot) bool { return !now.Feeds[0].Published.IsZero() && !now.Feeds[0].Running }).Feeds[0]

	goOver := func(config string, feeds ...string) standing.Snapshot {
		s.Helper()
		s.write("dropbridge.yaml", config)
		s.process.Signal(syscall.SIGHUP)
		s.hears("RELOADING=1", "READY=1")
		return s.waits(func(now standing.Snapshot) bool {
			require.Empty(s, refusedSettings(now))
			var names []string
			for _, f := range now.Feeds {
				if f.Published.IsZero() || f.Running {
					return false
				}
				names = append(names, f.Name)
			}
			return slices.Equal(feeds, names)
		})
	}
	arrives := func(source, number string) {
		s.Helper()
		posted++
		require.NoError(s, os.MkdirAll(filepath.Join(s.dir, "inbox", source), 0o755))
		s.write("one.csv", "order_id,name,phone,city,branch,sku,quantity,price\n"+number+",Ткач Ірина,0670000301,Київ,1,KB-1,1,450.00\n")
		require.NoError(s, os.Rename(filepath.Join(s.dir, "one.csv"), filepath.Join(s.dir, "inbox", source, number+".csv")))
		s.waits(func(now standing.Snapshot) bool { return now.Orders["accepted"] == posted })
	}
	now := goOver(one+fmt.Sprintf(rest, "sources: {crm: {template: generic}}")+"feeds:\n"+fmt.Sprintf(more, "")+fmt.Sprintf(other, ""), "more", "other")
	require.Equal(s, before.Published, now.Feeds[1].Published, "nothing was changed that it is made of")
	require.Equal(s, before.Next, now.Feeds[1].Next)
	arrives("crm", "C-1")
	goOver(both+fmt.Sprintf(rest, "supplier: alpha, sources: {crm: {template: generic, supplier: beta}}")+"feeds:\n"+fmt.Sprintf(more, ", supplier: beta")+fmt.Sprintf(other, ", supplier: alpha"), "more", "other")
	arrives("crm", "C-2")
	arrives("", "A-1")
	goOver(one+fmt.Sprintf(rest, "sources: {}")+"feeds:\n"+fmt.Sprintf(other, ""), "other")
	require.NoError(s, os.WriteFile(filepath.Join(s.dir, "inbox", "crm", "late.csv"), []byte("nobody reads it"), 0o600))
	arrives("", "A-2")
	require.FileExists(s, filepath.Join(s.dir, "inbox", "crm", "late.csv"), "a source that is gone takes nothing")
	s.mu.Lock()
	defer s.mu.Unlock()
	require.Equal(s, posted, s.posts, "each once")
	require.Zero(s, s.denied)
}

// TestHangup: a command that reads no settings anew ends as cleanly as it does when it is interrupted.
func TestHangup(t *testing.T) {
	t.Parallel()
	p := rig.StartProcess(t, rig.Machine{Program: "dropbridge", Args: []string{"sandbox", "--listen", "127.0.0.1:0"}, Dir: t.TempDir()})
	require.Eventually(t, func() bool { return strings.Contains(p.Log(), "http://") }, patience, 10*time.Millisecond)
	p.Signal(syscall.SIGHUP)
	require.Eventually(t, func() bool { return !p.Lives() }, patience, 10*time.Millisecond)
	require.NotContains(t, p.Log(), "hangup")
	require.Zero(t, p.End())
}
