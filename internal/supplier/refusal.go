package supplier

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// refusal is the error of an answer that is not 2xx.
func (h *httpCaller) refusal(r *request, resp *http.Response) *Error {
	out := &Error{Op: r.op, Status: resp.StatusCode, RetryAfter: retryAfter(resp.Header, h.now())}
	out.Kind = statusKind(resp.StatusCode, resp.Header.Get("Retry-After") != "", r.creating, h.mapping.statuses)
	body, err := readBody(resp, maxRefusal)
	if err == nil && looksLikeJSON(body) {
		if kind, known := h.mapping.codes[h.explain(r, out, body)]; known {
			out.Kind = h.meaning(r, kind)
		}
	}
	if out.Detail == "" {
		out.Detail = strings.ToLower(http.StatusText(resp.StatusCode))
	}
	h.complete(r, out, resp.Header)
	if resp.StatusCode/100 == 3 {
		out.Hint = "the service has moved: check supplier.base_url"
	}
	return out
}

// complete adds to a refusal what does not depend on its body.
func (h *httpCaller) complete(r *request, out *Error, header http.Header) {
	if out.RequestID == "" {
		out.RequestID = cleanLine(h.hide(r, header.Get("X-Request-Id")), 80)
	}
	switch {
	case out.Kind == KindThrottled:
		own := &h.mapping.retryAfter
		out.RetryAfter = max(out.RetryAfter, own.read(header.Get(own.header), h.now()))
	case out.Kind == KindUnauthorized:
		out.Hint = "the token is missing, wrong or revoked: issue a new one in the supplier's cabinet"
	case out.Kind == KindNotFound && !r.creating:
		out.Hint = "check supplier.base_url"
	}
}

// statusKind is what a status other than 2xx means. While an order is being created,
// what does not say clearly that nothing was created leaves that open.
func statusKind(status int, retryAfter, creating bool, mapped map[int]Kind) Kind {
	if kind, ok := mapped[status]; ok {
		return kind
	}
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable && retryAfter:
		return KindThrottled
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return KindUnauthorized
	case status == http.StatusConflict:
		return KindConflict
	case creating && (status < 400 || status > 499 || status == http.StatusRequestTimeout):
		return KindAmbiguous
	case creating:
		return KindRejected
	case status == http.StatusNotFound:
		return KindNotFound
	case status > 499, status == http.StatusRequestTimeout:
		return KindTransient
	case status < 400:
		return KindProtocol
	}
	return KindRejected
}

// problemPlaces are where the texts of a refusal stand.
type problemPlaces struct{ title, detail, code, requestID, existingOrderID []path }

// read takes the texts of a refusal one by one; what is no text or number says nothing.
func (p *problemPlaces) read(body string) (said problem) {
	for _, one := range []struct {
		paths []path
		place *string
	}{{p.title, &said.title}, {p.detail, &said.detail}, {p.code, &said.code}, {p.requestID, &said.requestID}, {p.existingOrderID, &said.existingOrderID}} {
		raw, err := first(one.paths, body)
		if err == nil && raw != "" && raw[0] != '{' && raw[0] != '[' {
			*one.place = plainText(raw)
		}
	}
	return said
}

// explain is what the body of a refusal says. A body of another shape says only what
// stands at plain places.
func (m *Mapping) explain(body string) (said problem) {
	if err := m.problem(newScanner(body), &said); err != nil {
		return m.said.read(body)
	}
	return said
}

// explain takes what the body of a refusal says and gives its code.
func (h *httpCaller) explain(r *request, out *Error, body string) (code string) {
	said := h.mapping.explain(body)
	clean := func(text string, limit int) string { return cleanLine(h.hide(r, text), limit) }
	out.Detail = clean(said.detail, 300)
	if out.Detail == "" {
		out.Detail = clean(said.title, 300)
	}
	out.RequestID = clean(said.requestID, 80)
	out.ExistingOrderID = clean(said.existingOrderID, 200)
	code = said.code
	for _, f := range said.errors {
		if f.pointer == "" {
			f.pointer = f.parameter
		}
		if code == "" {
			code = f.code
		}
		out.Fields = append(out.Fields, FieldError{Pointer: clean(f.pointer, 200), Code: clean(f.code, 80), Detail: clean(f.detail, 300)})
	}
	out.Code = clean(code, 80)
	return code
}

// What a number in Retry-After means. No service asks for a wait of thirty years: from
// there on the number is a time, in seconds or in milliseconds since 1970.
const (
	leastEpoch      = 1_000_000_000
	leastEpochMilli = 1_000_000_000_000
	farthestWait    = 100 * 365 * 24 * time.Hour // so that times do not overflow
)

// retryAfter reads the header: seconds, an HTTP date, or what services write in their
// place; 0 where it says nothing useful. Who waits decides for how long at most.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return waitOf(number, now)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(now)), farthestWait)
	}
	return 0
}

func waitOf(number float64, now time.Time) time.Duration {
	switch {
	case !(number > 0): // NaN, too
		return 0
	case number >= leastEpochMilli:
		number = number/1000 - float64(now.UnixMilli())/1000
	case number >= leastEpoch:
		number -= float64(now.Unix())
	}
	return time.Duration(max(0, min(number, farthestWait.Seconds())) * float64(time.Second))
}
