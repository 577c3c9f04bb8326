package page

import (
	"fmt"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// homeView is what needs a person, what came today, and what is going on.
type homeView struct {
	frame
	Verdict string
	Up      string // how long the program runs
	Cards   []card
	Calm    string // when the last order, waybill and feed came, where nothing needs anybody
}

// card is a cause with what settles it.
type card struct {
	standing.Finding
	Since     moment
	Holds     string // how many orders, files or feeds it holds up
	Otherwise string // what happens if nobody does anything
	Deeds     []deedView
	Visitor   Visitor
}

// deedView is a deed as its template asks for it.
type deedView struct {
	Deed            deed
	ID, Token, Back string
}

func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeHome)
	v := homeView{frame: f, Verdict: say(f.Language, verdicts[f.Level])}
	if started := f.Snapshot.Started; !started.IsZero() {
		v.Up = span(f.Language, f.Snapshot.Now.Sub(started))
	}
	for n, found := range standing.Judge(f.Snapshot, f.Language) {
		v.Cards = append(v.Cards, f.card(n, found))
	}
	p.render(w, r, http.StatusOK, placeHome, v)
}

// verdicts are the sentences of the levels.
var verdicts = map[standing.Level]string{standing.Fine: "fine", standing.Attention: "attention", standing.Failing: "failing"}

// card is a finding with its buttons.
func (f *frame) card(n int, found standing.Finding) card {
	return card{Finding: found, Since: since(f.Language, found.Since, f.Snapshot.Now), Visitor: f.Visitor,
		Deeds: f.deeds(fmt.Sprintf("%s-%d", found.Code, n), deedsOf(f.Language, found)...)}
}

// deeds are buttons as the templates ask for them. The id tells them from all others of the page.
func (f *frame) deeds(id string, list ...deed) []deedView {
	var views []deedView
	for n, d := range list {
		views = append(views, deedView{Deed: d, ID: fmt.Sprintf("%s-%s-%d", id, d.Kind, n), Token: f.Token, Back: f.Self})
	}
	return views
}

// deedsOf are the buttons that settle a cause.
func deedsOf(_ wording.Language, _ standing.Finding) []deed { return nil }
