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

// The statuses of an order.
const (
	OrderNew        = "new"
	OrderConfirmed  = "confirmed"
	OrderAssembling = "assembling"
	OrderShipped    = "shipped"
	OrderDelivered  = "delivered"
	OrderCompleted  = "completed"
	OrderOnHold     = "on_hold"
	OrderReturning  = "returning"
	OrderReturned   = "returned"
	OrderCancelled  = "cancelled"
)

// OrderStatuses are all of them, in the order of an order's life.
func OrderStatuses() []string {
	return []string{OrderNew, OrderConfirmed, OrderAssembling, OrderShipped, OrderDelivered, OrderCompleted, OrderOnHold, OrderReturning,
		OrderReturned, OrderCancelled}
}

// FinalOrderStatuses are those that an order never leaves.
func FinalOrderStatuses() []string { return append([]string{OrderCompleted}, VoidOrderStatuses()...) }

// VoidOrderStatuses are the final ones of orders of which nothing came.
func VoidOrderStatuses() []string { return []string{OrderCancelled, OrderReturned} }

// CalledOffOrderStatuses are those of orders that are not delivered any more.
func CalledOffOrderStatuses() []string {
	return []string{OrderCancelled, OrderReturning, OrderReturned}
}

// OrderFinal reports whether a status is one that an order never leaves.
func OrderFinal(status string) bool { return slices.Contains(FinalOrderStatuses(), status) }

// OrderArrived reports whether an order of this status has reached the buyer, and stayed.
func OrderArrived(status string) bool { return status == OrderDelivered || status == OrderCompleted }

// OrderSent reports whether an order of this status was sent, whatever became of it then.
func OrderSent(status string) bool {
	return status == OrderShipped || OrderArrived(status) || status == OrderReturning || status == OrderReturned
}

// OrderCalledOff reports whether an order of this status is not delivered any more.
func OrderCalledOff(status string) bool { return slices.Contains(CalledOffOrderStatuses(), status) }

// The states of a parcel.
const (
	ParcelCreated        = "created"
	ParcelAccepted       = "accepted"
	ParcelInTransit      = "in_transit"
	ParcelArrived        = "arrived"
	ParcelOutForDelivery = "out_for_delivery"
	ParcelDelivered      = "delivered"
	ParcelDeliveryFailed = "delivery_failed"
	ParcelRescheduled    = "rescheduled"
	ParcelRedirected     = "redirected"
	ParcelRefused        = "refused"
	ParcelStorageExpired = "storage_expired"
	ParcelReturning      = "returning"
	ParcelReturned       = "returned"
	ParcelLost           = "lost"
	ParcelDeleted        = "deleted"
	ParcelUnknown        = "unknown"
)

// ShipmentStates are all of them, in the order of a parcel's way.
func ShipmentStates() []string {
	return []string{ParcelCreated, ParcelAccepted, ParcelInTransit, ParcelArrived, ParcelOutForDelivery, ParcelDelivered, ParcelDeliveryFailed,
		ParcelRescheduled, ParcelRedirected, ParcelRefused, ParcelStorageExpired, ParcelReturning, ParcelReturned, ParcelLost, ParcelDeleted, ParcelUnknown}
}

// FinalShipmentStates are those that a parcel never leaves.
func FinalShipmentStates() []string {
	return []string{ParcelDelivered, ParcelReturned, ParcelLost, ParcelDeleted}
}

// ShipmentFinal reports whether a parcel's state is one that it never leaves.
func ShipmentFinal(state string) bool { return slices.Contains(FinalShipmentStates(), state) }

// ShipmentVoid reports whether nothing comes any more of a parcel in this state.
func ShipmentVoid(state string) bool { return ShipmentFinal(state) && state != ParcelDelivered }

// ShipmentComesBack reports whether a parcel in this state is on its way back, or soon will be.
func ShipmentComesBack(state string) bool {
	return state == ParcelRefused || state == ParcelStorageExpired || state == ParcelReturning
}

// Where the money of a parcel paid on delivery is.
const (
	CODNone      = "none"
	CODExpected  = "expected"
	CODCollected = "collected"
	CODPaidOut   = "paid_out"
)

// CODStates are all of them.
func CODStates() []string { return []string{CODNone, CODExpected, CODCollected, CODPaidOut} }

// LedgerKinds are the kinds of entries in the ledger.
func LedgerKinds() []string { return []string{"accrual", "hold", "payout"} }

// LedgerOperations say what an entry of the ledger is for.
func LedgerOperations() []string {
	return []string{"order_margin", "order_cost", "return", "correction", "fee", "hold_placed", "hold_released", "payout_iban",
		"payout_card", "payout_rejected"}
}
