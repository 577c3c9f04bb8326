package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/wire"
	"github.com/dropbridge/dropbridge/internal/supplier/xmlanswer"
)

// request is one call to the service.
type request struct {
	op       string // what is being done, for errors and the log
	shape    string // of the answer where that is XML: the key in xmlanswer.Shapes
	method   string
	path     string
	address  string // in place of path and query: one that the service named
	query    url.Values
	body     []byte          // JSON
	encoding wire.Encoding   // in which it goes out
	key      string          // value of the idempotency header, "" sends none
	creating bool            // whether it creates something, so that an unknown outcome matters
	hollow   bool            // whether its answer may be of any kind, as it is not read
	login    bool            // whether it asks for a token, so that it carries none
	token    supplier.Secret // of the session, where the service has a login
	lends    bool            // whether the memory of its answer comes back when the page is done
}

// answer is a 2xx answer to a request.
type answer struct {
	status int
	header http.Header
	body   string
	lent   *pageMemory // the memory of the body, nil where nobody gives it back
}

// caller makes calls. The innermost one makes one attempt over HTTP; limit, retry
// and log stand around it, one concern each. Errors are of type *Error.
type caller interface {
	call(ctx context.Context, r *request) (*answer, error)
}

// Bodies are bounded: a page is at most 64 MiB, a refusal at most 1 MiB.
const (
	maxAnswer  = 64 << 20
	maxRefusal = 1 << 20
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

// httpCaller makes one attempt a call.
type httpCaller struct {
	client  *http.Client
	base    *url.URL
	keys    *keyring
	agent   string
	timeout time.Duration
	mapping *mapping.Program
	shapes  xmlanswer.Shapes // of answers, nil where they are JSON
	now     func() time.Time
	at      string // the key of the config under which the supplier stands
}

// placer says in errors where the supplier stands in the config, for the hints of whoever shows
// them.
type placer struct {
	next caller
	at   string
}

func (p *placer) call(ctx context.Context, r *request) (*answer, error) {
	a, err := p.next.call(ctx, r)
	return a, placed(err, p.at)
}

// placed is an error that knows where its supplier stands in the config.
func placed(err error, at string) error {
	if e, ok := errors.AsType[*supplier.Error](err); ok && e.At != at {
		e.At = at
	}
	return err
}

// errTooLarge refuses an answer that would fill the memory.
var errTooLarge = errors.New("too large")

// read reads the body, into memory that comes back where that is lent.
func (a *answer) read(resp *http.Response, lends bool) (body string, err error) {
	if lends {
		a.lent = memories.Get().(*pageMemory)
		a.body, err = readInto(&a.lent.body, resp, maxAnswer)
	} else {
		a.body, err = readBody(resp, maxAnswer)
	}
	return a.body, err
}

// pageMemory is what a page and the texts that are decoded of it stand in.
type pageMemory struct {
	body  bytes.Buffer
	texts jsonread.Arena
}

// memories are those of pages that are done, for the next ones.
var memories = sync.Pool{New: func() any { return new(pageMemory) }}

// release gives the memory to the next page.
func (m *pageMemory) release() {
	m.texts.Reset()
	memories.Put(m)
}

// readBody reads a bounded body without a copy of it at the end.
func readBody(resp *http.Response, limit int64) (string, error) {
	return readInto(new(bytes.Buffer), resp, limit)
}

// readInto reads a bounded body into a buffer, whose memory is the text's.
func readInto(b *bytes.Buffer, resp *http.Response, limit int64) (string, error) {
	b.Reset()
	if n := resp.ContentLength; n > 0 && n <= limit {
		b.Grow(int(n) + bytes.MinRead) // with room for the read that finds the end
	}
	n, err := b.ReadFrom(io.LimitReader(resp.Body, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
	}
	body := unsafe.String(unsafe.SliceData(b.Bytes()), b.Len()) // nobody writes there before the text is let go
	return strings.TrimPrefix(body, "\uFEFF"), err              // some services begin with a byte order mark
}

func looksLikeJSON(body string) bool {
	body = strings.TrimLeft(body, " \t\r\n")
	return body != "" && (body[0] == '{' || body[0] == '[')
}

// errForeignRedirect refuses to carry the token to another host.
var errForeignRedirect = errors.New("redirected elsewhere")

// errForeignLink refuses to carry the token to another host.
var errForeignLink = errors.New("the next page's address leads elsewhere")
