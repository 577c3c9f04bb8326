package mapping

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestWireMistakes: combinations that cannot work are refused with the line.
func TestWireMistakes(t *testing.T) {
	const fields = "fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}"
	for part, want := range map[string]string{
		"auth: {prefix: x}":                           "auth: want one of header, query and body",
		"auth: {header: A, query: b}":                 "auth: want only one of header, query, body, basic and sign",
		"auth: {header: \"a b\"}":                     `"a b" is no header's name`,
		"auth: {body: \"a[0]\"}":                      "auth: body: want the path of a member of the body",
		"auth: {body: token}":                         "auth: body puts the token into the body of POST requests, and GET /goods has none",
		"auth: {header: A, login: {request: GET /l}}": "auth: login: want a request such as",
		"auth: {header: A, login: {request: POST /l, body: {a: \"{secret}\"}}}":                          "auth: login: token is missing",
		"auth: {header: A, login: {request: POST /l, body: {a: \"{user}\"}, token: t}}":                  "body needs a value with {secret}",
		"auth: {header: A, login: {request: POST /l, body: {a: \"{secret}\", a.b: c}, token: t}}":        "a.b has no place of its own",
		"auth: {header: A, login: {request: POST /l, body: {a: \"{secret}\"}, token: ^t}}":               "^ and $key have no meaning here",
		"auth: {header: A, login: {request: POST /l, body: {a: \"{secret}\"}, token: t, lifetime: -1h}}": "lifetime",
		"headers: {X-Key: a}":                                                         "headers: X-Key is set by the program",
		"headers: {host: a}":                                                          "headers: host is set by the program",
		"headers: {\"a:b\": a}":                                                       "is no header's name",
		"headers: {X-A: \"ї\"}":                                                       "want printable ASCII",
		"limits: [10/w]":                                                              `limits: limit "10/w"`,
		"retry_after: {as: epoch}":                                                    "retry_after: header: want the name of a header",
		"retry_after: {header: X, as: hours}":                                         `unknown way to write when to come back "hours"`,
		"codes: {7: strange}":                                                         `unknown kind of error "strange"`,
		"success: {is: [\"1\"]}":                                                      "success: at is where an answer has its verdict",
		"success: {at: ok}":                                                           "success: is is missing",
		"success: {at: ok, is: [\"1\"], otherwise: good}":                             `unknown meaning of a bad verdict "good"`,
		"find_order: {request: GET /orders, order: .}":                                "want {external_id} in the path",
		"find_order: {request: \"POST /o/{external_id}\", order: .}":                  "find_order: want a request such as",
		"find_order: {request: \"GET /o/{external_id}\"}":                             "find_order: order is missing",
		"paging: {kind: pages}":                                                       `unknown kind of paging "pages"`,
		"paging: {kind: offset}":                                                      "paging by offset needs offset",
		"paging: {kind: last_id}":                                                     "paging by last_id needs last_id",
		"paging: {kind: cursor, cursor: c}":                                           "paging by cursor needs next_cursor in answer",
		"paging: {kind: link}":                                                        "paging by link needs next_link in answer",
		"paging: {kind: page, page: p, offset: o}":                                    "paging of kind page has no offset",
		"paging: {kind: offset, offset: o, first: 1}":                                 "paging of kind offset has no first",
		"paging: {kind: page, page: p, first: -1}":                                    "first is the number of the first page",
		"paging: {kind: page, page: p, from: id}":                                     "paging of kind page has no from",
		"paging: {kind: page, page: p, inclusive: true}":                              "paging of kind page has no inclusive",
		"paging: {kind: page, page: p, size: 5}":                                      "size and max need per_page",
		"paging: {kind: page, page: p, per_page: s}":                                  "want a size of at least 1",
		"paging: {kind: page, page: p, end: short}":                                   "end: short needs per_page and size",
		"paging: {kind: page, page: p, end: never}":                                   `unknown end of a list "never"`,
		"paging: {kind: none, end: empty}":                                            "paging of kind none has no end",
		"paging: {kind: last_id, last_id: a, end: not_found}":                         "end: not_found belongs to kind page and offset",
		"paging: {kind: last_id, last_id: a, from: \"a..b\"}":                         "from: path",
		"answer: {list: data, facets: {header: X}}":                                   "facets cannot be a header",
		"answer: {list: data, total: {header: \"a b\"}}":                              "want the name of a header alone",
		"answer: {list: data, total: {header: X, at: y}}":                             "want the name of a header alone",
		"products: {request: POST /p, constants: {a: 1, a.b: 2}, " + fields:           `"a.b" cannot be both a value in the body and an object`,
		"products: {request: POST /p, query: {updated_since: \"a[0]\"}, " + fields:    "want members, as in filter.updated",
		"products: {request: POST /p, paging: {kind: page, page: \"p|q\"}, " + fields: `"p|q" has a sign without a meaning`,
		"products: {request: GET /p, paging: {kind: last_id, last_id: a}, fields: {id: {jq: .id}, sku: id, name: id, drop_price: price, currency: currency}}": "needs from, the path of the id in a record",
	} {
		_, err := Compile("wire.yaml", []byte(suppliertest.WireText(part)))
		located, ok := err.(*strictyaml.Error)
		require.True(t, ok, "%s: %v", part, err)
		require.Contains(t, located.Error(), want, part)
		require.NotContains(t, located.Error(), "\n")
		if part != "auth: {body: token}" { // it names the line of the request that has no body
			require.Equal(t, 4, located.Line, "%s: %v", part, located)
		}
	}
	_, err := Compile("wire.yaml", []byte(suppliertest.WireText("codes: {7: conflict}", "errors: {detail: d}")))
	require.ErrorContains(t, err, "codes need errors.code")
	_, err = Compile("wire.yaml", []byte(strings.Replace(suppliertest.WireText("find_order: {request: \"GET /o/{external_id}\", order: .}", "create_order:"), suppliertest.WireParts["orders"], "", 1)))
	require.ErrorContains(t, err, "find_order needs orders")
}
