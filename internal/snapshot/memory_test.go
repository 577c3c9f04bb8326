package snapshot

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// largeCopy puts a copy of n products of about 1.2 KB each in the store.
func largeCopy(t testing.TB, s *service, n int) {
	t.Helper()
	packs, err := newCodec()
	require.NoError(t, err)
	defer packs.close()
	out, err := s.store.create(s.clock())
	require.NoError(t, err)
	defer out.abort()
	require.NoError(t, out.begin(beginning{Mapping: "m1", Began: s.clock()}))
	text := strings.Repeat("Кабель живлення для ноутбука, 1,8 м. ", 17)
	var page strings.Builder
	for first := 0; first < n; first += 200 {
		page.Reset()
		for i := first; i < first+200; i++ {
			fmt.Fprintf(&page, `,{"id":"p%d","sku":"S-%d","name":"Кабель %d","drop_price":"%d.50","description":"%d %s","updated_at":"2026-11-01T08:00:00Z"}`,
				i, i, i, i%977, i*7919, text)
		}
		require.NoError(t, out.block(blockPage, packs.pack(`{"data":[`+page.String()[1:]+`]}`)))
	}
	require.NoError(t, out.commit(ending{Pages: n / 200, Items: n, Since: s.clock().Add(-time.Minute)}))
}

// liveHeap is the most memory that is in use at any time while the copy is streamed.
func liveHeap(t testing.TB, s *service, every int) uint64 {
	t.Helper()
	pages, err := s.store.Pages(t.Context(), s.client, s.opts)
	require.NoError(t, err)
	defer pages.Close()
	most, n := uint64(0), 0
	require.NoError(t, readPages(t.Context(), pages, 2, func([]supplier.Product) {
		if n++; n%every != 0 {
			return
		}
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc)
	}))
	require.True(t, pages.Result().Complete, pages.Result().Problem)
	return most
}

// TestMemoryStaysTheSame: five times as many products take the memory of their ids more.
func TestMemoryStaysTheSame(t *testing.T) {
	products, looks := long.Or(10_000, 20_000), 4
	small, large := newService(t, 0, 200), newService(t, 0, 200)
	largeCopy(t, small, products)
	largeCopy(t, large, 5*products)
	few := liveHeap(t, small, products/200/looks)
	many := liveHeap(t, large, 5*products/200/looks)
	t.Logf("live heap: %d KB of %d products, %d KB of %d", few>>10, products, many>>10, 5*products)
	ids := uint64(5 * products * 8 * 4) // a hash each, in a table that doubles when it is three quarters full
	require.Less(t, many, few+ids)
	require.Less(t, many, uint64(40<<20))
}

// BenchmarkStream reads a copy of 100,000 products with two workers.
func BenchmarkStream(b *testing.B) {
	s := newService(b, 0, 200)
	largeCopy(b, s, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		pages, err := s.store.Pages(b.Context(), s.client, s.opts)
		require.NoError(b, err)
		require.NoError(b, readPages(b.Context(), pages, 2, func([]supplier.Product) {}))
		require.NoError(b, pages.Close())
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "products/s")
}
