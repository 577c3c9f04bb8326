package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// expression is a cron expression with what the library leaves to whoever calls it.
//
// An expression for every hour goes by the time that passes: on the day on which clocks go back it
// has one hour more. Any other one goes by the clock on the wall, as cron of Debian does it: a time
// that is shown twice is due once, when it is shown first, and one that is passed over is due when
// clocks are changed.
type expression struct{ *cron.SpecSchedule }

// field is one of the five, with the largest step that says anything.
type field struct {
	name   string
	option cron.ParseOption
	step   int
}

// fields are those of an expression, in their order.
func fields() []field {
	return []field{{"minute", cron.Minute, 59}, {"hour", cron.Hour, 23}, {"day of the month", cron.Dom, 30}, {"month", cron.Month, 11}, {"day of the week", cron.Dow, 6}}
}

// parseExpression reads five fields. An expression that is never due is a mistake.
func parseExpression(text string) (*expression, error) {
	if strings.ContainsAny(text, "=@") { // zones and shorthands of the library: those have keys of their own
		return nil, fmt.Errorf("%q is no cron expression: only the five fields may stand there, such as \"0 6 * * 1-5\"", text)
	}
	parts := strings.Fields(text)
	if len(parts) != len(fields()) {
		return nil, fmt.Errorf("%q is no cron expression: it has %d fields and not the five of minute, hour, day of the month, month and day of the week", text, len(parts))
	}
	for n, f := range fields() {
		if err := f.check(parts[n]); err != nil {
			return nil, fmt.Errorf("%q is no cron expression: %w", text, err)
		}
	}
	parsed, err := cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no cron expression: %w", text, err)
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if leap := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); !ok || spec.Next(leap).IsZero() {
		return nil, fmt.Errorf("%q is never due: no month has that day", text)
	}
	return &expression{spec}, nil
}

// check refuses a part that the library would take for something else than it says.
func (f field) check(part string) error {
	if _, err := cron.NewParser(f.option).Parse(part); err != nil {
		return fmt.Errorf("%s %s: %w", f.name, part, err)
	}
	for item := range strings.SplitSeq(part, ",") {
		_, step, stepped := strings.Cut(item, "/")
		if n, err := strconv.Atoi(step); stepped && (err != nil || n > f.step) {
			return fmt.Errorf("%s %s: a step of %s is beyond %d, and would be none", f.name, part, step, f.step)
		}
	}
	return nil
}

// everyHour are the bits of all hours of a day.
const everyHour = 1<<24 - 1

// next is the next time after one, in its zone.
func (e *expression) next(after time.Time) time.Time {
	if e.Hour&everyHour == everyHour {
		return e.Next(after)
	}
	for shown := wall(after); ; {
		if shown = e.Next(shown); shown.IsZero() {
			return shown
		}
		if at := firstShown(shown, after.Location()); at.After(after) {
			return at
		}
	}
}

// wall is what the clock on the wall shows.
func wall(local time.Time) time.Time {
	year, month, day := local.Date()
	hour, minute, second := local.Clock()
	return time.Date(year, month, day, hour, minute, second, local.Nanosecond(), time.UTC)
}

// firstShown is when the clock of a zone shows a time for the first time, or passes over it.
func firstShown(shown time.Time, zone *time.Location) time.Time {
	const day = 24 * time.Hour
	var passed time.Time
	for _, near := range []time.Time{shown.Add(-day), shown.Add(day)} { // by what clocks show before a change, and behind it
		_, offset := near.In(zone).Zone()
		at := shown.Add(-time.Duration(offset) * time.Second).In(zone)
		if wall(at).Equal(shown) {
			return at
		}
		if passed.IsZero() {
			passed, _ = at.ZoneBounds()
		}
	}
	return passed
}
