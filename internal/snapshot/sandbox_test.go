package snapshot

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestAgainstTheSandbox: a product's price, another one's stock by an order, a new
// product and a deleted one, as the embedded service shows them.
func TestAgainstTheSandbox(t *testing.T) {
	now := morning()
	goods := catalog.Generate(650, 7, now)
	goods.Products[3].UpdatedAt = now
	var current atomic.Pointer[sandbox.Server]
	serve := func(c catalog.Catalog) {
		server, err := sandbox.New(sandbox.Options{Tokens: []string{testToken}, Catalog: &c, Now: func() time.Time { return now }, Seed: 7})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, server.Close()) })
		current.Store(server)
	}
	serve(*goods)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { current.Load().ServeHTTP(w, r) }))
	t.Cleanup(web.Close)
	client := clientOf(t, web.URL, "")
	store := Open(t.TempDir() + "/catalog")
	requests := func() int { return current.Load().Stats().Requests["listProducts"]["200"] }
	build := func(full bool) ([]supplier.Product, string) {
		pages, err := store.Pages(t.Context(), client, Options{Mapping: "default", Full: full, Now: func() time.Time { return now }})
		require.NoError(t, err)
		defer pages.Close()
		products, err := readAll(t.Context(), pages, 2)
		require.NoError(t, err)
		require.True(t, pages.Result().Complete, pages.Result().Problem)
		require.NoError(t, pages.Commit(t.Context()))
		return products, pages.Source()
	}
	first, source := build(false)
	require.Equal(t, "read in full: 650 products, 4 pages", source)
	require.Equal(t, 4, requests())
	again, source := build(false)
	require.Equal(t, "copy of 09:12 without changes", source)
	require.Equal(t, 5, requests(), "one request")
	require.Equal(t, first, again)

	now = now.Add(time.Hour)
	changed := *goods
	changed.Products = append([]catalog.Product(nil), goods.Products...)
	dearer := &changed.Products[3]
	id := dearer.ID
	dearer.DropPrice, dearer.UpdatedAt = dearer.DropPrice.Pad(2), now
	rrp := dearer.DropPrice
	dearer.RRP = &rrp
	extra := changed.Products[4]
	extra.ID, extra.SKU, extra.CreatedAt, extra.UpdatedAt = "zz-new", "zz-new", now, now
	changed.Products = append(changed.Products, extra)
	serve(changed)
	fromCopy, source := build(false)
	require.Equal(t, "copy of 09:12 with 2 changes", source)
	require.Equal(t, 1, requests())
	full, _ := build(true)
	require.Equal(t, full, fromCopy, "the copy is what the service lists")
	require.Equal(t, "zz-new", fromCopy[650].ID)
	for _, p := range fromCopy {
		if p.ID == id {
			require.Equal(t, rrp.String(), p.RRP.String())
		}
	}
}
