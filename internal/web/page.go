package web

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"
)

type pageTemplate struct{ *template.Template }

func parsePage() pageTemplate {
	return pageTemplate{template.Must(template.ParseFS(assets, "page.html"))}
}

// showPage renders the status page. It is rendered as a whole before the first byte
// goes out, so that a fault never shows as half a page.
func (s *server) showPage(w http.ResponseWriter, r *http.Request) {
	snapshot, ok := s.snapshot(w, r)
	if !ok {
		return
	}
	var page bytes.Buffer
	if err := s.page.Execute(&page, newView(snapshot, local(r), s.PrivateFeeds)); err != nil {
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
	Snapshot
	Level    level
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
}

type viewFinding struct {
	finding
	Since moment
}

type viewFeed struct {
	Feed
	Level     level
	URL       string // "" where this client may not have it or nothing is published
	Shown     string // the name in the address
	Size      string
	Published moment
	Next      moment
	Warned    string // how many warnings
	Unlisted  int    // skipped products that SkippedRows does not hold
}

type viewFile struct {
	File
	At     moment
	Counts []tally
	Result string // base name
	URL    string

	Rejected    string // base name
	RejectedURL string
}

type viewOrder struct {
	Order
	At   moment
	Tone level
}

type viewDrift struct {
	Drift
	Since moment
}

// tally is a number of things in one state.
type tally struct {
	Name  string
	Count int
	Tone  level
	About string
}

func newView(s Snapshot, local, private bool) view {
	list := findings(s)
	v := view{Snapshot: s, Level: levelOf(list), Now: since(s.Now, s.Now), Orders: tallies(s.Orders)}
	if !s.Started.IsZero() {
		v.Up = span(s.Now.Sub(s.Started))
	}
	v.Title = map[level]string{fine: "All is well", attention: "Waiting for you", failing: "Something does not work"}[v.Level]
	for _, f := range list {
		v.Findings = append(v.Findings, viewFinding{f, since(f.Since, s.Now)})
	}
	for _, f := range s.Feeds {
		v.Feeds = append(v.Feeds, newViewFeed(f, s.Now, !f.Private || private || local))
	}
	for _, f := range s.Files {
		file := viewFile{File: f, At: since(f.At, s.Now), Counts: tallies(f.Counts)}
		if f.Result != "" {
			file.Result = filepath.Base(f.Result)
			if local {
				file.URL = "/results/" + url.PathEscape(file.Result)
			}
		}
		if f.Rejected != "" {
			file.Rejected = filepath.Base(f.Rejected)
			if local {
				file.RejectedURL = "/results/" + url.PathEscape(file.Rejected)
			}
		}
		v.Files = append(v.Files, file)
	}
	for _, o := range s.Recent {
		v.Recent = append(v.Recent, viewOrder{o, since(o.At, s.Now), tone(o.State)})
	}
	for _, d := range s.Drift {
		v.Drift = append(v.Drift, viewDrift{d, since(d.Since, s.Now)})
	}
	v.Sampled = since(s.Sampled, s.Now)
	return v
}

func newViewFeed(f Feed, now time.Time, allowed bool) viewFeed {
	v := viewFeed{Feed: f, Level: fine, Size: size(f.Bytes), Published: since(f.Published, now), Next: since(f.Next, now), Unlisted: f.Skipped - len(f.SkippedRows)}
	v.Shown = feedURL(f)
	v.Warned = amount(len(f.Warnings), "warning", "warnings")
	if allowed && !f.Published.IsZero() {
		v.URL = "/feeds/" + url.PathEscape(v.Shown)
	}
	switch {
	case f.Error != "":
		v.Level = failing
	case f.Skipped > 0 || len(f.Warnings) > 0:
		v.Level = attention
	}
	return v
}

// states are the states of orders and rows in the order in which they are shown.
func states() []tally {
	return []tally{
		{"accepted", 0, fine, "the supplier has the order"},
		{"final", 0, fine, "completed, cancelled or returned"},
		{"duplicate", 0, fine, "was accepted before, nothing posted again"},
		{"skipped", 0, fine, "the file itself does not want it sent"},
		{"parsed", 0, "", "read, not checked yet"},
		{"ready", 0, "", "waiting to be sent"},
		{"sending", 0, "", "on the way to the supplier"},
		{"pending", 0, "", "not sent yet"},
		{"unknown", 0, attention, "the supplier may have it or not"},
		{"conflict", 0, attention, "same number, other content: a person decides"},
		{"rejected", 0, failing, "refused, the result file says why"},
	}
}

func tone(state string) level {
	for _, known := range states() {
		if known.Name == state {
			return known.Tone
		}
	}
	return ""
}

// tallies lists the counts that are not zero, unknown states last.
func tallies(counts map[string]int) []tally {
	var list []tally
	rest := maps.Clone(counts)
	for _, known := range states() {
		if known.Count = counts[known.Name]; known.Count > 0 {
			list = append(list, known)
		}
		delete(rest, known.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		if rest[name] > 0 {
			list = append(list, tally{Name: name, Count: rest[name]})
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

func since(at, now time.Time) moment {
	if at.IsZero() {
		return moment{}
	}
	m := moment{Exact: at.In(now.Location()).Format("2006-01-02 15:04:05 MST"), ISO: at.UTC().Format(time.RFC3339)}
	switch left := now.Sub(at); {
	case left >= time.Second:
		m.Ago = span(left) + " ago"
	case left > -time.Second:
		m.Ago = "now"
	default:
		m.Ago = "in " + span(-left)
	}
	return m
}

// span is a duration in its largest unit.
func span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days", int(d.Hours()/24))
	}
}

// size is a number of bytes in decimal units.
func size(bytes int64) string {
	units := []string{"bytes", "kB", "MB", "GB"}
	n, unit := float64(bytes), 0
	for n >= 1000 && unit < len(units)-1 {
		n, unit = n/1000, unit+1
	}
	if unit == 0 || n >= 100 {
		return fmt.Sprintf("%.0f %s", n, units[unit])
	}
	return fmt.Sprintf("%.1f %s", n, units[unit])
}
