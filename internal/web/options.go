package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/measure"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
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
