package client

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestTracksChanges(t *testing.T) {
	for without, want := range map[string]bool{"": true, "products:\n  request: GET /api/products\n  query:\n    updated_since: updated_since\n": false} {
		with := ""
		if without != "" {
			with = "products:\n  request: GET /api/products\n"
		}
		c := clientOf(t, "http://127.0.0.1:1", func(o *Options) { o.Mapping = mappingWith(t, without, with) })
		require.Equal(t, want, c.TracksChanges())
		if !want {
			_, err := c.ProductPages(supplier.ProductQuery{UpdatedSince: time.Unix(1, 0)}).Fetch(t.Context())
			require.ErrorContains(t, err, "the supplier's mapping has no filter updated_since")
		}
	}
}

// TestAKeptPageIsDecodedAgain: a page's body, kept and read by another reading, gives
// the same products, and nothing is asked of the service for it.
func TestAKeptPageIsDecodedAgain(t *testing.T) {
	c, server := serve(t, pagesOf([]string{"a b", "c"}, counted(3, 2)))
	raw, err := c.ProductPages(supplier.ProductQuery{}).Fetch(t.Context())
	require.NoError(t, err)
	server.Close()
	require.JSONEq(t, `{"data":[{"id":"a"},{"id":"b"}],"meta":{"total":3,"total_pages":2}}`, raw.Body())
	require.NotContains(t, raw.Body(), testToken)
	var page supplier.ProductPage
	again := supplier.NewRawPage(7, raw.Body())
	require.Equal(t, 7, again.Index)
	require.NoError(t, c.ProductPages(supplier.ProductQuery{}).Decode(again, &page))
	require.Len(t, page.Products, 2)
	require.Equal(t, "b", page.Products[1].ID)
}

func TestSearchPages(t *testing.T) {
	var asked []string
	handler := pagesOf([]string{"a b", "c"}, counted(3, 2))
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+"?"+r.URL.RawQuery)
		handler(w, r)
	})
	read := func(q supplier.SearchQuery) ([]string, supplier.ListResult, error) {
		pages, ids := c.SearchPages(q), []string{}
		for {
			raw, err := pages.Fetch(t.Context())
			if err != nil {
				return ids, pages.Result(), err
			}
			var page supplier.ProductPage
			require.NoError(t, pages.Decode(raw, &page))
			require.NoError(t, pages.Admit(&page))
			for _, p := range page.Products {
				ids = append(ids, p.ID)
			}
		}
	}
	ids, result, _ := read(supplier.SearchQuery{Text: "кабель", Brands: []string{"A", "B"}, Page: 2, PerPage: 2})
	require.Equal(t, "a b c", strings.Join(ids, " "))
	require.Equal(t, supplier.ListResult{Pages: 2, Items: 3, Total: supplier.Some(int64(3)), Complete: true}, result)
	require.Equal(t, []string{
		"/api/products/search?brand=A&brand=B&page=1&per_page=2&q=%D0%BA%D0%B0%D0%B1%D0%B5%D0%BB%D1%8C",
		"/api/products/search?brand=A&brand=B&page=2&per_page=2&q=%D0%BA%D0%B0%D0%B1%D0%B5%D0%BB%D1%8C"}, asked)

	handler = pagesOf([]string{"a b", "d"}, counted(4, 2))
	_, result, _ = read(supplier.SearchQuery{})
	require.Equal(t, "read 3 distinct items of 4 announced, 0 came twice", result.Problem)

	c = clientOf(t, "http://127.0.0.1:1", func(o *Options) { o.Mapping = mappingWith(t, "    sort: sort\n", "") })
	_, _, err := read(supplier.SearchQuery{Sort: "rrp"})
	require.Equal(t, supplier.KindRejected, supplier.KindOf(err))
}
