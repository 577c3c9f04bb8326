package sandbox

import (
	"fmt"
	"regexp"
)

// The forms of the carriers' numbers.
var (
	novaPoshtaWaybill = regexp.MustCompile(`^[0-9]{14}$`)
	ukrposhtaWaybill  = regexp.MustCompile(`^[0-9]{13}$`)
	otherWaybill      = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z-]{7,29}$`)
	ukrposhtaBranch   = regexp.MustCompile(`^[0-9]{5}$`)
)

// waybillRule is what a waybill of a carrier must look like.
func waybillRule(carrier string) text {
	rule := text{most: 64}
	switch carrier {
	case "nova_poshta":
		rule.like, rule.example = novaPoshtaWaybill, "20450000000101, 14 digits"
	case "ukrposhta":
		rule.like, rule.example = ukrposhtaWaybill, "0500000000101, 13 digits"
	case "meest", "rozetka_delivery":
		rule.like, rule.example = otherWaybill, "MST-0000000101, 8 to 30 letters, digits and hyphens"
	}
	return rule
}

// branchRule is what the number of a branch must look like: that of Ukrposhta is a postal
// code.
func branchRule(to delivery) text {
	if to.Carrier == "ukrposhta" {
		return text{like: ukrposhtaBranch, example: "01001, the branch's postal code"}
	}
	return text{most: maxText}
}

// waybill makes a number as its carrier has them: the same for a seed, an order and a
// parcel, and never twice, since the multiplier has no factor in common with 10.
func waybill(carrier string, seed, seq int64, parcel int) string {
	const room = 10_000_000_000
	n := seq*2 + int64(parcel-1)
	mixed := ((n%room)*3_141_593 + (seed%room)*2_718_281%room + room) % room
	switch carrier {
	case "ukrposhta":
		return fmt.Sprintf("050%010d", mixed)
	case "meest":
		return fmt.Sprintf("MST-%010d", mixed)
	case "rozetka_delivery":
		return fmt.Sprintf("RZ-%010d", mixed)
	}
	return fmt.Sprintf("2045%010d", mixed)
}
