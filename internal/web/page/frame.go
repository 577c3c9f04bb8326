package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Places of the bar, by the names that their templates and sentences have.
const (
	placeHome     = "home"
	placeOrders   = "orders"
	placeFeeds    = "feeds"
	placeMoney    = "money"
	placeSettings = "settings"
)

// frame is what stands around every place, and what its template asks for.
type frame struct {
	Language wording.Language
	Place    string
	Title    string
	Name     string
	Level    standing.Level
	Needs    int // how many causes need a person
	Visitor  Visitor
	Token    string
	Query    string  // what was searched for
	Self     string  // the address of this page
	Still    bool    // it does not renew itself
	Effect   *notice // what the last deed has done
	Now      moment
	Snapshot standing.Snapshot
	Lost     string // why the state cannot be told whole, "" where it can
}

// frame is the frame of a request.
func (p *pages) frame(r *http.Request, place string) frame {
	l := p.language(r)
	f := frame{Language: l, Place: place, Title: say(l, place), Name: p.Name, Visitor: p.Visitor(r), Token: p.Token(r),
		Query: r.FormValue("q"), Self: self(r), Effect: p.Effects.take(r.FormValue("done"))}
	snapshot, err := p.Shop.Standing(r.Context(), l)
	if err != nil {
		p.Logger.Error("state not read", "error", err)
		f.Lost = say(l, "state_unknown")
	}
	if snapshot.Now.IsZero() {
		snapshot.Now = p.Now()
	}
	f.Snapshot, f.Now = snapshot, since(l, snapshot.Now, snapshot.Now)
	found := standing.Judge(snapshot, l)
	f.Level, f.Needs = standing.LevelOf(found), len(found)
	if f.Lost != "" {
		f.Level = standing.Failing
	}
	return f
}

// frameOf is whatever has a frame: the view of each place.
type frameOf interface {
	place(place, address string) placeView
}

// placeView is a place as the bar names it.
type placeView struct {
	Place, Address string
	Here           bool
	Count          int // of what needs a person there
}

func (f frame) place(place, address string) placeView {
	v := placeView{Place: place, Address: address, Here: f.Place == place}
	if place == placeHome {
		v.Count = f.Needs
	}
	return v
}

// self is the address of a page as its own links and forms have it: without what the last
// deed has done.
func self(r *http.Request) string {
	query := r.URL.Query()
	query.Del("done")
	if encoded := query.Encode(); encoded != "" {
		return r.URL.Path + "?" + encoded
	}
	return r.URL.Path
}

//go:embed static templates
var files embed.FS

// looks are the templates of one language, by the name of their page.
type looks map[string]*template.Template

// allLooks reads the templates once, in each language.
var allLooks = sync.OnceValue(func() map[wording.Language]looks {
	all := map[wording.Language]looks{}
	names, err := fs.Glob(files, "templates/pages/*.html")
	if err != nil || len(names) == 0 {
		panic(fmt.Sprint("the pages are not there: ", err))
	}
	for _, l := range []wording.Language{wording.Ukrainian, wording.English} {
		all[l] = looks{}
		for _, name := range names {
			look := template.New("frame.html").Funcs(functions(l))
			look = template.Must(look.ParseFS(files, "templates/*.html", name))
			all[l][name[len("templates/pages/"):len(name)-len(".html")]] = look
		}
	}
	return all
})

// functions are what the templates may call.
func functions(l wording.Language) template.FuncMap {
	return template.FuncMap{
		"place":    func(f frameOf, place, address string) placeView { return f.place(place, address) },
		"t":        func(key string, values ...any) string { return say(l, key, values...) },
		"static":   static,
		"hryvnias": func(a money.Amount) string { return amount(l, a) },
		"size":     l.Size,
		"said":     func(text wording.Text) string { return text.In(l) },
		"choice":   func(chosen string, options []option) choiceView { return choiceView{chosen, options} },
		"since":    func(at, now time.Time) moment { return since(l, at, now) },
	}
}

// static is the address of an embedded file.
func static(name string) (string, error) {
	data, err := fs.ReadFile(files, "static/"+name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return "/static/" + name + "?" + hex.EncodeToString(sum[:6]), nil
}

// render answers with a page. It is rendered as a whole before the first byte goes out, so
// that a fault never shows as half a page.
func (p *pages) render(w http.ResponseWriter, r *http.Request, status int, name string, view any) {
	var page bytes.Buffer
	look := p.looks[p.language(r)][name]
	if look == nil {
		p.Logger.Error("no such page", "page", name)
		http.Error(w, p.language(r).Say("access.unrendered"), http.StatusInternalServerError)
		return
	}
	if err := look.Execute(&page, view); err != nil {
		p.Logger.Error("page not rendered", "page", name, "error", err)
		http.Error(w, p.language(r).Say("access.unrendered"), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Language", string(p.language(r)))
	w.WriteHeader(status)
	if _, err := w.Write(page.Bytes()); err != nil {
		p.Logger.Debug("page not sent whole", "error", err)
	}
}
