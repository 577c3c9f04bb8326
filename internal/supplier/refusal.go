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
		h.explain(out, body)
	}
	if out.Detail == "" {
		out.Detail = strings.ToLower(http.StatusText(resp.StatusCode))
	}
	if out.RequestID == "" {
		out.RequestID = cleanLine(resp.Header.Get("X-Request-Id"), 80)
	}
	switch {
	case out.Kind == KindUnauthorized:
		out.Hint = "the token is missing, wrong or revoked: issue a new one in the supplier's cabinet"
	case out.Kind == KindNotFound && !r.creating:
		out.Hint = "check supplier.base_url"
	case resp.StatusCode/100 == 3:
		out.Hint = "the service has moved: check supplier.base_url"
	}
	return out
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

// explain takes what the body of a refusal says. A body of another shape says nothing.
func (h *httpCaller) explain(out *Error, body string) {
	var said problem
	s := &scanner{data: body}
	if err := h.mapping.problem(s, &said); err != nil {
		return
	}
	clean := func(text string, limit int) string { return cleanLine(h.token.hide(text), limit) }
	out.Detail = clean(said.detail, 300)
	if out.Detail == "" {
		out.Detail = clean(said.title, 300)
	}
	out.RequestID = clean(said.requestID, 80)
	out.ExistingOrderID = clean(said.existingOrderID, 200)
	for _, f := range said.errors {
		if f.pointer == "" {
			f.pointer = f.parameter
		}
		out.Fields = append(out.Fields, FieldError{Pointer: clean(f.pointer, 200), Code: clean(f.code, 80), Detail: clean(f.detail, 300)})
	}
	if len(out.Fields) > 0 {
		out.Code = out.Fields[0].Code
	}
}

// retryAfter reads the header, seconds or an HTTP date; 0 where it says nothing useful.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
