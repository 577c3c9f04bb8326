package client

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// refusal is the error of an answer that is not 2xx.
func (h *httpCaller) refusal(r *request, resp *http.Response) *supplier.Error {
	out := &supplier.Error{Op: r.op, Status: resp.StatusCode, RetryAfter: retryAfter(resp.Header, h.now())}
	out.Kind = statusKind(resp.StatusCode, resp.Header.Get("Retry-After") != "", r.creating, h.mapping.Statuses)
	body, err := readBody(resp, maxRefusal)
	if err == nil {
		body, err = h.asJSON(r, body)
	}
	if err == nil && looksLikeJSON(body) {
		if kind, known := h.mapping.Codes[h.explain(r, out, body)]; known {
			out.Kind = h.meaning(r, kind)
		}
	}
	if out.Detail == "" {
		out.Detail = strings.ToLower(http.StatusText(resp.StatusCode))
	}
	h.complete(r, out, resp.Header)
	if resp.StatusCode/100 == 3 {
		out.Mend = "the service has moved: check " + h.at + ".base_url"
	}
	return out
}

// complete adds to a refusal what does not depend on its body.
func (h *httpCaller) complete(r *request, out *supplier.Error, header http.Header) {
	if out.RequestID == "" {
		out.RequestID = oneline.Clean(h.hide(r, header.Get("X-Request-Id")), 80)
	}
	switch {
	case out.Kind == supplier.KindThrottled:
		own := &h.mapping.RetryAfter
		out.RetryAfter = max(out.RetryAfter, own.Read(header.Get(own.Header), h.now()))
	case out.Kind == supplier.KindUnauthorized:
		out.Mend = "the token is missing, wrong or revoked: issue a new one in the supplier's cabinet"
	case out.Kind == supplier.KindNotFound && !r.creating:
		out.Mend = "check " + h.at + ".base_url"
	}
}

// statusKind is what a status other than 2xx means. While an order is being created,
// what does not say clearly that nothing was created leaves that open.
func statusKind(status int, retryAfter, creating bool, mapped map[int]supplier.Kind) supplier.Kind {
	if kind, ok := mapped[status]; ok {
		return kind
	}
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable && retryAfter:
		return supplier.KindThrottled
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return supplier.KindUnauthorized
	case status == http.StatusConflict:
		return supplier.KindConflict
	case creating && (status < 400 || status > 499 || status == http.StatusRequestTimeout):
		return supplier.KindAmbiguous
	case creating:
		return supplier.KindRejected
	case status == http.StatusNotFound:
		return supplier.KindNotFound
	case status > 499, status == http.StatusRequestTimeout:
		return supplier.KindTransient
	case status < 400:
		return supplier.KindProtocol
	}
	return supplier.KindRejected
}

// explain takes what the body of a refusal says and gives its code.
func (h *httpCaller) explain(r *request, out *supplier.Error, body string) (code string) {
	said := h.mapping.Explain(body)
	clean := func(text string, limit int) string { return oneline.Clean(h.hide(r, text), limit) }
	out.Detail = clean(said.Detail, 300)
	if out.Detail == "" {
		out.Detail = clean(said.Title, 300)
	}
	out.RequestID = clean(said.RequestID, 80)
	out.ExistingOrderID = clean(said.ExistingOrderID, 200)
	code = said.Code
	for _, f := range said.Errors {
		if f.Pointer == "" {
			f.Pointer = f.Parameter
		}
		if code == "" {
			code = f.Code
		}
		out.Fields = append(out.Fields, supplier.FieldError{Pointer: clean(f.Pointer, 200), Code: clean(f.Code, 80), Detail: clean(f.Detail, 300)})
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
