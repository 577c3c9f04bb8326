package mapping

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// field is one value of the model that a mapping can find in an answer.
type field[T any] struct {
	name     string // the name in the mapping
	required bool   // whether a mapping without it makes no sense
	kind     fieldKind
	read     func(jsonread.Rules) jsonread.Reader[T]                              // of all kinds but records
	texts    func(*T) *[]string                                                   // of lists of texts
	records  func(c *compiler, spec written.Field, in *scope) (records[T], error) // of lists of records
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

func textField[T any](name string, place func(*T) *string) field[T] {
	return field[T]{name: name, kind: kindText, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Text(place, how.Loose) }}
}

func optTextField[T any](name string, place func(*T) **string) field[T] {
	return field[T]{name: name, kind: kindText, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.OptText(place, how.Loose) }}
}

func moneyField[T any](name string, place func(*T) *money.Amount) field[T] {
	return field[T]{name: name, kind: kindMoney, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Money(place, how.Loose) }}
}

func countField[T any](name string, place func(*T) *supplier.Opt[int64]) field[T] {
	return field[T]{name: name, kind: kindWhole, read: func(how jsonread.Rules) jsonread.Reader[T] { return readCount(place, how.Loose) }}
}

func intField[T any](name string, place func(*T) *int64) field[T] {
	return field[T]{name: name, kind: kindWhole, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Int(place, how.Loose) }}
}

func boolField[T any](name string, place func(*T) *bool) field[T] {
	return field[T]{name: name, kind: kindBool, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Bool(place, how.Loose) }}
}

// timeField is a point in time, written as the mapping's times say.
func timeField[T any](name string, place func(*T) *time.Time) field[T] {
	return field[T]{name: name, kind: kindTime, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Time(place, how.Times, how.Loose) }}
}

// dateField is a day, YYYY-MM-DD in the model.
func dateField[T any](name string, place func(*T) *string) field[T] {
	return field[T]{name: name, kind: kindDate, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Date(place, how) }}
}

// textsField is a list of strings.
func textsField[T any](name string, place func(*T) *[]string) field[T] {
	return field[T]{name: name, kind: kindTexts, texts: place, read: func(how jsonread.Rules) jsonread.Reader[T] { return jsonread.Texts(place, how.Loose) }}
}

// recordsField is a list of objects that have fields of their own.
func recordsField[T, E any](name string, place func(*T) *[]E, fields []field[E]) field[T] {
	return field[T]{name: name, kind: kindRecords, records: func(c *compiler, spec written.Field, in *scope) (records[T], error) {
		return compileRecords(c, spec, in, place, fields)
	}}
}

// need marks a field as one that every mapping must have.
func need[T any](f field[T]) field[T] {
	f.required = true
	return f
}

// readCount takes a whole number that may be absent.
func readCount[T any](place func(*T) *supplier.Opt[int64], loose bool) jsonread.Reader[T] {
	return jsonread.Whole(func(into *T, n int64, known bool) { *place(into) = supplier.Opt[int64]{Value: n, Known: known} }, loose)
}

// scope is what the fields of a record can name: values of the record and, by ^, of the
// records around it.
type scope struct {
	outer   *scope
	keep    func(steps []string) (slot, used int)
	framed  bool // whether a frame is needed
	slots   int
	keyed   bool // whether $key stands for something
	reaches bool // whether a field names a value of a record further out
}

// records is a compiled list of records within a record.
type records[T any] struct {
	straight jsonread.Reader[T] // where the list may be read while the JSON is scanned
	deferred func(s *jsonread.Scanner, into *T) (present bool, err error)
}
