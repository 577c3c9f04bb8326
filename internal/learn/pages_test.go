package learn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/document"
)

// pagedHost serves 30 products, cut as the function says; it counts what it was asked.
func pagedHost(t *testing.T, cut func(query func(name string, usual int) int) (from, size int)) (h *httptest.Server, asked *int) {
	t.Helper()
	asked = new(int)
	h = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		query := func(name string, usual int) int {
			n, err := strconv.Atoi(cmp.Or(r.URL.Query().Get(name), fmt.Sprint(usual)))
			require.NoError(t, err)
			return n
		}
		from, size := cut(query)
		rows := []any{}
		for i := from; i < min(from+size, 30); i++ {
			rows = append(rows, map[string]any{"id": i + 1, "sku": fmt.Sprintf("A-%d", i+1), "name": "Лампа", "drop_price": "10.00"})
		}
		_ = json.NewEncoder(w).Encode(rows)
	}))
	t.Cleanup(h.Close)
	return h, asked
}

// The query names of pages are tried where no document tells them; what the service does not
// know stays a question.
func TestPagesAreTriedOnTheService(t *testing.T) {
	type query = func(string, int) int
	for name, c := range map[string]struct {
		cut  func(q query) (int, int)
		line string
	}{
		"page":       {func(q query) (int, int) { n := q("limit", 10); return (q("page", 1) - 1) * n, n }, "paging: {kind: page, page: page, first: 1, per_page: limit, size: 50}"},
		"from zero":  {func(q query) (int, int) { n := q("pageSize", 10); return q("pageNumber", 0) * n, n }, "paging: {kind: page, page: pageNumber, first: 0, per_page: pageSize, size: 50}"},
		"offset":     {func(q query) (int, int) { return q("offset", 0), q("per_page", 10) }, "paging: {kind: offset, offset: offset, per_page: per_page, size: 50}"},
		"only sizes": {func(q query) (int, int) { return 0, q("limit", 10) }, "# missing: paging:"},
		"nothing":    {func(query) (int, int) { return 0, 10 }, "# missing: paging:"},
	} {
		t.Run(name, func(t *testing.T) {
			h, asked := pagedHost(t, c.cut)
			p, err := Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "/goods"}})
			require.NoError(t, err)
			require.Contains(t, p.Mapping, c.line)
			require.Less(t, *asked, 20)
		})
	}
}

// A new order of which no document speaks is proposed as orders are read, never as if that
// were sure, and where the answer has it is asked.
func TestANewOrderIsProposedAsOrdersAreRead(t *testing.T) {
	orders := `{"orders":[{"id":5001,"external_id":"A-1","status":"new","billing":{"name":"Магазин","phone":"+380441112233","city":"Київ"},
"shipping":{"name":"Олена Зразкова","phone":"380670000001","city":"Львів","carrier":"Нова пошта","branch_no":"3"},"payment_type":"Передплата","items":[{"sku":"S","qty":1,"price":"10.00","drop_price":"7.00"}]},
{"id":5002,"external_id":"A-2","status":"sent","billing":{"name":"Магазин","phone":"+380441112233","city":"Київ"},
"shipping":{"name":"Іван Зразковий","phone":"380670000002","city":"Одеса","carrier":"Укрпошта","branch_no":"65001"},"payment_type":"Накладений платіж","items":[{"sku":"S","qty":2,"price":"10.00","drop_price":"7.00"}]}]}`
	files := writeFiles(t, map[string]string{"orders.json": orders}, "orders.json")
	p, err := Propose(t.Context(), Options{Sources: files, Create: "/orders/add"})
	require.NoError(t, err)
	require.Equal(t, "POST /orders/add", operationOf(t, p, "create_order").Request)
	for field, path := range map[string]string{
		"external_id": "external_id", "recipient_name": "shipping.name", "recipient_phone": `{at: shipping.phone, without: "+"}`, "city": "shipping.city", "items.sku": "sku", "items.price": "price",
		"carrier": `{at: shipping.carrier, map: {nova_poshta: "Нова пошта", ukrposhta: "Укрпошта"}}`, "payment_method": `{at: payment_type, map: {cod: "Накладений платіж", prepaid: "Передплата"}}`,
	} {
		require.Equal(t, path, pathIn(p, "create_order", field), field)
	}
	for _, f := range operationOf(t, p, "create_order").Fields {
		require.LessOrEqual(t, f.Confidence, 0.6, f.Field)
	}
	require.Contains(t, p.Mapping, "# missing: order: . #")
	p, err = Propose(t.Context(), Options{Sources: files})
	require.NoError(t, err)
	require.NotContains(t, p.Mapping, "create_order", "nobody named a request")
}

// A service that counts more records than it gives cuts all its lists: how is asked once, for
// all of them.
func TestPagesOfAllListsAreAskedOnce(t *testing.T) {
	goods := strings.Replace(goodsOf(15, func(int) string { return "100.00" }), "{", `{"total":36,`, 1)
	orders := `{"total":2,"orders":[{"id":1,"status":"new","external_id":"A"},{"id":2,"status":"new","external_id":"B"}]}`
	files := writeFiles(t, map[string]string{"products.json": goods, "orders.json": orders}, "products.json", "orders.json")
	p, err := Propose(t.Context(), Options{Sources: files, Paths: map[string]string{"products": "POST /goods", "orders": "POST /orders"}})
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(p.Mapping, "paging:"))
	require.Contains(t, p.Mapping, "\n# missing: paging: {kind: page, page: PAGE, first: 1, per_page: SIZE, size: 15} # 15 records of products are one page of more")
	require.Len(t, operationOf(t, p, "products").Missing, 1)
	require.Empty(t, operationOf(t, p, "orders").Missing)
}

// What is read by POST is not asked for, and the message says how to learn it all the same.
func TestListsByPostAreAskedOfAPerson(t *testing.T) {
	h := newHost(t, nil)
	_, err := Propose(t.Context(), Options{BaseURL: h.URL, Live: true, Paths: map[string]string{"products": "POST /goods"}})
	var mistake *document.Error
	require.ErrorAs(t, err, &mistake)
	require.Contains(t, mistake.Message.String(), "products were not read: it is read by POST")
	require.Contains(t, mistake.Hint(), "curl -X POST")
	require.Empty(t, h.seen)
}
