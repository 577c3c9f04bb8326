package state

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Outcome is what an attempt to create an order, or a look for it, showed.
type Outcome struct {
	State   State
	Code    string
	Message wording.Message
	Order   supplier.Order // for Accepted, and for Conflict as far as it is known
	Faults  []ItemFault    // for Rejected: the items that the supplier named
	Delay   time.Duration  // for Ready: how long to wait at least

	RequestID string // of the supplier's answer
	Halt      halt
}

// halt is what an outcome means for the account as a whole.
type halt int

// What an outcome can mean for the account.
const (
	HaltNothing halt = iota
	haltPause        // the supplier asks to wait or is out of reach
	HaltBlock        // the supplier refuses the token
)

// Classify turns the end of one attempt into the order's next state. Ambiguous is
// not failed: whatever is not known to have left no order behind is Unknown.
func Classify(o Order, created supplier.Created, err error) Outcome {
	if err == nil {
		out := classifyAnswer(o, created.Order)
		out.RequestID = created.RequestID
		return out
	}
	if errors.Is(err, ErrHeldUp) {
		return Outcome{State: Ready, Code: "held_up", Message: wording.NewMessage("held_up")}
	}
	failure, ok := errors.AsType[*supplier.Error](err)
	if !ok {
		return Outcome{State: Unknown, Code: "outcome_unknown", Message: wording.Literal(told.OneLine(err.Error()))}
	}
	out := classifyFailure(o, failure)
	out.RequestID = failure.RequestID
	return out
}

