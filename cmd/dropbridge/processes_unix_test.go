//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/fleet"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/local"
)

// counted is a supplier that counts the orders that are posted, and can keep an answer back.
type counted struct {
	http.Handler
	mu    sync.Mutex
	posts map[string]int
	came  chan string   // the number of each order that was created
	goOn  chan struct{} // closed when answers may leave
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != "/api/orders" {
		c.Handler.ServeHTTP(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var order struct {
		Number string `json:"external_id"`
	}
	_ = json.Unmarshal(body, &order)
	answer := httptest.NewRecorder()
	c.Handler.ServeHTTP(answer, r)
	c.mu.Lock()
	c.posts[order.Number]++
	c.mu.Unlock()
	c.came <- order.Number
	<-c.goOn
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

func (c *counted) all() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]int{}
	for number, n := range c.posts {
		out[number] = n
	}
	return out
}

// twoOrders is an order file.
const twoOrders = "№ замовлення;ПІБ отримувача;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n" +
	"1001;Коваль Олена;0670000101;Київ;12;KB-01;1;450,00\n1002;Гнатюк Степан;0670000102;Львів;5;KB-02;1;320,00\n"

// child is `dropbridge run` as a process of its own.
type child struct {
	*exec.Cmd
	errs *output
}

func startChild(t *testing.T, dir, config, roles string) *child {
	t.Helper()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(file, []byte(config), 0o644))
	program, err := os.Executable()
	require.NoError(t, err)
	c := &child{Cmd: exec.CommandContext(t.Context(), program), errs: &output{}}
	c.Args = []string{"dropbridge", "--config", file, "run", "--listen", "127.0.0.1:0", "--roles", roles}
	c.Stderr = c.errs
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	require.Eventually(t, func() bool { return regexp.MustCompile(`status page on|running as`).MatchString(c.errs.String()) }, patience, 20*time.Millisecond, "%s", c.errs)
	return c
}

// TestProcessThatStandsStill: what a stopped process had begun another one takes over, and when
// it goes on it writes nothing, posts nothing, and begins anew.
func TestProcessThatStandsStill(t *testing.T) {
	t.Parallel()
	where := rig.StartPostgres(t).NewDatabase(t)
	db, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer db.Close()
	goods, err := local.SampleCatalog()
	require.NoError(t, err)
	service, err := sandbox.New(sandbox.Options{Tokens: []string{"test-token"}, Catalog: goods, Seed: 1, Speed: 20_000, Now: time.Now})
	require.NoError(t, err)
	defer service.Close()
	shop := &counted{Handler: service, posts: map[string]int{}, came: make(chan string, 100), goOn: make(chan struct{})}
	server := httptest.NewServer(shop)
	defer server.Close()
	dir := t.TempDir()
	token := filepath.Join(dir, "token")
	require.NoError(t, os.WriteFile(token, []byte("test-token"), 0o600))
	config := func(inbox string) string {
		return fmt.Sprintf("supplier: {base_url: %s, token_file: %s, idempotency: none, limits: [50/s]}\njournal: %s\n"+
			"inbox: {dir: %s, settle: 50ms, scan: 200ms, follow: 500ms}\n", server.URL, token, where, inbox)
	}
	inbox := filepath.Join(dir, "a", "inbox")
	first := startChild(t, filepath.Join(dir, "a"), config(inbox), "")
	require.NoError(t, os.WriteFile(filepath.Join(inbox, "orders.csv"), []byte(twoOrders), 0o644))
	for range 2 {
		select {
		case <-shop.came: // it is created, and the answer is kept back
		case <-time.After(patience):
			require.Fail(t, "nothing was posted", "%s", first.errs)
		}
	}
	require.NoError(t, first.Process.Signal(syscall.SIGSTOP))

	second := startChild(t, filepath.Join(dir, "b"), config(filepath.Join(dir, "b", "inbox")), "post,follow")
	_, err = db.ExecContext(t.Context(), "UPDATE processes SET seen_at = seen_at - $1::BIGINT WHERE roles LIKE '%http%'", (2 * fleet.Lease).Nanoseconds())
	require.NoError(t, err)
	accepted := func() (n int) {
		require.NoError(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM orders WHERE state = 'accepted'").Scan(&n))
		return n
	}
	close(shop.goOn)
	require.Eventually(t, func() bool { return accepted() == 2 }, patience, 50*time.Millisecond, "%s", second.errs)

	require.NoError(t, first.Process.Signal(syscall.SIGCONT))
	require.Eventually(t, func() bool { return regexp.MustCompile(`begins anew`).MatchString(first.errs.String()) }, patience, 50*time.Millisecond, "%s", first.errs)
	results := func() (found []string) {
		found, _ = filepath.Glob(filepath.Join(dir, "a", "results", "*.result.csv"))
		return found
	}
	require.Eventually(t, func() bool {
		for _, name := range results() {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			if bytes.Count(text, []byte("accepted")) == 2 {
				return true
			}
		}
		return false
	}, patience, 50*time.Millisecond, "%s", first.errs)
	require.Equal(t, map[string]int{"1001": 1, "1002": 1}, shop.all())
	var fenced int
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM processes WHERE fenced_at <> 0 AND ended = 0").Scan(&fenced))
	require.Equal(t, 1, fenced)
}
