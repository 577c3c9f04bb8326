package web

import (
	"cmp"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// New is the handler of everything: the status page at /, /status.json, the feeds
// below /feeds/, the result files below /results/, /healthz, /readyz, /metrics and the log-in.
// Strangers see levels and counts of it, and the public feeds.
//
// It answers only to hosts that are localhost, an IP address or one of AllowedHosts,
// so that no foreign site can read it through a rebound DNS name.
func New(options Options) http.Handler {
	options.Language = cmp.Or(options.Language, wording.English)
	s := &server{Options: options}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	if s.Access == nil {
		s.Access = access.New(access.Options{Now: s.Now, Logger: s.Logger})
	}
	mux, page := http.NewServeMux(), http.NewServeMux()
	mux.HandleFunc("GET /feeds/{name...}", s.serveFeed)
	mux.HandleFunc("GET /healthz", s.showHealth)
	mux.HandleFunc("GET /readyz", s.showReady)
	mux.Handle("/", s.keepLocal(page))
	page.HandleFunc("GET /status.json", s.showJSON)
	page.HandleFunc("GET /results/{name...}", s.serveResult)
	page.HandleFunc("GET /metrics", s.showMetrics)
	s.Access.Handle(page)
	if s.Pages != nil {
		page.Handle("/", s.Pages)
	}
	mux.Handle("/feeds", s.keepLocal(page)) // those below it are the files
	return s.traced(s.guard(s.beside(s.Access.Wrap(mux))))
}

// beside puts what programs hand in and fetch beside what knows visitors by more than a key.
func (s *server) beside(visited http.Handler) http.Handler {
	if s.Courier == nil {
		return visited
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if courier.Handles(r) {
			s.Courier.ServeHTTP(w, r)
			return
		}
		visited.ServeHTTP(w, r)
	})
}
