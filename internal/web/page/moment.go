package page

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// moment is a time as people and machines read it; a zero time has no text.
type moment struct {
	Ago   string // relative to the page's own time
	Day   string // the hour of today, yesterday with its hour, or the date
	Full  string // the same, a date with its hour too
	Exact string
	ISO   string
}

func since(l wording.Language, at, now time.Time) moment {
	if at.IsZero() {
		return moment{}
	}
	local := at.In(now.Location())
	m := moment{Exact: local.Format("2006-01-02 15:04:05 MST"), ISO: at.UTC().Format(time.RFC3339), Day: day(l, local, now)}
	if m.Full = m.Day; m.Full == local.Format(wording.DottedDay) {
		m.Full += local.Format(", 15:04")
	}
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

// day is the hour of today, "yesterday" with the hour, or the date.
func day(l wording.Language, at, now time.Time) string {
	midnight := func(t time.Time) time.Time {
		y, m, d := t.Date()
		return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	}
	switch {
	case midnight(at).Equal(midnight(now)):
		return at.Format("15:04")
	case midnight(at).Equal(midnight(now.AddDate(0, 0, -1))):
		return say(l, "yesterday", at.Format("15:04"))
	default:
		return at.Format(wording.DottedDay)
	}
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
