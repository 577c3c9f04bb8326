package state

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Word is a state in words.
func Word(s State) wording.Message {
	return told.WordOr(string(s), map[State]string{Ready: "state.ready", Sending: "state.sending", Accepted: "state.accepted",
		Rejected: "state.rejected", Unknown: "state.unknown", Conflict: "state.conflict",
		HandedOver: "state.handed_over", State(RowSkipped): "status.skipped"}[s]) // a row that no order came of
}

// StatusWord is a row's status in words.
func StatusWord(status RowStatus, language wording.Language) string {
	return told.WordOr(string(status), map[RowStatus]string{RowAccepted: "status.accepted", RowDuplicate: "status.duplicate", RowConflict: "status.conflict",
		RowRejected: "status.rejected", RowSkipped: "status.skipped", RowPending: "status.pending", RowUnknown: "status.unknown",
		RowHandedOver: "state.handed_over"}[status]).
		In(cmp.Or(language, wording.English))
}

// StateWord is an order's state in words.
func StateWord(s State, language wording.Language) string {
	return Word(s).In(cmp.Or(language, wording.English))
}

// FileWord is a file's state in words.
func FileWord(s FileState, language wording.Language) string {
	return told.WordOr(string(s), map[FileState]string{FileOpen: "file_state.open", FileSettled: "file_state.settled",
		FileFinal: "file_state.final", FileRefused: "file_state.refused"}[s]).In(cmp.Or(language, wording.English))
}

// DecisionWord is a decision in words.
func DecisionWord(kind DecisionKind, value string) wording.Message {
	switch kind {
	case DecidedPosted:
		return wording.NewMessage("decision_kind.posted", value)
	case DecidedAs:
		return wording.NewMessage("decision_kind.as", value)
	}
	return told.WordOr(string(kind), map[DecisionKind]string{DecidedNotPosted: "decision_kind.not_posted", DecidedKeep: "decision_kind.keep",
		DecidedChanged: "decision_kind.changed_there", DecidedRetry: "decision_kind.retry", DecidedUndo: "decision_kind.undo"}[kind])
}

// Ways says what a person can do about an order as it is, with the commands.
func Ways(o Order, open []FileLink) wording.Message {
	number := told.Typed(o.ExternalID)
	switch {
	case len(open) > 0:
		return wording.NewMessage(wayOut(o, open[0]), number)
	case o.Revises():
		return wording.NewMessage("way.corrected", number)
	case o.State == Conflict:
		return wording.NewMessage("way.conflict", number)
	case o.Suspicious() && (o.Code == CodeIDTaken || o.Code == CodeNumber):
		return wording.NewMessage("way.taken", number)
	case o.Suspicious():
		return wording.NewMessage("way.suspicious", number, answeredID(o))
	}
	switch o.State {
	case Unknown:
		if name, _ := o.UnknownFile(); name != "" {
			return wording.NewMessage("way.unknown_file", told.Typed(name))
		}
		if o.Message.Key == KeyUnknownBundle {
			return wording.NewMessage("way.unknown_bundle", number)
		}
		return wording.NewMessage("way.unknown", number)
	case Rejected:
		if o.Code == CodeCancelled || o.Code == CodeSkipped {
			return wording.NewMessage("way.withdrawn", number)
		}
		if o.RefusedDraft() {
			return wording.NewMessage("way.draft_refused", number)
		}
		return wording.NewMessage("way.rejected", number)
	case Ready:
		if o.AwaitsBundle() {
			return wording.NewMessage("way.next_bundle", number)
		}
		return wording.NewMessage("way.ready", number)
	case Accepted:
		if o.Shown() == HandedOver {
			return wording.NewMessage("way.handed_over")
		}
		return wording.NewMessage("way.accepted", number)
	}
	return wording.NewMessage("way.sending")
}

// wayOut is the sentence on a row that waits for a person's decision on its order.
func wayOut(o Order, open FileLink) string {
	kind := open.Revision().Kind
	switch {
	case open.Code == CodeCancelled:
		return "way.cancelled"
	case open.Code == CodeRevived && kind == NoRevision, CalledOff(o.RemoteStatus):
		return "way.revived"
	case kind == Grew:
		return "way.grown"
	case kind == Requantified:
		return "way.quantity"
	case kind == Amended:
		return "way.corrected"
	}
	return "way.conflict"
}

// answeredID is the supplier's id in an answer that was not to be believed.
func answeredID(o Order) string {
	if len(o.Message.Values) > 0 {
		if id, ok := o.Message.Values[0].(string); ok {
			return told.Typed(id)
		}
	}
	return "ORDER_ID"
}

// Actions are the decisions that can be taken about an order as it is.
func Actions(o Order, open []FileLink) []DecisionKind {
	switch {
	case len(open) > 0 && (open[0].Code == CodeCancelled || open[0].Revision().Kind != NoRevision):
		return []DecisionKind{DecidedKeep, DecidedChanged}
	case len(open) == 0 && o.Revises():
		return []DecisionKind{DecidedKeep, DecidedChanged}
	case len(open) > 0, o.State == Conflict:
		return []DecisionKind{DecidedKeep, DecidedChanged, DecidedAs}
	case o.State == Unknown:
		return []DecisionKind{DecidedPosted, DecidedNotPosted}
	case o.State == Rejected, o.State == Ready:
		return []DecisionKind{DecidedRetry}
	}
	return []DecisionKind{}
}
