package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
)

// BenchmarkPosting posts over HTTP, 64 orders at once, to a shop that answers at once
// and to one that takes 50 ms: without a journal, and as Import does from the file to
// its result. The ratio of the two is what being sure costs.
func BenchmarkPosting(b *testing.B) {
	for _, latency := range []time.Duration{0, 50 * time.Millisecond} {
		b.Run(fmt.Sprintf("latency=%v/journal=no", latency), func(b *testing.B) { postPlainly(b, latency) })
		b.Run(fmt.Sprintf("latency=%v/journal=yes", latency), func(b *testing.B) { postSurely(b, latency) })
	}
}

const (
	benchOrders  = 4000
	benchWorkers = 64
)

// benchClient talks to a shop that remembers nothing, so that it costs as little as can be.
func benchClient(b *testing.B, latency time.Duration) *client.Client {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var order struct {
			ExternalID string `json:"external_id"`
		}
		if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if latency > 0 {
			<-time.After(latency)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"id":"ord_%[1]s","external_id":"%[1]s","status":"new","created_at":"2026-10-01T09:00:00Z","updated_at":"2026-10-01T09:00:00Z"}`, order.ExternalID)
	}))
	b.Cleanup(server.Close)
	client, err := plan{Shop: server.URL, Promise: supplier.Idempotency{Kind: "none"}}.client()
	require.NoError(b, err)
	return client
}

func postPlainly(b *testing.B, latency time.Duration) {
	client := benchClient(b, latency)
	for b.Loop() {
		numbers := make(chan int)
		var group sync.WaitGroup
		for range benchWorkers {
			group.Go(func() {
				for n := range numbers {
					body := fmt.Sprintf(`{"external_id":"%d","items":[{"sku":"KB-01","quantity":1}]}`, n)
					if _, err := client.CreateOrder(context.Background(), []byte(body), ""); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for n := range benchOrders {
			numbers <- n
		}
		close(numbers)
		group.Wait()
	}
	b.ReportMetric(float64(benchOrders*b.N)/b.Elapsed().Seconds(), "orders/s")
}

func postSurely(b *testing.B, latency time.Duration) {
	client := benchClient(b, latency)
	dir, round := b.TempDir(), 0
	j, err := journal.Open(b.Context(), dir+"/state/journal.db")
	require.NoError(b, err)
	defer j.Close()
	ports := newPorts()
	im, err := ports.open(desk.Config{Account: "acme", Results: dir + "/results", Spool: dir + "/state/spool",
		Concurrency: benchWorkers}, client, j)
	require.NoError(b, err)
	defer im.Close()
	before := j.Commits()
	var first, last atomic.Int64 // when posting began, and when it ended
	ports.atPoints(func(point string) error {
		if point == "sending" {
			first.CompareAndSwap(0, time.Now().UnixNano())
		}
		if point == "settled" {
			last.Store(time.Now().UnixNano())
		}
		return nil
	})
	var posting time.Duration
	for b.Loop() {
		round++
		report, err := im.Import(b.Context(), "", benchFile(b, dir, round), nil)
		require.NoError(b, err)
		require.Equal(b, state.Counts{Accepted: benchOrders}, report.Counts)
		posting += time.Duration(last.Load() - first.Swap(0))
	}
	b.ReportMetric(float64(benchOrders*round)/posting.Seconds(), "orders/s") // reading and the result left out
	b.ReportMetric(float64(j.Commits()-before)/float64(benchOrders*round), "commits/order")
}

func benchFile(b *testing.B, dir string, round int) string {
	var text strings.Builder
	text.WriteString(heading)
	for n := range benchOrders {
		text.WriteString(row(fmt.Sprint(round*1_000_000 + n)))
	}
	path := fmt.Sprintf("%s/orders%d.csv", dir, round)
	require.NoError(b, os.WriteFile(path, []byte(text.String()), 0o644))
	return path
}
