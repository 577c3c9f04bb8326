package sftpd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Counter takes files in and shows what there is. *intake.Counter is one.
type Counter interface {
	Take(ctx context.Context, source, name string, content io.Reader) (intake.Receipt, error)
	Check(source, name string) error
	Passing(name string) bool
	Lying(source string) ([]fs.FileInfo, error)
	Results(ctx context.Context, source string) ([]fs.FileInfo, error)
	Result(ctx context.Context, source, name string) (fs.FileInfo, error)
	OpenResult(ctx context.Context, source, name string) (*os.File, error)
}

// Keys say which key is for which source.
type Keys interface {
	MayDrop(source, key string) (name string, ok bool) // for this one
	Drops(key string) bool                             // for any
}

// Options says what is served, and to whom. All of it is needed but Here and Public.
type Options struct {
	Counter  Counter
	Here     func(context.Context) error // a *refusal.Refusal where another process has the inbox; nil: this one has
	Source   func(user string) (source string, known bool)
	Keys     Keys
	Public   map[string][]ssh.PublicKey // that open a source without a password, by its name; "" is the inbox itself
	Access   *access.Access             // makes whoever guesses keys wait
	HostKey  ssh.Signer
	Parts    string // the folder of files that are being sent
	Limits   Limits
	Language wording.Language
	Logger   *slog.Logger
}

// Limits bounds what clients take.
type Limits struct {
	Connections int           // that are held at a time
	PerAddress  int           // of those from one address, or from the 64 bits of IPv6 that one customer has
	Idle        time.Duration // after which a connection is closed that sends nothing
}

// The times of a connection.
const (
	logInWithin = 30 * time.Second
	lastUploads = 5 * time.Second // that are under way when the server ends
)

// Server serves clients of SFTP. Use New.
type Server struct {
	Options
	mu    sync.Mutex
	conns map[*connection]bool
}

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

// networkOf is what of an address counts as one client.
func networkOf(address net.Addr) string { return access.Network(addressOf(address)) }

func addressOf(address net.Addr) netip.Addr {
	of, _ := netip.ParseAddrPort(address.String())
	return of.Addr().Unmap()
}
