package web

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/web/access"
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
			http.Error(w, "this server does not answer to that host name: use its IP address, or allow the name in the config", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header is ours. IP addresses are: a rebound DNS name
// still stands in the header as a name.
func (s *server) knows(host string) bool {
	name := access.Hostname(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(s.AllowedHosts, func(allowed string) bool {
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
			http.Error(w, "this is for the machine itself: http.page in the config says so", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
