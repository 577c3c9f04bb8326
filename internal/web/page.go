package web

import (
	"bytes"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

type pageTemplate struct{ *template.Template }

// parsePage reads a page, whose sentences it says in a language.
func parsePage(file string, l wording.Language) pageTemplate {
	page := template.New(file).Funcs(template.FuncMap{"t": func(key string, values ...any) string { return say(l, key, values...) }})
	return pageTemplate{template.Must(page.ParseFS(assets, file))}
}

// say is a sentence of the page in a language.
func say(l wording.Language, key string, values ...any) string {
	return wording.NewMessage("page."+key, values...).In(l)
}

// showPage renders the status page. It is rendered as a whole before the first byte
// goes out, so that a fault never shows as half a page.
func (s *server) showPage(w http.ResponseWriter, r *http.Request) {
	snapshot, visitor := s.snapshot(r), access.Of(r.Context())
	var page bytes.Buffer
	var err error
	if visitor.Sees() {
		v := s.newView(snapshot)
		v.Visitor, v.Token, v.Login = visitor, access.Token(r.Context()), s.Access.Configured()
		err = s.page.Execute(&page, v)
	} else {
		err = s.outline.Execute(&page, s.newOutlineView(snapshot))
	}
	if err != nil {
		s.Logger.Error("status page not rendered", "error", err)
		http.Error(w, "the page cannot be rendered", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if _, err := w.Write(page.Bytes()); err != nil {
		s.Logger.Debug("status page not sent whole", "error", err)
	}
}

// view is what the template shows: the snapshot with all that needs thinking done.
type view struct {
	standing.Snapshot
	Language wording.Language
	Level    standing.Level
	Title    string // of the verdict
	Findings []viewFinding
	Now      moment
	Up       string // how long the process runs
	Feeds    []viewFeed
	Orders   []tally
	Files    []viewFile
	Recent   []viewOrder
	Drift    []viewDrift
	Sampled  moment
	Books    *viewBooks

	Visitor access.Visitor
	Token   string // of the page's forms
	Login   bool   // whether there is a way to log in
}

type viewBooks struct {
	standing.Books
	Closed, Next moment
}

type viewFinding struct {
	standing.Finding
	Since moment
}

type viewFeed struct {
	standing.Feed
	Level     standing.Level
	URL       string // "" where nothing is published
	Shown     string // the name in the address
	Size      string
	Published moment
	Next      moment
	Warned    string // how many warnings
	Keyed     string // how many keys open it, "" for none
	Unlisted  int    // skipped products that SkippedRows does not hold
}

type viewFile struct {
	standing.File
	StateWord string
	At        moment
	Counts    []tally
	Result    string // base name
	URL       string

	Rejected    string // base name
	RejectedURL string
}

type viewOrder struct {
	standing.Order
	StateWord, StatusWord string
	At                    moment
	Tone                  standing.Level
}

type viewDrift struct {
	standing.Drift
	Since moment
}

// tally is a number of things in one state.
type tally struct {
	Name  string
	Word  string // the name in words
	Count int
	Tone  standing.Level
	About string
}

// newView is what a visitor sees who may look.
func (s *server) newView(snapshot standing.Snapshot) view {
	l := s.Language
	list := standing.Judge(snapshot, l)
	v := view{Snapshot: snapshot, Language: l, Level: standing.LevelOf(list), Now: since(l, snapshot.Now, snapshot.Now), Orders: tallies(l, snapshot.Orders), Sampled: since(l, snapshot.Sampled, snapshot.Now)}
	if !snapshot.Started.IsZero() {
		v.Up = span(l, snapshot.Now.Sub(snapshot.Started))
	}
	v.Title = verdict(l, v.Level)
	if b := snapshot.Books; b != nil {
		v.Books = &viewBooks{*b, since(l, b.Closed, snapshot.Now), since(l, b.Next, snapshot.Now)}
	}
	for _, f := range list {
		v.Findings = append(v.Findings, viewFinding{f, since(l, f.Since, snapshot.Now)})
	}
	for _, f := range snapshot.Feeds {
		shown := newViewFeed(f, l, snapshot.Now)
		if s.Keys != nil {
			if n := s.Keys.Count(f.Name); n > 0 {
				shown.Keyed = say(l, "keys", n)
			}
		}
		v.Feeds = append(v.Feeds, shown)
	}
	for _, f := range snapshot.Files {
		v.Files = append(v.Files, newViewFile(f, l, snapshot.Now))
	}
	for _, o := range snapshot.Recent {
		v.Recent = append(v.Recent, viewOrder{o, word(l, o.State, "state."), l.OrderStatus(o.OrderStatus), since(l, o.At, snapshot.Now), tone(o.State)})
	}
	for _, d := range snapshot.Drift {
		v.Drift = append(v.Drift, viewDrift{d, since(l, d.Since, snapshot.Now)})
	}
	return v
}

// verdict is a level in words.
func verdict(l wording.Language, level standing.Level) string {
	return say(l, map[standing.Level]string{standing.Fine: "fine", standing.Attention: "attention", standing.Failing: "failing"}[level])
}

func newViewFile(f standing.File, l wording.Language, now time.Time) viewFile {
	file := viewFile{File: f, StateWord: word(l, f.State, "file_state."), At: since(l, f.At, now), Counts: tallies(l, f.Counts)}
	if f.Result != "" {
		file.Result = filepath.Base(f.Result)
		file.URL = "/results/" + url.PathEscape(file.Result)
	}
	if f.Rejected != "" {
		file.Rejected = filepath.Base(f.Rejected)
		file.RejectedURL = "/results/" + url.PathEscape(file.Rejected)
	}
	return file
}

func newViewFeed(f standing.Feed, l wording.Language, now time.Time) viewFeed {
	v := viewFeed{Feed: f, Level: standing.Fine, Size: l.Size(f.Bytes), Published: since(l, f.Published, now), Next: since(l, f.Next, now), Unlisted: f.Skipped - len(f.SkippedRows)}
	v.Shown = feedURL(f)
	v.Warned = say(l, "warnings", len(f.Warnings))
	if !f.Published.IsZero() {
		v.URL = "/feeds/" + url.PathEscape(v.Shown)
	}
	switch {
	case f.Error != "":
		v.Level = standing.Failing
	case f.Skipped > 0 || len(f.Warnings) > 0:
		v.Level = standing.Attention
	}
	return v
}

// word is the word of a code whose sentence has that beginning, or of a row's status; a
// code that has none stands for itself.
func word(l wording.Language, code, beginning string) string {
	for _, key := range []string{beginning + code, "status." + code} {
		if m := wording.NewMessage(key); m.In(l) != key {
			return m.In(l)
		}
	}
	return code
}

// states are the importer's states of orders and rows in the order in which they are shown, each with
// the key of what it means.
func states() []tally {
	return []tally{
		{"accepted", "", 0, standing.Fine, "about_accepted"},
		{"handed_over", "", 0, standing.Fine, "about_handed_over"},
		{"duplicate", "", 0, standing.Fine, "about_duplicate"},
		{"skipped", "", 0, standing.Fine, "about_skipped"},
		{"ready", "", 0, "", "about_ready"},
		{"sending", "", 0, "", "about_sending"},
		{"pending", "", 0, "", "about_pending"},
		{"unknown", "", 0, standing.Attention, "about_unknown"},
		{"conflict", "", 0, standing.Attention, "about_conflict"},
		{"rejected", "", 0, standing.Failing, "about_rejected"},
	}
}

func tone(state string) standing.Level {
	for _, known := range states() {
		if known.Name == state {
			return known.Tone
		}
	}
	return ""
}

// tallies lists the counts that are not zero, unknown states last.
func tallies(l wording.Language, counts map[string]int) []tally {
	var list []tally
	rest := maps.Clone(counts)
	for _, known := range states() {
		if known.Count = counts[known.Name]; known.Count > 0 {
			known.Word, known.About = word(l, known.Name, "state."), say(l, known.About)
			list = append(list, known)
		}
		delete(rest, known.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		if rest[name] > 0 {
			list = append(list, tally{Name: name, Word: name, Count: rest[name]})
		}
	}
	return list
}

// moment is a time as people and machines read it; a zero time has no text.
type moment struct {
	Ago   string // relative to the page's own time
	Exact string
	ISO   string
}

func since(l wording.Language, at, now time.Time) moment {
	if at.IsZero() {
		return moment{}
	}
	m := moment{Exact: at.In(now.Location()).Format("2006-01-02 15:04:05 MST"), ISO: at.UTC().Format(time.RFC3339)}
	switch left := now.Sub(at); {
	case left >= time.Second:
		m.Ago = say(l, "ago", span(l, left))
	case left > -time.Second:
		m.Ago = say(l, "now")
	default:
		m.Ago = say(l, "in", span(l, -left))
	}
	return m
}

// span is a duration in its largest unit.
func span(l wording.Language, d time.Duration) string {
	switch {
	case d < time.Minute:
		return say(l, "seconds", int(d.Seconds()))
	case d < time.Hour:
		return say(l, "minutes", int(d.Minutes()))
	case d < 48*time.Hour:
		return say(l, "hours", int(d.Hours()))
	default:
		return say(l, "days", int(d.Hours()/24))
	}
}
