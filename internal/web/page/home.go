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
	Today   *today     // nil where it is not known
	Going   []underway // now
	Answers answers
	Books   *standing.Books
	Closed  moment // when the last month was
}

// answers is what is known of the supplier's answers.
type answers struct {
	Sampled moment // without text before the first look
	Same    bool   // as they were
}

func (p *pages) home(w http.ResponseWriter, r *http.Request) {
	if !p.Visitor(r).Sees {
		p.outline(w, r, http.StatusOK)
		return
	}
	f := p.frame(r, placeHome)
	v := homeView{frame: f, Verdict: say(f.Language, verdicts[f.Level])}
	if started := f.Snapshot.Started; !started.IsZero() {
		v.Up = span(f.Language, f.Snapshot.Now.Sub(started))
	}
	v.Cards, v.Going, v.Answers = p.cards(r.Context(), &f), f.underway(), f.answers()
	if !f.Snapshot.JournalAway {
		v.Today = p.today(r.Context(), &f)
	}
	if v.Books = f.Snapshot.Books; v.Books != nil {
		v.Closed = since(f.Language, v.Books.Closed, f.Snapshot.Now)
	}
	p.render(w, r, http.StatusOK, placeHome, v)
}

func (f *frame) answers() answers {
	return answers{Sampled: since(f.Language, f.Snapshot.Sampled, f.Snapshot.Now), Same: len(f.Snapshot.Drift) == 0}
}

// verdicts are the sentences of the levels.
var verdicts = map[standing.Level]string{standing.Fine: "fine", standing.Attention: "attention", standing.Failing: "failing"}

// outlineView is what strangers see: levels and counts.
type outlineView struct {
	frame
	Outline standing.Outline
	Verdict string
	Tallies []tally
}

// outline shows levels and counts. Nothing else of the state reaches its template.
func (p *pages) outline(w http.ResponseWriter, r *http.Request, status int) {
	f := p.frame(r, placeHome)
	o := standing.NewOutline(f.Snapshot, standing.Judge(f.Snapshot, f.Language))
	f.Snapshot = standing.Snapshot{}
	v := outlineView{frame: f, Outline: o, Verdict: say(f.Language, verdicts[o.Level]), Tallies: tallies(f.Language, o.Orders)}
	p.render(w, r, status, "outline", v)
}
