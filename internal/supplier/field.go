package supplier

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// field is one value of the model that a mapping can find in an answer.
type field[T any] struct {
	name     string // the name in the mapping
	required bool   // whether a mapping without it makes no sense
	kind     fieldKind
	read     func(reading) read[T]                                            // of all kinds but records
	texts    func(*T) *[]string                                               // of lists of texts
	records  func(c *compiler, spec fieldSpec, in *scope) (records[T], error) // of lists of records
}

// fieldKind is what kind of value a field holds.
type fieldKind int

const (
	kindText fieldKind = iota
	kindMoney
	kindWhole
	kindBool
	kindTime
	kindDate // a day, as a text
	kindTexts
	kindRecords
)

// reading is how values are taken from JSON.
type reading struct {
	loose bool  // numbers in place of texts and the like are taken
	times times // how points in time are written
	dated bool  // whether days are written as the times are; otherwise they are taken as they are
}

func textField[T any](name string, place func(*T) *string) field[T] {
	return field[T]{name: name, kind: kindText, read: func(how reading) read[T] { return readText(place, how.loose) }}
}

func optTextField[T any](name string, place func(*T) **string) field[T] {
	return field[T]{name: name, kind: kindText, read: func(how reading) read[T] { return readOptText(place, how.loose) }}
}

func moneyField[T any](name string, place func(*T) *money.Amount) field[T] {
	return field[T]{name: name, kind: kindMoney, read: func(how reading) read[T] { return readMoney(place, how.loose) }}
}

func countField[T any](name string, place func(*T) *Opt[int64]) field[T] {
	return field[T]{name: name, kind: kindWhole, read: func(how reading) read[T] { return readCount(place, how.loose) }}
}

func intField[T any](name string, place func(*T) *int64) field[T] {
	return field[T]{name: name, kind: kindWhole, read: func(how reading) read[T] { return readInt(place, how.loose) }}
}

func boolField[T any](name string, place func(*T) *bool) field[T] {
	return field[T]{name: name, kind: kindBool, read: func(how reading) read[T] { return readBool(place, how.loose) }}
}

// timeField is a point in time, written as the mapping's times say.
func timeField[T any](name string, place func(*T) *time.Time) field[T] {
	return field[T]{name: name, kind: kindTime, read: func(how reading) read[T] { return readTime(place, how.times, how.loose) }}
}

// dateField is a day, YYYY-MM-DD in the model.
func dateField[T any](name string, place func(*T) *string) field[T] {
	return field[T]{name: name, kind: kindDate, read: func(how reading) read[T] { return readDate(place, how) }}
}

// textsField is a list of strings.
func textsField[T any](name string, place func(*T) *[]string) field[T] {
	return field[T]{name: name, kind: kindTexts, texts: place, read: func(how reading) read[T] { return readTexts(place, how.loose) }}
}

// recordsField is a list of objects that have fields of their own.
func recordsField[T, E any](name string, place func(*T) *[]E, fields []field[E]) field[T] {
	return field[T]{name: name, kind: kindRecords, records: func(c *compiler, spec fieldSpec, in *scope) (records[T], error) {
		return compileRecords(c, spec, in, place, fields)
	}}
}

// need marks a field as one that every mapping must have.
func need[T any](f field[T]) field[T] {
	f.required = true
	return f
}
