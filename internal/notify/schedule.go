package notify

import (
	"fmt"
	"strings"
	"time"
)

// Schedule says when letters may go out, by the clock on the wall of a zone: on the days on
// which clocks are changed a night is an hour shorter or longer, and quiet ends in time.
type Schedule struct {
	Zone       *time.Location
	From, Till time.Duration // of the quiet hours, since midnight; equal: none
	Digest     time.Duration // when the digest is due, since midnight
}

// ParseQuiet reads quiet hours such as 22:00-08:00.
func ParseQuiet(text string) (from, till time.Duration, err error) {
	begin, end, two := strings.Cut(text, "-")
	if !two {
		return 0, 0, fmt.Errorf("%q are no hours: write them like 22:00-08:00", text)
	}
	if from, err = ParseClock(begin); err == nil {
		till, err = ParseClock(end)
	}
	if err == nil && from == till {
		err = fmt.Errorf("%q is all day or never: leave it out, or write it like 22:00-08:00", text)
	}
	return from, till, err
}

// ParseClock reads a time of day such as 09:00.
func ParseClock(text string) (time.Duration, error) {
	at, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		return 0, fmt.Errorf("%q is no time of day: write it like 09:00", text)
	}
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute, nil
}

// Quiet reports whether people want quiet at a time.
func (s Schedule) Quiet(now time.Time) bool {
	at := onTheWall(now.In(s.Zone))
	if s.From <= s.Till {
		return s.From <= at && at < s.Till
	}
	return at >= s.From || at < s.Till
}

// DigestDue reports whether the digest of the day of a time is due, where the last one went
// out on the day last, and names that day.
func (s Schedule) DigestDue(now time.Time, last string) (day string, due bool) {
	local := now.In(s.Zone)
	day = local.Format(time.DateOnly)
	return day, day > last && onTheWall(local) >= s.Digest
}

func onTheWall(local time.Time) time.Duration {
	hour, minute, second := local.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
}
