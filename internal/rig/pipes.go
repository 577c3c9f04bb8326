package rig

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Pipes is a network inside a process: nothing of it waits for the system, so that it works in a
// bubble of testing/synctest. The zero value has nobody who listens.
type Pipes struct {
	mu sync.Mutex
	at *PipeListener // nil: nobody listens
}

// pipeAddress is where whoever listens is, and whoever dials: on this machine.
func pipeAddress(port int) net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port} }

// The ports of Pipes, which nothing is told apart by.
const (
	pipeListens = 80
	pipeDials   = 40000
)

// Listen listens until the listener is closed, instead of who listened before.
func (p *Pipes) Listen() *PipeListener {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = &PipeListener{came: make(chan net.Conn), closed: make(chan struct{}), late: make(chan struct{})}
	return p.at
}

// Dial connects to who listens; its error is that of a port that nobody has.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	p.mu.Lock()
	at := p.at
	p.mu.Unlock()
	if at == nil {
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: net.ErrClosed}
	}
	here, there := net.Pipe()
	select {
	case at.came <- PipeConn{there, pipeAddress(pipeListens), pipeAddress(pipeDials)}:
		return PipeConn{here, pipeAddress(pipeDials), pipeAddress(pipeListens)}, nil
	case <-at.closed:
		return nil, &net.OpError{Op: "dial", Net: "pipe", Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// PipeConn is a connection by a pipe that can what one of TCP can.
type PipeConn struct {
	net.Conn
	local, remote net.Addr
}

// LocalAddr is an address of this machine.
func (c PipeConn) LocalAddr() net.Addr { return c.local }

// RemoteAddr is an address of this machine.
func (c PipeConn) RemoteAddr() net.Addr { return c.remote }

// ReadFrom copies: a pipe has nothing quicker.
func (c PipeConn) ReadFrom(from io.Reader) (int64, error) { return io.Copy(c.Conn, from) }

// CloseWrite ends both ways: a pipe has no other end.
func (c PipeConn) CloseWrite() error { return c.Close() }

// PipeListener is who listens in Pipes.
type PipeListener struct {
	came   chan net.Conn
	closed chan struct{}
	close  sync.Once

	mu   sync.Mutex
	late chan struct{} // closed where the time is over until which it waits
}

// Accept waits for the next connection.
func (l *PipeListener) Accept() (net.Conn, error) {
	l.mu.Lock()
	late := l.late
	l.mu.Unlock()
	select {
	case conn := <-l.came:
		return conn, nil
	case <-late:
		return nil, os.ErrDeadlineExceeded
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// SetDeadline has Accept wait no more after a moment that is over, and wait again with the zero time;
// it knows no later ones.
func (l *PipeListener) SetDeadline(at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.late:
		l.late = make(chan struct{})
	default:
	}
	if !at.IsZero() {
		close(l.late)
	}
	return nil
}

// Close turns away whoever dials.
func (l *PipeListener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

// Addr is an address of this machine.
func (l *PipeListener) Addr() net.Addr { return pipeAddress(pipeListens) }

// Within lets a handler of the same process answer requests, without a network. A handler that breaks
// off its answer breaks it off for who asked, too.
type Within struct{ Handler http.Handler }

// RoundTrip is http.RoundTripper's. The handler goes on where who asked does not wait any more.
func (w Within) RoundTrip(r *http.Request) (*http.Response, error) {
	body := r.Body
	if body == nil {
		body = http.NoBody
	}
	asked := r.Clone(r.Context())
	asked.RequestURI, asked.RemoteAddr, asked.Body = r.URL.RequestURI(), pipeAddress(pipeDials).String(), body
	answer, over := &recorder{header: http.Header{}, status: http.StatusOK}, make(chan bool, 1)
	go func() {
		whole := false
		defer func() {
			if recover() != nil {
				whole = false
			}
			over <- whole
		}()
		w.Handler.ServeHTTP(answer, asked)
		whole = true
	}()
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case whole := <-over:
		if !whole {
			return nil, io.ErrUnexpectedEOF
		}
	}
	return &http.Response{Status: http.StatusText(answer.status), StatusCode: answer.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: answer.header, Body: io.NopCloser(&answer.body), ContentLength: int64(answer.body.Len()), Request: r}, nil
}
