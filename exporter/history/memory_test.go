package history

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// publishMany publishes a feed of so many offers, each with texts of a usual length.
func publishMany(t testing.TB, out string, offers int, price string, look func()) Summary {
	t.Helper()
	past, err := Open(out)
	require.NoError(t, err)
	var sink countingWriter
	c := past.Compare(&sink, nil)
	defer c.Abort()
	id := make([]byte, 0, 32)
	e := Entry{Price: supplier.MustMoney(price), Available: true, Has: allFields}
	for i := range offers {
		id = strconv.AppendInt(append(id[:0], "p-"...), int64(i)*7919, 10)
		e.ID, e.SKU = string(id), "SKU"+string(id)
		e.Name = "Чайник електричний скляний 1,7 л, модель " + e.ID
		e.Quantity = supplier.Some(int64(i % 50))
		if err := c.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	look()
	summary, err := c.Finish()
	require.NoError(t, err)
	require.NoError(t, c.Commit())
	return summary
}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // the second frees what finalizers and pools held
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestLiveHeap: an offer of the last feed costs a slot of 24 bytes and its place in the
// index, so that a million of them and what packs the file stay below 40 MB.
func TestLiveHeap(t *testing.T) {
	const few, many = 10_000, 110_000
	base := liveHeap()
	small, large := liveWhileComparing(t, few), liveWhileComparing(t, many)
	require.Less(t, large-small, uint64((many-few)*33))
	require.Less(t, small-base, uint64(5<<20))
}

func liveWhileComparing(t testing.TB, offers int) (live uint64) {
	out := newFeed(t)
	publishMany(t, out, offers, "100", func() {})
	summary := publishMany(t, out, offers, "100", func() { live = liveHeap() })
	require.Zero(t, summary.New+summary.Gone+summary.Repriced)
	return live
}

// BenchmarkCompare publishes a million offers a second time, as they were and repriced.
func BenchmarkCompare(b *testing.B) {
	const offers = 1_000_000
	for _, c := range []struct{ name, price string }{{"same", "100"}, {"repriced", "101"}} {
		b.Run(c.name, func(b *testing.B) {
			out := newFeed(b)
			publishMany(b, out, offers, "100", func() {})
			before, live := liveHeap(), uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				publishMany(b, out, offers, c.price, func() { live = liveHeap() })
			}
			b.ReportMetric(float64(live-before)/1e6, "live-MB")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/offers, "ns/offer")
		})
	}
}
