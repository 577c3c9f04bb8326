package supplier

import "time"

// field is one value of the model that a mapping can find in an answer.
type field[T any] struct {
	name     string // the name in the mapping
	required bool   // whether a mapping without it makes no sense
	read     func(c *compiler) read[T]
	list     func(c *compiler, spec fieldSpec) (read[T], error) // set in place of read for lists of records
}

// plain is a field whose value needs nothing from the mapping.
func plain[T any](name string, r read[T]) field[T] {
	return field[T]{name: name, read: func(*compiler) read[T] { return r }}
}

func textField[T any](name string, place func(*T) *string) field[T] {
	return plain(name, readText(place))
}

func optTextField[T any](name string, place func(*T) **string) field[T] {
	return plain(name, readOptText(place))
}

func moneyField[T any](name string, place func(*T) *Money) field[T] {
	return plain(name, readMoney(place))
}

func countField[T any](name string, place func(*T) *Opt[int64]) field[T] {
	return plain(name, readCount(place))
}

func intField[T any](name string, place func(*T) *int64) field[T] {
	return plain(name, readInt(place))
}

// textsField is a list of strings.
func textsField[T any](name string, place func(*T) *[]string) field[T] {
	return plain(name, readTexts(place))
}

// recordsField is a list of objects that have fields of their own.
func recordsField[T, E any](name string, place func(*T) *[]E, fields []field[E]) field[T] {
	return field[T]{name: name, list: func(c *compiler, spec fieldSpec) (read[T], error) {
		each, err := compileObject(c, spec.name.Text, spec.place.Fields, fields)
		if err != nil {
			return nil, err
		}
		return readList(place, notNull(each.read), nil), nil
	}}
}

// need marks a field as one that every mapping must have.
func need[T any](f field[T]) field[T] {
	f.required = true
	return f
}

// timeField is a point in time, written as the mapping's times say.
func timeField[T any](name string, place func(*T) *time.Time) field[T] {
	return field[T]{name: name, read: func(c *compiler) read[T] { return readTime(place, c.times) }}
}
