package access

import (
	_ "embed"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Hostname is a Host header without its port, brackets and final dot.
func Hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// Local reports whether a request comes from this machine itself. What a proxy on
// this machine hands on does not count. It is known by a public host name, by a
// forwarder in the headers, or by HTTP/1.0, which some proxies speak and no browser
// does; a proxy that hides all three must be told to send X-Forwarded-For.
func Local(r *http.Request) bool {
	if !peer(r).IsLoopback() || !r.ProtoAtLeast(1, 1) {
		return false
	}
	for _, header := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"} {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	return loopback.Host(Hostname(r.Host))
}

// peer is the address at the other end of the connection, not valid where it has none.
func peer(r *http.Request) netip.Addr {
	address, _ := netip.ParseAddrPort(r.RemoteAddr)
	return address.Addr().Unmap()
}

// trusted reports whether what the other end says of its clients is believed: a proxy that
// the config names, or whatever runs on this machine.
func (a *Access) trusted(r *http.Request) bool {
	return peer(r).IsLoopback() || a.byProxy(r)
}

// byProxy reports whether the other end is at an address of the config's proxies.
func (a *Access) byProxy(r *http.Request) bool {
	address := peer(r)
	return slices.ContainsFunc(a.Proxy.From, func(of netip.Prefix) bool { return of.Contains(address) })
}

// client is the network of whoever asks, by which log-ins are counted: an address, or the 64
// bits of IPv6 that one customer has. Of several forwarders the last one is the only one that
// our own proxy wrote.
func (a *Access) client(r *http.Request) string {
	address := peer(r)
	if said := r.Header.Values("X-Forwarded-For"); len(said) > 0 && a.trusted(r) {
		list := strings.Split(said[len(said)-1], ",")
		if forwarded, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			address = forwarded.Unmap()
		}
	}
	return Network(address)
}

// Network is what of an address counts as one client: all of it, or the 64 bits of IPv6 that one
// customer has.
func Network(address netip.Addr) string {
	if address.Is6() {
		network, _ := address.WithZone("").Prefix(64)
		return network.String()
	}
	return address.String()
}

// encrypted reports whether the visitor's browser speaks HTTPS, with us or with a proxy.
func (a *Access) encrypted(r *http.Request) bool {
	return r.TLS != nil || a.trusted(r) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// The addresses at which people log in and out.
const (
	LoginPath  = "/login"
	LogoutPath = "/logout"
	LeavePath  = LoginPath + "/start" // to the issuer
	BackPath   = LoginPath + "/back"  // from the issuer
)

// LocalPath is an address on this server, / where a text is none: nobody is sent elsewhere.
func LocalPath(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") ||
		strings.ContainsAny(text, "\\\r\n\t") || strings.HasPrefix(u.Path, LoginPath) || strings.HasPrefix(u.Path, LogoutPath) {
		return "/"
	}
	return text
}

// Preferred is the language that a browser asks for, of those that people here are told
// things in; fallback where it asks for none of them.
func Preferred(r *http.Request, fallback wording.Language) wording.Language {
	asked, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(asked) == 0 {
		return fallback
	}
	offered := []wording.Language{fallback, wording.Ukrainian, wording.English}
	_, index, confidence := language.NewMatcher([]language.Tag{language.Make(string(fallback)), language.Ukrainian, language.English}).Match(asked...)
	if confidence == language.No {
		return fallback
	}
	return offered[index]
}
