package web

import (
	"context"
	"fmt"
	"net"
	"time"
)

// Door is an address to listen on that outlasts the servers behind it: while one ends and the
// next begins, whoever knocks waits instead of being turned away. Use OpenDoor.
type Door struct {
	*net.TCPListener
	asked string
}

// OpenDoor listens on a TCP address, such as 127.0.0.1:8080. A port 0 is any that is free.
func OpenDoor(ctx context.Context, address string) (*Door, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	tcp, ok := listener.(*net.TCPListener)
	if !ok {
		return nil, fmt.Errorf("listen on %s: it is no address of TCP", address)
	}
	return &Door{tcp, address}, nil
}

// Leads reports whether it is the door of an address, as that was asked for or came to be.
func (d *Door) Leads(address string) bool { return address == d.asked || address == d.Addr().String() }

// behind is the gate of a server that begins behind the door.
func (d *Door) behind(limits Limits) (*gate, error) {
	return &gate{TCPListener: d.TCPListener, limits: limits, stays: true}, d.SetDeadline(time.Time{})
}
