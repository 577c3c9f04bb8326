package wording

import "time"

// How days and moments are written; time.DateOnly is a day for machines and in English.
const (
	MonthLayout  = "2006-01"          // a month, such as 2026-10
	MinuteLayout = "2006-01-02 15:04" // a moment to the minute
	DottedDay    = "02.01.2006"       // a day as Ukrainians write it
)

const clockLayout = " 15:04" // what a moment adds to its day

// Day is the day that t's own clock shows.
func (l Language) Day(t time.Time) string { return t.Format(l.Of(DottedDay, time.DateOnly)) }

// Moment is the day with the time to the minute.
func (l Language) Moment(t time.Time) string {
	return t.Format(l.Of(DottedDay+clockLayout, MinuteLayout))
}
