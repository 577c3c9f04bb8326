package mapping

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestExamplesOfThePage: every key that the page shows is one of the language, each whole
// mapping compiles, and so does each part that stands for itself.
func TestExamplesOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../../templates/suppliers/MAPPING.md")
	require.NoError(t, err)
	whole, parts := 0, 0
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		text := block[1]
		switch {
		case strings.Contains(text, "…"): // an outline of keys
		case strings.HasPrefix(text, "name:"):
			whole++
			_, err := Compile("example.yaml", []byte(text))
			require.NoError(t, err, text)
		case strings.HasPrefix(text, "auth:"):
			parts++
			_, err := Compile("example.yaml", []byte(suppliertest.WireText(strings.TrimRight(text, "\n"))))
			require.NoError(t, err, text)
		default:
			var file written.File
			if strictyaml.Decode("example.yaml", []byte(text), &file) == nil {
				parts++
			}
		}
	}
	require.Equal(t, 5, whole)
	require.GreaterOrEqual(t, parts, 8)
}

// TestConvertersOfThePage: what the page says of single values holds.
func TestConvertersOfThePage(t *testing.T) {
	for text, want := range map[string]string{
		"1 234,50": "1234.50", "2 037.00": "2037.00", "990": "990.00", "1,234.5 грн.": "1234.50", "1.234,56": "1234.56", "-34,50": "-34.50", "−5.10 ₴": "-5.10",
		"UAH 450,1": "450.10", "1.234.567": "1234567.00", "1\u00a0234,5": "1234.50", "": "",
		"1,234": "!", "1.234": "!", "12,345": "!", "від 450": "!", "15%": "!", "1,2,3": "!", "450.105": "!",
	} {
		found, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    rrp: {at: r, decimal: either}\n", `{"data":[{"id":1,"sku":"a","name":"n","price":1,"r":"`+text+`"}]}`)
		if want == "!" {
			require.ErrorContains(t, err, "rrp: want an amount", text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, found[0].RRP.String(), text)
	}
	_, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    rrp: {at: r, decimal: either}\n", `{"data":[{"id":1,"sku":"a","name":"n","price":1,"r":"1,234"}]}`)
	require.ErrorContains(t, err, "an amount that can be read in one way only")
}

// TestTwoColumns: credit less debit, exactly, and never a sign that nobody can read.
func TestTwoColumns(t *testing.T) {
	for row, want := range map[string]string{
		`"c":"10.10","d":"0.05"`: "10.05", `"d":"3"`: "-3.00", `"c":"","d":"3,5"`: "-3.50", `"c":"0.1","e":"0.2"`: "0.30", `"c":null`: "",
		`"d":"-3"`: "!want an amount without a sign, which minus takes away, got -3", `"c":"x"`: "!want an amount of money",
		`"c":{"x":1}`: "!want one value, got an object",
	} {
		found, err := foreign(t, "", "  fields:\n"+suppliertest.FiveFields+"    rrp: {plus: [c, e], minus: d, decimal: either}\n", `{"data":[{"id":1,"sku":"a","name":"n","price":1,`+row+`}]}`)
		if message, failed := strings.CutPrefix(want, "!"); failed {
			require.ErrorContains(t, err, message, row)
			continue
		}
		require.NoError(t, err, row)
		require.Equal(t, want, found[0].RRP.String(), row)
	}
}

// TestMistakesOfNewKeys: what cannot work is an error that names the line.
func TestMistakesOfNewKeys(t *testing.T) {
	const body = "create_order: {request: POST /orders, order: ., body: {external_id: number, items: {at: items, fields: {sku: %sku, quantity: q}}, recipient_name: %name, recipient_phone: phone, city: %city}%more}"
	order := func(sku, name, city, more string) string {
		return strings.NewReplacer("%sku", sku, "%name", name, "%city", city, "%more", more).Replace(body)
	}
	for part, want := range map[string]string{
		order("sku", "[a, b]", "c", ""):                                                                                             "",
		order("sku", "[a, a]", "c", ""):                                                                                             `recipient_name: path "a" is taken`,
		order("sku", "[a, {skip: true}]", "c", ""):                                                                                  "skip: true stands alone",
		order("sku", "n", "{at: c, join: x}", ""):                                                                                   "no other line joins at",
		order("{at: id, lookup: products, take: id}", "n", "c", ""):                                                                 "",
		order("{at: id, lookup: goods, take: id}", "n", "c", ""):                                                                    "want lookup: products",
		order("{at: id, lookup: products, take: barcode}", "n", "c", ""):                                                            `unknown value of a product "barcode"`,
		order("sku", "{at: n, lookup: products, take: id}", "c", ""):                                                                "lookup has no meaning here",
		order("sku", "n", "c", ", encode: xml"):                                                                                     "encode: xml needs root",
		order("sku", "n", "c", ", then: {request: POST /orders/submit, draft: [d]}"):                                                "want {id} in the path",
		order("sku", "n", "c", ", then: {request: \"POST /orders/{id}/submit\"}"):                                                   "draft is missing",
		order("sku", "n", "c", ", then: {request: \"POST /o/{id}\", draft: [d], body: {a: 1, a.b: 2}}"):                             "body: want a path of members that no other line has",
		"lookups: {v: {request: GET /v, each: id}}":                                                                                 "each needs either {key} in the path",
		"lookups: {v: {at: v, each: id}}":                                                                                           "each belongs to a request",
		"lookups: {v: {request: \"GET /v/{key}\", each: id, batch: 5}}":                                                             "a request for one record has no batch",
		"lookups: {v: {request: GET /v, each: id, keys: ids}}":                                                                      "key is missing: where a row has the key",
		"lookups: {v: {request: GET /v, each: id, keys: ids, key: id, batch: 5000}}":                                                "batch is how many keys go into one request",
		"orders: {request: GET /orders, order: newest_first, fields: {id: id, external_id: number, status: status}}":                "order belongs to the ledger",
		"products: {request: GET /goods, encode: form, fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}": "encode is the form of a body, and a GET has none",
		"products: {request: \"GET /{shop}/goods\", fields: {id: id, sku: id, name: id, drop_price: price, currency: currency}}":    "{shop} is a parameter of the path",
		"products: {request: GET /goods, fields: {id: [id, code], sku: id, name: id, drop_price: price, currency: currency}}":       "a list of places belongs to create_order: body",
		"success: {unless: errors}":                                                                                                 "",
		"success: {unless: \"a..b\"}":                                                                                               "success: unless: path",
	} {
		_, err := Compile("wire.yaml", []byte(suppliertest.WireText(part)))
		if want == "" {
			require.NoError(t, err, part)
			continue
		}
		require.ErrorContains(t, err, want, part)
		require.ErrorContains(t, err, "wire.yaml:", part)
	}
}

// TestBlocksOfAMapping: a program that stands in a block is the program that it is on one line.
func TestBlocksOfAMapping(t *testing.T) {
	for _, sign := range []string{"|", ">", "|-", ">-"} {
		m, err := Compile("block.yaml", []byte(suppliertest.WireText("create_order:\n  request: POST /orders\n  order: .\n  jq: "+sign+"\n    {reference: .external_id,\n     goods: [.items[].sku], phone: .recipient.phone,\n     name: .recipient.name,\n     to: .recipient.delivery, pay: .payment, n: [.items[].quantity]}\n")))
		require.NoError(t, err, sign)
		body, err := m.EncodeOrder(suppliertest.SmallOrder())
		require.NoError(t, err, sign)
		require.Contains(t, string(body), `"reference":"A-1"`)
	}
}
