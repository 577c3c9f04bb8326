package state

import (
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The codes of orders that do not go with what is held under their number.
const (
	CodeConflict  = "order_conflict"
	CodeCancelled = "cancelled_in_file" // the file says that it is not to be delivered any more
	CodeSkipped   = "skipped_in_file"   // the file says that it was sent already, or is not to be sent for another reason
	CodeRevived   = "revived_in_file"   // the supplier has called it off, and the file wants it sent
	// CodeCalledOff is that of a duplicate, and no conflict: a file without a word for the
	// order's state goes on naming what the supplier has called off. It is said once.
	CodeCalledOff = "called_off_at_supplier"
)

// What stands for the content of an order that a file does not want sent.
const (
	HashCancelled = "cancelled" // called off
	HashSkipped   = "skipped"   // sent already, done, a draft
)

// MeetSkipped decides what becomes of the order that is held under the number of one that
// a file does not want sent. Where it is not to be delivered at all, known says that a
// person has decided about that already; otherwise the shop only says how far it is, which
// is no fault once the supplier has the order. Whatever the file's reason is, an order that
// waits is not sent any more: the goods would go out twice.
func MeetSkipped(held Order, draft Draft, known bool) (order Order, relation Relation, changed bool) {
	cancelled := draft.Cancelled && !known
	switch {
	case held.State == Ready && !held.Doubtful && !(draft.Cancelled && known):
		return held.Withdrawn(draft.Hash, draft.ChangedAt), Skips, true
	case !cancelled:
		return held, Skips, false
	case held.State == Accepted && CalledOff(held.RemoteStatus), held.State == Rejected, held.State == Conflict:
		return held, Skips, false
	}
	return held, Clash, false
}

// Stands is the order that meets o where a person has said that what comes is o: as it is
// already, so that it is no other order. Where the supplier has refused o since, nothing
// stands, and what comes under its own number counts.
func (o Order) Stands(incoming Order) Order {
	if o.State == Rejected && o.ExternalID == incoming.ExternalID {
		return incoming
	}
	incoming.OrderKey, incoming.Hash, incoming.Content, incoming.Body = o.OrderKey, o.Hash, o.Content, o.Body
	return incoming
}

// Explain is the code and message that a link of the given relation keeps, for what
// the order is at the time. draft is what the file holds.
func Explain(relation Relation, held Order, draft *Draft) (code string, message wording.Message) {
	switch {
	case relation == Clash && draft != nil && draft.Skipped:
		return CodeCancelled, CancelledThere(held)
	case relation == Skips && draft != nil && !draft.Cancelled && held.Undecided():
		return CodeSkipped, wording.Message{}
	case relation == Clash:
		var content []byte
		if draft != nil {
			content = draft.Content
		}
		return CodeConflict, ClashMessage(held, content)
	case relation == Past:
		return held.Code, held.Message
	}
	return "", wording.Message{}
}

// CancelledThere says that an order is at the supplier, or may be, which the file has cancelled.
func CancelledThere(held Order) wording.Message {
	if held.RemoteID == "" {
		return wording.NewMessage("cancelled_in_file.being_posted", told.Typed(held.ExternalID))
	}
	return wording.NewMessage("cancelled_in_file", told.Typed(held.ExternalID), told.OneLine(held.RemoteID))
}
