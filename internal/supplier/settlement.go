package supplier

import "cmp"

// Settlement says how a supplier's ledger books what an order comes to.
type Settlement string

// The ways to book an order.
const (
	SettledBooked  Settlement = "booked"  // what the order comes to, as it says
	SettledOutside Settlement = "outside" // not at all: such orders are settled beside the ledger
	SettledNet     Settlement = "net"     // less a fee of the supplier's
	SettledOwn     Settlement = "own"     // an amount of the supplier's own reckoning
)

// SettlementWords are all of them.
func SettlementWords() []string {
	return []string{string(SettledBooked), string(SettledOutside), string(SettledNet), string(SettledOwn)}
}

// Settlements are the ways to book orders, by their payment method.
type Settlements map[string]Settlement

// Of is how orders of a payment method are booked.
func (s Settlements) Of(method string) Settlement { return cmp.Or(s[method], SettledBooked) }
