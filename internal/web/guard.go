package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// policy lets the page load nothing but its own style, script, icon and data, and
// lets no data become a script; it holds for XML feeds opened in a browser as well.
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
	name := hostname(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || slices.ContainsFunc(s.AllowedHosts, func(allowed string) bool {
		return strings.EqualFold(hostname(allowed), name)
	})
}

// hostname is a Host header without its port, brackets and final dot.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// local reports whether a request comes from this machine itself. What a proxy on
// this machine hands on does not count. It is known by a public host name, by a
// forwarder in the headers, or by HTTP/1.0, which some proxies speak and no browser
// does; a proxy that hides all three must be told to send X-Forwarded-For.
func local(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() || !r.ProtoAtLeast(1, 1) {
		return false
	}
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	name := hostname(r.Host)
	address, err := netip.ParseAddr(name)
	return name == "localhost" || (err == nil && address.IsLoopback())
}
