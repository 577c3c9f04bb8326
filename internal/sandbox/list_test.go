package sandbox

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProductsByPage(t *testing.T) {
	f := newFixture(t, Options{})
	var ids []string
	for n := 1; n <= 4; n++ {
		p := f.list(t, fmt.Sprintf("/api/products?page=%d&per_page=3", n))
		require.Equal(t, n, *p.Meta.Page)
		require.Equal(t, 3, p.Meta.PerPage)
		require.Equal(t, 10, p.Meta.Total)
		require.Equal(t, 4, p.Meta.TotalPages)
		require.Equal(t, n == 4, p.Links.Next == nil)
		require.Equal(t, n == 4, p.Meta.NextCursor == nil)
		ids = append(ids, column(p.Data, "id")...)
	}
	require.Equal(t, strings.Fields("p01 p02 p03 p04 p05 p06 p07 p08 p09 p10"), ids)
	beyond := f.list(t, "/api/products?page=5&per_page=3")
	require.Empty(t, beyond.Data)
	require.Nil(t, beyond.Links.Next)
}

// follow reads a list by the addresses that it gives itself.
func follow(t *testing.T, f *fixture, path string) (ids []string, parts int) {
	t.Helper()
	for path != "" {
		p := f.list(t, path)
		ids = append(ids, column(p.Data, "id")...)
		parts++
		path = ""
		if p.Links.Next != nil {
			u, err := url.Parse(*p.Links.Next)
			require.NoError(t, err)
			require.Equal(t, "127.0.0.1:8765", u.Host)
			path = u.RequestURI()
		}
	}
	return ids, parts
}

func TestListsByCursor(t *testing.T) {
	f := newFixture(t, Options{})
	for i := range 7 { // all created at one moment
		f.order(t, fmt.Sprint(i), item("A-01", 1))
	}
	f.clock.pass(3 * time.Hour) // all parcels made
	for _, path := range []string{"/api/products?per_page=2", "/api/products/search?per_page=2&sort=-rrp", "/api/orders?per_page=2",
		"/api/shipments?per_page=2", "/api/finance/ledger?per_page=2", "/api/products?per_page=2&updated_since=2026-09-01"} {
		t.Run(path, func(t *testing.T) {
			byPage, _ := follow(t, f, path)
			first := f.list(t, path)
			rest, parts := follow(t, f, path+"&cursor="+url.QueryEscape(*first.Meta.NextCursor))
			require.Equal(t, byPage, append(column(first.Data, "id"), rest...))
			require.Len(t, byPage, first.Meta.Total)
			require.Equal(t, first.Meta.TotalPages, parts+1)
			require.Nil(t, f.list(t, path+"&cursor="+*first.Meta.NextCursor).Meta.Page)
		})
	}
}

func TestCursorSurvivesNewOrders(t *testing.T) {
	f := newFixture(t, Options{})
	for i := range 4 {
		f.order(t, fmt.Sprint(i), item("A-01", 1))
	}
	first := f.list(t, "/api/orders?per_page=2")
	f.clock.pass(time.Second)
	f.order(t, "late", item("A-01", 1))
	rest := f.list(t, "/api/orders?per_page=10&cursor="+*first.Meta.NextCursor)
	require.Equal(t, []string{"2", "3", "late"}, column(rest.Data, "external_id"))
}

func TestCursorIsTiedToItsFilters(t *testing.T) {
	f := newFixture(t, Options{})
	cursor := *f.list(t, "/api/products/search?per_page=2&brand=Гамма").Meta.NextCursor
	for path, want := range map[string]string{
		"/api/products/search?per_page=2&brand=Бета&cursor=" + cursor:         "cursor:conflicts",
		"/api/products/search?per_page=2&brand=Гамма&page=2&cursor=" + cursor: "cursor:conflicts",
		"/api/products?cursor=" + cursor:                                      "cursor:conflicts",
		"/api/products?cursor=nonsense":                                       "cursor:invalid_format",
	} {
		a := f.get(path)
		require.Equal(t, http.StatusUnprocessableEntity, a.status, path)
		require.Equal(t, []string{want}, a.codes(t), path)
	}
	other := f.send(http.MethodGet, "/api/products/search?per_page=2&brand=Гамма&cursor="+cursor, otherToken, nil, nil)
	require.Equal(t, http.StatusUnprocessableEntity, other.status, "another client's cursor")
}

