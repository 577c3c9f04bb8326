package lexicon

import (
	"fmt"
	"slices"
)

// Overlay is what a source in the config says of whole cells: what stands here goes before
// the template's words.
type Overlay struct {
	States   map[string]string // a cell: post, skip or cancelled
	Payments map[string]string // a cell: cod, prepaid or balance
	Carriers map[string]string // a cell: a carrier's name, or courier, branch, locker for the source's own carrier
}

// IsZero reports whether the source says nothing of its own.
func (o Overlay) IsZero() bool { return len(o.States)+len(o.Payments)+len(o.Carriers) == 0 }

type overlay struct {
	states   map[string]State
	payments map[string]Payment
	carriers map[string]Delivery
}

func (o *overlay) compile(from Overlay) error {
	o.states, o.payments, o.carriers = map[string]State{}, map[string]Payment{}, map[string]Delivery{}
	for cell, value := range from.States {
		state := State(value)
		if !slices.Contains([]State{Post, Skip, Cancelled}, state) {
			return fmt.Errorf("states: %q: unknown value %q: one of post, skip, cancelled", cell, value)
		}
		o.states[phraseKey(cell)] = state
	}
	for cell, value := range from.Payments {
		payment := Payment(value)
		if !slices.Contains([]Payment{COD, Prepaid, Balance}, payment) {
			return fmt.Errorf("payments: %q: unknown value %q: one of cod, prepaid, balance", cell, value)
		}
		o.payments[phraseKey(cell)] = payment
	}
	for cell, value := range from.Carriers {
		switch {
		case slices.Contains(carrierNames[:], value):
			o.carriers[phraseKey(cell)] = Delivery{Carrier: value, Known: true}
		case slices.Contains([]string{KindBranch, KindLocker, KindCourier}, value):
			o.carriers[phraseKey(cell)] = Delivery{Kind: value, Known: true}
		default:
			return fmt.Errorf("carriers: %q: unknown value %q: one of %v, or courier, branch, locker", cell, value, carrierNames)
		}
	}
	return nil
}
