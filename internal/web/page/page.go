package page

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// New is the handler of the pages. It knows nothing of hosts, logins and other addresses:
// who stands before it keeps out what is not to come in.
func New(o Options) http.Handler {
	o.Language = cmp.Or(o.Language, wording.English)
	p := &pages{Options: o, looks: allLooks()}
	if p.Visitor == nil {
		p.Visitor = func(*http.Request) Visitor { return Visitor{Sees: true, Acts: true} }
	}
	if p.Token == nil {
		p.Token = func(*http.Request) string { return "" }
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Effects == nil {
		p.Effects = NewEffects()
	}
	if p.Logger == nil {
		p.Logger = slog.New(slog.DiscardHandler)
	}
	mux, seen := http.NewServeMux(), http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.home)
	seen.HandleFunc("GET /orders", p.orders)
	seen.HandleFunc("GET /order", p.order)
	seen.HandleFunc("GET /row", p.row)
	seen.HandleFunc("GET /files", p.files)
	seen.HandleFunc("POST /upload", p.upload)
	seen.HandleFunc("GET /feeds", p.feeds)
	seen.HandleFunc("GET /why", p.why)
	seen.HandleFunc("GET /money", p.money)
	seen.HandleFunc("GET /money/{month}/{name}", p.document)
	seen.HandleFunc("GET /settings", p.settings)
	seen.HandleFunc("GET /settings/log", p.log)
	seen.HandleFunc("POST /settings", p.proposed)
	seen.HandleFunc("POST /act", p.act)
	mux.HandleFunc("POST /language", p.chooseLanguage)
	mux.HandleFunc("GET /icon.svg", p.icon)
	mux.HandleFunc("GET /static/{name}", serveStatic)
	mux.HandleFunc("GET /page.css", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, "static/page.css") })
	mux.Handle("/", p.seeing(seen))
	return mux
}

// seeing has strangers log in before they see a place.
func (p *pages) seeing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visitor := p.Visitor(r)
		switch {
		case visitor.Sees:
			next.ServeHTTP(w, r)
		case visitor.Login != "" && r.Method == http.MethodGet:
			http.Redirect(w, r, visitor.Login+"?"+url.Values{"next": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
		default:
			p.outline(w, r, http.StatusForbidden)
		}
	})
}

// serveStatic serves a style, a script or a library. Their addresses carry the sum of what
// they hold, so that they may be kept for ever.
func serveStatic(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeFileFS(w, r, files, "static/"+r.PathValue("name"))
}

// colours of the icon's count, by level; they are those of the style.
var colours = map[standing.Level]string{standing.Fine: "#157347", standing.Attention: "#9a5b00", standing.Failing: "#b3261e"}

// icon is the sign of the program with the number of causes that need a person.
func (p *pages) icon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	needs, _ := strconv.Atoi(r.FormValue("needs")) // whatever else stands there is no number to show
	badge := ""
	if colour := colours[standing.Level(r.FormValue("level"))]; colour != "" && needs > 0 {
		text := strconv.Itoa(needs)
		if needs > 99 {
			text = "99+"
		}
		badge = fmt.Sprintf(`<rect x="10" y="14" width="22" height="18" rx="6" fill="%s"/><text x="21" y="28" font-family="sans-serif" font-weight="700" font-size="%d" fill="#fff" text-anchor="middle">%s</text>`,
			colour, 18-3*len(text), text)
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2457d6"/>`+
		`<path d="M5 21h22M8 21v-3a8 8 0 0 1 16 0v3M16 10v11" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>%s</svg>`, badge)
}
