package state

import (
	"errors"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// A supplier may take an order in two steps: it is made as a draft, and handed in. Between
// them the order stays in Sending, with the draft's id noted before the second step leaves:
// whatever happens then, it is known what may be handed in again, and nothing is made twice.

// Drafted reports whether the supplier has the order as a draft that is to be handed in.
func (o Order) Drafted() bool { return o.RemoteID != "" && o.Undecided() && !o.Suspicious() }

// MadeAsDraft is an order that is being sent, of which the supplier has made a draft.
func (o Order) MadeAsDraft(id string, now time.Time) Order {
	o.RemoteID, o.Doubtful, o.ChangedAt = id, true, now
	return o
}

// There is what an order that the supplier shows means for ours.
func There(at supplier.Order) Outcome {
	if at.Draft {
		return Outcome{State: Ready, Code: "draft_found", Message: wording.NewMessage("draft_found", told.OneLine(at.ID)), Order: at}
	}
	return Outcome{State: Accepted, Order: at}
}

// RefusedDraft reports whether the supplier has made a draft of an order, and refused to take it
// on: handed in again it makes no second order.
func (o Order) RefusedDraft() bool { return o.State == Rejected && o.RemoteID != "" }

// handedInFirst leaves out the drafts where an order was handed in, too: nobody delivers them.
func handedInFirst(ours []supplier.Order) []supplier.Order {
	var handedIn []supplier.Order
	for _, at := range ours {
		if !at.Draft {
			handedIn = append(handedIn, at)
		}
	}
	if len(handedIn) > 0 || len(ours) == 0 {
		return handedIn
	}
	return ours[:1]
}

// ClassifySubmitted turns the end of one attempt to hand in a draft into the order's next
// state. A refusal leaves the draft at the supplier, and says so.
func ClassifySubmitted(o Order, submitted supplier.Created, err error) Outcome {
	if err == nil {
		return Outcome{State: Accepted, Order: submitted.Order, RequestID: submitted.RequestID}
	}
	if failure, ok := errors.AsType[*supplier.Error](err); ok && failure.Kind == supplier.KindConflict {
		refused := *failure // of a draft there is no other content
		refused.Kind, err = supplier.KindRejected, &refused
	}
	out := Classify(o, supplier.Created{}, err)
	if out.State == Rejected {
		out.Message, out.Faults = wording.NewMessage("draft_refused", told.OneLine(o.RemoteID), out.Message), nil
	}
	return out
}
