package notify

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/schedule"
)

// Schedule says when letters may go out, by the clock on the wall of a zone: on the days on
// which clocks are changed a night is an hour shorter or longer, and quiet ends in time.
type Schedule struct {
	Zone   *time.Location
	Silent schedule.Hours // in which nothing goes out
	Digest time.Duration  // when the digest is due, since midnight
}

// Quiet reports whether people want quiet at a time.
func (s Schedule) Quiet(now time.Time) bool { return s.Silent.Hold(now.In(s.Zone)) }

// DigestDue reports whether the digest of the day of a time is due, where the last one went
// out on the day last, and names that day.
func (s Schedule) DigestDue(now time.Time, last string) (day string, due bool) {
	local := now.In(s.Zone)
	day = local.Format(time.DateOnly)
	return day, day > last && schedule.SinceMidnight(local) >= s.Digest
}
