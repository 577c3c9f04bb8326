package supplier

import (
	"slices"
	"strings"
)

// Availability values of the service's own contract.
const (
	InStock      = "in_stock"
	OutOfStock   = "out_of_stock"
	OnOrder      = "on_order"
	Discontinued = "discontinued"
)

// Availabilities are all of them.
func Availabilities() []string { return []string{InStock, OutOfStock, OnOrder, Discontinued} }

// LocalZone is the time zone in which the supplier's and the shops' days begin.
const LocalZone = "Europe/Kyiv"

// The carriers, pickup at the supplier's included.
const (
	NovaPoshta      = "nova_poshta"
	Ukrposhta       = "ukrposhta"
	Meest           = "meest"
	RozetkaDelivery = "rozetka_delivery"
	Pickup          = "pickup"
)

// Carriers are all of them, the commonest first.
func Carriers() []string {
	return []string{NovaPoshta, Ukrposhta, Meest, RozetkaDelivery, Pickup}
}

// PickedUp reports whether the buyer fetches an order himself, so that no parcel is sent.
func (d *Delivery) PickedUp() bool {
	return strings.EqualFold(d.Carrier, Pickup) || strings.EqualFold(d.Type, Pickup)
}

// The ways in which a parcel is handed over.
const (
	ToBranch  = "branch"
	ToLocker  = "locker"
	ByCourier = "courier"
)

// DeliveryTypes are all of them.
func DeliveryTypes() []string { return []string{ToBranch, ToLocker, ByCourier} }

// Payment methods.
const (
	PaymentCOD     = "cod"
	PaymentPrepaid = "prepaid"
	PaymentBalance = "balance"
)

// PaymentMethods are all of them.
func PaymentMethods() []string { return []string{PaymentCOD, PaymentPrepaid, PaymentBalance} }

// HandedOver is the status of an order that went to a supplier without an API, as a file or
// a mail: nobody has said that he has taken it. It is no word of the service's contract.
const HandedOver = "handed_over"

// FinalOrderStatuses are those that an order never leaves.
func FinalOrderStatuses() []string { return []string{"completed", "cancelled", "returned"} }

// VoidOrderStatuses are the final ones of orders of which nothing came.
func VoidOrderStatuses() []string { return []string{"cancelled", "returned"} }

// CalledOffOrderStatuses are those of orders that are not delivered any more.
func CalledOffOrderStatuses() []string { return []string{"cancelled", "returning", "returned"} }

// OrderStatuses are all statuses of an order.
func OrderStatuses() []string {
	return append([]string{"new", "confirmed", "assembling", "shipped", "delivered", "returning", "on_hold"}, FinalOrderStatuses()...)
}

// OrderFinal reports whether a status is one that an order never leaves.
func OrderFinal(status string) bool { return slices.Contains(FinalOrderStatuses(), status) }

// OrderCalledOff reports whether an order of this status is not delivered any more.
func OrderCalledOff(status string) bool { return slices.Contains(CalledOffOrderStatuses(), status) }

// FinalShipmentStates are those that a parcel never leaves.
func FinalShipmentStates() []string { return []string{"delivered", "returned", "lost", "deleted"} }

// ShipmentStates are all states of a parcel.
func ShipmentStates() []string {
	return append([]string{"created", "accepted", "in_transit", "arrived", "out_for_delivery", "delivery_failed", "rescheduled",
		"redirected", "refused", "storage_expired", "returning", "unknown"}, FinalShipmentStates()...)
}

// ShipmentFinal reports whether a parcel's state is one that it never leaves.
func ShipmentFinal(state string) bool { return slices.Contains(FinalShipmentStates(), state) }

// CODStates say where the money of a parcel paid on delivery is.
func CODStates() []string { return []string{"none", "expected", "collected", "paid_out"} }

// LedgerKinds are the kinds of entries in the ledger.
func LedgerKinds() []string { return []string{"accrual", "hold", "payout"} }

// LedgerOperations say what an entry of the ledger is for.
func LedgerOperations() []string {
	return []string{"order_margin", "order_cost", "return", "correction", "fee", "hold_placed", "hold_released", "payout_iban",
		"payout_card", "payout_rejected"}
}
