package client

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestTheBodyOfAList(t *testing.T) {
	m := wireMapping(t, "paging: {kind: offset, offset: page.offset, per_page: page.limit, size: 2}",
		"products: {request: POST /goods, query: {updated_since: filter.updated}, constants: {lang: uk, filter.hidden: false, v: 2, code: \"7\"}, "+
			"fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}", "times: epoch")
	handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
	client, _ := serve(t, handler, withMapping(m))
	for _, err := range client.Products(t.Context(), supplier.ProductQuery{UpdatedSince: newFakeTime().at}) {
		require.NoError(t, err)
	}
	require.Equal(t, "POST /goods", (*all)[0].request)
	require.Equal(t, "application/json", (*all)[0].header.Get("Content-Type"))
	require.JSONEq(t, `{"lang":"uk","filter":{"hidden":false,"updated":"1793523600"},"v":2,"code":"7","page":{"limit":2,"offset":0}}`, (*all)[0].body)
}

// TestAPostThatReadsIsTriedAgain: with the same body.
func TestAPostThatReadsIsTriedAgain(t *testing.T) {
	m := wireMapping(t, "products: {request: POST /goods, constants: {a: 1}, fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}")
	n := 0
	handler, all := recorder(func(*http.Request, string) (int, string) {
		n++
		if n < 3 {
			return 502, ""
		}
		return 200, `{"data":[` + goods(1, 1) + `]}`
	})
	client, _ := serve(t, handler, withMapping(m))
	ids, err := idsOf(t, client)
	require.NoError(t, err)
	require.Equal(t, "1", ids)
	require.Len(t, *all, 3)
	for _, one := range *all {
		require.Equal(t, `{"a":1}`, one.body)
	}
}

// TestFiltersInABody: one value is a text, several are a list, and so is each value of a
// path with [].
func TestFiltersInABody(t *testing.T) {
	for name, want := range map[string]string{"ids": `{"q":{"ids":["A","B"]}}`, "ids[]": `{"q":{"ids":["A","B"]}}`} {
		handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
		client, _ := serve(t, handler, withMapping(wireMapping(t,
			"orders: {request: POST /orders/list, query: {external_id: \"q."+name+"\"}, batch: 2, fields: {id: id, external_id: number, status: status}}")))
		for range client.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"A", "B", "C"}}) {
		}
		require.Equal(t, want, (*all)[0].body)
		require.Equal(t, map[string]string{"ids": `{"q":{"ids":"C"}}`, "ids[]": `{"q":{"ids":["C"]}}`}[name], (*all)[1].body)
	}
	m := wireMapping(t, "search: {request: POST /find, query: {attr: \"params.{name}\"}}")
	handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
	client, _ := serve(t, handler, withMapping(m))
	_, err := client.Search(t.Context(), supplier.SearchQuery{Attrs: map[string][]string{"a.b": {"1"}, "Колір": {"x", "y"}}})
	require.NoError(t, err)
	require.Equal(t, `{"params":{"a.b":"1","Колір":["x","y"]}}`, (*all)[0].body)
}
