package access

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkedAtOnce bounds what checking passwords takes of the machine: each check is meant to
// be dear.
const checkedAtOnce = 2

// New is an Access.
func New(o Options) *Access {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Language == nil {
		o.Language = func(r *http.Request) wording.Language { return Preferred(r, wording.Ukrainian) }
	}
	store := openStore(o.Sessions, o.Now, o.Logger)
	return &Access{Options: o, secret: store.secret, sessions: newSessions(store), throttle: newThrottle(o.Now), checking: make(chan struct{}, checkedAtOnce)}
}

// Configured reports whether there is a way to log in.
func (a *Access) Configured() bool {
	return a.Users != nil && a.Users.Any() || a.Proxy.Header != "" || a.Issuer != nil
}

// Wrap puts the visitor into the context of each request, and refuses with 403 what would
// change something and carries no token of a form of ours.
func (a *Access) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visitor, bound := a.visitor(r)
		ctx := context.WithValue(r.Context(), contextKey{}, asking{visitor, func() string { return a.tokenFor(w, r, visitor, bound) }})
		r = r.WithContext(ctx)
		defer func() {
			if r.MultipartForm != nil { // the server knows of the request before this one alone
				_ = r.MultipartForm.RemoveAll()
			}
		}()
		if safe(r.Method) || a.admit(w, r, visitor, bound) {
			next.ServeHTTP(w, r)
		}
	})
}

// admit answers a request that would change something, unless it may.
func (a *Access) admit(w http.ResponseWriter, r *http.Request, v Visitor, bound string) bool {
	ok, err := a.genuine(w, r, v, bound)
	if large, is := errors.AsType[*http.MaxBytesError](err); is {
		http.Error(w, a.say(r, "too_large", wording.Megabytes(large.Limit)), http.StatusRequestEntityTooLarge)
		return false
	}
	if !ok {
		http.Error(w, a.say(r, "forged"), http.StatusForbidden)
	}
	return ok
}

// visitor is who is asking, and to what its forms are bound: a session, else "" for what the
// browser keeps.
func (a *Access) visitor(r *http.Request) (v Visitor, bound string) {
	if key := Bearer(r); key != "" {
		return a.program(key), ""
	}
	named := a.Proxy.Header != "" && a.byProxy(r)
	if named && len(r.Header.Values(a.Proxy.Header)) > 0 {
		return a.proxied(r), "" // whatever session the browser has kept
	}
	if v, session := a.sessions.current(a, r); session != "" {
		return v, session
	}
	if named || !Local(r) {
		return Visitor{}, ""
	}
	if a.Configured() {
		return Visitor{Role: Looker, Via: ByMachine}, ""
	}
	return Visitor{Role: Actor, Via: ByMachine}, ""
}

// Bearer is the key that a program shows, "" for none.
func Bearer(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}

func (a *Access) program(key string) Visitor {
	if a.Programs != nil {
		if name, known := a.Programs.Admits(key); known {
			return Visitor{Name: name, Role: Looker, Via: ByKey}
		}
	}
	return Visitor{}
}

// proxied is the visitor that the proxy names. A header that stands twice may be the
// visitor's own beside the proxy's, so it names nobody.
func (a *Access) proxied(r *http.Request) Visitor {
	said := r.Header.Values(a.Proxy.Header)
	if len(said) != 1 || !plain(said[0]) {
		return Visitor{}
	}
	role := a.Proxy.Roles.Of(said[0])
	if role == Stranger {
		return Visitor{}
	}
	return Visitor{Name: said[0], Role: role, Via: ByProxy}
}

// say is a sentence of the catalogue in the visitor's language.
func (a *Access) say(r *http.Request, key string, values ...any) string {
	return wording.NewMessage("access."+key, values...).In(a.Language(r))
}
