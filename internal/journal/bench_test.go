package journal

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/state"
)

// benchOrders are of one file, benchAtOnce of them on their way at once.
const (
	benchOrders = 5000
	benchAtOnce = 16
)

// BenchmarkOrders is what the journal of a file of many orders takes: to record it, to note that
// each is sent and what was answered, and to list them. Divide by the orders.
func BenchmarkOrders(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		j, err := Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"))
		require.NoError(b, err)
		began := time.Now()
		file, err := j.Record(b.Context(), benchFile, benchOrders, benchDraft)
		require.NoError(b, err)
		recorded := time.Now()
		benchPost(b, j, file.ID)
		posted := time.Now()
		n := 0
		for link, err := range j.Links(b.Context(), file.ID) {
			require.NoError(b, err)
			require.Equal(b, state.Accepted, link.Order.State)
			n++
		}
		require.Equal(b, benchOrders, n)
		b.ReportMetric(float64(recorded.Sub(began).Microseconds())/benchOrders, "µs/recorded")
		b.ReportMetric(float64(posted.Sub(recorded).Microseconds())/benchOrders, "µs/posted")
		b.ReportMetric(float64(time.Since(posted).Microseconds())/benchOrders, "µs/listed")
		b.ReportMetric(float64(j.Commits())/benchOrders, "commits/order")
		require.NoError(b, j.Close())
	}
}

var benchFile = state.File{Account: "acme", SHA256: "aa11", Name: "orders.csv", Spool: "spool/x", Result: "results/x.csv",
	State: state.FileOpen, CreatedAt: benchStart, ChangedAt: benchStart}

var benchStart = time.Date(2026, 10, 1, 9, 30, 0, 0, time.UTC)

func benchDraft(n int) (state.Draft, error) {
	number := fmt.Sprint(n)
	content := fmt.Sprintf(`{"external_id":"%[1]d","recipient":{"name":"Koval Olena %[2]d","phone":"+38067%07[1]d","delivery":{"carrier":"nova_poshta","city":"Kyiv","branch":"%[2]d"}},"items":[{"sku":"KB-%[2]d","quantity":1,"price":"100.50"}],"payment":"cod"}`, n, n%90)
	return state.Draft{Rows: []int{n + 2}, ItemRows: []int{n + 2}, Order: state.Order{OrderKey: state.OrderKey{Account: "acme", ExternalID: number},
		Hash: fmt.Sprintf("%064x", n), Content: []byte(content), Body: []byte(content), Key: fmt.Sprintf("%032x", n), State: state.Ready,
		CreatedAt: benchStart, ChangedAt: benchStart}}, nil
}

func benchPost(b *testing.B, j *Journal, file int64) {
	orders, err := j.Orders(b.Context(), state.OrderQuery{Account: "acme", File: file, States: []state.State{state.Ready}})
	require.NoError(b, err)
	require.Len(b, orders, benchOrders)
	var group errgroup.Group
	group.SetLimit(benchAtOnce)
	for n, o := range orders {
		group.Go(func() error {
			now := benchStart.Add(time.Duration(n) * time.Second)
			sent, err := j.Swap(b.Context(), o.Began("owner", now, time.Minute))
			if err != nil {
				return err
			}
			var out state.Outcome
			out.State, out.Order.ID, out.Order.Status = state.Accepted, "ord_"+o.ExternalID, "new"
			_, err = j.Swap(b.Context(), sent.Settle(out, now).Attempted(state.Posted, now, out))
			return err
		})
	}
	require.NoError(b, group.Wait())
}
