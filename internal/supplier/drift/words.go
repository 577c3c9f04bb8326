package drift

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// valueRules say how new values of a field are judged.
type valueRules struct {
	closed bool            // whether the values are words of a vocabulary
	words  map[string]bool // that the contract knows
	mapped map[string]bool // that the mapping's map has; nil: no map
	other  bool            // whether the map says what all others are
	loose  bool            // types: loose
	amount bool            // whether the values are amounts of money
	mark   byte            // the decimal mark of their texts
}

// vocabulary is what the contract's words for a field are, nil where it may say anything.
func vocabulary(operation, field string) map[string]bool {
	words := map[string][]string{
		"products.availability":        supplier.Availabilities(),
		"search.availability":          supplier.Availabilities(),
		"orders.status":                supplier.OrderStatuses(),
		"orders.status_history.status": supplier.OrderStatuses(),
		"orders.carrier":               supplier.Carriers(),
		"orders.delivery_type":         supplier.DeliveryTypes(),
		"orders.payment_method":        supplier.PaymentMethods(),
		"shipments.carrier":            supplier.Carriers(),
		"shipments.state":              supplier.ShipmentStates(),
		"shipments.cod_state":          supplier.CODStates(),
		"ledger.kind":                  supplier.LedgerKinds(),
		"ledger.operation":             supplier.LedgerOperations(),
	}[operation+"."+strings.TrimPrefix(field, "variants.")]
	if words == nil {
		return nil
	}
	out := map[string]bool{}
	for _, word := range words {
		out[word] = true
	}
	return out
}
