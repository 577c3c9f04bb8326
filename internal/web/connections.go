package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Limits bounds the connections that a server holds at a time. 0 is no limit.
type Limits struct {
	Connections int            // in all
	PerAddress  int            // from one address, or from the 64 bits of IPv6 that one customer has
	Exempt      []netip.Prefix // addresses of proxies, of which each has many clients
}

// gate is a listener that keeps the limits. Where one is reached, the connection that has
// been without a request for the longest is closed for a new one: first of its own address,
// and where the server is full, of the address that holds the most. Where all of them are
// being answered, one whose request only trickles makes room, and else the new one is closed.
type gate struct {
	Listener
	limits Limits
	stays  bool // the listener outlasts the gate

	mu   sync.Mutex
	open []*visit // the oldest first
}

// wire is a connection of TCP: what sends a file by what the system has for that, and can end one way.
type wire interface {
	net.Conn
	io.ReaderFrom
	CloseWrite() error
}

// visit is a connection with what the gate knows of it.
type visit struct {
	wire
	gate    *gate
	network string
	since   time.Time // when its last request ended, or it began
	asks    int       // requests that are being answered
	comes   time.Time // when the part of a request's body began that is under way; zero for none
	once    sync.Once
}

// Close lets nobody in any more. Where the listener stays, whoever knocks waits for the next gate.
func (g *gate) Close() error {
	if g.stays {
		return g.SetDeadline(time.Unix(1, 0))
	}
	return g.Listener.Close()
}

// Accept waits for the next connection that the limits let in.
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		v := &visit{wire: conn.(wire), gate: g, network: networkOf(conn.RemoteAddr()), since: time.Now()}
		if g.admit(v) {
			return v, nil
		}
		conn.Close()
	}
}

// admit lets a connection in, at the cost of an idle one where a limit is reached.
func (g *gate) admit(v *visit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	per := g.limits.PerAddress
	if per > 0 && !g.exempt(v.network) && g.count(v.network) >= per && !g.closeIdle(v.network) {
		return false
	}
	if all := g.limits.Connections; all > 0 && len(g.open) >= all && !g.closeIdle(g.busiest()) && !g.closeIdle("") {
		return false
	}
	g.open = append(g.open, v)
	return true
}

func (g *gate) exempt(network string) bool {
	prefix, err := netip.ParsePrefix(network)
	return err == nil && slices.ContainsFunc(g.limits.Exempt, func(of netip.Prefix) bool { return of.Contains(prefix.Addr()) })
}

func (g *gate) count(network string) int {
	n := 0
	for _, v := range g.open {
		if v.network == network {
			n++
		}
	}
	return n
}

// busiest is the network that holds the most connections.
func (g *gate) busiest() string {
	counts, most := map[string]int{}, ""
	for _, v := range g.open {
		counts[v.network]++
		if counts[v.network] > counts[most] {
			most = v.network
		}
	}
	return most
}

// tricklesAfter is how long a part of a request's body may take before its connection makes room for
// others: some 4 kB a second.
const tricklesAfter = 30 * time.Second

// closeIdle closes the connection of a network, "" for any, that has waited the longest for a
// request to be complete, or else the one whose request has trickled the longest; false where all
// others are being answered.
func (g *gate) closeIdle(network string) bool {
	idle := func(v *visit) (time.Time, bool) { return v.since, v.asks == 0 }
	trickles := func(v *visit) (time.Time, bool) {
		return v.comes, !v.comes.IsZero() && time.Since(v.comes) >= tricklesAfter
	}
	return g.closeOldest(network, idle) || g.closeOldest(network, trickles)
}

// closeOldest closes the oldest connection of a network, "" for any, among some of them.
func (g *gate) closeOldest(network string, among func(*visit) (since time.Time, is bool)) bool {
	found, oldest := -1, time.Time{}
	for n, v := range g.open {
		since, is := among(v)
		if is && (network == "" || v.network == network) && (found < 0 || since.Before(oldest)) {
			found, oldest = n, since
		}
	}
	if found < 0 {
		return false
	}
	idle := g.open[found]
	g.open = slices.Delete(g.open, found, found+1)
	idle.wire.Close()
	return true
}

// Close closes the connection and makes room for another.
func (v *visit) Close() error {
	v.once.Do(func() {
		v.gate.mu.Lock()
		defer v.gate.mu.Unlock()
		v.gate.open = slices.DeleteFunc(v.gate.open, func(other *visit) bool { return other == v })
	})
	return v.wire.Close()
}

// networkOf is what of an address counts as one client.
func networkOf(address net.Addr) string {
	of, err := netip.ParseAddrPort(address.String())
	if err != nil {
		return address.String()
	}
	client, bits := of.Addr().Unmap().WithZone(""), 32
	if client.Is6() {
		bits = 64
	}
	prefix, _ := client.Prefix(bits)
	return prefix.String()
}

type visitKey struct{}

// noteRequests tells the gate which connections are being answered.
func noteRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v := visitOf(r.Context()); v != nil {
			v.ask(1)
			defer v.ask(-1)
		}
		next.ServeHTTP(w, r)
	})
}

// visitOf is the connection of a request, nil where nobody counts them.
func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(visitKey{}).(*visit)
	return v
}

// receive notes when a part of a request's body began, zero where none is awaited any more.
func (v *visit) receive(since time.Time) {
	if v == nil {
		return
	}
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.comes = since
}

func (v *visit) ask(change int) {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.asks, v.since, v.comes = v.asks+change, time.Now(), time.Time{}
}

// withVisit keeps a connection where noteRequests finds it.
func withVisit(ctx context.Context, conn net.Conn) context.Context {
	if v, ok := conn.(*visit); ok {
		return context.WithValue(ctx, visitKey{}, v)
	}
	return ctx
}
