package trade

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// WaybillNumber makes a number as its carrier has them: the same for a seed, an order and a
// parcel, and never twice, since the multiplier has no factor in common with 10.
func WaybillNumber(carrier string, seed, seq int64, parcel int) string {
	const room = 10_000_000_000
	n := seq*2 + int64(parcel-1)
	mixed := ((n%room)*3_141_593 + (seed%room)*2_718_281%room + room) % room
	switch carrier {
	case contract.Ukrposhta:
		return fmt.Sprintf("050%010d", mixed)
	case contract.Meest:
		return fmt.Sprintf("MST-%010d", mixed)
	case contract.RozetkaDelivery:
		return fmt.Sprintf("RZ-%010d", mixed)
	}
	return fmt.Sprintf("2045%010d", mixed)
}
