package lexicon

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// The further classes of the words of places.
const (
	placeWeak     = "branch_weak"
	placeShop     = "shop"
	placeDoors    = "doors"
	placeNot      = "not"
	placeStreet   = "street"
	placeUnit     = "unit"
	placeCity     = "city"
	placeRegion   = "region"
	placeDistrict = "district"
	placeIndex    = "index"
	placeOther    = "other_carrier"
	placeNone     = "no_place"
)

const pickup = supplier.Pickup

func isCarrier(class string) bool { return slices.Contains(carrierNames[:], class) }

// ofClasses sums up the words of a cell.
func ofClasses(said map[string]bool) (d Delivery) {
	branch, carriers := said[KindBranch] || said[placeWeak], 0
	for _, carrier := range carrierNames {
		if said[carrier] && carrier != pickup {
			d.Carrier = carrier
			carriers++
		}
	}
	switch {
	case carriers > 1, said[placeNot], said[KindCourier] && (branch || said[KindLocker]):
		return Delivery{}
	case carriers == 0 && said[pickup] && (branch || said[KindLocker] || said[KindCourier]):
		d.Carrier = "" // "самовивіз із відділення": which carrier's is for the default to say
	case carriers == 0 && said[pickup]:
		d.Carrier = pickup
	}
	d.Kind = kindOf(said, branch)
	d.Known = carriers == 1 || said[pickup] || branch || said[KindLocker] || said[KindCourier]
	return d
}

// kindOf is where words say that a parcel goes, "" where they leave it open.
func kindOf(said map[string]bool, branch bool) string {
	switch {
	case said[KindCourier]:
		return KindCourier
	case branch && said[KindLocker]:
		return "" // "відділення або поштомат": the cell of the place tells
	case said[KindLocker]:
		return KindLocker
	case branch:
		return KindBranch
	}
	return ""
}
