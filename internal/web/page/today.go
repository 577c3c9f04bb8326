package page

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Diary tells what came.
type Diary interface {
	// Figures counts what came from a time until another.
	Figures(ctx context.Context, from, to time.Time) (state.Figures, error)
}

// figure is a number of today, with the list of what it counts.
type figure struct {
	Key     string // of its words
	Count   int
	Address string
	Tone    standing.Level
	More    bool // there are as many or more
}

// today is what came since midnight, and when something came last.
type today struct {
	Figures                          []figure
	LastOrder, LastWaybill, LastFeed moment
}

// today reads what came since midnight; nil where that is not known.
func (p *pages) today(ctx context.Context, f *frame) *today {
	now := f.Snapshot.Now
	y, m, d := now.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	came, err := p.Shop.Figures(ctx, midnight, now)
	if err != nil {
		p.Logger.Error("what came today was not read", "error", err)
		return nil
	}
	published, last := publishings(f.Snapshot.Feeds, midnight)
	t := &today{LastOrder: since(f.Language, came.LastOrder, now), LastWaybill: since(f.Language, came.LastWaybill, now), LastFeed: since(f.Language, last, now)}
	orders := func(filter url.Values) string {
		filter.Set("from", midnight.Format(time.DateOnly))
		return "/orders?" + filter.Encode()
	}
	of := func(states ...state.State) (n int) {
		for _, s := range states {
			n += came.Orders[s]
		}
		return n
	}
	t.Figures = []figure{
		{"today_files", came.Files, "/files?since=" + midnight.Format(time.DateOnly), "", false},
		{"today_accepted", of(state.Accepted, state.HandedOver), orders(url.Values{"state": {string(state.Accepted)}}), standing.Fine, false},
		{"today_refused", came.Rows.Rejected, orders(url.Values{"state": {string(state.Rejected)}}), standing.Failing, false},
		{"today_skipped", came.Rows.Skipped, "/files?since=" + midnight.Format(time.DateOnly), "", false},
		{"today_waiting", of(state.Ready, state.Sending), orders(url.Values{"state": {string(state.Ready)}}), "", false},
		{"today_waybills", came.Waybills, "/orders?waybill=" + midnight.Format(time.DateOnly), standing.Fine, false},
		{"today_late", came.Late, "/orders?late=1", standing.Attention, came.Late >= state.LateCounted},
		{"today_feeds", published, "/feeds", standing.Fine, false},
	}
	return t
}

// publishings counts the feeds that were published since a time, and gives when the last was.
func publishings(feeds []standing.Feed, since time.Time) (n int, last time.Time) {
	for _, feed := range feeds {
		if feed.Published.After(last) {
			last = feed.Published
		}
		if !feed.Published.Before(since) {
			n++
		}
	}
	return n, last
}

// underway is something that goes on now.
type underway struct {
	ID   string // of its element
	Text string
	Done int // of All; shown where All is not 0
	All  int
	Left string // how long it still takes, "" where that cannot be told
}

// longestGuess is the longest time left that is told: what takes longer is no forecast.
const longestGuess = 24 * time.Hour

// underway are the files that are being read or sent, the feeds that are built, and a wait
// that the supplier asked for.
func (f *frame) underway() (list []underway) {
	l, s := f.Language, f.Snapshot
	if !s.Resting.IsZero() && s.Resting.After(s.Now) {
		list = append(list, underway{ID: "resting", Text: say(l, "resting", s.Resting.In(s.Now.Location()).Format("15:04:05"), span(l, s.Resting.Sub(s.Now)))})
	}
	if s.Inbox.Waiting > 0 {
		list = append(list, underway{ID: "to-read", Text: say(l, "files_to_read", s.Inbox.Waiting)})
	}
	for _, file := range s.Files {
		if sent := f.sending(file); sent.All > 0 {
			list = append(list, sent)
		}
	}
	for _, feed := range s.Feeds {
		if feed.Running {
			list = append(list, underway{ID: "building-" + feed.Name, Text: say(l, "feed_building", feed.Name)})
		}
	}
	return list
}

// sending is how far a file is of which rows wait to be sent; its All is 0 where none do.
func (f *frame) sending(file standing.File) underway {
	waiting, all := file.Counts[string(state.RowPending)], 0
	for _, n := range file.Counts {
		all += n
	}
	if waiting == 0 || file.State == string(state.FileRefused) {
		return underway{}
	}
	u := underway{ID: "sending-" + file.Name, Text: say(f.Language, "file_sending", file.Name), Done: all - waiting, All: all}
	took := f.Snapshot.Now.Sub(file.CameAt)
	if u.Done == 0 || file.CameAt.IsZero() || took <= 0 || f.Snapshot.Resting.After(f.Snapshot.Now) {
		return u
	}
	if left := time.Duration(float64(took) / float64(u.Done) * float64(waiting)); left < longestGuess {
		u.Left = say(f.Language, "time_left", span(f.Language, left))
	}
	return u
}

// byHarm sorts causes: money or parcels at stake, feeds that are not published, what the
// supplier does not answer, the rest.
func byHarm(list []standing.Finding) []standing.Finding {
	sorted := slices.Clone(list)
	sorting.StableFunc(sorted, func(a, b standing.Finding) int { return cmp.Compare(harm(a), harm(b)) })
	return sorted
}

// The ranks of harm.
const (
	harmsOrders = iota
	harmsFeeds
	harmsAnswers
	harmsLater
)

func harm(f standing.Finding) int {
	switch f.Code {
	case standing.CodeFeed, standing.CodeFeedLate, standing.CodeStockWord:
		return harmsFeeds
	case standing.CodeProblem, "token_refused", "supplier_away", standing.CodeJournal:
		return harmsAnswers
	case standing.CodeDrift, standing.CodeBooks, standing.CodeBooksApart, standing.CodeDisk, standing.CodeBackup, standing.CodeChannel:
		return harmsLater
	}
	return harmsOrders
}
