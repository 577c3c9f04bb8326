package sandbox

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/stretchr/testify/require"
)

func openBench(b *testing.B, products int, dir string) *Server {
	b.Helper()
	clock := newFakeClock()
	s, err := New(Options{Catalog: catalog.Generate(products, 1, clock.now()), Now: clock.now, Tokens: []string{testToken},
		DataDir: dir, AcceptAnySKU: true, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	return s
}

func ask(b *testing.B, s *Server, method, path, body string, want int) int {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, r)
	if rec.Code != want {
		b.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return rec.Body.Len()
}

// One page of 200 products out of 100,000, anywhere in the list.
func BenchmarkListProducts(b *testing.B) {
	const products, perPage = 100_000, 200
	for name, dir := range map[string]string{"memory": "", "folder": b.TempDir()} {
		b.Run(name, func(b *testing.B) {
			s := openBench(b, products, dir)
			b.ReportAllocs()
			page, bytes := 0, 0
			for b.Loop() {
				page = (page+37)%(products/perPage) + 1
				bytes = ask(b, s, http.MethodGet, fmt.Sprintf("/api/products?page=%d&per_page=%d", page, perPage), "", http.StatusOK)
			}
			b.SetBytes(int64(bytes))
			b.ReportMetric(float64(b.N*perPage)/b.Elapsed().Seconds(), "products/s")
		})
	}
}

func BenchmarkUpdatedSince(b *testing.B) {
	s := openBench(b, 100_000, "")
	for b.Loop() {
		ask(b, s, http.MethodGet, "/api/products?page=400&per_page=200&updated_since=2000-01-01", "", http.StatusOK)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := openBench(b, 100_000, "")
	ask(b, s, http.MethodGet, "/api/products/search?per_page=50", "", http.StatusOK) // makes the index
	for b.Loop() {
		ask(b, s, http.MethodGet, "/api/products/search?per_page=50&price_min=300&sort=-drop_price", "", http.StatusOK)
	}
}

func BenchmarkCreateOrder(b *testing.B) {
	for name, dir := range map[string]string{"memory": "", "folder": b.TempDir()} {
		b.Run(name, func(b *testing.B) {
			s := openBench(b, 10, dir)
			body := orderBody(b, "ID", item("KB-01", 1))
			n := 0
			for b.Loop() {
				n++
				ask(b, s, http.MethodPost, "/api/orders", strings.Replace(body, "ID", fmt.Sprint(n), 1), http.StatusCreated)
			}
		})
	}
}

// Orders that 16 connections post at once.
func BenchmarkCreateOrders(b *testing.B) {
	const atOnce = 16
	for name, dir := range map[string]func() string{"memory": func() string { return "" }, "folder": b.TempDir} {
		b.Run(name, func(b *testing.B) {
			s := openBench(b, 10, dir())
			body := orderBody(b, "ID", item("KB-01", 1))
			var n atomic.Int64
			b.SetParallelism(atOnce / runtime.GOMAXPROCS(0))
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					ask(b, s, http.MethodPost, "/api/orders", strings.Replace(body, "ID", fmt.Sprint(n.Add(1)), 1), http.StatusCreated)
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
		})
	}
}
