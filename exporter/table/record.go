package table

import (
	"reflect"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// Day is a date as 2026-10-31. What is no such date is written as it is, as text.
type Day string

// Moment is a date and time as 2026-10-31 14:05:09. What is none is written as it is, as text.
type Moment string

// Clock is the time of a day, as 14:05:09.
type Clock string

// Stamp is a date and time with its offset, as RFC 3339 has it: 2026-10-31T14:05:09+02:00.
// It is written so whatever a template says of dates.
type Stamp string

// DayOf is the day of a moment in the moment's own location, "" for the zero time.
func DayOf(t time.Time) Day { return Day(show(t, time.DateOnly)) }

// MomentOf is a moment as its own location shows it, "" for the zero time.
func MomentOf(t time.Time) Moment { return Moment(show(t, time.DateTime)) }

// StampOf is a moment with the offset of its own location, "" for the zero time.
func StampOf(t time.Time) Stamp { return Stamp(show(t, time.RFC3339)) }

// ClockOf is the time of day as the moment's own location shows it, "" for the zero time.
func ClockOf(t time.Time) Clock { return Clock(show(t, time.TimeOnly)) }

func show(t time.Time, layout string) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(layout)
}

// kind of value decides how a cell is written.
type kind int

const (
	textKind kind = iota
	plainKind
	moneyKind
	dayKind
	momentKind
)

// Values are the names of a record's values: the csv tags of its struct.
func Values[R any]() []string {
	var out []string
	for field := range reflect.TypeFor[R]().Fields() {
		if name := valueName(field); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// kinds are those of a record's values, by name.
func kinds[R any]() map[string]kind {
	out := map[string]kind{}
	for field := range reflect.TypeFor[R]().Fields() {
		if name := valueName(field); name != "" {
			out[name] = kindOf(field.Type)
		}
	}
	return out
}

func valueName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("csv"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func kindOf(t reflect.Type) kind {
	switch t {
	case reflect.TypeFor[money.Amount]():
		return moneyKind
	case reflect.TypeFor[Day]():
		return dayKind
	case reflect.TypeFor[Moment]():
		return momentKind
	case reflect.TypeFor[Clock](), reflect.TypeFor[Stamp]():
		return plainKind
	}
	if t.Kind() == reflect.String {
		return textKind
	}
	return plainKind
}
