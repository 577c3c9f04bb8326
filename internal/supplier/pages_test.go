package supplier

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
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
			_, err := c.ProductPages(ProductQuery{UpdatedSince: time.Unix(1, 0)}).Fetch(t.Context())
			require.ErrorContains(t, err, "the supplier's mapping has no filter updated_since")
		}
	}
}

// TestAKeptPageIsDecodedAgain: a page's body, kept and read by another reading, gives
// the same products, and nothing is asked of the service for it.
func TestAKeptPageIsDecodedAgain(t *testing.T) {
	c, server := serve(t, pagesOf([]string{"a b", "c"}, counted(3, 2)))
	raw, err := c.ProductPages(ProductQuery{}).Fetch(t.Context())
	require.NoError(t, err)
	server.Close()
	require.JSONEq(t, `{"data":[{"id":"a"},{"id":"b"}],"meta":{"total":3,"total_pages":2}}`, raw.Body())
	require.NotContains(t, raw.Body(), testToken)
	var page ProductPage
	again := NewRawPage(7, raw.Body())
	require.Equal(t, 7, again.Index)
	require.NoError(t, c.ProductPages(ProductQuery{}).Decode(again, &page))
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
	read := func(q SearchQuery) ([]string, ListResult, error) {
		pages, ids := c.SearchPages(q), []string{}
		for {
			raw, err := pages.Fetch(t.Context())
			if err != nil {
				return ids, pages.Result(), err
			}
			var page ProductPage
			require.NoError(t, pages.Decode(raw, &page))
			require.NoError(t, pages.Admit(&page))
			for _, p := range page.Products {
				ids = append(ids, p.ID)
			}
		}
	}
	ids, result, _ := read(SearchQuery{Text: "кабель", Brands: []string{"A", "B"}, Page: 2, PerPage: 2})
	require.Equal(t, "a b c", strings.Join(ids, " "))
	require.Equal(t, ListResult{Pages: 2, Items: 3, Total: Some(int64(3)), Complete: true}, result)
	require.Equal(t, []string{
		"/api/products/search?brand=A&brand=B&page=1&per_page=2&q=%D0%BA%D0%B0%D0%B1%D0%B5%D0%BB%D1%8C",
		"/api/products/search?brand=A&brand=B&page=2&per_page=2&q=%D0%BA%D0%B0%D0%B1%D0%B5%D0%BB%D1%8C"}, asked)

	handler = pagesOf([]string{"a b", "d"}, counted(4, 2))
	_, result, _ = read(SearchQuery{})
	require.Equal(t, "read 3 distinct items of 4 announced, 0 came twice", result.Problem)

	c = clientOf(t, "http://127.0.0.1:1", func(o *Options) { o.Mapping = mappingWith(t, "    sort: sort\n", "") })
	_, _, err := read(SearchQuery{Sort: "rrp"})
	require.Equal(t, KindRejected, KindOf(err))
}

// TestCopyToSharesNothing, and Same sees every field: whatever the model gets later
// has to be copied and compared too.
func TestCopyToSharesNothing(t *testing.T) {
	var whole Product
	fill(reflect.ValueOf(&whole).Elem())
	require.NotZero(t, whole.Tiers[0].Price)
	used := Product{Images: []string{"x", "y", "z"}, Tiers: make([]Tier, 5), Attributes: make([]Attribute, 3)}
	images := used.Images
	whole.CopyTo(&used)
	require.Equal(t, whole, used)
	require.Equal(t, []string{whole.Images[0], "", ""}, images, "memory is used again, and keeps no old text")
	require.True(t, whole.Same(&used))
	requireApart(t, reflect.ValueOf(whole), reflect.ValueOf(used), "Product")

	for i := range reflect.TypeFor[Product]().NumField() {
		var other Product
		whole.CopyTo(&other)
		field := reflect.ValueOf(&other).Elem().Field(i)
		field.SetZero()
		require.False(t, whole.Same(&other), reflect.TypeFor[Product]().Field(i).Name)
	}
	var bare, emptied Product
	emptied.Images, emptied.Tiers = []string{}, []Tier{}
	require.True(t, bare.Same(&emptied))
	used.UpdatedAt = used.UpdatedAt.In(time.FixedZone("", 7200))
	require.True(t, whole.Same(&used))
}

// requireApart fails where two values share a list.
func requireApart(t *testing.T, a, b reflect.Value, path string) {
	t.Helper()
	if a.Type() == reflect.TypeFor[time.Time]() {
		return
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			requireApart(t, a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
		}
	case reflect.Slice:
		require.NotEqual(t, a.UnsafePointer(), b.UnsafePointer(), path)
	case reflect.Map, reflect.Pointer:
		require.Fail(t, "CopyTo does not know how to copy "+path)
	}
}

// fill gives every part of a value something that is not zero.
func fill(v reflect.Value) {
	switch at := v.Addr().Interface().(type) {
	case *money.Amount:
		*at = money.Must("12.50")
		return
	case *time.Time:
		*at = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		v.SetString("text")
	case reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	}
}
