package courier

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

// Handles reports whether a request is for New's handler: it is for a file of the inbox, or for
// what is below a source of the results. Those directly in the folder of results are people's.
func Handles(r *http.Request) bool {
	below, results := strings.CutPrefix(r.URL.Path, "/results/")
	return strings.HasPrefix(r.URL.Path, "/inbox/") || results && strings.Contains(below, "/")
}

// New is the handler of what Handles reports. It knows whoever asks
// by the key alone, never by a session, so that no other site can have a browser send a file.
func New(o Options) http.Handler {
	c, mux := &courier{o}, http.NewServeMux()
	mux.HandleFunc("/inbox/{source}/{name}", c.only(c.take, http.MethodPut))
	mux.HandleFunc("/results/{source}/{name}", c.only(c.show, http.MethodGet, http.MethodHead))
	mux.HandleFunc("/results/{source}/{$}", c.only(c.list, http.MethodGet, http.MethodHead))
	return mux
}

// only has an errand done that comes by one of the methods and with a key of its source.
func (c *courier) only(do func(errand), methods ...string) http.HandlerFunc {
	allowed := strings.Join(methods, ", ")
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		e := errand{w: w, r: r, source: r.PathValue("source"), name: r.PathValue("name"), language: c.Language(r)}
		if e.source == itself {
			e.source = ""
		}
		if !c.admit(&e) {
			return
		}
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", allowed)
			e.refuse(http.StatusMethodNotAllowed, "method", allowed)
			return
		}
		if c.Here != nil {
			if err := c.Here(r.Context()); err != nil {
				c.fail(e, err)
				return
			}
		}
		do(e)
	}
}

// shownKey is the key of a request: that of a program, or the password of HTTP Basic.
func shownKey(r *http.Request) string {
	if key := access.Bearer(r); key != "" {
		return key
	}
	_, key, _ := r.BasicAuth()
	return key
}

// admit finds out whose key is shown, and answers where it does not fit. Whoever has a key of
// one source does not learn which others there are.
func (c *courier) admit(e *errand) bool {
	key := shownKey(e.r)
	if key == "" {
		e.askKey()
		return false
	}
	foreign := false
	by, wait := c.Access.Show(e.r, func() (string, bool) {
		name, ok := c.Keys.MayDrop(e.source, key)
		foreign = !ok && c.Keys.Drops(key)
		return name, ok || foreign
	})
	switch {
	case wait > 0:
		e.later(wait)
		e.refuse(http.StatusTooManyRequests, "guessing")
	case foreign:
		e.refuse(http.StatusForbidden, "other_source")
	case by == "":
		e.askKey()
	}
	e.by = by
	return by != "" && !foreign
}

// askKey answers that a key is needed.
func (e *errand) askKey() {
	e.w.Header().Add("WWW-Authenticate", `Bearer realm="dropbridge"`)
	e.w.Header().Add("WWW-Authenticate", `Basic realm="dropbridge", charset="UTF-8"`)
	e.refuse(http.StatusUnauthorized, "no_key")
}
