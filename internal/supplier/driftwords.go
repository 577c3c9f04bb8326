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
	const carriers = "nova_poshta ukrposhta meest rozetka_delivery pickup"
	const statuses = "new confirmed assembling shipped delivered completed cancelled returning returned on_hold"
	const availability = InStock + " " + OutOfStock + " " + OnOrder + " " + Discontinued
	words := map[string]string{
		"products.availability":        availability,
		"search.availability":          availability,
		"orders.status":                statuses,
		"orders.status_history.status": statuses,
		"orders.carrier":               carriers,
		"orders.delivery_type":         "branch locker courier",
		"orders.payment_method":        PaymentCOD + " " + PaymentPrepaid + " " + PaymentBalance,
		"shipments.carrier":            carriers,
		"shipments.state": "created accepted in_transit arrived out_for_delivery delivered delivery_failed rescheduled redirected " +
			"refused storage_expired returning returned lost deleted unknown",
		"shipments.cod_state": "none expected collected paid_out",
		"ledger.kind":         "accrual hold payout",
		"ledger.operation": "order_margin order_cost return correction fee hold_placed hold_released " +
			"payout_iban payout_card payout_rejected",
	}[operation+"."+strings.TrimPrefix(field, "variants.")]
	if words == "" {
		return nil
	}
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}
