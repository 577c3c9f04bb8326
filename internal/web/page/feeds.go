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
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// feedsView is the feeds of the config.
type feedsView struct {
	frame
	Feeds  []feedView
	Failed *notice // why keys are not shown
}

// feedView is a feed with what became of its last build.
type feedView struct {
	standing.Feed
	ID        string // of its element
	Level     standing.Level
	Address   string // on this server, "" where nothing is published
	URL       string // the same, whole
	KeyURL    string // of a partner, with KEY where the key stands
	Chart     *chart // of the last builds
	Changes   string // since the publishing before, "" where nothing was compared
	Worst     []worstView
	Keyrings  []keyView
	InConfig  int // keys that stand in the config
	KeyDeeds  []deedView
	Size      string
	Published moment
	Next      moment
	Left      []leftOut
	Unlisted  int // products that were left out, and are not named
	Deeds     []deedView
	Visitor   Visitor
	Self      string
}

// worstView is a change for which a guard refused a feed.
type worstView struct {
	standing.WorstChange
	Word    string
	Was, Is string // the prices as people write them; the feed says in which currency
}

// leftOut is a reason for which products are left out, with some of them.
type leftOut struct {
	Code  string
	Word  string
	Count int
	Some  []named
}

// named is a product, and what is said of it.
type named struct{ SKU, Message string }

// feeds shows all feeds.
func (p *pages) feeds(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeFeeds)
	v := feedsView{frame: f}
	all, err := p.Shop.Keys()
	if err != nil {
		failed := asNotice(f.Language, err)
		v.Failed = &failed
	}
	base := p.base(r)
	for _, feed := range f.Snapshot.Feeds {
		shown := f.feed(feed, base)
		shown.Keyrings = f.keys("feed-"+feed.Name, all, func(key keyring.Key) bool { return key.For == keyring.ForFeed && key.Of == feed.Name })
		shown.InConfig = max(0, feed.Keys-len(shown.Keyrings))
		v.Feeds = append(v.Feeds, shown)
	}
	p.render(w, r, http.StatusOK, placeFeeds, v)
}

// base is the address of this server as people open it, with a slash at its end.
func (p *pages) base(r *http.Request) string {
	if p.URL != "" {
		return strings.TrimRight(p.URL, "/") + "/"
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: r.Host, Path: "/"}).String()
}

func (f *frame) feed(feed standing.Feed, base string) feedView {
	l, now := f.Language, f.Snapshot.Now
	v := feedView{Feed: feed, ID: "feed-" + feed.Name, Level: standing.Fine, Size: l.Size(feed.Bytes), Published: since(l, feed.Published, now), Next: since(l, feed.Next, now),
		Left: reasons(l, feed.SkippedRows), Unlisted: max(0, feed.Skipped-len(feed.SkippedRows)), Chart: builds(l, feed.Builds), Changes: changed(l, feed.Builds), KeyDeeds: f.deeds("feed-"+feed.Name+"-key", feedKeyDeed(l, feed.Name)), Visitor: f.Visitor, Deeds: f.deeds("feed-"+feed.Name, feedDeeds(l, feed.Name, feed.Refused)...), Self: f.Self}
	v.Error, v.Mend = feed.Trouble(l)
	if f.Visitor.Acts {
		v.Mend = inButtons(l, v.Mend, v.Deeds)
	}
	switch {
	case feed.Error != "":
		v.Level = standing.Failing
	case feed.Skipped > 0 || len(feed.Warnings) > 0:
		v.Level = standing.Attention
	}
	if !feed.Published.IsZero() {
		file := url.PathEscape(feed.Name + filepath.Ext(feed.File))
		v.Address, v.URL, v.KeyURL = "/feeds/"+file, base+"feeds/"+file, base+"feeds/KEY/"+file
	}
	for _, c := range feed.Worst {
		v.Worst = append(v.Worst, worstView{c, l.Word("feed_change", c.Kind), l.Figures(c.OldPrice), l.Figures(c.NewPrice)})
	}
	return v
}

// builds draws the offers of the builds that were published; nil where there are no two.
func builds(l wording.Language, all []standing.Build) *chart {
	var offers []float64
	var first, last int
	for _, b := range all {
		if !b.Published() {
			continue
		}
		if last = b.Offers; len(offers) == 0 {
			first = b.Offers
		}
		offers = append(offers, float64(b.Offers))
	}
	return newSparkline(offers, say(l, "feed_chart", len(offers), first, last, len(all)-len(offers)))
}

// changed is what the last build has changed, published or not; "" where nothing could be compared.
func changed(l wording.Language, all []standing.Build) string {
	if len(all) == 0 || all[len(all)-1].Changes == nil {
		return ""
	}
	c := all[len(all)-1].Changes
	return say(l, "feed_changes", c.New, c.Gone, c.Repriced, c.Restocked, c.SoldOut)
}

// mostLeft is how many products a reason names.
const mostLeft = 10

// reasons gathers products that were left out by their reason, the most frequent first.
func reasons(l wording.Language, skipped []standing.Skipped) []leftOut {
	by := map[string]*leftOut{}
	for _, s := range skipped {
		reason := by[s.Code]
		if reason == nil {
			reason = &leftOut{Code: s.Code, Word: l.Word("left_out", s.Code)}
			by[s.Code] = reason
		}
		if reason.Count++; len(reason.Some) < mostLeft {
			reason.Some = append(reason.Some, named{s.SKU, s.Message.In(l)})
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
	Reading   errandView
	Shown     []shownProduct
	Failed    *notice
}

// shownProduct is a product as a feed shows it.
type shownProduct struct {
	exporter.Shown
	Refused string // why it is left out
	Fields  []shownField
}

type shownField struct {
	template.Explained
	Done  string
	Notes []string
}

// why tells of a product where each field of it in a feed comes from.
func (p *pages) why(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeFeeds)
	v := whyView{frame: f, Feed: r.FormValue("feed"), SKU: strings.TrimSpace(r.FormValue("sku"))}
	v.Title = say(f.Language, "why_titled", v.SKU)
	look, err := p.Shop.Why(r.Context(), v.Feed, v.SKU)
	status := http.StatusOK
	switch {
	case err != nil:
		failed := asNotice(f.Language, err)
		v.Failed, status = &failed, http.StatusServiceUnavailable
	case look.Reading.Running():
		v.Reading = f.errand(look.Reading, "why_reading")
	case look.Missing || len(look.Shown) == 0:
		v.Failed, status = &notice{Text: say(f.Language, "sku_unknown", v.SKU), Way: say(f.Language, "sku_unknown_way")}, http.StatusNotFound
	}
	for _, s := range look.Shown {
		v.Shown = append(v.Shown, shownAs(f.Language, s))
	}
	p.render(w, r, status, "why", v)
}

func shownAs(l wording.Language, s exporter.Shown) shownProduct {
	p := shownProduct{Shown: s}
	if s.Refused != nil {
		p.Refused = s.Refused.Message.In(l)
	}
	for _, field := range s.Fields {
		var done []string
		for _, code := range field.Done {
			done = append(done, string(code))
		}
		shown := shownField{Explained: field, Done: strings.Join(done, ", ")}
		for _, note := range field.Notes {
			shown.Notes = append(shown.Notes, note.In(l))
		}
		p.Fields = append(p.Fields, shown)
	}
	return p
}
