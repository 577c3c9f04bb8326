package web

import (
	"context"
	"net"
	"time"
)

// Listener is a listener that can be told until when it waits, as one of TCP can.
type Listener interface {
	net.Listener
	SetDeadline(time.Time) error
}

// Listen opens a listener at an address. Its connections are of TCP, or can what those can: send a
// file by themselves, and end one way.
type Listen func(ctx context.Context, address string) (Listener, error)

// ListenTCP listens on a TCP address, such as 127.0.0.1:8080. A port 0 is any that is free.
func ListenTCP(ctx context.Context, address string) (Listener, error) {
	resolved, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return resolved.(*net.TCPListener), nil // as the documentation of net promises for "tcp"
}

// Door is an address to listen on that outlasts the servers behind it: while one ends and the
// next begins, whoever knocks waits instead of being turned away. Use OpenDoor.
type Door struct {
	Listener
	asked string
}

// OpenDoor listens on an address by listen, nil for ListenTCP.
func OpenDoor(ctx context.Context, address string, listen Listen) (*Door, error) {
	if listen == nil {
		listen = ListenTCP
	}
	listener, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	return &Door{listener, address}, nil
}

// Leads reports whether it is the door of an address, as that was asked for or came to be.
func (d *Door) Leads(address string) bool { return address == d.asked || address == d.Addr().String() }

// behind is the gate of a server that begins behind the door.
func (d *Door) behind(limits Limits) (*gate, error) {
	return &gate{Listener: d.Listener, limits: limits, stays: true}, d.SetDeadline(time.Time{})
}
