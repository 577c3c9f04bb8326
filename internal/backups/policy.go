package backups

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Policy is which copies stay: the newest, and the newest of each of the last days, weeks and months
// that have one. What any of them keeps stays.
type Policy struct{ Newest, Daily, Weekly, Monthly int }

// rule keeps the newest copy of each of so many periods.
type rule struct {
	left   int
	period func(time.Time) string // names the period that a moment is in
	last   string                 // the period of the copy that it kept last
}

// keeps reports whether a copy stays by the rule. Copies are asked for the newest first.
func (r *rule) keeps(at time.Time) bool {
	period := r.period(at)
	if r.left == 0 || period == r.last {
		return false
	}
	r.left, r.last = r.left-1, period
	return true
}

// over are the copies that nothing keeps, of those that stand the newest first. The newest one always
// stays. Days begin and end by the clock on the wall of zone, and weeks on Monday.
func (p Policy) over(copies []Copy, zone *time.Location) (over []Copy) {
	rules := []rule{
		{left: p.Newest, period: func(at time.Time) string { return at.Format(stamp) }},
		{left: p.Daily, period: func(at time.Time) string { return at.Format(time.DateOnly) }},
		{left: p.Weekly, period: func(at time.Time) string { return fmt.Sprint(at.ISOWeek()) }},
		{left: p.Monthly, period: func(at time.Time) string { return at.Format(wording.MonthLayout) }},
	}
	for n, c := range copies {
		kept := n == 0
		for r := range rules {
			kept = rules[r].keeps(c.At.In(zone)) || kept
		}
		if !kept {
			over = append(over, c)
		}
	}
	return over
}
