package sftpd

import (
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

// connection is one of a client.
type connection struct {
	net.Conn
	network string
	since   time.Time
	idle    time.Duration
	logged  atomic.Bool  // in; before that the time for all of it is bounded
	uploads atomic.Int32 // that are under way
}

// Read implements io.Reader. Whoever sends nothing for too long is done.
func (c *connection) Read(p []byte) (int, error) {
	if c.logged.Load() {
		if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(p)
}

// Write implements io.Writer. Whoever takes nothing for too long is done.
func (c *connection) Write(p []byte) (int, error) {
	if c.logged.Load() {
		if err := c.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Write(p)
}

// networkOf is what of an address counts as one client.
func networkOf(address net.Addr) string { return access.Network(addressOf(address)) }

func addressOf(address net.Addr) netip.Addr {
	of, _ := netip.ParseAddrPort(address.String())
	return of.Addr().Unmap()
}
