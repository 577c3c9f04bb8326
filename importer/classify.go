package importer

import (
	"errors"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// outcome is what an attempt to create an order, or a look for it, showed.
type outcome struct {
	State   State
	Code    string
	Message wording.Message
	Order   supplier.Order // for Accepted
	Delay   time.Duration  // for Ready: how long to wait at least
	halt    halt
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
		return classifyAnswer(o, created.Order)
	}
	if errors.Is(err, errHeldUp) {
		return outcome{State: Ready, Code: "held_up", Message: wording.NewMessage("held_up")}
	}
	failure, ok := errors.AsType[*supplier.Error](err)
	if !ok {
		return outcome{State: Unknown, Code: "outcome_unknown", Message: wording.Literal(oneLine(err.Error()))}
	}
	message := wording.Literal(explain(failure))
	switch failure.Kind {
	case supplier.KindRejected, supplier.KindNotFound:
		return outcome{State: Rejected, Code: or(failure.Code, "rejected"), Message: message}
	case supplier.KindConflict:
		return classifyConflict(o, failure)
	case supplier.KindUnauthorized:
		if errors.Is(err, supplier.ErrPostingStopped) {
			return outcome{State: Ready, Code: "not_allowed", Message: message, halt: haltBlock}
		}
		return outcome{State: Ready, Code: "unauthorized", Message: message, halt: haltBlock}
	case supplier.KindThrottled:
		return outcome{State: Ready, Code: "throttled", Message: message, Delay: failure.RetryAfter, halt: haltPause}
	case supplier.KindNotSent:
		return outcome{State: Ready, Code: "unreachable", Message: message, halt: haltPause}
	default:
		return outcome{State: Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown", message)}
	}
}

// unsent is an order that was about to be sent when the gate closed: it waits as the
// one waits that met the supplier.
func unsent(wait time.Duration, why error) outcome {
	out := classify(Order{}, supplier.Created{}, why)
	return outcome{State: Ready, Code: out.Code, Message: out.Message, Delay: min(wait, out.Delay)}
}

// classifyAnswer checks that a good answer speaks of the order that was sent.
func classifyAnswer(o Order, created supplier.Order) outcome {
	switch {
	case created.ID == "":
		return outcome{State: Unknown, Code: "outcome_unknown", Message: wording.NewMessage("outcome_unknown.no_id")}
	case created.ExternalID != "" && created.ExternalID != o.ExternalID:
		return outcome{State: Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown.other_number", oneLine(created.ID), oneLine(created.ExternalID))}
	}
	return outcome{State: Accepted, Order: created}
}

// classifyConflict: where an earlier attempt of ours may have made the existing
// order, it has to be looked at first.
func classifyConflict(o Order, failure *supplier.Error) outcome {
	if o.Doubtful {
		return outcome{State: Unknown, Code: "outcome_unknown", Message: wording.Literal(explain(failure))}
	}
	if failure.ExistingOrderID == "" {
		return outcome{State: Conflict, Code: "order_conflict", Message: wording.NewMessage("order_conflict.another", o.ExternalID)}
	}
	return outcome{State: Conflict, Code: "order_conflict",
		Message: wording.NewMessage("order_conflict", oneLine(failure.ExistingOrderID), o.ExternalID)}
}

// explain is the supplier's reason on one line, with the fields that it names.
func explain(failure *supplier.Error) string {
	parts := []string{}
	if failure.Detail != "" {
		parts = append(parts, failure.Detail)
	}
	for _, field := range failure.Fields {
		part := strings.TrimSpace(field.Pointer + " " + or(field.Detail, field.Code))
		if field.Detail != failure.Detail {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, failure.Error())
	}
	return oneLine(strings.Join(parts, "; "))
}

// oneLine makes a foreign text fit for a cell and a terminal: no line breaks, no
// control characters, not longer than a person reads.
func oneLine(text string) string {
	const most = 500
	text = strings.Join(strings.Fields(strings.Map(visible, strings.ToValidUTF8(text, "�"))), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
