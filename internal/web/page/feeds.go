package page

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// feedsView is the feeds of the config.
type feedsView struct {
	frame
	Feeds []feedView
}

// feedView is a feed with what became of its last build.
type feedView struct {
	standing.Feed
	ID        string // of its element
	Level     standing.Level
	Address   string // "" where nothing is published
	Size      string
	Published moment
	Next      moment
	Left      []leftOut
	Unlisted  int // products that were left out, and are not named
	Deeds     []deedView
	Visitor   Visitor
	Self      string
}

// leftOut is a reason for which products are left out, with some of them.
type leftOut struct {
	Code  string
	Count int
	Some  []standing.Skipped
}

// feeds shows all feeds.
func (p *pages) feeds(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeFeeds)
	v := feedsView{frame: f}
	for _, feed := range f.Snapshot.Feeds {
		v.Feeds = append(v.Feeds, f.feed(feed))
	}
	p.render(w, r, http.StatusOK, placeFeeds, v)
}

func (f *frame) feed(feed standing.Feed) feedView {
	l, now := f.Language, f.Snapshot.Now
	v := feedView{Feed: feed, ID: "feed-" + feed.Name, Level: standing.Fine, Size: l.Size(feed.Bytes), Published: since(l, feed.Published, now), Next: since(l, feed.Next, now),
		Left: reasons(feed.SkippedRows), Unlisted: max(0, feed.Skipped-len(feed.SkippedRows)), Visitor: f.Visitor, Deeds: f.deeds("feed-"+feed.Name, feedDeeds(l, feed.Name, feed.Refused)...), Self: f.Self}
	switch {
	case feed.Error != "":
		v.Level = standing.Failing
	case feed.Skipped > 0 || len(feed.Warnings) > 0:
		v.Level = standing.Attention
	}
	if !feed.Published.IsZero() {
		v.Address = "/feeds/" + url.PathEscape(feed.Name+filepath.Ext(feed.File))
	}
	return v
}

// mostLeft is how many products a reason names.
const mostLeft = 10

// reasons gathers products that were left out by their reason, the most frequent first.
func reasons(skipped []standing.Skipped) []leftOut {
	by := map[string]*leftOut{}
	for _, s := range skipped {
		reason := by[s.Code]
		if reason == nil {
			reason = &leftOut{Code: s.Code}
			by[s.Code] = reason
		}
		if reason.Count++; len(reason.Some) < mostLeft {
			reason.Some = append(reason.Some, s)
		}
	}
	var list []leftOut
	for _, reason := range slices.SortedFunc(maps.Values(by), func(a, b *leftOut) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Code, b.Code))
	}) {
		list = append(list, *reason)
	}
	return list
}

// whyView tells of a product why a feed shows it as it does.
type whyView struct {
	frame
	Feed, SKU string
	Shown     []shownProduct
	Failed    string
	Way       string
}

// shownProduct is a product as a feed shows it.
type shownProduct struct {
	exporter.Shown
	Refused string // why it is left out
	Fields  []shownField
}

type shownField struct {
	template.Explained
	Done string
}

// why tells of a product where each field of it in a feed comes from.
func (p *pages) why(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeFeeds)
	v := whyView{frame: f, Feed: r.FormValue("feed"), SKU: strings.TrimSpace(r.FormValue("sku"))}
	v.Title = say(f.Language, "why_titled", v.SKU)
	shown, missing, err := p.Shop.Why(r.Context(), v.Feed, v.SKU)
	status := http.StatusOK
	switch {
	case err != nil:
		v.Failed, v.Way, status = oneline.Unbroken(err.Error()), failure.Hint(err), http.StatusServiceUnavailable
	case len(missing) > 0 || len(shown) == 0:
		v.Failed, v.Way, status = say(f.Language, "sku_unknown", v.SKU), say(f.Language, "sku_unknown_way"), http.StatusNotFound
	}
	for _, s := range shown {
		v.Shown = append(v.Shown, shownAs(s))
	}
	p.render(w, r, status, "why", v)
}

func shownAs(s exporter.Shown) shownProduct {
	p := shownProduct{Shown: s}
	if s.Refused != nil {
		p.Refused = s.Refused.Message
	}
	for _, field := range s.Fields {
		var done []string
		for _, code := range field.Done {
			done = append(done, string(code))
		}
		p.Fields = append(p.Fields, shownField{Explained: field, Done: strings.Join(done, ", ")})
	}
	return p
}
