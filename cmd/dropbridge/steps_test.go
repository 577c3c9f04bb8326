package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// stepsMapping is of a service that takes forms in two steps, by ids of its own.
const stepsMapping = `name: steps
kind: supplier
format: json
description: forms in two steps
types: loose
params: {shop: }
auth: {basic: true}
idempotency: {kind: none}
paging: {kind: none}
answer: {list: data}
products: {request: "GET /{shop}/products", fields: {id: id, sku: sku, name: name, currency: {value: UAH}, drop_price: price}}
orders: {request: "GET /{shop}/orders", fields: {id: id, external_id: ref, status: status}}
create_order:
  request: POST /{shop}/orders
  order: .
  encode: form
  json: [lines]
  body:
    external_id: ref
    items: {at: lines, fields: {sku: {at: product, lookup: products, take: id, as: number}, quantity: qty, price: price}}
    recipient_name: [buyer, recipient]
    recipient_phone: phone
    carrier: carrier
    delivery_type: kind
    city: {at: place, join: ", "}
    branch_number: {at: place, join: ", "}
    payment_method: pay
    cod_amount: cod
  then: {request: "POST /{shop}/orders/{id}/submit", draft: [draft]}
`

// TestOrdersInTwoSteps: the whole job at such a service, from the requests that are shown to
// the orders that are in.
func TestOrdersInTwoSteps(t *testing.T) {
	var mu sync.Mutex
	made, submitted := map[string]string{}, 0
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if user, password, _ := r.BasicAuth(); user != "ck" || password != "cs" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		switch path := r.URL.Path; {
		case path == "/acme/products":
			fmt.Fprint(w, `{"data":[{"id":71,"sku":"KB-01","name":"n","price":"300"},{"id":72,"sku":"KB-02","name":"n","price":"10"}]}`)
		case path == "/acme/orders" && r.Method == "GET":
			fmt.Fprint(w, `{"data":[]}`)
		case path == "/acme/orders":
			if err := r.ParseForm(); err == nil {
				made[r.PostForm.Get("ref")] = r.PostForm.Get("lines") + r.PostForm.Get("place") + r.PostForm.Get("buyer") + r.PostForm.Get("recipient")
			}
			fmt.Fprintf(w, `{"id":%d,"ref":%q,"status":"draft"}`, 900+len(made), r.PostForm.Get("ref"))
		case strings.HasSuffix(path, "/submit"):
			submitted++
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	defer shop.Close()
	t.Setenv("DROPBRIDGE_TOKEN", "cs")
	t.Setenv("SHOP_KEY", "ck")
	dir := t.TempDir()
	config := filepath.Join(dir, "dropbridge.yaml")
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	write("steps.yaml", stepsMapping)
	write("dropbridge.yaml", "supplier: {base_url: "+shop.URL+", mapping: steps.yaml, user_env: SHOP_KEY, params: {shop: acme}}\n")
	orders := write("orders.csv", "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна\n"+
		"1;Зразкова Олена;+380670000101;Київ;Відділення №12;KB-01;2;450,00\n2;Зразкова Олена;+380670000101;Київ;Відділення №12;KB-99;1;450,00\n")

	var shown bytes.Buffer
	require.Equal(t, exitDone, run(t.Context(), []string{"--config", config, "check", "--approve-orders"}, os.LookupEnv, nil, &shown, io.Discard), "%s", &shown)
	require.Contains(t, shown.String(), "/acme/orders")
	require.Contains(t, shown.String(), "sent as application/x-www-form-urlencoded:\n  ref=EXAMPLE-1001&lines=")
	require.Contains(t, shown.String(), "then, with the id that the supplier answers: POST /acme/orders/{id}/submit")

	var report bytes.Buffer
	require.Equal(t, exitPartial, run(t.Context(), []string{"--config", config, "import", "--json", orders}, os.LookupEnv, nil, &report, io.Discard), "%s", &report)
	require.Equal(t, map[string]string{"1": `[{"product":71,"qty":2,"price":"450.00"}]Київ, 12Зразкова ОленаЗразкова Олена`}, made)
	require.Equal(t, 1, submitted)
	require.Contains(t, report.String(), `"order_id":"901"`)
	require.Contains(t, report.String(), "unknown_sku")
	require.Contains(t, report.String(), "KB-99")
}
