package page

import (
	"errors"
	"maps"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// act does what a form asks for, and goes to the page that shows it.
func (p *pages) act(w http.ResponseWriter, r *http.Request) {
	l := p.language(r)
	r.Body = http.MaxBytesReader(w, r.Body, access.LargestForm)
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
	back := access.LocalPath(r.PostFormValue("back"))
	effect, err := p.Shop.Do(r.Context(), a)
	if err != nil {
		p.Logger.Warn("an action was refused", "action", a.Kind, "person", a.Person, "error", err)
		if a.Kind == DoSaveConfig {
			p.unsaved(w, r, a.Values["text"], asNotice(l, err))
			return
		}
		http.Redirect(w, r, p.Effects.keep(back, asNotice(l, err)), http.StatusSeeOther)
		return
	}
	p.Logger.Info("an action was done", "action", a.Kind, "person", a.Person, "effect", effect.Text)
	for n, secret := range effect.Secret {
		if path, ours := strings.CutPrefix(secret.Text, "/"); ours {
			effect.Secret[n].Text = p.base(r) + path
		}
	}
	if effect.Back != "" {
		back = access.LocalPath(effect.Back)
	}
	http.Redirect(w, r, p.Effects.keep(back, notice{Text: effect.Text, Secret: effect.Secret, Level: standing.Fine}), http.StatusSeeOther)
}

// asNotice is an error as people are told of it, in their language where it has one.
func asNotice(l wording.Language, err error) notice {
	if refused, ok := errors.AsType[failure.Teller](err); ok {
		what, way := refused.Say(l)
		return notice{Text: what, Way: way, Level: standing.Failing}
	}
	return notice{Text: oneline.Unbroken(err.Error()), Way: oneline.Unbroken(failure.HintIn(err, l)), Level: standing.Failing}
}
