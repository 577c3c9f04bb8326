package page

import (
	"net/http"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// homeView is what needs a person, what came today, and what is going on.
type homeView struct {
	frame
	Verdict string
	Up      string // how long the program runs
	Cards   []card
}

func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeHome)
	v := homeView{frame: f, Verdict: say(f.Language, verdicts[f.Level])}
	if started := f.Snapshot.Started; !started.IsZero() {
		v.Up = span(f.Language, f.Snapshot.Now.Sub(started))
	}
	if f.Visitor.Sees {
		v.Cards = p.cards(r.Context(), &f)
	}
	p.render(w, r, http.StatusOK, placeHome, v)
}

// verdicts are the sentences of the levels.
var verdicts = map[standing.Level]string{standing.Fine: "fine", standing.Attention: "attention", standing.Failing: "failing"}
