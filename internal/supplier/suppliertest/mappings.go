package suppliertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/templates"
)

// OrdersHead is a small mapping up to the lines of create_order.
const OrdersHead = `name: small
kind: supplier
format: json
auth: {header: Authorization, prefix: "Bearer "}
idempotency: {kind: external_id}
paging: {kind: none}
answer: {list: data}
products: {request: GET /goods, fields: {id: id, sku: sku, name: name, currency: currency, drop_price: drop}}
orders: {request: GET /orders, fields: {id: id, status: status, external_id: externalId}}
create_order:
  request: POST /orders
  order: data
`

// SmallBody is a body with all that needs to have a place.
const SmallBody = `  body:
    external_id: externalId
    items: {at: products, fields: {sku: sku, quantity: amount, price: price}}
    recipient_name: name
    recipient_phone: phone
    carrier: {skip: true}
    delivery_type: {skip: true}
    city: {skip: true}
    payment_method: {skip: true}
`

// NumberedYAML is the built-in mapping's text for a service whose pages have numbers, and no
// cursor.
func NumberedYAML(t testing.TB) string {
	t.Helper()
	const byCursor, byNumber = "  kind: cursor\n  cursor: cursor\n", "  kind: page\n  page: page\n  first: 1\n"
	text := DefaultYAML(t)
	require.Contains(t, text, byCursor)
	return strings.Replace(text, byCursor, byNumber, 1)
}

// YAMLWithout is the text of NumberedYAML without one of its parts.
func YAMLWithout(t testing.TB, part string) string {
	t.Helper()
	before, after, found := strings.Cut(NumberedYAML(t), "\n"+part+":\n")
	require.True(t, found)
	end := 0
	for _, line := range strings.SplitAfter(after, "\n") {
		if line != "\n" && !strings.HasPrefix(line, " ") {
			break
		}
		end += len(line)
	}
	return before + "\n" + after[end:]
}

// ForeignText is a mapping with that products section and what stands before it.
func ForeignText(head, products string) string {
	if !strings.Contains(head, "types:") {
		head = "types: loose\n" + head
	}
	if !strings.Contains(head, "answer:") {
		head += "\nanswer: {list: data}"
	}
	return "name: foreign\nkind: supplier\nformat: json\nauth: {header: X-Key}\npaging: {kind: none}\n" + head +
		"\nproducts:\n  request: GET /goods\n" + products
}

// FiveFields are the fields that every mapping of products has.
const FiveFields = "    id: id\n    sku: sku\n    name: name\n    currency: {value: UAH}\n    drop_price: price\n"

// DefaultYAML is the built-in mapping's text.
func DefaultYAML(t testing.TB) string {
	t.Helper()
	data, _, err := templates.Open("").Read(templates.Supplier, "default")
	require.NoError(t, err)
	return string(data)
}

// WireParts are the parts of a small mapping, by their key.
var WireParts = map[string]string{
	"auth":         "auth: {header: X-Key}",
	"idempotency":  "idempotency: {kind: external_id}",
	"paging":       "paging: {kind: none}",
	"answer":       "answer: {list: data}",
	"errors":       "errors: {detail: message, code: code, existing_order_id: order_id}",
	"products":     "products: {request: GET /goods, fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}",
	"orders":       "orders: {request: GET /orders, fields: {id: id, external_id: number, status: status}}",
	"create_order": "create_order: {request: POST /orders, order: ., body: {external_id: number, items: {at: items, fields: {sku: sku, quantity: quantity}}, recipient_name: name, recipient_phone: phone}}",
}

// WireText is the small mapping's text, each of the parts in place of the one of its key.
func WireText(parts ...string) string {
	text := "name: wire\nkind: supplier\nformat: json\n"
	given := map[string]bool{}
	for _, part := range parts {
		key, _, _ := strings.Cut(part, ":")
		given[key] = true
		text += part + "\n"
	}
	for key, part := range WireParts {
		if !given[key] {
			text += part + "\n"
		}
	}
	return text
}
