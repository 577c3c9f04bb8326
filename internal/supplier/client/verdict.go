package client

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// judge is the error of an answer with a good status that is a refusal all the same, nil
// for a good one.
func (h *httpCaller) judge(r *request, a *answer) *supplier.Error {
	m := h.mapping
	verdict := m.Success.Of(a.body)
	good, bad := slices.Contains(m.Success.Is, verdict), verdict != ""
	if bad = bad && !good; good || !bad && len(m.Codes) == 0 {
		return nil
	}
	out := &supplier.Error{Op: r.op, Status: a.status, RetryAfter: retryAfter(a.header, h.now())}
	code := h.explain(r, out, a.body)
	kind, known := m.Codes[code]
	switch {
	case known:
		out.Kind = h.meaning(r, kind)
	case !bad:
		return nil
	case r.creating || m.Success.Otherwise == supplier.KindRejected:
		out.Kind = m.Success.Otherwise
	default:
		out.Kind = supplier.KindRejected // nothing is at stake for a read
	}
	if out.Detail == "" {
		out.Detail = "refused without a reason"
		if bad && len(m.Success.At) > 0 {
			out.Detail += fmt.Sprintf(": %s is %q", m.Success.At[0].Text, oneline.Clean(h.hide(r, verdict), 40))
		}
	}
	h.complete(r, out, a.header)
	return out
}

// meaning is what the kind of a code is for the request. While an order is being
// created, what may pass does not say that nothing was created.
func (h *httpCaller) meaning(r *request, kind supplier.Kind) supplier.Kind {
	switch {
	case r.creating && kind == supplier.KindTransient:
		return supplier.KindAmbiguous
	case r.creating && kind == supplier.KindNotFound:
		return supplier.KindRejected
	}
	return kind
}
