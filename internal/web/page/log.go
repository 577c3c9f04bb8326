package page

import (
	"net/http"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/state"
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
	for _, a := range list {
		v.Actions = append(v.Actions, actionView{Action: a, Word: f.Language.Word("acted", string(a.Kind)), When: since(f.Language, a.At, f.Snapshot.Now),
			Command: a.Origin == state.OriginCommand})
	}
	p.render(w, r, status, "log", v)
}
