package client

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// lease is what a request that creates something asks before it leaves: the process may have
// stood still since the caller asked, while it waited for a connection too.
type lease struct {
	held func() error // nil: nothing is asked

	mu  sync.Mutex
	err error
}

// leased puts the lease of a call on its request: the body asks before its first byte, which is
// when there is a connection. A service cannot act on a request whose body never comes.
func (h *httpCaller) leased(ctx context.Context, req *http.Request, r *request) *lease {
	if !r.creating {
		return &lease{}
	}
	l := &lease{held: func() error { return supplier.CheckLease(ctx) }}
	if req.Body != nil && supplier.HasLease(ctx) {
		req.Body = &leasedBody{ReadCloser: req.Body, lease: l}
	}
	return l
}

// check asks, and remembers the answer.
func (l *lease) check() error {
	if l.held == nil {
		return nil
	}
	err := l.held()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
	return err
}

// lost is the error with which the body was kept back, nil where it was not.
func (l *lease) lost() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// leasedBody asks before its first byte.
type leasedBody struct {
	io.ReadCloser
	lease *lease
	begun bool
}

func (b *leasedBody) Read(p []byte) (int, error) {
	if !b.begun {
		if err := b.lease.check(); err != nil {
			return 0, err
		}
		b.begun = true
	}
	return b.ReadCloser.Read(p)
}
