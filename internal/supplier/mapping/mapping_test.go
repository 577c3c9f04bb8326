package mapping

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func TestDefaultMappingPlacesTheWholeModel(t *testing.T) {
	m := defaultMapping(t)
	require.Equal(t, "default", m.Name())
	require.Equal(t, supplier.Idempotency{Kind: supplier.IdempotencyExternalID}, m.Idempotency)
	require.Equal(t, map[int]supplier.Kind{409: supplier.KindConflict}, m.Statuses)
	text := suppliertest.DefaultYAML(t)
	for _, names := range [][]string{names(productFields()), names(tierFields()), names(attributeFields()), names(orderFields()),
		names(orderItemFields()), names(shipmentFields()), names(ledgerFields()), names(facetFields()), names(problemFields())} {
		for _, name := range names {
			require.Contains(t, text, " "+name+":")
		}
	}
}

func TestMappingMistakesAreLocated(t *testing.T) {
	text := suppliertest.NumberedYAML(t)
	line := func(part string) int {
		before, _, found := strings.Cut(text, part)
		require.True(t, found, part)
		return strings.Count(before, "\n") + 1
	}
	for name, c := range map[string]struct{ old, new, message, hint string }{
		"unknown key":           {"auth:", "auht:", `unknown key "auht"`, `did you mean "auth"?`},
		"unknown field":         {"    drop_price: drop_price # needed", "    drop_prise: drop_price # needed", `unknown field of products "drop_prise"`, `did you mean "drop_price"?`},
		"unknown inner field":   {"        unit: unit", "        units: unit", `unknown field of attributes "units"`, `did you mean "unit"?`},
		"unknown filter":        {"    price_field: price_field", "    price_feld: price_field", `unknown filter of search "price_feld"`, `did you mean "price_field"?`},
		"unknown kind":          {"  kind: external_id", "  kind: externalid", `unknown kind of idempotency "externalid"`, `did you mean "external_id"?`},
		"unknown paging":        {"  kind: page", "  kind: pages", `unknown kind of paging "pages"`, `did you mean "page"?`},
		"unknown times":         {"times: rfc3339", "times: unix", `layout "unix": 'u' has no meaning: want YYYY`, ""},
		"unknown error kind":    {"  409: conflict", "  409: conflicts", `unknown kind of error "conflicts"`, `did you mean "conflict"?`},
		"open status":           {"  409: conflict", "  503: rejected", `status 503: only a status from 400 to 499 but 408`, ""},
		"unknown body field":    {"    comment: comment\n\nshipments", "    coment: comment\n\nshipments", `unknown field of create_order: body "coment"`, `did you mean "comment"?`},
		"path without meaning":  {"    url: url", "    url: urls[x]", `path "urls[x]": [x]: want [] for each element or a number`, ""},
		"empty step":            {"    url: url", "    url: a..b", `path "a..b": it has an empty step`, ""},
		"value and object":      {"    url: url", "    url: category.path.first", `cannot be both a value and an object`, ""},
		"object and value":      {"    url: url", "    url: category", `cannot be both a value and an object`, ""},
		"no list of records":    {"    url: url", "    url: {at: url, fields: {a: b}}", `fields does not belong here: a text`, ""},
		"list of records":       {"    tiers: # wholesale prices\n      at: wholesale_tiers\n", "    tiers: wholesale_tiers\n    ignored:\n", `tiers is a list of records`, ""},
		"strange list key":      {"      at: wholesale_tiers", "      att: wholesale_tiers", `unknown key "att"`, `did you mean "at"?`},
		"needed field":          {"    sku: sku # needed; what orders name\n", "", `products: the place of sku is missing`, ""},
		"needed list":           {"  list: data # needed\n", "", `the place of list is missing`, ""},
		"needed body field":     {"    recipient_phone: recipient.phone # needed\n", "", `create_order: body: the place of recipient_phone is missing`, ""},
		"method":                {"  request: GET /api/shipments", "  request: PUT /api/shipments", `shipments: want a request such as "GET /path"`, ""},
		"missing request":       {"  request: GET /api/shipments\n", "", `shipments: want a request`, ""},
		"page without name":     {"  page: page\n", "", `paging by page needs page`, ""},
		"cursor without name":   {"  kind: page\n", "  kind: cursor\n", `paging by cursor needs cursor`, ""},
		"none with page":        {"  kind: page\n", "  kind: none\n", `paging of kind none has no page`, ""},
		"size over max":         {"  size: 200", "  size: 201", `want a size of at least 1 and a max that is not below it`, ""},
		"key without header":    {"  kind: external_id\n  key_header: Idempotency-Key\n", "  kind: key\n", `idempotency by key needs key_header`, ""},
		"list instead of place": {"    url: url", "    url: [url]", `want names with a value for each here`, ""},
		"batch of nothing":      {"    external_id: external_id\n    status", "    status", "orders: batch is how many external ids", ""},
		"no order":              {"  order: . #", "  # ", "create_order: order is missing", ""},
		"wrong kind of file":    {"kind: supplier", "kind: feed", `want kind: supplier and format: json`, "begin with a copy of a built-in one: `dropbridge templates show default`"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, text, c.old)
			_, err := Compile("my.yaml", []byte(strings.Replace(text, c.old, c.new, 1)))
			var located *strictyaml.Error
			require.ErrorAs(t, err, &located)
			require.Contains(t, located.Error(), c.message)
			require.NotContains(t, located.Error(), "\n")
			require.Equal(t, c.hint, located.Hint())
			if strings.HasPrefix(name, "unknown") {
				require.Equal(t, line(c.old), located.Line)
			}
		})
	}
}

func FuzzCompileMapping(f *testing.F) {
	f.Add(suppliertest.DefaultYAML(f))
	f.Add("kind: supplier\nformat: json\ntimes: rfc3339\nauth: {header: A}\nproducts: {fields: {id: a.b, sku: a}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := Compile("f.yaml", []byte(text)); err == nil {
			require.NotNil(t, m)
		} else {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}