func classifyFailure(o Order, failure *supplier.Error) Outcome {
	message := told.Explained(failure)
	switch failure.Kind {
	case supplier.KindRejected, supplier.KindNotFound:
		return Outcome{State: Rejected, Code: cmp.Or(failure.Code, "rejected"), Message: message, Faults: ItemFaults(failure)}
	case supplier.KindConflict:
		return classifyConflict(o, failure)
	case supplier.KindUnauthorized:
		if errors.Is(failure, supplier.ErrPostingStopped) {
			return Outcome{State: Ready, Code: "not_allowed", Message: message, Halt: HaltBlock}
		}
		return Outcome{State: Ready, Code: CodeUnauthorized, Message: message, Halt: HaltBlock}
	case supplier.KindThrottled:
		return Outcome{State: Ready, Code: "throttled", Message: message, Delay: Bounded(failure.RetryAfter), Halt: haltPause}
	case supplier.KindNotSent:
		return Outcome{State: Ready, Code: CodeUnreachable, Message: message, Halt: haltPause}
	default:
		return Outcome{State: Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown", message)}
	}
}

// LongestAsked is how long a supplier can make us wait: a longer wait is a mistake of its,
// such as a time of day where seconds are meant, and is said.
const LongestAsked = time.Hour

// Bounded is a wait that a supplier asks for, as long as we wait.
func Bounded(asked time.Duration) time.Duration { return max(0, min(asked, LongestAsked)) }

// Unsent is an order that was about to be sent when the gate closed: it waits as the
// one waits that met the supplier.
func Unsent(wait time.Duration, why error) Outcome {
	out := Classify(Order{}, supplier.Created{}, why)
	return Outcome{State: Ready, Code: out.Code, Message: out.Message, Delay: min(wait, out.Delay)}
}

// The codes of orders whose answer speaks against itself. They are never sent again by
// themselves: something was created, and nobody knows for whom.
const (
	codeDiffers = "answer_differs"
	CodeIDTaken = "order_id_taken"
	CodeNumber  = "answer_of_another"
)

// Suspicious reports whether an order's answer was not to be believed.
func (o Order) Suspicious() bool {
	return o.State == Unknown && (o.Code == codeDiffers || o.Code == CodeIDTaken || o.Code == CodeNumber)
}

// classifyAnswer checks that a good answer speaks of the order that was sent.
func classifyAnswer(o Order, created supplier.Order) Outcome {
	switch {
	case created.ID == "":
		return Outcome{State: Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.no_id")}
	case created.ExternalID != "" && !strings.EqualFold(strings.TrimSpace(created.ExternalID), o.ExternalID):
		return Outcome{State: Unknown, Code: CodeNumber, Message: wording.NewMessage("answer_of_another", told.OneLine(created.ID), told.OneLine(created.ExternalID)),
			Order: supplier.Order{ID: created.ID}}
	case !SameGoods(o, created):
		return Outcome{State: Unknown, Code: codeDiffers, Message: wording.NewMessage("answer_differs", told.OneLine(created.ID), Listed(created)),
			Order: supplier.Order{ID: created.ID}}
	}
	return Outcome{State: Accepted, Order: created}
}

// Taken is an order whose answer has an id that another order has already.
func Taken(id string, by OrderKey) Outcome {
	return Outcome{State: Unknown, Code: CodeIDTaken, Message: wording.NewMessage("order_id_taken", told.OneLine(id), told.OneLine(by.ExternalID)),
		Order: supplier.Order{ID: id}}
}

// Listed are the goods of an order at the supplier, for a person.
func Listed(at supplier.Order) string {
	parts := make([]string, len(at.Items))
	for i, item := range at.Items {
		parts[i] = fmt.Sprintf("%d × %s", item.Quantity, item.SKU)
	}
	return told.OneLine(strings.Join(parts, ", "))
}

// classifyConflict: where an earlier attempt of ours may have made the existing
// order, it has to be looked at first.
func classifyConflict(o Order, failure *supplier.Error) Outcome {
	if o.Doubtful {
		return Outcome{State: Unknown, Code: "outcome_unknown", Message: told.Explained(failure)}
	}
	if failure.ExistingOrderID == "" {
		return Outcome{State: Conflict, Code: CodeConflict, Message: wording.NewMessage("order_conflict.another", told.Typed(o.ExternalID))}
	}
	return Outcome{State: Conflict, Code: CodeConflict, Order: supplier.Order{ID: failure.ExistingOrderID},
		Message: wording.NewMessage("order_conflict", told.OneLine(failure.ExistingOrderID), told.Typed(o.ExternalID))}
}

// ItemFaults are the items that the fields of a refusal point at, such as /items/1/sku.
// What is refused of the order as a whole beside them has the Item WholeOrder.
func ItemFaults(failure *supplier.Error) (faults []ItemFault) {
	items := 0
	for _, field := range failure.Fields {
		only := *failure
		only.Fields = []supplier.FieldError{field}
		item, found := pointedItem(field.Pointer)
		if found {
			items++
		} else {
			item, only.Detail = WholeOrder, ""
		}
		faults = append(faults, ItemFault{Item: item, Code: cmp.Or(field.Code, cmp.Or(failure.Code, "rejected")), Message: told.Explain(&only)})
	}
	if items == 0 {
		return nil // the order's own reason says it
	}
	return faults
}

// WholeOrder is the Item of a fault that is none of one item.
const WholeOrder = -1

// pointedItem is the number in a pointer into a list, however it is written: /items/1/sku,
// #/items/1, items[1].sku, data.items.1.
func pointedItem(pointer string) (item int, found bool) {
	parts := strings.FieldsFunc(pointer, func(r rune) bool { return strings.ContainsRune("/.[]#$", r) })
	for i, part := range parts {
		if part == "recipient" || part == "payment" || part == "delivery" { // lists in there are none of items
			return 0, false
		}
		n, err := strconv.Atoi(part)
		if i > 0 && err == nil && n >= 0 {
			return n, true
		}
	}
	return 0, false
}

// ErrHeldUp ends an attempt whose turn came too late: nothing was sent.
var ErrHeldUp = errors.New("the program was held up before the order was sent")

// KeyRefusedUnseen is the sentence of an order that was refused after an attempt of which
// nobody knows what became of it, at a supplier without a list of orders: a person tells.
const KeyRefusedUnseen = "outcome_unknown.refused_unseen"

// CodeRefusedAgain stands before the code of the refusal of an order that was refused after an attempt of which nobody knows
// what became of it. When it is not found, the refusal counts.
const CodeRefusedAgain = "refused_again:"
