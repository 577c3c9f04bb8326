package page

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Action is what a person asks for. Its kind says which of the fields count; the buttons of
// a place fill them, and the program behind the pages trusts none of them.
type Action struct {
	Kind   string            // one of the Do… of this package
	Values map[string]string // as the form has them, by the names of its fields
	Person string            // who asks
	From   string            // the address that he asks from

	Language wording.Language // of the answer
}

// Effect is what an action has done.
type Effect struct {
	Text string // what was written or sent, in the language of the action
	Back string // the page that shows it, "" for the one that was acted on
}

// The kinds of actions. The values that each needs stand behind it.
const (
	DoDecide      = "decide"       // about an order: source, order, answer (a state.DecisionKind), value
	DoLook        = "look"         // for orders whose outcome is unknown
	DoTryNow      = "try_now"      // what waits for the supplier
	DoDropAgain   = "drop_again"   // a file that could not be read: source, file
	DoBuild       = "build"        // a feed: feed
	DoAcceptFeed  = "accept_feed"  // publish once what the guard refuses: feed
	DoAcceptDrift = "accept_drift" // the supplier's answers as they are now
	DoUpload      = "upload"       // order files: source
	DoSaveConfig  = "save_config"  // text, before (what the person has seen)
	DoApprove     = "approve"      // a mapping's requests: shown, the Sum of them
)

// deed is a button. Opened, it says what it will send or write, and asks once; without
// scripts it opens as well.
type deed struct {
	Kind   string
	Label  string // of the button
	Says   string // what will be sent or written
	Sure   string // of the button that does it
	Harm   bool   // it cannot be taken back, or something is sent
	Fields []field
	Ask    []question
}

// deedView is a deed as its template asks for it.
type deedView struct {
	Deed            deed
	ID, Token, Back string
}

// deeds are buttons as the templates ask for them. The id tells them from all others of the
// page, so that one stays open while the page is live.
func (f *frame) deeds(id string, list ...deed) []deedView {
	var views []deedView
	for n, d := range list {
		views = append(views, deedView{Deed: d, ID: fmt.Sprintf("%s-%s-%d", id, d.Kind, n), Token: f.Token, Back: f.Self})
	}
	return views
}

// field is a value that the form brings along.
type field struct{ Name, Value string }

// question is a value that the person gives.
type question struct {
	Name, Label, Value string
	Options            []option // what can be chosen; nil: any text
	Optional           bool
	Long               bool // a text of several lines
}

// option is an answer that can be chosen.
type option struct{ Value, Label string }

// notice is an effect or a refusal as the next page tells it.
type notice struct {
	Text  string
	Way   string // the way out of a refusal
	Level standing.Level
}

const mostForm = 1 << 20 // bytes of a form, of which the config's text is the longest

// act does what a form asks for, and goes to the page that shows it.
func (p *pages) act(w http.ResponseWriter, r *http.Request) {
	l := p.language(r)
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, say(l, "form_unreadable"), http.StatusBadRequest)
		return
	}
	visitor := p.Visitor(r)
	if !visitor.Acts {
		http.Error(w, say(l, "may_not_act"), http.StatusForbidden)
		return
	}
	a := Action{Kind: r.PostFormValue("act"), Values: map[string]string{}, Person: visitor.Name, From: r.RemoteAddr, Language: l}
	for name, values := range r.PostForm {
		a.Values[name] = strings.Join(values, "\n")
	}
	maps.DeleteFunc(a.Values, func(name, _ string) bool { return name == "act" || name == "back" || name == "csrf" })
	back := ownPath(r.PostFormValue("back"))
	effect, err := p.Shop.Do(r.Context(), a)
	if err != nil {
		p.Logger.Warn("an action was refused", "action", a.Kind, "person", a.Person, "error", err)
		http.Redirect(w, r, p.effects.keep(back, refusal(err)), http.StatusSeeOther)
		return
	}
	p.Logger.Info("an action was done", "action", a.Kind, "person", a.Person, "effect", effect.Text)
	if effect.Back != "" {
		back = ownPath(effect.Back)
	}
	http.Redirect(w, r, p.effects.keep(back, notice{Text: effect.Text, Level: standing.Fine}), http.StatusSeeOther)
}

func refusal(err error) notice {
	return notice{Text: err.Error(), Way: failure.Hint(err), Level: standing.Failing}
}

// ErrUnknownAction is of an action that the program behind the pages does not have.
var ErrUnknownAction = errors.New("there is no such action")

// effects keeps what was done until the next page has told it.
type effects struct {
	mu   sync.Mutex
	told map[string]notice
	ids  []string // the oldest first
}

// mostEffects bounds those of which the next page was never asked for.
const mostEffects = 200

func newEffects() *effects { return &effects{told: map[string]notice{}} }

// keep keeps an effect, and gives the address of the page that tells it.
func (e *effects) keep(back string, t notice) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := rand.Text()
	e.told[id], e.ids = t, append(e.ids, id)
	if len(e.ids) > mostEffects {
		delete(e.told, e.ids[0])
		e.ids = e.ids[1:]
	}
	u, err := url.Parse(back)
	if err != nil {
		return "/"
	}
	query := u.Query()
	query.Set("done", id)
	u.RawQuery = query.Encode()
	return u.String()
}

// take gives an effect to the page that tells it; nil where there is none.
func (e *effects) take(id string) *notice {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, found := e.told[id]
	if !found {
		return nil
	}
	return &t
}
