package result

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// view is a link as a row shows it.
type view struct {
	Status      state.RowStatus
	OrderID     string
	OrderStatus string
	Waybills    string
	Code        string
	Message     string
}

// urgency orders the statuses of a row of two orders by how much they need somebody.
var urgency = []state.RowStatus{state.RowSkipped, state.RowDuplicate, state.RowAccepted, state.RowHandedOver, state.RowPending, state.RowRejected, state.RowUnknown, state.RowConflict}

// beside is what a row shows that two orders stand in: the status that needs somebody more, and
// both of all else.
func (v view) beside(other view) view {
	out := v
	if slices.Index(urgency, other.Status) > slices.Index(urgency, v.Status) {
		out.Status = other.Status
	}
	out.Code = cmp.Or(v.Code, other.Code)
	for _, join := range []struct {
		to   *string
		more string
	}{{&out.OrderID, other.OrderID}, {&out.OrderStatus, other.OrderStatus}, {&out.Waybills, other.Waybills}, {&out.Message, other.Message}} {
		switch {
		case *join.to == "":
			*join.to = join.more
		case join.more != "":
			*join.to += "; " + join.more
		}
	}
	return out
}

// why is the error cell: the code to search for, and the message.
func (v view) why() string {
	if v.Code == "" || v.Message == "" {
		return v.Code + v.Message
	}
	return v.Code + ": " + v.Message
}

// Show is the only place that words an order's state for people.
func Show(link state.Link, language wording.Language) view {
	order := link.Order
	there := view{OrderID: order.RemoteID, OrderStatus: order.RemoteStatus, Waybills: strings.Join(order.AllWaybills(), "; ")}
	switch link.Relation {
	case state.Clash, state.Skips:
		v := view{Status: state.RowSkipped}
		if order.State == state.Accepted { // what is there, for whoever looks at the row
			v = there
			v.Status = state.RowSkipped
		}
		if link.ClashOpen() {
			v = there // for whoever decides
			v.Status, v.Code, v.Message = state.RowConflict, link.Code, link.Message.In(language)
			return v
		}
		if link.Code == state.CodeRevived { // the supplier has revived it, too
			v.Status = state.RowDuplicate
		}
		return v
	case state.Past:
		if order.State == state.Accepted {
			return corrected(link, language)
		}
		status := state.RowRejected
		if link.Code == state.CodeConflict {
			status = state.RowConflict
		}
		return view{Status: status, Code: link.Code, Message: link.Message.In(language)}
	}
	v := view{Code: order.Code, Message: order.Message.In(language)}
	if link.Remarked() && v.Code == "" {
		v.Code, v.Message = link.Code, link.Message.In(language)
	}
	switch order.State {
	case state.Accepted:
		there.Status, there.Code, there.Message = state.RowAccepted, v.Code, v.Message
		v = there
		if order.Shown() == state.HandedOver {
			v.Status = state.RowHandedOver
		}
		if link.Relation == state.Duplicate {
			v.Status = state.RowDuplicate
		}
	case state.Rejected:
		v.Status = state.RowRejected
	case state.Conflict:
		there.Status, there.Code, there.Message = state.RowConflict, v.Code, v.Message
		v = there
	case state.Unknown:
		v.Status = state.RowUnknown
	default:
		v.Status = state.RowPending
	}
	return v
}

// corrected is what the rows show that were refused and accepted from another file.
func corrected(link state.Link, language wording.Language) view {
	link.Relation = state.Own
	v := Show(link, language)
	if v.Code == "" {
		v.Code, v.Message = "corrected", wording.NewMessage("corrected", told.OneLine(link.From)).In(language)
	}
	return v
}