func TestParametersRefused(t *testing.T) {
	f := newFixture(t, Options{})
	for path, want := range map[string]string{
		"/api/products?per_page=201":                        "per_page:out_of_range",
		"/api/products?per_page=0":                          "per_page:out_of_range",
		"/api/products?page=0":                              "page:out_of_range",
		"/api/products?page=two":                            "page:invalid_type",
		"/api/products?page=1&page=2":                       "page:too_many",
		"/api/products?limit=5":                             "limit:unknown_parameter",
		"/api/products?updated_since=yesterday":             "updated_since:invalid_format",
		"/api/products?updated_since=2026-02-30":            "updated_since:invalid_format",
		"/api/products?updated_since=":                      "updated_since:empty",
		"/api/products/search?availability=maybe":           "availability:not_one_of",
		"/api/products/search?price_min=-1":                 "price_min:invalid_format",
		"/api/products/search?price_min=5&price_max=4":      "price_min:out_of_range",
		"/api/products/search?sort=price":                   "sort:not_one_of",
		"/api/products/search?attr[]=x":                     "attr[]:unknown_parameter",
		"/api/orders?status=lost":                           "status:not_one_of",
		"/api/orders?created_from=2026-10-01T00:00:00+03:0": "created_from:invalid_format",
		"/api/finance/ledger?kind=gift":                     "kind:not_one_of",
		"/api/shipments?from=2026-10-01":                    "from:unknown_parameter",
	} {
		a := f.get(path)
		require.Equal(t, http.StatusUnprocessableEntity, a.status, path)
		require.Equal(t, []string{want}, a.codes(t), path)
	}
	require.Equal(t, http.StatusBadRequest, f.get("/api/products?page=%zz").status)
	require.Equal(t, []string{"limit:unknown_parameter", "page:out_of_range"}, f.get("/api/products?limit=5&page=0").codes(t), "all at once")
}

func TestRefusalsOfTransport(t *testing.T) {
	f := newFixture(t, Options{})
	for name, token := range map[string]string{"none": "", "unknown": "nobody"} {
		a := f.send(http.MethodGet, "/api/products", token, nil, nil)
		require.Equal(t, http.StatusUnauthorized, a.status, name)
		require.Contains(t, a.header.Get("WWW-Authenticate"), "Bearer")
	}
	basic := f.send(http.MethodGet, "/api/products", "", http.Header{"Authorization": {"Basic " + testToken}}, nil)
	require.Equal(t, http.StatusUnauthorized, basic.status)

	wrong := f.send(http.MethodDelete, "/api/orders", testToken, nil, nil)
	require.Equal(t, http.StatusMethodNotAllowed, wrong.status)
	require.Equal(t, "GET, HEAD, POST", wrong.header.Get("Allow"))
	require.Equal(t, http.StatusNotFound, f.get("/api/product").status)
	require.Equal(t, http.StatusNotFound, f.get("/api/products/").status)

	head := f.send(http.MethodHead, "/api/products?per_page=1", testToken, nil, nil)
	require.Equal(t, http.StatusOK, head.status)
}

func TestProductsUpdatedSince(t *testing.T) {
	f := newFixture(t, Options{})
	require.Equal(t, 3, f.list(t, "/api/products?updated_since=2026-09-01T10:00:00Z").Meta.Total, "inclusive")
	require.Equal(t, 3, f.list(t, "/api/products?updated_since=2026-09-01T13:00:00%2B03:00").Meta.Total, "with an offset")
	require.Equal(t, 0, f.list(t, "/api/products?updated_since=2026-09-01T10:00:01Z").Meta.Total)
	f.order(t, "1", item("A-02", 2))
	changed := f.list(t, "/api/products?updated_since=2026-10-05")
	require.Equal(t, []string{"p02"}, column(changed.Data, "id"))
	require.EqualValues(t, 3, changed.Data[0]["quantity"])
	require.Equal(t, "2026-10-05T09:00:00Z", changed.Data[0]["updated_at"])
}

func TestRateLimit(t *testing.T) {
	f := newFixture(t, Options{Limit: Limit{Requests: 2, Window: time.Minute}})
	f.clock.pass(20 * time.Second)
	first := f.get("/api/orders")
	require.Equal(t, `"default";q=2;w=60`, first.header.Get("RateLimit-Policy"))
	require.Equal(t, `"default";r=1;t=40`, first.header.Get("RateLimit"))
	require.Equal(t, http.StatusUnprocessableEntity, f.get("/api/orders?x=1").status)
	third := f.get("/api/orders")
	require.Equal(t, http.StatusTooManyRequests, third.status)
	require.Equal(t, "40", third.header.Get("Retry-After"))
	require.Equal(t, `"default";r=0;t=40`, third.header.Get("RateLimit"))
	require.Equal(t, http.StatusOK, f.send(http.MethodGet, "/api/orders", otherToken, nil, nil).status, "each client has its own")
	f.clock.pass(40 * time.Second)
	require.Equal(t, http.StatusOK, f.get("/api/orders").status)
}

func TestOrderFilters(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "a", item("A-01", 1))
	f.clock.pass(20 * time.Minute) // a is confirmed
	f.order(t, "b", item("A-01", 1))
	f.clock.pass(24 * time.Hour)
	f.order(t, "c", item("A-01", 1))
	ids := func(query string) []string {
		return column(f.list(t, "/api/orders?"+query).Data, "external_id")
	}
	require.Equal(t, []string{"a", "c"}, ids("external_id=c&external_id=a"))
	require.Equal(t, []string{"c"}, ids("status=new"))
	require.Equal(t, []string{"a", "b"}, ids("created_to=2026-10-05"), "the whole day")
	require.Equal(t, []string{"a", "b"}, ids("created_to=2026-10-05T09:20:00Z"), "inclusive")
	require.Equal(t, []string{"b", "c"}, ids("created_from=2026-10-05T09:20:00Z"), "inclusive")
	require.Equal(t, []string{"c"}, ids("created_from=2026-10-06"))
	require.Equal(t, []string{"c"}, ids("updated_since=2026-10-06T09:20:00Z"))
}
