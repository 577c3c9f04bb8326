package page

import (
	"context"
	"net/http"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// mostActions is how many actions a page of the log has.
const mostActions = 50

// logView is a page of what people did.
type logView struct {
	frame
	Actions []actionView
	Older   string // the address of the next page, "" where there is none
	Failed  *notice
}

// actionView is an action in words.
type actionView struct {
	state.Action
	Word    string
	When    moment
	Command bool // it was done by a command

	Visitor Visitor
	Deeds   []deedView // that take it back
	Final   string     // why it cannot be, "" where that goes without saying
}

// log shows what people did, the newest first.
func (p *pages) log(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeSettings)
	f.Title = say(f.Language, "log")
	v := logView{frame: f}
	before, _ := strconv.ParseInt(r.FormValue("before"), 10, 64) // whatever else stands there: the first page
	list, err := p.Shop.Actions(r.Context(), before, mostActions+1)
	status := http.StatusOK
	if err != nil {
		p.Logger.Error("the log of actions was not read", "error", err)
		v.Failed, status = &notice{Text: say(f.Language, "log_unread")}, http.StatusServiceUnavailable
	}
	if len(list) > mostActions {
		list = list[:mostActions]
		v.Older = "/settings/log?before=" + strconv.FormatInt(list[mostActions-1].ID, 10)
	}
	later := map[[3]string]bool{}
	for _, a := range list {
		about := [3]string{undoKind(a.Kind), a.Source, a.About}
		v.Actions = append(v.Actions, p.action(r.Context(), &f, a, !later[about]))
		later[about] = true
	}
	p.render(w, r, status, "log", v)
}

// undoKind is what of the kind of an action tells whether a later one about the same thing
// stands before it: of decisions about an order only the last one can be taken back.
func undoKind(kind state.ActionKind) string {
	if state.IsDecision(kind) {
		return "decision"
	}
	return string(kind)
}

// action is an action in words, with the button that takes it back where it is the last one
// about its thing and can be.
func (p *pages) action(ctx context.Context, f *frame, a state.Action, last bool) actionView {
	l := f.Language
	v := actionView{Action: a, Word: l.Word("acted", string(a.Kind)), When: since(l, a.At, f.Snapshot.Now), Command: a.Origin == state.OriginCommand, Visitor: f.Visitor}
	if a.Kind == state.ActedTakenBack || a.Kind == state.ActionKind(state.DecidedUndo) {
		v.Detail = l.Word("acted", a.Detail) // what was taken back
	}
	switch final := l.Word("acted_final", string(a.Kind)); {
	case last && p.Shop.Undoable(ctx, a):
		says := say(l, "undo_says."+undoKind(a.Kind), told.OneLine(a.About))
		v.Deeds = f.deeds("action-"+strconv.FormatInt(a.ID, 10), deed{Kind: DoUndo, Label: say(l, "undo"), Says: says, Sure: say(l, "undo_sure"), Fields: []field{{"id", strconv.FormatInt(a.ID, 10)}}})
	case final != string(a.Kind):
		v.Final = final
	}
	return v
}
