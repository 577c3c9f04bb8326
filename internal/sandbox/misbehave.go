package sandbox

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// SetFaults replaces the faults in force; their counts begin anew. Nil is none.
// Those that end a connection do so by a panic with http.ErrAbortHandler, which
// an http.Server turns into just that.
func (s *Server) SetFaults(list []Fault) error {
	for _, f := range list {
		if err := f.check(); err != nil {
			return err
		}
	}
	fresh := make([]*armed, len(list))
	for i, f := range list {
		fresh[i] = &armed{Fault: f, rng: rand.New(rand.NewPCG(uint64(f.Seed), uint64(i)))} //nolint:gosec // chance, not secrecy
	}
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.armed = fresh
	return nil
}

// actBefore does what a fault does before a request is handled, and reports
// whether the request is handled at all.
func (s *Server) actBefore(w http.ResponseWriter, r *http.Request, id string, op *operation, met acts) bool {
	if met.delay > 0 && !s.pause(r, met.delay) {
		s.counts.request(op.id, "gone")
		return false
	}
	if met.end == nil {
		return true
	}
	switch met.end.Kind {
	case "throttle", "fail":
		s.finish(w, id, op, met.end.refusal(r, id))
	case "html":
		s.finish(w, id, op, answer{status: http.StatusOK, header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			body: []byte("<!doctype html><title>Welcome</title><p>This is not the service.</p>")})
	case "cut":
		s.cut(op)
	case "hang":
		s.hang(r, op)
	default:
		return true
	}
	return false
}

// actAfter ends a request that was handled: by its answer, or as a fault wants.
func (s *Server) actAfter(w http.ResponseWriter, r *http.Request, id string, op *operation, met acts, ans answer) {
	if met.end == nil {
		s.finish(w, id, op, ans)
		return
	}
	switch met.end.Kind {
	case "fail-after-store":
		s.finish(w, id, op, met.end.refusal(r, id))
	case "cut-after-store":
		s.cut(op)
	case "hang-after-store":
		s.hang(r, op)
	case "cut-mid-answer":
		setHeader(w, id, ans)
		w.WriteHeader(ans.status)
		if _, err := w.Write(ans.body[:len(ans.body)/2]); err == nil {
			_ = http.NewResponseController(w).Flush() // best effort: the connection ends anyway
		}
		s.cut(op)
	default:
		s.finish(w, id, op, ans)
	}
}

func (s *Server) finish(w http.ResponseWriter, id string, op *operation, ans answer) {
	s.counts.request(op.id, fmt.Sprint(ans.status))
	s.write(w, id, ans)
}

// cut ends the connection at once: net/http closes it for this panic, and says nothing.
func (s *Server) cut(op *operation) {
	s.counts.request(op.id, "cut")
	panic(http.ErrAbortHandler)
}

// hang keeps a request without an answer until its client leaves or the server closes.
func (s *Server) hang(r *http.Request, op *operation) {
	s.counts.request(op.id, "hang")
	select {
	case <-r.Context().Done():
	case <-s.closed:
	}
	panic(http.ErrAbortHandler)
}

// pause waits, and reports whether the client is still there.
func (s *Server) pause(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.closed:
		return true
	case <-r.Context().Done():
		return false
	}
}

// refusal is the problem that a fault answers with.
func (f Fault) refusal(r *http.Request, id string) answer {
	p := contract.Refuse(http.StatusTooManyRequests, "rate_limited", "too many requests (a fault on purpose)")
	if f.Kind != "throttle" {
		p = contract.Refuse(max(f.Status, http.StatusInternalServerError), "unavailable", "the service fails on purpose")
	}
	if f.RetryAfter != nil {
		p.Header = http.Header{"Retry-After": {fmt.Sprint(*f.RetryAfter)}}
	}
	return problemAnswer(p, r.URL.Path, id)
}
