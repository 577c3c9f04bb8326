package pricelist_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestAListIsNotKeptInMemory: of a list of any length a page is alive, and the ids.
func TestAListIsNotKeptInMemory(t *testing.T) {
	racing.Skip(t)
	const records, most = 60_000, 16 << 20
	path := filepath.Join(t.TempDir(), "list.xml")
	file, err := os.Create(path)
	require.NoError(t, err)
	out := bufio.NewWriter(file)
	fmt.Fprint(out, "<yml_catalog><shop><offers>")
	for i := range records {
		fmt.Fprintf(out, `<offer id="%d" available="true"><name>Чай %d</name><price>9</price><price_drop>5</price_drop><description>%0400d</description></offer>`, i, i, i)
	}
	fmt.Fprint(out, "</offers></shop></yml_catalog>")
	require.NoError(t, out.Flush())
	require.NoError(t, file.Close())

	alive := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before := alive()
	pages := catalogueOf(t.TempDir(), pricelist.Source{File: path}).ProductPages(supplier.ProductQuery{})
	var page supplier.ProductPage
	for n := 0; ; n++ {
		raw, err := pages.Fetch(t.Context())
		if err != nil {
			break
		}
		require.NoError(t, pages.Decode(raw, &page))
		require.NoError(t, pages.Admit(&page))
		if n%40 == 0 {
			require.Less(t, alive(), before+most)
		}
	}
	require.Equal(t, records, pages.Result().Items)
}
