package sftpd

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// New is a Server. What a crash left of uploads goes.
func New(o Options) (*Server, error) {
	if err := os.MkdirAll(o.Parts, 0o700); err != nil {
		return nil, err
	}
	_ = durable.RemoveStale(o.Parts, time.Now()) // what cannot go harms nothing
	return &Server{Options: o, conns: map[*connection]bool{}}, nil
}

// Serve serves the clients of a listener until ctx ends, lets uploads that are under way finish
// for a while, and closes the listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	var open sync.WaitGroup
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	for {
		raw, err := listener.Accept()
		if err != nil {
			s.end()
			open.Wait()
			if ctx.Err() != nil {
				return nil
			}
			return errors.Join(err, listener.Close())
		}
		c := &connection{Conn: raw, idle: s.Limits.Idle, network: networkOf(raw.RemoteAddr()), since: time.Now()}
		if !s.admit(c) {
			s.Logger.Warn("SFTP connection refused: too many are open; sftp.connections and sftp.per_address of the config say how many may be", "address", c.network)
			raw.Close()
			continue
		}
		open.Go(func() {
			defer s.forget(c)
			s.attend(ctx, c)
		})
	}
}

// admit holds a connection within the limits. Where one is reached, the connection that has taken the
// longest to log in makes room; those of whoever has logged in stay.
func (s *Server) admit(c *connection) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := 0
	for other := range s.conns {
		if other.network == c.network {
			same++
		}
	}
	if same >= s.Limits.PerAddress && !s.closeStranger(c.network) {
		return false
	}
	if len(s.conns) >= s.Limits.Connections && !s.closeStranger("") {
		return false
	}
	s.conns[c] = true
	return true
}

// closeStranger closes the oldest connection of a network, "" for any, that has not logged in.
func (s *Server) closeStranger(network string) bool {
	var oldest *connection
	for c := range s.conns {
		if !c.logged.Load() && (network == "" || c.network == network) && (oldest == nil || c.since.Before(oldest.since)) {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}
	delete(s.conns, oldest)
	oldest.Close()
	return true
}

func (s *Server) forget(c *connection) {
	c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// end closes the connections, those with an upload under way after a while.
func (s *Server) end() {
	for until := time.Now().Add(lastUploads); s.closeThose(func(c *connection) bool { return c.uploads.Load() == 0 || time.Now().After(until) }); {
		time.Sleep(20 * time.Millisecond)
	}
}

// closeThose closes connections, and reports whether others are left.
func (s *Server) closeThose(which func(*connection) bool) (others bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if which(c) {
			c.Close()
		} else {
			others = true
		}
	}
	return others
}
