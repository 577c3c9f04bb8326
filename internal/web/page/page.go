package page

import (
	"cmp"
	"context"
	"embed"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Shop is the program behind the pages, asked from several goroutines at a time.
type Shop interface {
	// Standing tells how things stand, with the sentences about orders and files in a language.
	Standing(context.Context, wording.Language) (standing.Snapshot, error)
	// Find gives the orders of a source, "" for the inbox itself, that have or had a number,
	// each with its story.
	Find(ctx context.Context, l wording.Language, source, number string) ([]overview.OrderStatus, error)
	// Requests are the examples of requests that wait for somebody to approve them.
	Requests(context.Context) ([]mapping.DryRun, error)
	// Files gives the order files of a source and name, "" for any, the newest first.
	Files(ctx context.Context, l wording.Language, source, name string) ([]overview.FileStatus, error)
	// Sources are the names of the sources beside the inbox itself.
	Sources() []string
	// Upload drops an order file of a source; what it could be taken as is the Effect.
	Upload(ctx context.Context, a Action, name string, content io.Reader) (Effect, error)
	// Why tells how a feed shows the product with an SKU; missing names it where the supplier's
	// list does not have it.
	Why(ctx context.Context, feed, sku string) (shown []exporter.Shown, missing []string, err error)
	// ConfigFile is the config as it stands in its file, and CheckConfig what is wrong with a text
	// for it. A person's DoSaveConfig writes it.
	ConfigFile() ConfigFile
	CheckConfig(text string) error
	// Do does what a person asks for, as the command of the same meaning does. A refusal is
	// an error, which has a way out as failure.Hint tells it.
	Do(context.Context, Action) (Effect, error)
}

// Options says what is shown, by whom it is done, and who is asking.
type Options struct {
	Shop Shop
	Name string // of the shop, as the bar shows it

	Visitor  func(*http.Request) Visitor // who asks; nil: somebody who may do everything
	Token    func(*http.Request) string  // what a form must bring so that it counts; nil: nothing
	Language wording.Language            // where neither the person nor the browser has chosen; "": English
	Now      func() time.Time            // nil: time.Now
	Logger   *slog.Logger                // nil: none
}

// Visitor is who looks at the pages.
type Visitor struct {
	Name   string // "" for who needs none, as on the machine itself
	Sees   bool   // names, numbers and texts, not levels and counts alone
	Acts   bool   // may do what the buttons do
	Login  string // the address where one logs in, "" where that is of no use
	Logout string // the address to which a form logs out, "" where nobody is logged in
}

//go:embed static templates
var files embed.FS

// pages is what stands behind the routes.
type pages struct {
	Options
	looks   map[wording.Language]looks
	effects *effects
}

// New is the handler of the pages. It knows nothing of hosts, logins and other addresses:
// who stands before it keeps out what is not to come in.
func New(o Options) http.Handler {
	o.Language = cmp.Or(o.Language, wording.English)
	p := &pages{Options: o, looks: allLooks(), effects: newEffects()}
	if p.Visitor == nil {
		p.Visitor = func(*http.Request) Visitor { return Visitor{Sees: true, Acts: true} }
	}
	if p.Token == nil {
		p.Token = func(*http.Request) string { return "" }
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Logger == nil {
		p.Logger = slog.New(slog.DiscardHandler)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.home)
	mux.HandleFunc("GET /order", p.order)
	mux.HandleFunc("GET /files", p.files)
	mux.HandleFunc("POST /upload", p.upload)
	mux.HandleFunc("GET /feeds", p.feeds)
	mux.HandleFunc("GET /why", p.why)
	mux.HandleFunc("GET /settings", p.settings)
	mux.HandleFunc("POST /settings", p.proposed)
	mux.HandleFunc("POST /act", p.act)
	mux.HandleFunc("POST /language", p.chooseLanguage)
	mux.HandleFunc("GET /icon.svg", p.icon)
	mux.HandleFunc("GET /static/{name}", serveStatic)
	return mux
}

// serveStatic serves a style, a script or a library. Their addresses carry the sum of what
// they hold, so that they may be kept for ever.
func serveStatic(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeFileFS(w, r, files, "static/"+r.PathValue("name"))
}
