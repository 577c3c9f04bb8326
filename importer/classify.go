package importer

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

// outcome is what an attempt to create an order, or a look for it, showed.
type outcome struct {
	State   State
	Code    string
	Message wording.Message
	Order   supplier.Order // for Accepted, and for Conflict as far as it is known
	Faults  []ItemFault    // for Rejected: the items that the supplier named
	Delay   time.Duration  // for Ready: how long to wait at least

	RequestID string // of the supplier's answer
	halt      halt
}

// halt is what an outcome means for the account as a whole.
type halt int

const (
	haltNothing halt = iota
	haltPause        // the supplier asks to wait or is out of reach
	haltBlock        // the supplier refuses the token
)

// classify turns the end of one attempt into the order's next state. Ambiguous is
// not failed: whatever is not known to have left no order behind is Unknown.
func classify(o Order, created supplier.Created, err error) outcome {
	if err == nil {
		out := classifyAnswer(o, created.Order)
		out.RequestID = created.RequestID
		return out
	}
	if errors.Is(err, errHeldUp) {
		return outcome{State: Ready, Code: "held_up", Message: wording.NewMessage("held_up")}
	}
	failure, ok := errors.AsType[*supplier.Error](err)
	if !ok {
		return outcome{State: Unknown, Code: "outcome_unknown", Message: wording.Literal(told.OneLine(err.Error()))}
	}
	out := classifyFailure(o, failure)
	out.RequestID = failure.RequestID
	return out
}

func classifyFailure(o Order, failure *supplier.Error) outcome {
	message := told.Explained(failure)
	switch failure.Kind {
	case supplier.KindRejected, supplier.KindNotFound:
		return outcome{State: Rejected, Code: cmp.Or(failure.Code, "rejected"), Message: message, Faults: itemFaults(failure)}
	case supplier.KindConflict:
		return classifyConflict(o, failure)
	case supplier.KindUnauthorized:
		if errors.Is(failure, supplier.ErrPostingStopped) {
			return outcome{State: Ready, Code: "not_allowed", Message: message, halt: haltBlock}
		}
		return outcome{State: Ready, Code: "unauthorized", Message: message, halt: haltBlock}
	case supplier.KindThrottled:
		return outcome{State: Ready, Code: "throttled", Message: message, Delay: bounded(failure.RetryAfter), halt: haltPause}
	case supplier.KindNotSent:
		return outcome{State: Ready, Code: "unreachable", Message: message, halt: haltPause}
	default:
		return outcome{State: Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown", message)}
	}
}

// longestAsked is how long a supplier can make us wait: a longer wait is a mistake of its,
// such as a time of day where seconds are meant, and is said.
const longestAsked = time.Hour

// bounded is a wait that a supplier asks for, as long as we wait.
func bounded(asked time.Duration) time.Duration { return max(0, min(asked, longestAsked)) }

// unsent is an order that was about to be sent when the gate closed: it waits as the
// one waits that met the supplier.
func unsent(wait time.Duration, why error) outcome {
	out := classify(Order{}, supplier.Created{}, why)
	return outcome{State: Ready, Code: out.Code, Message: out.Message, Delay: min(wait, out.Delay)}
}

// The codes of orders whose answer speaks against itself. They are never sent again by
// themselves: something was created, and nobody knows for whom.
const (
	codeDiffers = "answer_differs"
	codeIDTaken = "order_id_taken"
	codeNumber  = "answer_of_another"
)

// suspicious reports whether an order's answer was not to be believed.
func (o Order) suspicious() bool {
	return o.State == Unknown && (o.Code == codeDiffers || o.Code == codeIDTaken || o.Code == codeNumber)
}

// classifyAnswer checks that a good answer speaks of the order that was sent.
func classifyAnswer(o Order, created supplier.Order) outcome {
	switch {
	case created.ID == "":
		return outcome{State: Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.no_id")}
	case created.ExternalID != "" && !strings.EqualFold(strings.TrimSpace(created.ExternalID), o.ExternalID):
		return outcome{State: Unknown, Code: codeNumber, Message: wording.NewMessage("answer_of_another", told.OneLine(created.ID), told.OneLine(created.ExternalID)),
			Order: supplier.Order{ID: created.ID}}
	case !sameGoods(o, created):
		return outcome{State: Unknown, Code: codeDiffers, Message: wording.NewMessage("answer_differs", told.OneLine(created.ID), listed(created)),
			Order: supplier.Order{ID: created.ID}}
	}
	return outcome{State: Accepted, Order: created}
}

// taken is an order whose answer has an id that another order has already.
func taken(id string, by OrderKey) outcome {
	return outcome{State: Unknown, Code: codeIDTaken, Message: wording.NewMessage("order_id_taken", told.OneLine(id), told.OneLine(by.ExternalID)),
		Order: supplier.Order{ID: id}}
}

// listed are the goods of an order at the supplier, for a person.
func listed(at supplier.Order) string {
	parts := make([]string, len(at.Items))
	for i, item := range at.Items {
		parts[i] = fmt.Sprintf("%d × %s", item.Quantity, item.SKU)
	}
	return told.OneLine(strings.Join(parts, ", "))
}

// classifyConflict: where an earlier attempt of ours may have made the existing
// order, it has to be looked at first.
func classifyConflict(o Order, failure *supplier.Error) outcome {
	if o.Doubtful {
		return outcome{State: Unknown, Code: "outcome_unknown", Message: told.Explained(failure)}
	}
	if failure.ExistingOrderID == "" {
		return outcome{State: Conflict, Code: CodeConflict, Message: wording.NewMessage("order_conflict.another", told.Typed(o.ExternalID))}
	}
	return outcome{State: Conflict, Code: CodeConflict, Order: supplier.Order{ID: failure.ExistingOrderID},
		Message: wording.NewMessage("order_conflict", told.OneLine(failure.ExistingOrderID), told.Typed(o.ExternalID))}
}

// itemFaults are the items that the fields of a refusal point at, such as /items/1/sku.
// What is refused of the order as a whole beside them has the Item wholeOrder.
func itemFaults(failure *supplier.Error) (faults []ItemFault) {
	items := 0
	for _, field := range failure.Fields {
		only := *failure
		only.Fields = []supplier.FieldError{field}
		item, found := pointedItem(field.Pointer)
		if found {
			items++
		} else {
			item, only.Detail = wholeOrder, ""
		}
		faults = append(faults, ItemFault{Item: item, Code: cmp.Or(field.Code, cmp.Or(failure.Code, "rejected")), Message: told.Explain(&only)})
	}
	if items == 0 {
		return nil // the order's own reason says it
	}
	return faults
}

// wholeOrder is the Item of a fault that is none of one item.
const wholeOrder = -1

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
