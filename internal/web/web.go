package web

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source tells the state of the program, from several goroutines at a time.
type Source interface {
	// Snapshot is called once for each page, JSON, metrics and health: see Share.
	Snapshot(ctx context.Context) (standing.Snapshot, error)
	// Feeds is what of it is known without the journal. It is called for each file of a feed,
	// so that a feed is served whatever becomes of the journal.
	Feeds() []standing.Feed
}

// Keys open feeds to whoever knows one of them.
type Keys interface {
	Opens(feed, key string) bool
	Count(feed string) int // how many open it
}

// Options says what is shown and to whom.
type Options struct {
	Source       Source
	Courier      http.Handler      // what programs hand in and fetch, at the addresses of package courier; nil: nothing
	Pages        http.Handler      // the pages for people, at every address that is none of the server's own
	FeedsDir     string            // where a Feed.File lies that is no absolute path; "": the working folder
	ResultsDir   string            // where result files are looked up by name
	FetchResult  func(name string) // has one at hand that another machine wrote; nil: none does
	PrivateFeeds bool              // serve private feeds to every client, not only to those who may look
	Keys         Keys              // open feeds at /feeds/KEY/NAME.ENDING; nil: there are none
	Access       *access.Access    // who is asking; nil: this machine may act, and everybody else is a stranger
	LocalPage    bool              // the page, its JSON and the metrics are for this machine alone
	AllowedHosts []string          // names of this server besides localhost and IP addresses
	Now          func() time.Time  // nil: time.Now
	Logger       *slog.Logger      // nil: none
	Meter        *measure.Meter    // counts what is answered, and knows what else was counted; nil: nothing is
	Language     wording.Language  // of the page; "": English. Health, metrics and JSON are English
}

// server is what stands behind the routes.
type server struct {
	Options
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
