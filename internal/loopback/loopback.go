// Package loopback tells which hosts are this machine itself: what goes there nobody on the way
// can read, and what comes by such a name was meant for here. It is a leaf.
package loopback

import (
	"net/netip"
	"strings"
)

// Host reports whether a host is this machine, whatever a resolver says: localhost in capitals or
// not, 127.0.0.0/8, ::1, and the former written as IPv6. It is without port and brackets, as
// url.URL.Hostname and net.SplitHostPort give it. What it says of a name lets tokens go without TLS
// and browsers in, so a name that only looks like one of this machine is none, and no short form
// of an address, no final dot, no zone is known.
func Host(host string) bool {
	if strings.ToLower(host) == name { // EqualFold would take a long s (ſ), too
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Zone() == "" && address.Unmap().IsLoopback()
}

// Below reports whether a host is a name under localhost. Browsers and some resolvers keep
// these to this machine, as RFC 6761 wants it; Go asks the resolver, which may say otherwise, so
// they are not among Host.
func Below(host string) bool {
	shop, under := strings.CutSuffix(strings.ToLower(host), "."+name)
	return under && shop != ""
}

const name = "localhost"
