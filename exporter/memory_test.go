package exporter

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestEncodersAllocateLittle: what a product costs must not come back as garbage.
func TestEncodersAllocateLittle(t *testing.T) {
	racing.Skip(t)
	const products = 200
	page := pageOf(t, products)
	for name, perProduct := range map[string]float64{"csv": 0.1, "yml": 0.1, "xlsx": 0.2} {
		part := newTestPart(t, name)
		var n remark.Notes
		part.place(page)
		part.encode(page, &n) // the buffers grow
		got := testing.AllocsPerRun(20, func() {
			part.place(page)
			part.encode(page, &n)
		}) / products
		require.LessOrEqual(t, got, perProduct, name)
	}
}

// TestMemoryDoesNotGrowWithTheCatalogue compares the live heap in the middle of a short
// and of a long list.
func TestMemoryDoesNotGrowWithTheCatalogue(t *testing.T) {
	racing.Skip(t)
	for _, name := range []string{"csv", "xlsx", "yml"} {
		short, long := liveHeap(t, name, 2000), liveHeap(t, name, 10000)
		require.Less(t, long, short+512<<10, "%s: %d KB for 2,000 products, %d KB for 10,000", name, short>>10, long>>10)
	}
}

// liveHeap is the largest live heap, measured after whole garbage collections.
func liveHeap(t testing.TB, name string, products int) (most uint64) {
	t.Helper()
	opts := testOptions()
	opts.Progress = func(done, _ int64) {
		if done%1000 == 0 {
			runtime.GC()
			runtime.GC() // what a pool has let go of is there until the second
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	_, err := Build(context.Background(), longList(products),
		[]Feed{{Name: name, Template: builtin(t, name), Out: filepath.Join(t.TempDir(), "feed")}}, opts)
	require.NoError(t, err)
	return most
}
