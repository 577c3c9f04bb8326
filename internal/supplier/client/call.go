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
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/dropbridge/dropbridge/internal/correlation"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/pulse"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/xmlanswer"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// progress is how far an attempt got; its hooks run on the transport's goroutines.
type progress struct {
	dialled atomic.Bool // the transport, a traced one, has begun to look for a connection
	wrote   atomic.Bool // the request has begun to be written
	waits   atomic.Bool // it has, and nothing of an answer has come
	lost    atomic.Bool // its connection was lost meanwhile
	end     func()      // ends the attempt
}

// errLost is a connection that was lost before an answer came.
var errLost = errors.New("the connection was lost before an answer came")

func (p *progress) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:      func(string) { p.dialled.Store(true) },
		GotConn:      p.got,
		WroteHeaders: p.written,
		WroteRequest: func(httptrace.WroteRequestInfo) { p.wrote.Store(true) },

		GotFirstResponseByte: func() { p.waits.Store(false) },
	})
}

func (p *progress) written() {
	p.wrote.Store(true)
	p.waits.Store(true)
}

// got is told of the connection that a request goes by. The transport makes a read again whose
// connection was lost, and nobody has given leave for a second request: it comes to nothing, and
// whoever tries again asks before. Over HTTP/2 only those are made again that the service says it
// has not looked at, and others share the connection.
func (p *progress) got(info httptrace.GotConnInfo) {
	if secure, ok := info.Conn.(*tls.Conn); !p.waits.Load() || ok && secure.ConnectionState().NegotiatedProtocol == "h2" {
		return
	}
	p.lost.Store(true)
	p.end()
	_ = info.Conn.Close() // nothing has gone by it
}

// unsent reports whether certainly nothing of the request reached the service. A
// transport that does not tell is taken to have sent it.
func (p *progress) unsent() bool { return p.dialled.Load() && !p.wrote.Load() }

func (h *httpCaller) call(ctx context.Context, r *request) (*answer, error) {
	pulse.Rest(ctx, h.timeout)
	attempt, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	progress := progress{end: cancel}
	req, err := h.request(progress.trace(attempt), r)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Err: err}
	}
	lease := h.leased(ctx, req, r)
	if err := lease.check(); err != nil {
		return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Err: err}
	}
	resp, err := h.client.Do(req)
	if err != nil {
		if lost := lease.lost(); lost != nil {
			return nil, &supplier.Error{Kind: supplier.KindNotSent, Op: r.op, Err: lost}
		}
		if progress.lost.Load() {
			err = errLost
		}
		return nil, h.failure(ctx, r, err, progress.unsent())
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, h.refusal(r, resp)
	}
	out := &answer{status: resp.StatusCode, header: resp.Header}
	body, err := out.read(resp, r.lends)
	if err != nil {
		return nil, h.failure(ctx, r, fmt.Errorf("reading the answer: %w", err), false)
	}
	if out.body, err = h.asJSON(r, body); err != nil {
		return nil, h.broken(r, out, err)
	}
	switch {
	case looksLikeJSON(out.body):
	case r.hollow && strings.TrimSpace(body) == "":
		return out, nil
	default:
		return nil, h.notJSON(r, out)
	}
	if refused := h.judge(r, out); refused != nil {
		return nil, refused
	}
	out.body = h.auth().redacted(out.body, h.credentialsOf(r).token)
	return out, nil
}

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
	req.Header.Set("Accept", h.accepts())
	req.Header.Set("User-Agent", h.agent)
	if id := correlation.ID(ctx); id != "" {
		req.Header.Set(correlation.Header, id)
	}
	for _, header := range h.mapping.Headers {
		req.Header.Set(header[0], header[1])
	}
	text, err := h.dress(req, r)
	if err != nil {
		return nil, err
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

// dress puts the credentials on a request, and gives its body as it goes out.
func (h *httpCaller) dress(req *http.Request, r *request) (text string, err error) {
	text = string(r.body)
	by := h.credentialsOf(r)
	if by.token.IsSet() {
		if text, err = h.auth().place(req, text, by); err != nil {
			return "", err
		}
	}
	if r.login && h.mapping.Auth.Login.Basic {
		by := h.keys.current()
		req.SetBasicAuth(url.QueryEscape(by.user), url.QueryEscape(by.token.Reveal())) // RFC 6749, 2.3.1
	}
	if text != "" {
		req.Header.Set("Content-Type", r.encoding.ContentType())
		if text, err = r.encoding.Encode(text); err != nil {
			return "", err
		}
	}
	if by.token.IsSet() {
		h.auth().sign(req, text, by, h.now())
	}
	return text, nil
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
		out.Kind = supplier.KindNotSent
		out.Because("supplier_said.cannot_reach", h.base.Host)
		out.Mend = "check " + h.at + ".base_url and the network"
		if certificate(err) {
			out.Mend = "the server's certificate is not trusted: check " + h.at + ".base_url and the clock of this machine"
		}
	case unsent:
		out.Kind = supplier.KindNotSent
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		out.Because("supplier_said.no_answer", h.timeout)
	case r.creating: // whatever it was, the order may exist
	case errors.Is(err, errForeignRedirect):
		out.Kind, out.Mend = supplier.KindProtocol, "write the address that it leads to as "+h.at+".base_url, if you trust it"
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

// Hint is that of what it wraps.
func (e *hiddenError) Hint() string { return "" }

// Failure is that of what it wraps.
func (e *hiddenError) Failure() failure.Kind { return failure.Unknown }

// certificate reports whether a connection was refused by us for its certificate.
func certificate(err error) bool {
	_, verification := errors.AsType[*tls.CertificateVerificationError](err)
	_, authority := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	return verification || authority || host
}

// asJSON is the JSON of an answer: of one in XML, where the mapping says that answers are, and
// of any other the answer itself.
func (h *httpCaller) asJSON(r *request, body string) (string, error) {
	if h.shapes == nil || !xmlanswer.Looks(body) {
		return body, nil
	}
	text, err := xmlanswer.JSON(body, h.shapes.Of(r.shape))
	if err != nil {
		return body, err
	}
	return text, nil
}

// accepts are the forms of answers that are asked for.
func (h *httpCaller) accepts() string {
	if h.shapes != nil {
		return "application/xml, text/xml"
	}
	return "application/json"
}

// broken is the error of a 2xx answer that cannot be read as XML.
func (h *httpCaller) broken(r *request, a *answer, err error) *supplier.Error {
	out := h.notJSON(r, a)
	if !r.login { // it may be the token
		out.Detail = "the answer cannot be read as XML: " + oneline.Clean(h.hide(r, err.Error()), 120)
	}
	return out
}

// notJSON is the error of a 2xx answer that is something else, such as a login page.
func (h *httpCaller) notJSON(r *request, a *answer) *supplier.Error {
	out := &supplier.Error{Kind: supplier.KindProtocol, Op: r.op, Status: a.status, Mend: "check " + h.at + ".base_url", Passing: !r.creating}
	if r.creating {
		out.Kind = supplier.KindAmbiguous
	}
	kind := oneline.Clean(a.header.Get("Content-Type"), 60)
	switch {
	case strings.TrimSpace(a.body) == "":
		out.Because("supplier_said.no_json", wording.NewMessage("supplier_said.nothing_at_all"))
	case r.login: // it may be the token
		out.Because("supplier_said.no_json", wording.NewMessage("supplier_said.a_text"))
	case kind == "":
		out.Because("supplier_said.no_json", strconv.Quote(oneline.Clean(h.hide(r, a.body), 40)))
	default:
		out.Because("supplier_said.no_json", kind)
	}
	return out
}
