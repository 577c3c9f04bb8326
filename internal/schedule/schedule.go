package schedule

import (
	"fmt"
	"strings"
	"time"
)

// Shortest is the shortest length of time that may lie between two times.
const Shortest = time.Second

// Schedule says when something is due. Parse reads one; the zero value is never due.
type Schedule struct {
	every      time.Duration // from the end of the one to the next; 0 where there is an expression
	expression *expression
	zone       *time.Location

	Jitter time.Duration // up to how much later it begins, by chance; below 0 is none
	Quiet  Hours         // in which nothing begins: what is due then is put off until they end
}

// Moment is when something is due.
type Moment struct {
	At     time.Time // zero for never
	PutOff bool      // it would be earlier but for the quiet hours
}

// Parse reads a length of time such as 30m, or a cron expression such as "0 6 * * 1-5", whose times
// are those of the clock on the wall of zone.
func Parse(text string, zone *time.Location) (Schedule, error) {
	s := Schedule{zone: zone}
	text = strings.TrimSpace(text)
	every, err := time.ParseDuration(text)
	switch {
	case err == nil && every < Shortest:
		return s, fmt.Errorf("%s is too short: write it like 30m", text)
	case err == nil:
		s.every = every
		return s, nil
	case len(strings.Fields(text)) < 2:
		return s, fmt.Errorf("%q is no length of time such as 30m, and no cron expression such as \"0 6 * * 1-5\"", text)
	}
	s.expression, err = parseExpression(text)
	return s, err
}

// Interval is the length of time that lies between two times, 0 where an expression says when.
func (s Schedule) Interval() time.Duration { return s.every }

// Zone is whose clock on the wall counts.
func (s Schedule) Zone() *time.Location {
	if s.zone == nil {
		return time.UTC
	}
	return s.zone
}

// Next is the next time after one, without jitter and quiet hours; zero for never.
func (s Schedule) Next(after time.Time) time.Time {
	switch {
	case s.expression != nil:
		return s.expression.next(after.In(s.Zone()))
	case s.every > 0:
		return after.Add(s.every)
	}
	return time.Time{}
}

// Due is when to begin after a time. Of a length of time draw gives a part, from 0 until all of it,
// by chance.
func (s Schedule) Due(after time.Time, draw func(most time.Duration) time.Duration) Moment {
	next := s.Next(after)
	if next.IsZero() {
		return Moment{}
	}
	return s.NotBefore(next, draw)
}

// NotBefore is when to begin what is due at a time, with jitter and quiet hours; draw is as in Due.
func (s Schedule) NotBefore(due time.Time, draw func(most time.Duration) time.Duration) Moment {
	late := func(at time.Time) time.Time {
		if s.Jitter <= 0 {
			return at
		}
		return at.Add(draw(s.Jitter))
	}
	at := late(due.In(s.Zone()))
	if !s.Quiet.Hold(at) {
		return Moment{At: at}
	}
	end := s.Quiet.End(at)
	if at = late(end); s.Quiet.Hold(at) { // what is between two nights is shorter than the jitter
		at = end
	}
	return Moment{At: at, PutOff: true}
}

// Foreseen is when something is due next as far as the schedule alone tells, without jitter: by an
// expression, or as quiet hours last at a time; zero where nobody can say it.
func (s Schedule) Foreseen(now time.Time) Moment {
	punctual := func(time.Duration) time.Duration { return 0 }
	if s.every == 0 {
		return s.Due(now, punctual)
	}
	if due := s.NotBefore(now, punctual); due.PutOff {
		return due
	}
	return Moment{}
}
