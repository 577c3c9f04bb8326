package supplier

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
)

// read puts the next JSON value into its place in a T. The mapping is compiled into
// a tree of these: objects on the inside, converters of single values at the leaves.
// A value is read once, straight into its place; null leaves the place empty.
type read[T any] func(s *scanner, into *T) error

// shapeError is a value that is not what the mapping says.
type shapeError struct {
	path []string // the way to the value, innermost first
	want string
	got  string
}

func (e *shapeError) Error() string {
	what := "want " + e.want + ", got " + e.got
	if len(e.path) == 0 {
		return what
	}
	return e.where() + ": " + what
}

// where is the way to the value as in category.path[2].
func (e *shapeError) where() string {
	var b strings.Builder
	for _, step := range slices.Backward(e.path) {
		if b.Len() > 0 && step[0] != '[' {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}

// at adds one step to the way to a wrong value.
func at(err error, step string) error {
	if shape, ok := errors.AsType[*shapeError](err); ok {
		shape.path = append(shape.path, step)
	}
	return err
}

// unwanted is the error of a next value that is not what is wanted.
func (s *scanner) unwanted(want string) error {
	s.peek()
	start := s.pos
	if err := s.skip(); err != nil {
		return err
	}
	raw := s.data[start:s.pos]
	got := ""
	switch raw[0] {
	case '{':
		got = "an object"
	case '[':
		got = "a list"
	default:
		got = cleanLine(raw, 40)
	}
	return &shapeError{want: want, got: got}
}

// readText takes a string, loosely a number or a truth value too.
func readText[T any](place func(*T) *string, loose bool) read[T] {
	return func(s *scanner, into *T) (err error) {
		if s.peek() == '"' {
			*place(into), err = s.text()
			return err
		}
		*place(into) = ""
		if loose {
			if text, ok, err := s.scalarText(); ok {
				*place(into) = text
				return err
			}
		}
		return s.nullOr("a text")
	}
}

// nullOr takes null; anything else is an error that says what is wanted.
func (s *scanner) nullOr(want string) error {
	null, err := s.null()
	if null || err != nil {
		return err
	}
	return s.unwanted(want)
}

// readOptText takes a string into a pointer, which stays nil for null and "".
func readOptText[T any](place func(*T) **string, loose bool) read[T] {
	one := readText(func(t *string) *string { return t }, loose)
	return func(s *scanner, into *T) error {
		text := ""
		err := one(s, &text)
		*place(into) = nil
		if text != "" {
			*place(into) = &text
		}
		return err
	}
}

// readMoney takes a decimal string or a number, by its literal text. Loosely "" is absent.
func readMoney[T any](place func(*T) *money.Amount, loose bool) read[T] {
	const want = "an amount"
	return func(s *scanner, into *T) (err error) {
		literal := ""
		switch c := s.peek(); {
		case c == '"':
			literal, err = s.text()
			if loose {
				literal = strings.TrimSpace(literal)
			}
		case c == '-' || c-'0' <= 9:
			literal, err = s.number()
		default:
			*place(into) = money.Amount{}
			return s.nullOr(want)
		}
		if err != nil {
			return err
		}
		if literal == "" && loose {
			*place(into) = money.Amount{}
			return nil
		}
		if number, ok := strings.CutSuffix(literal, calculated); ok {
			return &shapeError{want: "an amount as the service wrote it", got: number + ", which jq has calculated"}
		}
		if *place(into), err = money.Parse(literal); err != nil {
			return &shapeError{want: want, got: strconv.Quote(cleanLine(literal, 40))}
		}
		return nil
	}
}

// readWhole takes a whole number, loosely also one that is written as a text, into what set
// does with it; known is false for null.
func readWhole[T any](set func(into *T, value int64, known bool), loose bool) read[T] {
	const want = "a whole number"
	return func(s *scanner, into *T) (err error) {
		var literal string
		switch c := s.peek(); {
		case c == '"' && loose:
			literal, err = s.text()
		case c == '-' || c-'0' <= 9:
			literal, err = s.number()
		default:
			set(into, 0, false)
			return s.nullOr(want)
		}
		if err != nil {
			return err
		}
		value, ok := int64(0), false
		if literal != "" {
			value, ok = parseWhole(literal)
		}
		if !ok && (loose || strings.HasSuffix(literal, calculated)) {
			if loose && strings.TrimSpace(literal) == "" {
				set(into, 0, false)
				return nil
			}
			value, ok = looseWhole(literal)
		}
		if !ok {
			return &shapeError{want: want, got: cleanLine(literal, 40)}
		}
		set(into, value, true)
		return nil
	}
}

func parseWhole(literal string) (int64, bool) {
	if len(literal) > 18 || literal[0] == '-' {
		value, err := strconv.ParseInt(literal, 10, 64)
		return value, err == nil
	}
	value := int64(0)
	for i := range len(literal) {
		c := literal[i] - '0'
		if c > 9 {
			return 0, false
		}
		value = value*10 + int64(c)
	}
	return value, true
}

// readCount takes a whole number that may be absent.
func readCount[T any](place func(*T) *Opt[int64], loose bool) read[T] {
	return readWhole(func(into *T, value int64, known bool) { *place(into) = Opt[int64]{Value: value, Known: known} }, loose)
}

// readInt takes a whole number, 0 where it is absent.
func readInt[T any](place func(*T) *int64, loose bool) read[T] {
	return readWhole(func(into *T, value int64, _ bool) { *place(into) = value }, loose)
}

// readBool takes true or false, false where it is absent; loosely the words that stand for them.
func readBool[T any](place func(*T) *bool, loose bool) read[T] {
	const want = "true or false"
	return func(s *scanner, into *T) error {
		*place(into) = false
		switch c := s.peek(); {
		case c == 't':
			*place(into) = true
			return s.literal("true")
		case c == 'f':
			return s.literal("false")
		case !loose || c == 'n':
			return s.nullOr(want)
		}
		text, ok, err := s.scalarText()
		if err != nil {
			return err
		}
		if !ok {
			return s.unwanted(want)
		}
		if *place(into), ok = looseBool(text); !ok {
			return &shapeError{want: want, got: strconv.Quote(cleanLine(text, 40))}
		}
		return nil
	}
}

// readTime takes a point in time, a text or a number as the times are written, and gives
// it in UTC.
func readTime[T any](place func(*T) *time.Time, times times, loose bool) read[T] {
	return func(s *scanner, into *T) (err error) {
		*place(into) = time.Time{}
		text := ""
		switch c := s.peek(); {
		case c == '"':
			text, err = s.text()
		case times.epoch != 0 && c-'0' <= 9:
			text, err = s.number()
		case c == 'f' && loose:
			return s.literal("false")
		default:
			return s.nullOr("a time")
		}
		if err != nil || text == "" || loose && noTime(text) {
			return err
		}
		if *place(into), err = times.parse(text); err != nil {
			return &shapeError{want: "a time as in " + times.shown, got: strconv.Quote(cleanLine(text, 40))}
		}
		return nil
	}
}

// readDate takes a day as it is written, or by the layout of its place.
func readDate[T any](place func(*T) *string, how reading) read[T] {
	if !how.dated {
		return readText(place, how.loose)
	}
	moment := readTime(func(at *time.Time) *time.Time { return at }, how.times, how.loose)
	return func(s *scanner, into *T) error {
		var at time.Time
		err := moment(s, &at)
		*place(into) = ""
		if !at.IsZero() {
			*place(into) = at.In(how.times.zone).Format(time.DateOnly)
		}
		return err
	}
}

// readBoth gives one value to two places.
func readBoth[T any](one, other read[T]) read[T] {
	return func(s *scanner, into *T) error {
		start := s.pos
		if err := one(s, into); err != nil {
			return err
		}
		s.pos = start
		return other(s, into)
	}
}
