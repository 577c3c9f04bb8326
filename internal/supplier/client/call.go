package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// request is one call to the service.
type request struct {
	op       string // what is being done, for errors and the log
	method   string
	path     string
	address  string // in place of path and query: one that the service named
	query    url.Values
	body     []byte
	key      string          // value of the idempotency header, "" sends none
	creating bool            // whether it creates something, so that an unknown outcome matters
	login    bool            // whether it asks for a token, so that it carries none
	token    supplier.Secret // of the session, where the service has a login
}

// answer is a 2xx answer to a request.
type answer struct {
	status int
	header http.Header
	body   string
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

// httpCaller makes one attempt a call.
type httpCaller struct {
	client  *http.Client
	base    *url.URL
	token   supplier.Secret
	agent   string
	timeout time.Duration
	mapping *mapping.Program
	now     func() time.Time
}

// progress is how far an attempt got; its hooks run on the transport's goroutines.
type progress struct {
	dialled atomic.Bool // the transport, a traced one, has begun to look for a connection
	wrote   atomic.Bool // the request has begun to be written
}

func (p *progress) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:      func(string) { p.dialled.Store(true) },
		WroteHeaders: func() { p.wrote.Store(true) },
		WroteRequest: func(httptrace.WroteRequestInfo) { p.wrote.Store(true) },
	})
}

// unsent reports whether certainly nothing of the request reached the service. A
// transport that does not tell is taken to have sent it.
func (p *progress) unsent() bool { return p.dialled.Load() && !p.wrote.Load() }

func (h *httpCaller) call(ctx context.Context, r *request) (*answer, error) {
	attempt, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	var progress progress
	req, err := h.request(progress.trace(attempt), r)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Err: err}
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, h.failure(ctx, r, err, progress.unsent())
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, h.refusal(r, resp)
	}
	body, err := readBody(resp, maxAnswer)
	if err != nil {
		return nil, h.failure(ctx, r, fmt.Errorf("reading the answer: %w", err), false)
	}
	out := &answer{status: resp.StatusCode, header: resp.Header, body: body}
	if !looksLikeJSON(body) {
		return nil, h.notJSON(r, out)
	}
	if refused := h.judge(r, out); refused != nil {
		return nil, refused
	}
	out.body = h.auth().kept(body, h.tokenOf(r))
	return out, nil
}

// auth is where requests carry the token.
func (h *httpCaller) auth() tokenPlace { return tokenPlace{&h.mapping.Auth} }

// tokenOf is the token that a request carries, none for a login.
func (h *httpCaller) tokenOf(r *request) supplier.Secret {
	switch {
	case r.login:
		return supplier.Secret{}
	case h.mapping.Auth.Login != nil:
		return r.token
	}
	return h.token
}

// hide redacts what is secret about a request in a text that came from elsewhere.
func (h *httpCaller) hide(r *request, text string) string { return r.token.Hide(h.token.Hide(text)) }

func (h *httpCaller) request(ctx context.Context, r *request) (*http.Request, error) {
	target := h.base.JoinPath(r.path)
	target.RawQuery = r.query.Encode()
	if r.address != "" {
		named, err := url.Parse(r.address)
		if err != nil {
			return nil, errForeignLink
		}
		target = named
	}
	// The address is set afterwards: an error of its parser would show a token in the query.
	req, err := http.NewRequestWithContext(ctx, r.method, "", nil)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = target, target.Host
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", h.agent)
	text := string(r.body)
	if text != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, header := range h.mapping.Headers {
		req.Header.Set(header[0], header[1])
	}
	if token := h.tokenOf(r); token.IsSet() {
		if text, err = h.auth().place(req, text, token); err != nil {
			return nil, err
		}
	}
	if text != "" {
		req.Body, req.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
	}
	// Without GetBody the transport cannot send a body again by itself. It would do
	// so after a lost connection for a request with an idempotency header, and an
	// order would be created twice where the service does not honour the header.
	req.GetBody = nil
	if r.key != "" {
		if !headerText(r.key) || len(r.key) > 255 {
			return nil, fmt.Errorf("idempotency key %q: want printable ASCII, at most 255 characters", oneline.Clean(r.key, 40))
		}
		req.Header.Set(h.mapping.KeyHeader, r.key)
	}
	return req, nil
}

// headerText reports whether text can stand in a header as it is.
func headerText(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// errTooLarge refuses an answer that would fill the memory.
var errTooLarge = errors.New("too large")

// readBody reads a bounded body without a copy of it at the end.
func readBody(resp *http.Response, limit int64) (string, error) {
	var b strings.Builder
	if n := resp.ContentLength; n > 0 && n <= limit {
		b.Grow(int(n))
	}
	n, err := io.Copy(&b, io.LimitReader(resp.Body, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)
	}
	return strings.TrimPrefix(b.String(), "\uFEFF"), err // some services begin with a byte order mark
}

func looksLikeJSON(body string) bool {
	body = strings.TrimLeft(body, " \t\r\n")
	return body != "" && (body[0] == '{' || body[0] == '[')
}

// failure is the error of an attempt that got no usable answer.
func (h *httpCaller) failure(ctx context.Context, r *request, err error, unsent bool) *supplier.Error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err // without the address, which every message would repeat
	}
	if shown := err.Error(); h.hide(r, shown) != shown {
		err = &hiddenError{err, h.hide(r, shown)}
	}
	out := &supplier.Error{Kind: supplier.KindTransient, Op: r.op, Err: err}
	if r.creating {
		out.Kind = supplier.KindAmbiguous
	}
	switch {
	case unsent && ctx.Err() == nil:
		out.Kind, out.Detail = supplier.KindNotSent, "cannot reach "+h.base.Host
		out.Hint = "check supplier.base_url and the network"
		if certificate(err) {
			out.Hint = "the server's certificate is not trusted: check supplier.base_url and the clock of this machine"
		}
	case unsent:
		out.Kind = supplier.KindNotSent
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		out.Detail = fmt.Sprintf("no answer within %s", h.timeout)
	case r.creating: // whatever it was, the order may exist
	case errors.Is(err, errForeignRedirect):
		out.Kind, out.Hint = supplier.KindProtocol, "write the address that it leads to as supplier.base_url, if you trust it"
	case errors.Is(err, errTooLarge):
		out.Kind = supplier.KindProtocol
	}
	return out
}

// hiddenError is an error whose text held a token.
type hiddenError struct {
	error
	shown string
}

func (e *hiddenError) Error() string { return e.shown }

func (e *hiddenError) Unwrap() error { return e.error }

// certificate reports whether a connection was refused by us for its certificate.
func certificate(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	return verification || authority || host
}

// notJSON is the error of a 2xx answer that is something else, such as a login page.
func (h *httpCaller) notJSON(r *request, a *answer) *supplier.Error {
	out := &supplier.Error{Kind: supplier.KindProtocol, Op: r.op, Status: a.status, Hint: "check supplier.base_url", Passing: !r.creating}
	if r.creating {
		out.Kind = supplier.KindAmbiguous
	}
	kind := oneline.Clean(a.header.Get("Content-Type"), 60)
	switch {
	case strings.TrimSpace(a.body) == "":
		out.Detail = "answered with nothing, not JSON: is the address right?"
	case r.login: // it may be the token
		out.Detail = "answered with a text, not JSON: is the address right?"
	case kind == "":
		out.Detail = fmt.Sprintf("answered with %q, not JSON: is the address right?", oneline.Clean(h.hide(r, a.body), 40))
	default:
		out.Detail = fmt.Sprintf("answered with %s, not JSON: is the address right?", kind)
	}
	return out
}
