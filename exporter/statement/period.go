package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Period is some whole days in a time zone: From inclusive, To exclusive, both midnights
// (or a day's first moment, where a clock change skips midnight) there.
type Period struct{ From, To time.Time }

// Month is the period of a month such as 2026-10.
func Month(text string, zone *time.Location) (Period, error) {
	first, err := time.Parse(wording.MonthLayout, text)
	if err != nil {
		return Period{}, refusal.Misuse("period.no_month", text)
	}
	return Period{dayStart(first.Year(), first.Month(), 1, zone), dayStart(first.Year(), first.Month()+1, 1, zone)}, nil
}

// Days is the period from the first day to the last one, such as 2026-10-31, both included.
func Days(from, to string, zone *time.Location) (Period, error) {
	first, err := parseDay(from)
	if err != nil {
		return Period{}, err
	}
	last, err := parseDay(to)
	if err != nil {
		return Period{}, err
	}
	if last.Before(first) {
		return Period{}, refusal.Misuse("period.backward", to, from)
	}
	return Period{dayStart(first.Year(), first.Month(), first.Day(), zone), dayStart(last.Year(), last.Month(), last.Day()+1, zone)}, nil
}

// parseDay reads a day apart from the zone, whose clock may not show its midnight.
func parseDay(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, refusal.Misuse("period.no_day", text)
	}
	return day, nil
}

// dayStart is the first moment of a day. Where a clock change skips midnight, time.Date
// may give a moment of the day before.
func dayStart(year int, month time.Month, day int, zone *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if want := time.Date(year, month, day, 12, 0, 0, 0, zone); t.Day() != want.Day() {
		return time.Date(year, month, day, 1, 0, 0, 0, zone)
	}
	return t
}

// First is the period's first day, Last its last one.
func (p Period) First() time.Time { return p.From }

// Last is the first moment of the last day.
func (p Period) Last() time.Time {
	t := p.To.Add(-time.Nanosecond)
	return dayStart(t.Year(), t.Month(), t.Day(), p.To.Location())
}

// Contains reports whether a moment lies in the period.
func (p Period) Contains(t time.Time) bool { return !t.Before(p.From) && t.Before(p.To) }
