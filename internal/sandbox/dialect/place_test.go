package dialect

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// TestPlacesAreRefusedByTheDialectsNames: what the sandbox says of an address, a branch or
// a waybill points at the request's own members.
func TestPlacesAreRefusedByTheDialectsNames(t *testing.T) {
	s := newStand(t, "catalogue", sandbox.Options{AcceptAnySKU: true})
	order := func(change object) object {
		o := object{"traffic_source": "K-1", "name": "Зразкова Олена", "phone": "380670000101", "delivery_service": "ukrposhta", "delivery_type": "branch",
			"city": "Київ", "warehouse_number": "01001", "postpaid": 0, "products": []any{object{"sku": "A-1", "amount": 1}}}
		for name, value := range change {
			o[name] = value
		}
		return o
	}
	for place, change := range map[string]object{
		"warehouse_number": {"warehouse_number": "12"},
		"delivery_address": {"delivery_type": "courier"},
		"ttn":              {"ttn": "20450000000101"},
	} {
		a := s.ask(t, http.MethodPost, "/orders", order(change))
		require.GreaterOrEqual(t, a.status, 400, "%s", a.body)
		require.Contains(t, a.body, place)
	}
	a := s.ask(t, http.MethodPost, "/orders", order(object{"ttn": "0500000000101", "delivery_address": "вул. Зразкова, 1"}))
	require.Less(t, a.status, 300, "%s", a.body)
	require.Contains(t, a.body, "0500000000101")
}
