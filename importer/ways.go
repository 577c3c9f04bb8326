package importer

import (
	"cmp"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// stateWord is a state in words.
func stateWord(s state.State) wording.Message {
	return told.WordOr(string(s), map[state.State]string{state.Ready: "state.ready", state.Sending: "state.sending", state.Accepted: "state.accepted",
		state.Rejected: "state.rejected", state.Unknown: "state.unknown", state.Conflict: "state.conflict",
		state.State(state.RowSkipped): "status.skipped"}[s]) // a row that no order came of
}

// StatusWord is a row's status in words.
func StatusWord(status state.RowStatus, language wording.Language) string {
	return told.WordOr(string(status), map[state.RowStatus]string{state.RowAccepted: "status.accepted", state.RowDuplicate: "status.duplicate", state.RowConflict: "status.conflict",
		state.RowRejected: "status.rejected", state.RowSkipped: "status.skipped", state.RowPending: "status.pending", state.RowUnknown: "status.unknown"}[status]).
		In(cmp.Or(language, wording.English))
}

// StateWord is an order's state in words.
func StateWord(s state.State, language wording.Language) string {
	return stateWord(s).In(cmp.Or(language, wording.English))
}

// FileWord is a file's state in words.
func FileWord(s state.FileState, language wording.Language) string {
	return told.WordOr(string(s), map[state.FileState]string{state.FileOpen: "file_state.open", state.FileSettled: "file_state.settled",
		state.FileFinal: "file_state.final", state.FileRefused: "file_state.refused"}[s]).In(cmp.Or(language, wording.English))
}

// decisionWord is a decision in words.
func decisionWord(kind state.DecisionKind, value string) wording.Message {
	switch kind {
	case state.DecidedPosted:
		return wording.NewMessage("decision_kind.posted", value)
	case state.DecidedAs:
		return wording.NewMessage("decision_kind.as", value)
	}
	return told.WordOr(string(kind), map[state.DecisionKind]string{state.DecidedNotPosted: "decision_kind.not_posted", state.DecidedKeep: "decision_kind.keep",
		state.DecidedChanged: "decision_kind.changed_there", state.DecidedRetry: "decision_kind.retry", state.DecidedUndo: "decision_kind.undo"}[kind])
}

// ways says what a person can do about an order as it is, with the commands.
func ways(o state.Order, open []state.FileLink) wording.Message {
	number := told.Typed(o.ExternalID)
	switch {
	case len(open) > 0 && open[0].Code == state.CodeCancelled:
		return wording.NewMessage("way.cancelled", number)
	case len(open) > 0 && (open[0].Code == state.CodeRevived && open[0].Revision().Kind == state.NoRevision || state.CalledOff(o.RemoteStatus)):
		return wording.NewMessage("way.revived", number)
	case len(open) > 0 && open[0].Revision().Kind == state.Grew:
		return wording.NewMessage("way.grown", number)
	case len(open) > 0 && open[0].Revision().Kind == state.Requantified:
		return wording.NewMessage("way.quantity", number)
	case len(open) > 0 && open[0].Revision().Kind == state.Amended:
		return wording.NewMessage("way.corrected", number)
	case len(open) == 0 && o.Revises():
		return wording.NewMessage("way.corrected", number)
	case len(open) > 0, o.State == state.Conflict:
		return wording.NewMessage("way.conflict", number)
	case o.Suspicious() && o.Code == state.CodeIDTaken:
		return wording.NewMessage("way.taken", number)
	case o.Code == state.CodeNumber && o.Suspicious():
		return wording.NewMessage("way.taken", number)
	case o.Suspicious():
		return wording.NewMessage("way.suspicious", number, answeredID(o))
	}
	switch o.State {
	case state.Unknown:
		return wording.NewMessage("way.unknown", number)
	case state.Rejected:
		if o.Code == state.CodeCancelled || o.Code == state.CodeSkipped {
			return wording.NewMessage("way.withdrawn", number)
		}
		return wording.NewMessage("way.rejected", number)
	case state.Ready:
		return wording.NewMessage("way.ready", number)
	case state.Accepted:
		return wording.NewMessage("way.accepted", number)
	}
	return wording.NewMessage("way.sending")
}

// answeredID is the supplier's id in an answer that was not to be believed.
func answeredID(o state.Order) string {
	if len(o.Message.Values) > 0 {
		if id, ok := o.Message.Values[0].(string); ok {
			return told.Typed(id)
		}
	}
	return "ORDER_ID"
}

// actions are the decisions that can be taken about an order as it is.
func actions(o state.Order, open []state.FileLink) []state.DecisionKind {
	switch {
	case len(open) > 0 && (open[0].Code == state.CodeCancelled || open[0].Revision().Kind != state.NoRevision):
		return []state.DecisionKind{state.DecidedKeep, state.DecidedChanged}
	case len(open) == 0 && o.Revises():
		return []state.DecisionKind{state.DecidedKeep, state.DecidedChanged}
	case len(open) > 0, o.State == state.Conflict:
		return []state.DecisionKind{state.DecidedKeep, state.DecidedChanged, state.DecidedAs}
	case o.State == state.Unknown:
		return []state.DecisionKind{state.DecidedPosted, state.DecidedNotPosted}
	case o.State == state.Rejected, o.State == state.Ready:
		return []state.DecisionKind{state.DecidedRetry}
	}
	return []state.DecisionKind{}
}
