package told

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Day is a time as people read it, to the minute.
func Day(at time.Time) string { return at.Local().Format(wording.MinuteLayout) }

// Clock is a time of this day.
func Clock(at time.Time) string { return at.Local().Format("15:04") }

// Second is a time to the second.
func Second(at time.Time) string { return at.Local().Format(time.DateTime) }

// Doing says what was being done when an error came; nil stays nil.
func Doing(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Title is the name of a file, with its source where it has one: two may have files of one name.
func Title(source, name string) string {
	if source == "" {
		return OneLine(name)
	}
	return source + "/" + OneLine(name)
}
