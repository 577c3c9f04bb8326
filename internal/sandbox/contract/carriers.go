package contract

import (
	"regexp"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// The carriers, pickup at the supplier's included.
const (
	NovaPoshta      = "nova_poshta"
	Ukrposhta       = "ukrposhta"
	Meest           = "meest"
	RozetkaDelivery = "rozetka_delivery"
	Pickup          = "pickup"
)

// Carriers are all who deliver.
func Carriers() []string {
	return []string{NovaPoshta, Ukrposhta, Meest, RozetkaDelivery, Pickup}
}

// The ways in which a parcel is handed over.
const (
	ToBranch  = "branch"
	ToLocker  = "locker"
	ByCourier = "courier"
)

func deliveryTypes() []string { return []string{ToBranch, ToLocker, ByCourier} }

// The ways in which an order is paid.
const (
	PaymentCOD     = "cod"
	PaymentPrepaid = "prepaid"
	PaymentBalance = "balance"
)

// The forms of the carriers' numbers.
var (
	novaPoshtaWaybill = pattern.Lazy(`^[0-9]{14}$`)
	ukrposhtaWaybill  = pattern.Lazy(`^[0-9]{13}$`)
	otherWaybill      = pattern.Lazy(`^[0-9A-Za-z][0-9A-Za-z-]{7,29}$`)
	ukrposhtaBranch   = pattern.Lazy(`^[0-9]{5}$`)
)

// WaybillForm is what the numbers of a carrier look like, nil where nobody says.
func WaybillForm(carrier string) *regexp.Regexp { return waybillRule(carrier).like }

// waybillRule is what a waybill of a carrier must look like.
func waybillRule(carrier string) text {
	rule := text{most: 64}
	switch carrier {
	case NovaPoshta:
		rule.like, rule.example = novaPoshtaWaybill(), "20450000000101, 14 digits"
	case Ukrposhta:
		rule.like, rule.example = ukrposhtaWaybill(), "0500000000101, 13 digits"
	case Meest, RozetkaDelivery:
		rule.like, rule.example = otherWaybill(), "MST-0000000101, 8 to 30 letters, digits and hyphens"
	}
	return rule
}

// branchRule is what the number of a branch must look like: that of Ukrposhta is a postal
// code.
func branchRule(to Delivery) text {
	if to.Carrier == Ukrposhta {
		return text{like: ukrposhtaBranch(), example: "01001, the branch's postal code"}
	}
	return text{most: maxText}
}
