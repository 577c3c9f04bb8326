package page

import (
	"maps"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/standing"
)

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
