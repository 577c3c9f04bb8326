package lexicon

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// StateKind names a group of values that have words of their own, as the files name it.
type StateKind string

// The kinds of states.
const (
	Availability StateKind = "availability"
	OrderState   StateKind = "order"
	ParcelState  StateKind = "shipment"
	LedgerKind   StateKind = "ledger"
	Carrier      StateKind = "carrier"
	Delivery     StateKind = "delivery"
	Payment      StateKind = "payment"
)

// stateValues are the values that a kind can have.
var stateValues = map[StateKind]func() []string{
	Availability: supplier.Availabilities, OrderState: supplier.OrderStatuses, ParcelState: supplier.ShipmentStates,
	LedgerKind: supplier.LedgerKinds, Carrier: supplier.Carriers, Delivery: supplier.DeliveryTypes, Payment: supplier.PaymentMethods,
}

// States are our values of a field, each with the beginnings of words that say it, the
// most telling first: a text is the first whose word it holds.
type States struct {
	values  []state
	unclear []string        // texts that begin so say nothing
	doubt   map[string]bool // words beside a clear one that make a last state doubtful
	second  []string        // beginnings of words that count only where no other value says the same
}

type state struct {
	value string
	words map[string]bool
}

// Of is our value for a text, "" where its words are not clear.
func (s *States) Of(text string) string {
	name := Phrase(text)
	if name == "" || slices.ContainsFunc(s.unclear, func(start string) bool { return strings.HasPrefix(name, start) }) {
		return ""
	}
	for _, state := range s.values {
		if name == strings.ReplaceAll(state.value, "_", " ") {
			return state.value
		}
	}
	for _, state := range s.values {
		if !state.saidBy(name) {
			continue
		}
		if last(state.value) && !state.words[name] && s.doubts(name) {
			return "" // an order would stand still for ever
		}
		return state.value
	}
	return ""
}

// Second reports whether a text says its state by a word that counts only where no other
// value says the same.
func (s *States) Second(text string) bool {
	name := Phrase(text)
	return slices.ContainsFunc(s.second, func(word string) bool { return hasWordFrom(name, word) })
}

// last reports whether nobody looks at an order any more after a state of it, or of its parcel.
func last(value string) bool { return supplier.OrderFinal(value) || supplier.ShipmentFinal(value) }

// doubts reports whether a phrase has a word that makes its clear one doubtful.
func (s *States) doubts(name string) bool {
	for word := range strings.SplitSeq(name, " ") {
		if s.doubt[word] {
			return true
		}
	}
	return false
}

// saidBy reports whether a phrase has one of the words. A short one must be all of it.
func (s state) saidBy(name string) bool {
	for word := range s.words {
		if len(word) <= 3 && name == word || len(word) > 3 && hasWordFrom(name, word) {
			return true
		}
	}
	return false
}

// add gives a value more words.
func (s *States) add(value string, words []string) {
	i := slices.IndexFunc(s.values, func(known state) bool { return known.value == value })
	if i < 0 {
		i = len(s.values)
		s.values = append(s.values, state{value, map[string]bool{}})
	}
	maps.Copy(s.values[i].words, setOf(words))
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}
