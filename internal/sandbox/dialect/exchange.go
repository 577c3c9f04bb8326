package dialect

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

// exchange is one request in a dialect, under way.
type exchange struct {
	s     *service
	w     http.ResponseWriter
	r     *http.Request
	token string            // of the sandbox
	names map[string]string // of filters in the request, by the contract's
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

// question is a request in the contract.
type question struct {
	method, path string
	query        url.Values
	body         any // nil: none
	key          string
}

// ask puts a question to the sandbox. A refusal is a *problem, an answer that is not
// JSON a *foreignAnswer. What the sandbox says of limits goes into the answer's header.
func (x *exchange) ask(q question) (object, http.Header, error) {
	rec, err := x.record(q)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range []string{"Retry-After", "Ratelimit", "Ratelimit-Policy", "X-Request-Id", "Www-Authenticate"} {
		if values := rec.header[name]; len(values) > 0 {
			x.w.Header()[name] = values
		}
	}
	if !strings.Contains(rec.header.Get("Content-Type"), "json") {
		return nil, nil, &foreignAnswer{rec}
	}
	var answer object
	if err := decode(rec.body.Bytes(), &answer); err != nil {
		return nil, nil, fmt.Errorf("read the sandbox's answer to %s %s: %w", q.method, q.path, err)
	}
	if rec.status/100 != 2 {
		return nil, nil, readProblem(rec, answer)
	}
	return answer, rec.header, nil
}

func (x *exchange) record(q question) (*recorder, error) {
	var body io.Reader = http.NoBody
	if q.body != nil {
		text, err := json.Marshal(q.body)
		if err != nil {
			return nil, fmt.Errorf("write the order: %w", err)
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(x.r.Context(), q.method, (&url.URL{Path: q.path, RawQuery: q.query.Encode()}).String(), body)
	if err != nil {
		return nil, fmt.Errorf("ask the sandbox: %w", err)
	}
	r.Host, r.RemoteAddr = x.r.Host, x.r.RemoteAddr
	r.Header.Set("Authorization", "Bearer "+x.token)
	if q.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if q.key != "" {
		r.Header.Set("Idempotency-Key", q.key)
	}
	rec := &recorder{header: http.Header{}}
	defer x.cutAnswer(rec)
	x.s.inner.ServeHTTP(rec, r)
	return rec, nil
}

// cutAnswer keeps an answer that the sandbox cut in its middle cut there: the half
// that it wrote goes out before the connection ends.
func (x *exchange) cutAnswer(rec *recorder) {
	cause := recover()
	if cause == nil {
		return
	}
	if rec.body.Len() > 0 {
		x.w.Header().Set("Content-Type", "application/json")
		x.w.Header().Set("Content-Length", strconv.Itoa(2*rec.body.Len()))
		x.w.WriteHeader(rec.status)
		if _, err := x.w.Write(rec.body.Bytes()); err == nil {
			_ = http.NewResponseController(x.w).Flush() // best effort: the connection ends anyway
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

// json writes an answer.
func (x *exchange) json(status int, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	x.send(status, "application/json", text.Bytes())
	return nil
}

// text writes an answer of plain text.
func (x *exchange) text(status int, format string, args ...any) {
	x.send(status, "text/plain; charset=utf-8", fmt.Appendf(nil, format, args...))
}

func (x *exchange) send(status int, kind string, body []byte) {
	x.w.Header().Set("Content-Type", kind)
	x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	x.w.Header().Set("Cache-Control", "no-store")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body) // the client is gone: nobody to tell
}

// bearer is authorize for services that take the token as the contract does.
func bearer(x *exchange) error {
	scheme, token, _ := strings.Cut(x.r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(token) == "" {
		return &problem{Status: http.StatusUnauthorized, Code: "unauthorized", Detail: "the request has no bearer token"}
	}
	x.token = strings.TrimSpace(token)
	return nil
}

// body reads the request's JSON object.
func (x *exchange) body() (object, error) {
	const most = 1 << 20
	text, err := io.ReadAll(http.MaxBytesReader(x.w, x.r.Body, most))
	if err != nil {
		return nil, &problem{Status: http.StatusRequestEntityTooLarge, Code: "too_large", Detail: fmt.Sprintf("the body is larger than %d bytes, or ended early", most)}
	}
	var o object
	if err := decode(text, &o); err != nil || o == nil {
		return nil, &problem{Status: http.StatusBadRequest, Code: "malformed_json", Detail: "the body is not a JSON object"}
	}
	return o, nil
}

func decode(text []byte, into any) error {
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
