package page

import (
	"cmp"
	"log/slog"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

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
