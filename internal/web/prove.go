package web

import (
	"context"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/pulse"
)

const (
	proveEvery  = time.Minute     // how often it is asked whether the server answers
	proveWithin = time.Minute     // within which it is to have answered, for all that it asks itself
	unanswered  = 5 * time.Minute // for how long it may not have answered
)

// Prove asks a handler, as a browser on this machine would, how things stand, until ctx ends: each answer
// is a sign that the server goes on. Strangers who hold all connections do not keep it from that.
func Prove(ctx context.Context, handler http.Handler) error {
	ctx, end := pulse.Begin(ctx, "web", unanswered)
	defer end()
	ticker := time.NewTicker(proveEvery)
	defer ticker.Stop()
	for {
		if err := ask(ctx, handler); err != nil {
			return err
		}
		pulse.Tick(ctx)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// ask has a request answered.
func ask(ctx context.Context, handler http.Handler) error {
	ctx, cancel := context.WithTimeout(ctx, proveWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/healthz", http.NoBody)
	if err != nil {
		return err
	}
	request.RemoteAddr = "127.0.0.1:0"
	handler.ServeHTTP(unread{http.Header{}}, request)
	return nil
}

// unread is an answer that nobody reads.
type unread struct{ header http.Header }

// Header implements http.ResponseWriter.
func (u unread) Header() http.Header { return u.header }

// Write implements http.ResponseWriter.
func (u unread) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader implements http.ResponseWriter.
func (u unread) WriteHeader(int) {}
