package schedule

import (
	"fmt"
	"strings"
	"time"
)

// Hours are a part of every day, from a time of day until another one, which may be that of the
// next day. The zero value is none.
type Hours struct {
	From, Till time.Duration // since midnight by the clock on the wall; equal: none
}

// ParseHours reads hours such as 22:00-08:00.
func ParseHours(text string) (h Hours, err error) {
	begin, end, two := strings.Cut(text, "-")
	if !two {
		return h, fmt.Errorf("%q are no hours: write them like 22:00-08:00", text)
	}
	if h.From, err = ParseClock(begin); err == nil {
		h.Till, err = ParseClock(end)
	}
	if err == nil && h.From == h.Till {
		err = fmt.Errorf("%q is all day or never: leave it out, or write it like 22:00-08:00", text)
	}
	return h, err
}

// ParseClock reads a time of day such as 09:00, as what has passed since midnight.
func ParseClock(text string) (time.Duration, error) {
	at, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		return 0, fmt.Errorf("%q is no time of day: write it like 09:00", text)
	}
	return SinceMidnight(at), nil
}

// SinceMidnight is what has passed of the day by the clock on the wall of the time's zone.
func SinceMidnight(local time.Time) time.Duration {
	hour, minute, second := local.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
}

// Hold reports whether a time is in the hours, by the clock on the wall of its zone.
func (h Hours) Hold(local time.Time) bool {
	at := SinceMidnight(local)
	if h.From <= h.Till {
		return h.From <= at && at < h.Till
	}
	return at >= h.From || at < h.Till
}

// End is the first time from local on that is not in the hours.
func (h Hours) End(local time.Time) time.Time {
	const day = 24 * time.Hour
	for h.Hold(local) {
		left := (h.Till - SinceMidnight(local) + day) % day
		end := local.Truncate(time.Second).Add(left)
		if _, changed := local.ZoneBounds(); !changed.IsZero() && changed.Before(end) {
			end = changed // of clocks: what they show from then on is looked at anew
		}
		local = end
	}
	return local
}
