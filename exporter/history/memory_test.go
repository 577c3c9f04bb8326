package history

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// order gives the id that the i-th of so many offers has.
type order func(i, offers int) int

func inOrder(i, _ int) int          { return i }
func lastFirst(i, offers int) int   { return (i + offers - 1) % offers }
func newOneFirst(i, offers int) int { return (i + offers) % (offers + 1) }
func shuffled(i, offers int) int    { return i * 7919 % offers } // a prime, which divides no number of offers here

// publishMany publishes a feed of so many offers, each with texts of a usual length.
// It calls look after each.
func publishMany(t testing.TB, out string, offers int, price string, id order, look func(added int)) Summary {
	t.Helper()
	past, err := Open(out)
	require.NoError(t, err)
	var sink countingWriter
	c := past.Compare(&sink, nil)
	defer c.Abort()
	text := make([]byte, 0, 32)
	e := Entry{Price: money.Must(price), Available: true, Has: allFields}
	for i := range offers {
		text = strconv.AppendInt(append(text[:0], "p-"...), int64(id(i, offers))*7919, 10)
		e.ID, e.SKU = string(text), "SKU"+string(text)
		e.Name = "Чайник електричний скляний 1,7 л, модель " + e.ID
		e.Quantity = supplier.Some(int64(i % 50))
		if err := c.Add(e); err != nil {
			t.Fatal(err)
		}
		look(i + 1)
	}
	summary, err := c.Finish()
	require.NoError(t, err)
	require.NoError(t, c.Commit())
	return summary
}

func lookAway(int) {}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // the second frees what finalizers and pools held
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestLiveHeap: an offer of the last feed costs its hash and a bit, with the index 6
// to 8 bytes more, and while its state is displaced 24 more than that. What packs and reads
// the file is some MB whatever the size of the feed.
func TestLiveHeap(t *testing.T) {
	racing.Skip(t)
	const few, many = 31_000, 63_000 // both with few buckets for their size
	for name, c := range map[string]struct {
		id           order
		after, bytes int // looked at when so many percent were added: at most so many bytes an offer
	}{
		"in order":               {inOrder, 100, 9},
		"a new one first":        {newOneFirst, 100, 15},
		"the last first":         {lastFirst, 20, 35},
		"the last first, at end": {lastFirst, 100, 15},
		"shuffled":               {shuffled, 20, 40},
	} {
		t.Run(name, func(t *testing.T) {
			base := liveHeap()
			small, large := liveWhileComparing(t, few, c.id, c.after), liveWhileComparing(t, many, c.id, c.after)
			require.Less(t, large, small+uint64((many-few)*c.bytes))
			require.Less(t, small, base+5<<20)
			t.Logf("%.1f bytes an offer", float64(int64(large-small))/(many-few))
		})
	}
}

func liveWhileComparing(t testing.TB, offers int, id order, after int) (live uint64) {
	out := newFeed(t)
	publishMany(t, out, offers, "100", inOrder, lookAway)
	summary := publishMany(t, out, offers, "100", id, func(added int) {
		if added == offers*after/100 {
			live = liveHeap()
		}
	})
	require.Zero(t, summary.Repriced)
	require.LessOrEqual(t, summary.New+summary.Gone, int64(2))
	return live
}

// BenchmarkCompare publishes a million offers a second time: as they were, repriced,
// and in other orders.
func BenchmarkCompare(b *testing.B) {
	const offers = 1_000_000
	for _, c := range []struct {
		name, price string
		id          order
	}{{"same", "100", inOrder}, {"repriced", "101", inOrder}, {"last first", "100", lastFirst}, {"shuffled", "100", shuffled}} {
		b.Run(c.name, func(b *testing.B) {
			out := newFeed(b)
			publishMany(b, out, offers, "100", inOrder, lookAway)
			b.ReportAllocs()
			for b.Loop() {
				publishMany(b, out, offers, c.price, c.id, lookAway)
				b.StopTimer()
				publishMany(b, out, offers, "100", inOrder, lookAway)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/offers, "ns/offer")
		})
	}
}
