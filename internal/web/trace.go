package web

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/correlation"
)

// places are the first parts of addresses by which answers are counted; the rest is the page. What
// strangers ask for names no place, so that they cannot make up new ones.
var places = []string{"feeds", "results", "inbox", "healthz", "readyz", "metrics", "status.json", "login"}

// traced gives each request an id, that of the proxy in front where it has one, by which the log
// tells what it has done; counts it, and logs it at the level of every step.
func (s *server) traced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun, id := s.Now(), r.Header.Get(correlation.Header)
		if !correlation.Fit(id) {
			id = correlation.New()
		}
		r = r.WithContext(correlation.With(r.Context(), id))
		w.Header().Set(correlation.Header, id)
		answer := &counted{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		took := s.Now().Sub(begun)
		place, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if !slices.Contains(places, place) {
			place = "page"
		}
		s.Meter.Answer(place, answer.status, took)
		s.Logger.DebugContext(r.Context(), "answered", "method", r.Method, "place", place, "status", answer.status, "took", took)
	})
}

// counted is an answer whose status is known afterwards.
type counted struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status; those before the last, such as 103, are none.
func (c *counted) WriteHeader(status int) {
	if status >= http.StatusOK {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// ReadFrom sends a file by what is below, which knows how the system does that.
func (c *counted) ReadFrom(from io.Reader) (int64, error) { return io.Copy(c.ResponseWriter, from) }

// Unwrap gives http.ResponseController what is below.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }
