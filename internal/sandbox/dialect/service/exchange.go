package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// object is a JSON object; its numbers are json.Number, so that money keeps its text.
type object = map[string]any

// Exchange is one request in a dialect, under way.
type Exchange struct {
	Service *Service
	Writer  http.ResponseWriter
	Request *http.Request
	Token   string            // of the sandbox
	names   map[string]string // of filters in the request, by the contract's
}

// recorder keeps an answer of the sandbox.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (rec *recorder) Header() http.Header { return rec.header }

func (rec *recorder) WriteHeader(status int) {
	if rec.status == 0 {
		rec.status = status
	}
}

func (rec *recorder) Write(p []byte) (int, error) {
	rec.WriteHeader(http.StatusOK)
	return rec.body.Write(p)
}

// Question is a request in the contract.
type Question struct {
	Method, Path string
	Query        url.Values
	Body         any // nil: none
	Key          string
}

// Ask puts a question to the sandbox. A refusal is a *Problem, an answer that is not
// JSON a *foreignAnswer. What the sandbox says of limits goes into the answer's header.
func (x *Exchange) Ask(q Question) (object, http.Header, error) {
	rec, err := x.record(q)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range []string{"Retry-After", "Ratelimit", "Ratelimit-Policy", "X-Request-Id", "Www-Authenticate"} {
		if values := rec.header[name]; len(values) > 0 {
			x.Writer.Header()[name] = values
		}
	}
	if !strings.Contains(rec.header.Get("Content-Type"), "json") {
		return nil, nil, &foreignAnswer{rec}
	}
	var answer object
	if err := Decode(rec.body.Bytes(), &answer); err != nil {
		return nil, nil, fmt.Errorf("read the sandbox's answer to %s %s: %w", q.Method, q.Path, err)
	}
	if rec.status/100 != 2 {
		return nil, nil, readProblem(rec, answer)
	}
	return answer, rec.header, nil
}

func (x *Exchange) record(q Question) (*recorder, error) {
	var body io.Reader = http.NoBody
	if q.Body != nil {
		text, err := json.Marshal(q.Body)
		if err != nil {
			return nil, fmt.Errorf("write the order: %w", err)
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(x.Request.Context(), q.Method, (&url.URL{Path: q.Path, RawQuery: q.Query.Encode()}).String(), body)
	if err != nil {
		return nil, fmt.Errorf("ask the sandbox: %w", err)
	}
	r.Host, r.RemoteAddr = x.Request.Host, x.Request.RemoteAddr
	r.Header.Set("Authorization", "Bearer "+x.Token)
	if q.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if q.Key != "" {
		r.Header.Set("Idempotency-Key", q.Key)
	}
	rec := &recorder{header: http.Header{}}
	defer x.cutAnswer(rec)
	x.Service.inner.ServeHTTP(rec, r)
	return rec, nil
}

// cutAnswer keeps an answer that the sandbox cut in its middle cut there: the half
// that it wrote goes out before the connection ends.
func (x *Exchange) cutAnswer(rec *recorder) {
	cause := recover()
	if cause == nil {
		return
	}
	if rec.body.Len() > 0 {
		x.Writer.Header().Set("Content-Type", "application/json")
		x.Writer.Header().Set("Content-Length", strconv.Itoa(2*rec.body.Len()))
		x.Writer.WriteHeader(rec.status)
		if _, err := x.Writer.Write(rec.body.Bytes()); err == nil {
			_ = http.NewResponseController(x.Writer).Flush() // best effort: the connection ends anyway
		}
	}
	panic(cause)
}

// foreignAnswer is an answer of the sandbox that is not JSON, such as a page of HTML:
// it goes to the client as it is.
type foreignAnswer struct{ *recorder }

func (f *foreignAnswer) Error() string { return "the sandbox did not answer with JSON" }

func (f *foreignAnswer) write(w http.ResponseWriter) {
	for name, values := range f.header {
		w.Header()[name] = values
	}
	w.WriteHeader(f.status)
	_, _ = w.Write(f.body.Bytes()) // the client is gone: nobody to tell
}

// JSON writes an answer.
func (x *Exchange) JSON(status int, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	x.Send(status, "application/json", text.Bytes())
	return nil
}

// Text writes an answer of plain text.
func (x *Exchange) Text(status int, format string, args ...any) {
	x.Send(status, "text/plain; charset=utf-8", fmt.Appendf(nil, format, args...))
}

// Send writes an answer of a content type.
func (x *Exchange) Send(status int, kind string, body []byte) {
	x.Writer.Header().Set("Content-Type", kind)
	x.Writer.Header().Set("Content-Length", strconv.Itoa(len(body)))
	x.Writer.Header().Set("Cache-Control", "no-store")
	x.Writer.WriteHeader(status)
	_, _ = x.Writer.Write(body) // the client is gone: nobody to tell
}

// Bearer is Routes.Authorize for services that take the token as the contract does.
func Bearer(x *Exchange) error {
	scheme, token, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(token) == "" {
		return &Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no bearer token"}
	}
	x.Token = strings.TrimSpace(token)
	return nil
}

// APIKey is Routes.Authorize for services that take the token in a header of their own.
func APIKey(x *Exchange) error {
	if x.Token = x.Request.Header.Get("X-Api-Key"); x.Token == "" {
		return &Problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no key in the header X-API-KEY"}
	}
	return nil
}

// Body reads the request's JSON object.
func (x *Exchange) Body() (object, error) {
	const most = 1 << 20
	text, err := io.ReadAll(http.MaxBytesReader(x.Writer, x.Request.Body, most))
	if err != nil {
		return nil, &Problem{Status: http.StatusRequestEntityTooLarge, Code: "too_large", Detail: fmt.Sprintf("the body is larger than %d bytes, or ended early", most)}
	}
	var o object
	if err := Decode(text, &o); err != nil || o == nil {
		return nil, &Problem{Status: http.StatusBadRequest, Code: "malformed_json", Detail: "the body is not a JSON object"}
	}
	return o, nil
}

// Decode reads one JSON value, and nothing behind it; numbers keep their text.
func Decode(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("more follows the value")
	}
	return nil
}
