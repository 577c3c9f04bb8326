package state

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// DecisionKind is what a person can decide about an order.
type DecisionKind string

// The kinds of decisions.
const (
	DecidedPosted    DecisionKind = "posted"        // it is the supplier's order Value
	DecidedNotPosted DecisionKind = "not_posted"    // the supplier does not have it: it is sent
	DecidedKeep      DecisionKind = "keep"          // what is at the supplier stands
	DecidedChanged   DecisionKind = "changed_there" // the new content is at the supplier now
	DecidedAs        DecisionKind = "as"            // the new content is sent under the number Value
	DecidedRetry     DecisionKind = "retry"         // it is tried again as it is
	DecidedUndo      DecisionKind = "undo"          // the last decision is taken back
)

// Sends reports whether a decision has something posted.
func (k DecisionKind) Sends() bool {
	return k == DecidedNotPosted || k == DecidedAs || k == DecidedRetry
}

// IsDecision reports whether an action is a decision about an order, and not that one was taken back.
func IsDecision(kind ActionKind) bool {
	switch DecisionKind(kind) {
	case DecidedPosted, DecidedNotPosted, DecidedKeep, DecidedChanged, DecidedAs, DecidedRetry:
		return true
	}
	return false
}

// Decision is what a person decided about an order, and when.
type Decision struct {
	ID       int64
	Account  string
	Order    int64
	Made     int64 // the order that the decision made, 0: none
	At       time.Time
	Person   string
	Kind     DecisionKind
	Value    string
	Number   string  // the external id that the contents of Hashes came under
	Before   Order   // the order before it
	Files    []int64 // whose rows were no conflict any more
	Hashes   []string
	UndoneAt time.Time
	UndoneBy string
}

// Ruling is all that a decision changes.
type Ruling struct {
	Decision Decision // is added; where it has an ID it is noted as taken back instead
	Order    Order    // as it is to be, key, content and body too, if its Version still is the given one
	Made     *Order   // a new order; LinkChange.To and Known with order 0 mean it
	Unmade   int64    // an order that goes, as nothing of it was sent
	Links    []LinkChange
	Known    map[string]int64 // contents by hash that a person has said to be the order with this id
	Action   Action           // is added to what people did, where it has a kind
}

// LinkChange gives a link of a file to an order a new meaning, or another order.
type LinkChange struct {
	File, Order, To int64
	Relation        Relation
	Code            string
	Message         wording.Message
	Hash            string // of what the file holds, where it is not what the order holds
}
