package sales

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// many is a service with so many shipments, or orders without any, made one by one.
type many struct {
	count int
	order supplier.Order
	one   supplier.Shipment
	most  uint64 // live heap, measured after whole garbage collections
}

func (m *many) Orders(context.Context, supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	return func(yield func(supplier.Order, error) bool) {
		for n := range m.count {
			o := m.order
			o.ID = fmt.Sprint("order ", n)
			if m.measure(n); !yield(o, nil) {
				return
			}
		}
	}
}

func (m *many) Shipments(context.Context, supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	return func(yield func(supplier.Shipment, error) bool) {
		for n := range m.count {
			s := m.one
			s.WaybillNumber = fmt.Sprintf("2045%010d", n)
			if m.measure(n); s.State == "" || !yield(s, nil) {
				return
			}
		}
	}
}

func (m *many) measure(n int) {
	if n%(m.count/4) == m.count/4-1 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		m.most = max(m.most, stats.HeapAlloc)
	}
}

// TestMemoryDoesNotGrowWithTheRows compares the live heap of a short and of a long period,
// of which each row does not fit, is late, or both.
func TestMemoryDoesNotGrowWithTheRows(t *testing.T) {
	racing.Skip(t)
	source := month(t)
	for _, name := range []string{"rows.csv", "rows.xlsx"} {
		heap := func(count int, orders bool) uint64 {
			fed := &many{count: count, order: source.orders[4]}
			o := october(t, filepath.Join(t.TempDir(), name))
			write := Orders
			if !orders {
				write, fed.one = Shipments, source.shipments[1]
			}
			report, err := write(t.Context(), fed, o)
			require.NoError(t, err)
			require.EqualValues(t, count, report.Rows)
			return fed.most
		}
		for _, orders := range []bool{true, false} {
			few, more := heap(long.Or(1000, 4000), orders), heap(long.Or(10_000, 40_000), orders)
			require.Less(t, more, few+3<<20, "%s, orders %v: %d KB for few rows, %d KB for ten times as many", name, orders, few>>10, more>>10)
		}
	}
}

// TestParcelsTakeLittle: the shipments of orders are all that stays in memory.
func TestParcelsTakeLittle(t *testing.T) {
	const count = 50_000
	fed := &many{count: count, one: month(t).shipments[0]}
	o := october(t, "")
	j := newJob(fed, o, nil)
	measure := func() int64 {
		runtime.GC()
		runtime.GC() // what other tests left in pools goes with the second one
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before := measure()
	kept, err := j.readParcels(t.Context())
	require.NoError(t, err)
	took := measure() - before
	require.Len(t, kept["1"], count)
	require.Less(t, took, int64(count*256), "%d bytes each", took/count)
	runtime.KeepAlive(kept)
}
