package sandbox

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/dropbridge/dropbridge/internal/loopback"
)

// guard keeps other sites' pages from acting through a person's browser.
type guard struct {
	hosts  map[string]bool
	origin *http.CrossOriginProtection
}

// wrap refuses requests under a foreign name, and writes from a foreign page.
func (g *guard) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.ownHost(r) {
			http.Error(w, "this page answers under a name of its own machine only, such as localhost", http.StatusForbidden)
			return
		}
		if err := g.origin.Check(r); err != nil {
			http.Error(w, "a page of another site sent this; open the cabinet itself", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownHost reports whether a browser meant this service: a page elsewhere can
// make its own name point here, but not change the name that it asks for.
func (g *guard) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if g.hosts[host] || loopback.Host(trimBrackets(host)) {
		return true
	}
	at, err := netip.ParseAddr(trimBrackets(host))
	if err != nil {
		return false
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && local.AddrPort().Addr().Unmap() == at.Unmap()
}

func trimBrackets(host string) string { return strings.Trim(host, "[]") }
