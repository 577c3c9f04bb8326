package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// manyDays is the longest period that shows each of its days; a longer one shows the
// ends of its months.
const manyDays = 400

// dayTable sums entries by the day that the zone's clock showed, or by the month.
type dayTable struct {
	adder
	period  Period
	zone    *time.Location
	monthly bool
	moved   map[time.Time]*supplier.Balance // by a day's date at midnight UTC
	last    time.Time                       // of the entries
}

func newDayTable(p Period) *dayTable {
	return &dayTable{period: p, zone: p.From.Location(), moved: map[time.Time]*supplier.Balance{},
		monthly: daysBetween(p.From, p.To) > manyDays}
}

// date is the day that a moment's own clock shows, as a key.
func date(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// daysBetween counts calendar days, whatever the clock changes in between.
func daysBetween(from, to time.Time) int { return int(date(to).Sub(date(from)) / (24 * time.Hour)) }

// key is the last day of what a day is shown with.
func (t *dayTable) key(at time.Time) time.Time {
	day := date(at)
	if t.monthly {
		day = time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC)
		if last := date(t.period.Last()); day.After(last) {
			return last
		}
	}
	return day
}

func (t *dayTable) take(e *supplier.LedgerEntry) {
	key := t.key(e.PostedAt.In(t.zone))
	b := t.moved[key]
	if b == nil {
		b = new(noBalance())
		t.moved[key] = b
	}
	t.move(b, e)
	if e.PostedAt.After(t.last) {
		t.last = e.PostedAt
	}
}

// list gives the balance at each day's end, from the opening on. Days after now are left
// out, unless entries are dated later.
func (t *dayTable) list(opening supplier.Balance, now time.Time) []DayBalance {
	end := t.key(t.period.Last())
	if t.last.After(now) {
		now = t.last
	}
	if today := t.key(now.In(t.zone)); today.Before(end) {
		end = today
	}
	var out []DayBalance
	balance := opening
	for day := t.key(t.period.From); !day.After(end); day = t.key(day.AddDate(0, 0, 1)) {
		if moved := t.moved[day]; moved != nil {
			balance = supplier.Balance{Posted: t.sum(balance.Posted, moved.Posted), Held: t.sum(balance.Held, moved.Held),
				Available: t.sum(balance.Available, moved.Available)}
		}
		out = append(out, DayBalance{dayStart(day.Year(), day.Month(), day.Day(), t.zone), balance})
		if day.Equal(date(t.period.Last())) {
			break // the key of what follows would be this one again
		}
	}
	return out
}
