package union

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// ean is the n-th of many trade numbers.
func ean(n int) string {
	digits := fmt.Sprintf("482%09d", n)
	sum := 0
	for i := range digits {
		sum += int(digits[i]-'0') * (1 + 2*(i%2))
	}
	return digits + fmt.Sprint((10-sum%10)%10)
}

// largeList is a list of n products of about 1.2 KB each, whose articles begin with the given one.
func largeList(t *testing.T, name string, n, first int) *lastlist.List {
	t.Helper()
	path := filepath.Join(t.TempDir(), name, "products.last")
	w, err := lastlist.Create(path, time.Unix(0, 0))
	require.NoError(t, err)
	text := strings.Repeat("Кабель живлення для ноутбука, 1,8 м. ", 17)
	page := supplier.ProductPage{Products: make([]supplier.Product, 200)}
	for at := 0; at < n; at += len(page.Products) {
		for i := range page.Products {
			p := good(fmt.Sprint(at+i), ean(first+at+i), fmt.Sprintf("%d.%02d", 1+(at+i)*7919%977, first%100), 5)
			p.Description = fmt.Sprint(at*7919+i, text)
			page.Products[i] = p
		}
		packed, err := lastlist.Pack(&page)
		require.NoError(t, err)
		require.NoError(t, w.Add(packed, &page))
	}
	require.NoError(t, w.Commit())
	l, err := lastlist.Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	return l
}

// live is the memory in use.
func live() int64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return int64(now.HeapAlloc)
}

// TestMemoryOfAProduct: what a union keeps is the candidates of articles that two suppliers have,
// and with prefixes nothing else of a product.
func TestMemoryOfAProduct(t *testing.T) {
	racing.Skip(t)
	n := long.Or(20_000, 500_000) // of each of two suppliers, half of them articles of both
	sources := []Source{{List: largeList(t, "a", n, 0)}, {List: largeList(t, "b", n, n/2)}}
	rule := mustRule(t, "alpha=A- beta=B-", &Choice{By: Words{"barcode"}})
	before, began := live(), time.Now()
	var peak runtime.MemStats
	l, err := New(t.Context(), rule, sources, func(p *supplier.Product) (money.Amount, string) { return p.DropPrice, p.Currency })
	require.NoError(t, err)
	runtime.ReadMemStats(&peak)
	kept, decided := live()-before, time.Since(began)
	require.Len(t, l.contests.candidates, n)
	require.Less(t, kept, int64(n)*24+2<<20, "24 bytes a candidate")

	began = time.Now()
	pages := l.Pages()
	most, products := int64(0), 0
	var page supplier.ProductPage
	for at := 0; ; at++ {
		raw, err := pages.Fetch(t.Context())
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NoError(t, pages.Decode(raw, &page))
		require.NoError(t, pages.Admit(&page))
		if products += len(page.Products); at%(n/200) == n/400 {
			most = max(most, live()-before)
		}
	}
	require.Equal(t, 2*n-n/2, products)
	require.Less(t, most, int64(n)*24+16<<20, "a page is alive at a time")
	t.Logf("%d products: %.0f bytes kept of each, %d MB in use while the choice is made, %.0f µs of each to decide, %.0f µs to read again",
		2*n, float64(kept)/float64(2*n), (int64(peak.HeapAlloc)-before)>>20, float64(decided.Microseconds())/float64(2*n), float64(time.Since(began).Microseconds())/float64(2*n))
	runtime.KeepAlive(l)
}
