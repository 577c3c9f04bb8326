package notify

import (
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Event is something that happened once to an order.
type Event struct {
	Key   string    `json:"key"` // what makes it the same one
	Code  string    `json:"code"`
	Order string    `json:"order"` // its number
	At    time.Time `json:"at"`
}

// thing is what people are told of once: a finding, or all findings of one cause.
type thing struct {
	letter.Item
	key    string
	merged int // findings that are in it
}

// ripeAfter says how soon what stands is told. Most servers are back before that, and feeds are built again.
func ripeAfter(code string) time.Duration {
	return map[string]time.Duration{"supplier_away": 15 * time.Minute, letter.CodeWaiting: 15 * time.Minute,
		codeBlind: 5 * time.Minute, standing.CodeBooks: 30 * time.Minute, standing.CodeFeed: 5 * time.Minute}[code]
}

const (
	overAfter   = 10 * time.Minute   // a thing that is not seen for so long is over
	remindAfter = 3 * 24 * time.Hour // a thing that still stands is told again with a digest
)

// codeBlind is that nobody can tell what stands: the journal's database does not answer.
const codeBlind = "journal_away"

// codeRows is the finding of refused rows, which is told of each file by itself.
const codeRows = "rows_refused"

// things puts the findings together that have one cause: those of orders by their code, the
// others by what they are about.
func things(list []standing.Finding) []*thing {
	var all []*thing
	at := map[string]*thing{}
	for _, f := range list {
		key := f.Code + "/" + subject(f)
		if t := at[key]; t != nil {
			t.add(f)
			continue
		}
		t := &thing{key: key, merged: 1, Item: letter.Item{Code: f.Code, Level: f.Level, Text: f.Text, Mend: f.Mend, Since: f.Since, Count: max(f.Count, len(f.Orders)),
			Orders: slices.Clone(f.Orders), Files: slices.Clone(f.Files), Feeds: slices.Clone(f.Feeds)}}
		at[key], all = t, append(all, t)
	}
	return all
}

// subject is what tells a finding from others of its code.
func subject(f standing.Finding) string {
	if len(f.Orders) > 0 && f.Code != codeRows {
		return ""
	}
	return strings.Join(append(append(slices.Clone(f.Feeds), f.Files...), f.About), "/")
}

func (t *thing) add(f standing.Finding) {
	t.merged++
	if t.merged <= letter.MergedTexts {
		t.Text += "; " + f.Text
	}
	if t.Since.IsZero() || !f.Since.IsZero() && f.Since.Before(t.Since) {
		t.Since = f.Since
	}
	for _, number := range f.Orders {
		if !slices.Contains(t.Orders, number) {
			t.Orders = append(t.Orders, number)
		}
	}
	t.Count = max(t.Count, len(t.Orders))
}

// growth is how much of a thing was not told yet.
func (t *thing) growth(before told) int {
	n := t.Count - before.Count
	fresh := 0
	for _, number := range t.Orders {
		if !slices.Contains(before.Orders, number) {
			fresh++
		}
	}
	return max(n, fresh)
}

// news is what there is to say of a thing, "" for nothing. With a digest everything is said
// that was not; at once only what is new, or has grown by half.
func (t *thing) news(before told, known, digest bool, now time.Time) letter.News {
	grown := 0
	if known {
		grown = t.growth(before)
	}
	switch {
	case !known:
		return letter.Begun
	case grown > 0 && (digest || 2*grown >= before.Count):
		return letter.Grown
	case digest && now.Sub(before.At) >= remindAfter:
		return letter.Still
	}
	return ""
}

// told is the thing as it is remembered once it was told, by the words that it was told with: the others may
// name people.
func (t *thing) told(text string, now time.Time, urgent bool) told {
	return told{At: now.UTC(), Code: t.Code, Text: text, Orders: t.Orders, Count: t.Count, Urgent: urgent}
}

// sight is when this process saw a thing first and last.
type sight struct{ first, last time.Time }

// sights are the things that this process has seen.
type sights struct {
	began time.Time // of the process: before it nothing was seen
	by    map[string]sight
}

// note takes in what stands now.
func (s *sights) note(list []*thing, now time.Time) {
	for _, t := range list {
		at, known := s.by[t.key]
		if !known || now.Sub(at.last) >= overAfter {
			at.first = now
			if !t.Since.IsZero() && t.Since.Before(now) {
				at.first = t.Since
			}
		}
		at.last = now
		s.by[t.key] = at
	}
}

// ripe reports whether a thing has stood for long enough to be told.
func (s *sights) ripe(t *thing, now time.Time) bool {
	return now.Sub(s.by[t.key].first) >= ripeAfter(t.Code)
}

// over reports whether a thing that was told has not been seen for long enough.
func (s *sights) over(key string, now time.Time) bool {
	last := s.began
	if at := s.by[key]; at.last.After(last) {
		last = at.last
	}
	return now.Sub(last) >= overAfter
}

// told is what people know of a thing.
type told struct {
	At     time.Time `json:"at"`
	Code   string    `json:"code,omitempty"` // "": an event or a result, which has no end
	Text   string    `json:"text,omitempty"`
	Orders []string  `json:"orders,omitempty"`
	Count  int       `json:"count,omitempty"`
	Urgent bool      `json:"urgent,omitempty"` // that it is over is told at once, too
}
