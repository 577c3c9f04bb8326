package supplier

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wireParts are the parts of a small mapping, by their key.
var wireParts = map[string]string{
	"auth":         "auth: {header: X-Key}",
	"idempotency":  "idempotency: {kind: external_id}",
	"paging":       "paging: {kind: none}",
	"answer":       "answer: {list: data}",
	"errors":       "errors: {detail: message, code: code, existing_order_id: order_id}",
	"products":     "products: {request: GET /goods, fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}",
	"orders":       "orders: {request: GET /orders, fields: {id: id, external_id: number, status: status}}",
	"create_order": "create_order: {request: POST /orders, order: ., body: {external_id: number, items: {at: items, fields: {sku: sku, quantity: quantity}}, recipient_name: name, recipient_phone: phone}}",
}

// wireText is the small mapping's text, each of the parts in place of the one of its key.
func wireText(parts ...string) string {
	text := "name: wire\nkind: supplier\nformat: json\n"
	given := map[string]bool{}
	for _, part := range parts {
		key, _, _ := strings.Cut(part, ":")
		given[key] = true
		text += part + "\n"
	}
	for key, part := range wireParts {
		if !given[key] {
			text += part + "\n"
		}
	}
	return text
}

func wireMapping(t testing.TB, parts ...string) *Mapping {
	t.Helper()
	m, err := CompileMapping("wire.yaml", []byte(wireText(parts...)))
	require.NoError(t, err)
	return m
}

func withMapping(m *Mapping) func(*Options) { return func(o *Options) { o.Mapping = m } }

// asked is one request as a server saw it.
type asked struct {
	request string // method, path and query
	header  http.Header
	body    string
}

// recorder answers by that function and keeps what it was asked.
func recorder(answer func(r *http.Request, body string) (status int, text string)) (http.HandlerFunc, *[]asked) {
	var all []asked
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		all = append(all, asked{r.Method + " " + r.URL.String(), r.Header.Clone(), string(body)})
		status, text := answer(r, string(body))
		answerJSON(w, status, text)
	}, &all
}

// idsOf reads the product list and gives its ids in one line.
func idsOf(t testing.TB, c *Client) (string, error) {
	t.Helper()
	ids := []string{}
	for p, err := range c.Products(t.Context(), ProductQuery{}) {
		if err != nil {
			return strings.Join(ids, " "), err
		}
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, " "), nil
}

// goods are records with those numbers as ids.
func goods(from, to int) string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf(`{"id":"%d"}`, i))
	}
	return strings.Join(out, ",")
}
