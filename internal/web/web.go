package web

import (
	"cmp"
	"context"
	"embed"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source tells the state of the program. Snapshot is called once a request, from
// several goroutines at a time, and should be cheap.
type Source interface {
	Snapshot(ctx context.Context) (standing.Snapshot, error)
}

// Options says what is shown and to whom.
type Options struct {
	Source       Source
	Pages        http.Handler     // the pages for people, at every address that is none of the server's own
	FeedsDir     string           // where a Feed.File lies that is no absolute path; "": the working folder
	ResultsDir   string           // the same for File.Result
	PrivateFeeds bool             // serve private feeds to every client, not only to this machine's own
	Keys         map[string]Keys  // by the name of the feed that they open, at /feeds/KEY/NAME.ENDING
	AllowedHosts []string         // names of this server besides localhost and IP addresses
	Now          func() time.Time // nil: time.Now
	Logger       *slog.Logger     // nil: none
	Language     wording.Language // of the page; "": English. Health, metrics and JSON are English
}

//go:embed page.html page.css page.js icon.svg
var assets embed.FS

// server is what stands behind the routes.
type server struct {
	Options
	page pageTemplate
}

// New is the handler of everything: the status page at /, /status.json, the feeds
// below /feeds/, the result files below /results/, /healthz and /metrics.
//
// It answers only to hosts that are localhost, an IP address or one of AllowedHosts,
// so that no foreign site can read it through a rebound DNS name.
func New(options Options) http.Handler {
	options.Language = cmp.Or(options.Language, wording.English)
	s := &server{Options: options, page: parsePage(options.Language)}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	mux := http.NewServeMux()
	if s.Pages != nil {
		mux.Handle("/", s.Pages)
		mux.Handle("/feeds", s.Pages) // those below it are the files
	} else {
		mux.HandleFunc("GET /{$}", s.showPage)
		for _, name := range []string{"page.css", "page.js", "icon.svg"} {
			mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Cache-Control", "no-cache")
				http.ServeFileFS(w, r, assets, name)
			})
		}
	}
	mux.HandleFunc("GET /status.json", s.showJSON)
	mux.HandleFunc("GET /feeds/{name...}", s.serveFeed)
	mux.HandleFunc("GET /results/{name...}", s.serveResult)
	mux.HandleFunc("GET /healthz", s.showHealth)
	mux.HandleFunc("GET /metrics", s.showMetrics)
	return s.guard(mux)
}
