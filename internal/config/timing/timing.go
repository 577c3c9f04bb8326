// Package timing is what a part of the config says of when something is due: the same keys,
// wherever they stand.
package timing

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Timing are the keys, as they are written. Lay it inline into the part of the config.
type Timing struct {
	Every  strictyaml.Scalar `yaml:"every"`  // a length of time such as 30m, or a cron expression such as "0 6 * * 1-5"
	Jitter strictyaml.Scalar `yaml:"jitter"` // up to how much later it begins, by chance
	Quiet  strictyaml.Scalar `yaml:"quiet"`  // hours such as 23:00-06:00 in which nothing begins
}

// The ways out of mistakes.
const (
	everyWay  = `write a length of time like 30m, or the five fields of cron, minute, hour, day, month and day of the week (0-6, 0 or sun is Sunday), in quotes like "0 6 * * 1-5"`
	jitterWay = "write it like 2m; without it nothing is later"
	quietWay  = `write it in quotes like "23:00-06:00"`
)

// Schedule is what the keys say, of a file and below a key of it such as feeds.prom; where every is
// absent, usual stands for it. Times are those of the clock on the wall of zone. A mistake is a
// *strictyaml.Error with its place.
func (t Timing) Schedule(file, key string, usual time.Duration, zone *time.Location) (schedule.Schedule, error) {
	every := t.Every.Text
	if every == "" {
		every = usual.String()
	}
	s, err := schedule.Parse(every, zone)
	if err != nil {
		return s, t.Every.Wrong(file, "%s.every: %v", key, err).With(everyWay)
	}
	if t.Jitter.Text != "" {
		if s.Jitter, err = time.ParseDuration(t.Jitter.Text); err != nil || s.Jitter < 0 {
			return s, t.Jitter.Wrong(file, "%s.jitter: %q is no length of time", key, t.Jitter.Text).With(jitterWay)
		}
	}
	if t.Quiet.Text != "" {
		if s.Quiet, err = schedule.ParseHours(t.Quiet.Text); err != nil {
			return s, t.Quiet.Wrong(file, "%s.quiet: %v", key, err).With(quietWay)
		}
	}
	return s, nil
}

// Foreseen says when a feed is built next, behind what is said of it already, where the schedule alone
// decides that, and that quiet hours keep it from being built now; "" for neither. word gives the
// sentence of a key.
func Foreseen(s schedule.Schedule, now time.Time, word func(key string, values ...any) string) string {
	return foreseen(s, now, func(at string) string { return word("feed_next", at) }, func(at string) string { return word("feed_next_quiet", at) })
}

// Due is Foreseen of anything else that is done by schedule.
func Due(s schedule.Schedule, now time.Time, word func(key string, values ...any) string) string {
	return foreseen(s, now, func(at string) string { return word("due_next", at) }, func(at string) string { return word("due_next_quiet", at) })
}

func foreseen(s schedule.Schedule, now time.Time, next, putOff func(at string) string) string {
	due := s.Foreseen(now)
	at := due.At.In(s.Zone()).Format("2006-01-02 15:04 MST")
	switch {
	case due.At.IsZero():
		return ""
	case due.PutOff:
		return "; " + putOff(at)
	}
	return "; " + next(at)
}
