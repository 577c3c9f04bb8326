package web

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// policy lets the page load nothing but its own style, script, icon and data, send its forms
// nowhere else, and lets no data become a script; it holds for XML feeds opened in a browser
// as well.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard refuses foreign hosts and sets the headers that every answer carries.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.knows(r.Host) {
			s.refuse(w, r, http.StatusMisdirectedRequest, "foreign_host")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse says in a line of text why there is nothing to show: access.KEY of the catalogue. A
// browser is answered in the language of its reader; programs name none, and get English.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, status int, key string) {
	w.Header().Add("Vary", "Accept-Language, Cookie")
	language := wording.English
	if r.Header.Get("Accept-Language") != "" {
		language = s.Access.Language(r)
	}
	http.Error(w, language.Say("access."+key), status)
}

// knows reports whether a Host header is ours. IP addresses are: a rebound DNS name
// still stands in the header as a name.
func (s *server) knows(host string) bool {
	name := access.Hostname(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return loopback.Host(name) || slices.ContainsFunc(s.AllowedHosts, func(allowed string) bool {
		return strings.EqualFold(access.Hostname(allowed), name)
	})
}

// keepLocal keeps what is behind it to this machine where that is wished.
func (s *server) keepLocal(next http.Handler) http.Handler {
	if !s.LocalPage {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !access.Local(r) {
			s.refuse(w, r, http.StatusForbidden, "only_here")
			return
		}
		next.ServeHTTP(w, r)
	})
}
