package client

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// operations are the parts of a mapping of which each may be left out, by their key.
var operations = map[string]string{
	"products":     suppliertest.WireParts["products"],
	"orders":       suppliertest.WireParts["orders"],
	"create_order": strings.Replace(suppliertest.WireParts["create_order"], "order: .,", "order: ., fields: {id: id},", 1),
	"shipments":    "shipments: {request: GET /parcels, fields: {id: id, order_id: order, waybill_number: ttn, state: state, state_updated_at: at}}",
	"ledger":       "ledger: {request: GET /entries, fields: {id: id, kind: kind, operation: operation, amount: amount, currency: currency, posted_at: at}}",
}

// mappingOf is the small mapping with some operations alone.
func mappingOf(keys ...string) (*mapping.Program, error) {
	text := "name: part\nkind: supplier\nformat: json\n"
	for _, key := range []string{"auth", "idempotency", "paging", "answer"} {
		text += suppliertest.WireParts[key] + "\n"
	}
	for _, key := range keys {
		text += operations[key] + "\n"
	}
	return mapping.Compile("part.yaml", []byte(text))
}

// uses are what is asked of a service, by the operation that it needs.
func uses(c *Client) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"products": func(ctx context.Context) (err error) {
			for _, err = range c.Products(ctx, supplier.ProductQuery{}) {
			}
			return err
		},
		"orders": func(ctx context.Context) (err error) {
			for _, err = range c.Orders(ctx, supplier.OrderQuery{ExternalIDs: []string{"1"}}) {
			}
			return err
		},
		"create_order": func(ctx context.Context) error {
			_, err := c.CreateOrder(ctx, []byte(`{"number":"1"}`), "")
			return err
		},
		"shipments": func(ctx context.Context) (err error) {
			for _, err = range c.Shipments(ctx, supplier.ShipmentQuery{}) {
			}
			return err
		},
		"ledger": func(ctx context.Context) (err error) {
			for _, err = range c.Ledger(supplier.LedgerQuery{}).Entries(ctx) {
			}
			return err
		},
	}
}

// TestOperationsMayBeLeftOut: each combination of operations is a mapping; what is left out is
// asked of nobody, and whoever needs it is told what is missing.
func TestOperationsMayBeLeftOut(t *testing.T) {
	paths := map[string]string{"products": "/goods", "orders": "/orders", "create_order": "/orders", "shipments": "/parcels", "ledger": "/entries"}
	all := slices.Sorted(maps.Keys(operations))
	for chosen := range 1 << len(all) {
		var keys []string
		for i, key := range all {
			if chosen>>i&1 == 1 {
				keys = append(keys, key)
			}
		}
		t.Run(strings.Join(keys, "+"), func(t *testing.T) {
			program, err := mappingOf(keys...)
			if len(keys) == 0 {
				require.ErrorContains(t, err, "it has no operation: want at least one of products, orders, create_order, shipments and ledger")
				return
			}
			require.NoError(t, err)
			asked := map[string]bool{}
			c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				asked[r.Method+" "+r.URL.Path] = true
				answerJSON(w, 200, map[string]string{"GET": `{"data":[]}`, "POST": `{"id":"7"}`}[r.Method])
			}, withMapping(program))
			require.Empty(t, c.Ledger(supplier.LedgerQuery{}).Meta())
			require.Equal(t, slices.Contains(keys, "create_order"), program.OrderFingerprint("https://a.example") != "")
			for _, probe := range c.Probe(t.Context()) {
				require.NoError(t, probe.Err)
			}
			_ = c.FirstPages(t.Context(), func(string) bool { return false })
			for key, use := range uses(c) {
				err := use(t.Context())
				switch {
				case slices.Contains(keys, key):
					require.NoError(t, err, key)
				case key == "create_order":
					require.ErrorIs(t, err, supplier.ErrPostingStopped)
					require.ErrorIs(t, err, mapping.ErrNoCreation)
				default:
					require.ErrorIs(t, err, supplier.ErrUnmapped)
					require.ErrorContains(t, err, "the supplier's mapping has no "+key)
					require.Equal(t, failure.Config, failure.KindOf(err))
				}
			}
			want := map[string]bool{}
			for _, key := range keys {
				want[map[bool]string{true: "POST ", false: "GET "}[key == "create_order"]+paths[key]] = true
			}
			require.Equal(t, want, asked)
		})
	}
}

// TestWhatAnOperationNeeds: an operation that cannot work without another one says which.
func TestWhatAnOperationNeeds(t *testing.T) {
	const then = ", then: {request: \"POST /orders/{id}/submit\", draft: [draft]}}"
	create := operations["create_order"]
	for name, c := range map[string]struct{ part, want string }{
		"a search":       {"search: {request: GET /find}", "search: fields is missing: without products there are no others to take"},
		"an id of goods": {strings.Replace(create, "sku: sku", "sku: {at: id, lookup: products, take: id}", 1), "add products, the operation that lists them"},
		"two steps":      {strings.TrimSuffix(create, "}") + then, "then needs orders"},
		"an answer":      {suppliertest.WireParts["create_order"], "create_order: fields is missing: what the answer has of the order, at least its id"},
		"one order":      {"shipments: " + strings.TrimPrefix(operations["shipments"], "shipments: ") + "\nfind_order: {request: \"GET /orders/{external_id}\", order: .}", "find_order needs orders"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "name: part\nkind: supplier\nformat: json\nauth: {header: X-Key}\npaging: {kind: none}\nanswer: {list: data}\n" + c.part + "\n"
			if !strings.Contains(text, "create_order") && !strings.Contains(text, "shipments") {
				text += create + "\n"
			}
			_, err := mapping.Compile("part.yaml", []byte(text))
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestProductsOfAList: where the products are a price list, the service is asked for its own
// only for the ids by which orders name them.
func TestProductsOfAList(t *testing.T) {
	program := wireMapping(t, "search: {request: GET /find}")
	require.Equal(t, []string{"products", "search", "orders"}, readsOf(program))
	require.Equal(t, []string{"orders"}, readsOf(program.WithoutProducts()))
	require.Equal(t, program.OrderFingerprint("https://a.example"), program.WithoutProducts().OrderFingerprint("https://a.example"), "the approval stays")
	byIDs := wireMapping(t, strings.Replace(suppliertest.WireParts["create_order"], "sku: sku", "sku: {at: id, lookup: products, take: id}", 1))
	require.Equal(t, []string{"products", "orders"}, readsOf(byIDs.WithoutProducts()))
}

func readsOf(program *mapping.Program) (keys []string) {
	for _, op := range program.Reads() {
		keys = append(keys, op.Key)
	}
	return keys
}
