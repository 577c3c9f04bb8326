package supplier

import (
	"strings"
)

// valueRules say how new values of a field are judged.
type valueRules struct {
	closed bool            // whether the values are words of a vocabulary
	words  map[string]bool // that the contract knows
	mapped map[string]bool // that the mapping's map has; nil: no map
	other  bool            // whether the map says what all others are
	loose  bool            // types: loose
}

// vocabulary is what the contract's words for a field are, nil where it may say anything.
func vocabulary(operation, field string) map[string]bool {
	words := map[string][]string{
		"products.availability":        Availabilities(),
		"search.availability":          Availabilities(),
		"orders.status":                OrderStatuses(),
		"orders.status_history.status": OrderStatuses(),
		"orders.carrier":               Carriers(),
		"orders.delivery_type":         DeliveryTypes(),
		"orders.payment_method":        PaymentMethods(),
		"shipments.carrier":            Carriers(),
		"shipments.state":              ShipmentStates(),
		"shipments.cod_state":          CODStates(),
		"ledger.kind":                  LedgerKinds(),
		"ledger.operation":             LedgerOperations(),
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
