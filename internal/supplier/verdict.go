package supplier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// success tells good answers from refusals that have a good status. The zero value takes
// every answer for a good one.
type success struct {
	at        []path
	is        []string
	otherwise Kind // of a bad verdict without a code that is known
}

// of reads an answer's verdict, "" where it has none.
func (s *success) of(body string) string {
	if s.at == nil {
		return ""
	}
	// A text that is no JSON has no verdict; whoever reads it says what is wrong with it.
	verdict, _ := firstText(s.at, body)
	return verdict
}

// judge is the error of an answer with a good status that is a refusal all the same, nil
// for a good one.
func (h *httpCaller) judge(r *request, a *answer) *Error {
	m := h.mapping
	verdict := m.success.of(a.body)
	good, bad := slices.Contains(m.success.is, verdict), verdict != ""
	if bad = bad && !good; good || !bad && len(m.codes) == 0 {
		return nil
	}
	out := &Error{Op: r.op, Status: a.status, RetryAfter: retryAfter(a.header, h.now())}
	code := h.explain(r, out, a.body)
	kind, known := m.codes[code]
	switch {
	case known:
		out.Kind = h.meaning(r, kind)
	case !bad:
		return nil
	case r.creating || m.success.otherwise == KindRejected:
		out.Kind = m.success.otherwise
	default:
		out.Kind = KindRejected // nothing is at stake for a read
	}
	if out.Detail == "" {
		out.Detail = "refused without a reason"
		if bad {
			out.Detail += fmt.Sprintf(": %s is %q", m.success.at[0].text, cleanLine(h.hide(r, verdict), 40))
		}
	}
	h.complete(r, out, a.header)
	return out
}

// meaning is what the kind of a code is for the request. While an order is being
// created, what may pass does not say that nothing was created.
func (h *httpCaller) meaning(r *request, kind Kind) Kind {
	switch {
	case r.creating && kind == KindTransient:
		return KindAmbiguous
	case r.creating && kind == KindNotFound:
		return KindRejected
	}
	return kind
}

// waiting is a header of the service's own that says when to come back.
type waiting struct {
	header string
	as     string
	times  times
}

const (
	waitSeconds = "seconds"
	waitEpoch   = "epoch"
	waitTime    = "time"

	// maxWait bounds what a header of the service's own can make us wait.
	maxWait = 24 * time.Hour
)

// read is how long to wait, 0 where the header says nothing useful.
func (w *waiting) read(text string, now time.Time) time.Duration {
	if text = strings.TrimSpace(text); w.header == "" || text == "" {
		return 0
	}
	var wait time.Duration
	switch w.as {
	case waitSeconds:
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds > 0) {
			return 0
		}
		wait = time.Duration(min(seconds, maxWait.Seconds()) * float64(time.Second))
	case waitEpoch:
		whole, part, _ := strings.Cut(text, ".")
		seconds, err := strconv.ParseInt(whole, 10, 64)
		if err != nil || seconds <= now.Unix() {
			return 0
		}
		if seconds-now.Unix() > int64(maxWait/time.Second) {
			return maxWait
		}
		wait = time.Unix(seconds, 0).Sub(now)
		if strings.Trim(part, "0") != "" {
			wait += time.Second
		}
	default:
		at, err := w.times.parse(text)
		if err != nil {
			return 0
		}
		wait = at.Sub(now)
	}
	return min(max(0, wait), maxWait)
}
