package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// The variables that make this test program a child that runs an importer.
const (
	childDir   = "IMPORTER_TEST_DIR"
	childShop  = "IMPORTER_TEST_SHOP"
	childPoint = "IMPORTER_TEST_POINT" // where to die; "" means at any point
	childNth   = "IMPORTER_TEST_NTH"   // the how many-th time, 0 never
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := runChild(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runChild runs an importer, real in all parts, until its standard input ends.
func runChild(dir string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client, err := newClient(os.Getenv(childShop))
	if err != nil {
		return err
	}
	j, err := journal.Open(ctx, filepath.Join(dir, "state", "journal.db"))
	if err != nil {
		return err
	}
	defer j.Close()
	im, err := importer.New(importer.Config{Account: "acme", Inbox: filepath.Join(dir, "inbox"), Results: filepath.Join(dir, "results"),
		Archive: filepath.Join(dir, "archive"), Failed: filepath.Join(dir, "failed"), Spool: filepath.Join(dir, "state", "spool"),
		Settle: time.Millisecond, Scan: 10 * time.Millisecond, Follow: 50 * time.Millisecond, Patience: patience}, client, j)
	if err != nil {
		return err
	}
	defer im.Close()
	im.SetFail(deadly(os.Getenv(childPoint), os.Getenv(childNth)))
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return im.Run(ctx)
}

// patience is how long a child looks for an order. A request may be on its way when its
// child is killed, and a busy machine takes it late: a shorter search would give up on
// an order that the shop then has.
const patience = time.Second

func newClient(address string) (*supplier.Client, error) {
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	if err != nil {
		return nil, err
	}
	mapping, err := supplier.CompileMapping(file, data)
	if err != nil {
		return nil, err
	}
	return supplier.NewClient(supplier.Options{BaseURL: address, Token: supplier.NewSecret("test"), Mapping: mapping, Retries: -1})
}

// deadly kills the process, with no chance to tidy up, when a point is passed for the nth time.
func deadly(where, nth string) func(string) error {
	left, _ := strconv.Atoi(nth)
	passed := make(chan int, 1)
	passed <- left
	return func(point string) error {
		if left == 0 || (where != "" && where != point) {
			return nil
		}
		n := <-passed - 1
		if n == 0 {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Kill()
			}
			select {} // until the signal arrives
		}
		passed <- n
		return nil
	}
}

// TestCrashes kills an importer again and again, at every point and at seeded random
// ones, while files keep coming and a part of the answers is cut off. The shop makes a
// new order of every request that it stores: a single request too many would show.
func TestCrashes(t *testing.T) {
	shop := newShop(time.Now)
	shop.promise = supplier.Idempotency{Kind: "none"}
	server := httptest.NewServer(serve(shop))
	defer server.Close()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "inbox"), 0o755))

	want := map[string]int{}
	drop := func() {
		text := heading
		for range 3 {
			number := fmt.Sprint(1000 + len(want))
			if len(want)%5 == 3 {
				shop.mu.Lock()
				shop.script[number] = []fault{cutAnswer}
				shop.mu.Unlock()
			}
			want[number] = 1
			text += row(number)
		}
		name := filepath.Join(dir, fmt.Sprintf("orders%d.csv", len(want)))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		require.NoError(t, os.Rename(name, filepath.Join(dir, "inbox", filepath.Base(name))))
	}

	for _, point := range importer.Points {
		drop()
		child := startChild(t, dir, server.URL, point, 1)
		require.Error(t, child.Wait(), "killed at %s", point)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		drop()
		child := startChild(t, dir, server.URL, "", 1+random.IntN(12))
		require.Error(t, child.Wait(), "killed somewhere")
	}

	child := startChild(t, dir, server.URL, "", 0)
	if !assert.Eventually(t, func() bool {
		return len(shop.count()) == len(want) && archived(dir) == len(want)/3 && decided(t, dir)
	}, 60*time.Second, 50*time.Millisecond) {
		dumpResults(t, dir, shop.count())
		t.FailNow()
	}
	require.NoError(t, child.input.Close())
	require.NoError(t, child.Wait())
	require.Equal(t, want, shop.count())
	checkAfterCrashes(t, dir, shop)
}

func checkAfterCrashes(t *testing.T, dir string, shop *shop) {
	j, err := journal.Open(t.Context(), filepath.Join(dir, "state", "journal.db"))
	require.NoError(t, err)
	defer j.Close()
	files, err := j.Files(t.Context(), importer.FileQuery{Account: "acme"})
	require.NoError(t, err)
	shown := 0
	for _, file := range files {
		for number, cells := range result(t, file.Result) {
			shown++
			require.Contains(t, []string{"accepted", "duplicate"}, cells[0], number)
			for _, o := range shop.orders {
				if o.ExternalID == number {
					require.Equal(t, o.ID, cells[1])
				}
			}
		}
	}
	require.Equal(t, len(shop.orders), shown)
	left, err := os.ReadDir(filepath.Join(dir, "inbox"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// decided reports whether every result shows what became of its orders: one that was
// being sent at a crash is at the shop already, and still has to be looked up.
func decided(t *testing.T, dir string) bool {
	results, err := filepath.Glob(filepath.Join(dir, "results", "*.csv"))
	require.NoError(t, err)
	for _, path := range results {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.Contains(string(data), "unknown") || strings.Contains(string(data), "pending") {
			return false
		}
	}
	return true
}

// dumpResults says what did not come to its end.
func dumpResults(t *testing.T, dir string, stored map[string]int) {
	t.Helper()
	t.Logf("%d files archived, %d orders at the shop", archived(dir), len(stored))
	results, err := filepath.Glob(filepath.Join(dir, "results", "*.csv"))
	require.NoError(t, err)
	for _, path := range results {
		for number, cells := range result(t, path) {
			if cells[0] != "accepted" {
				t.Logf("%s: %s, %d times at the shop", number, cells, stored[number])
			}
		}
	}
}

func archived(dir string) int {
	entries, _ := os.ReadDir(filepath.Join(dir, "archive"))
	return len(entries)
}

type child struct {
	*exec.Cmd
	input io.WriteCloser
}

func startChild(t *testing.T, dir, shop, point string, nth int) *child {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append(os.Environ(), childDir+"="+dir, childShop+"="+shop, childPoint+"="+point, childNth+"="+strconv.Itoa(nth))
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	return &child{command, input}
}

// serve is the shop over HTTP, as the default mapping has it.
func serve(s *shop) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/orders", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		created, err := s.CreateOrder(r.Context(), body, r.Header.Get("Idempotency-Key"))
		if err != nil {
			panic(http.ErrAbortHandler) // the connection ends without an answer
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(wire(created.Order))
	})
	mux.HandleFunc("GET /api/orders", func(w http.ResponseWriter, r *http.Request) {
		data := []any{}
		for order := range s.Orders(r.Context(), supplier.OrderQuery{ExternalIDs: r.URL.Query()["external_id"]}) {
			data = append(data, wire(order))
		}
		answerList(w, data)
	})
	mux.HandleFunc("GET /api/shipments", func(w http.ResponseWriter, _ *http.Request) { answerList(w, []any{}) })
	return mux
}

func wire(o supplier.Order) any {
	return map[string]any{"id": o.ID, "external_id": o.ExternalID, "status": o.Status, "created_at": o.CreatedAt.UTC(), "updated_at": o.UpdatedAt.UTC()}
}

func answerList(w http.ResponseWriter, data []any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data,
		"meta": map[string]any{"page": 1, "per_page": 200, "total": len(data), "total_pages": 1}})
}
