package jsonread

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Rules is how values are taken from JSON.
type Rules struct {
	Loose bool  // numbers in place of texts and the like are taken
	Times Times // how points in time are written
	Dated bool  // whether days are written as the times are; otherwise they are taken as they are
}

// Reader puts the next JSON value into its place in a T. The mapping is compiled into
// a tree of these: objects on the inside, converters of single values at the leaves.
// A value is read once, straight into its place; null leaves the place empty.
type Reader[T any] func(s *Scanner, into *T) error

// ShapeError is a value that is not what the mapping says.
type ShapeError struct {
	Path []string // the way to the value, innermost first
	Want string
	Got  string
	Mend string // the fix, where it is another than for a value of a wrong kind
	Slow bool   // it took long to find out: nobody should wait for others like it

	named int // steps that At leaves out, since a name stands for them
}

func (e *ShapeError) Error() string {
	what := "want " + e.Want + ", got " + e.Got
	if len(e.Path) == 0 {
		return what
	}
	return e.Where() + ": " + what
}

// Hint is the fix, where it is another than for a value of a wrong kind.
func (e *ShapeError) Hint() string { return e.Mend }

// Failure is one of the answer and the mapping, which do not fit each other.
func (e *ShapeError) Failure() failure.Kind { return failure.Other }

// Where is the way to the value as in category.path[2].
func (e *ShapeError) Where() string {
	var b strings.Builder
	for _, step := range slices.Backward(e.Path) {
		if b.Len() > 0 && step[0] != '[' {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}

// At adds one step to the way to a wrong value.
func At(err error, step string) error {
	if shape, ok := errors.AsType[*ShapeError](err); ok {
		if shape.named > 0 {
			shape.named--
			return err
		}
		shape.Path = append(shape.Path, step)
	}
	return err
}

// AtNamed is At with a name in place of the next so many steps.
func AtNamed(err error, name string, steps int) error {
	err = At(err, name)
	if shape, ok := errors.AsType[*ShapeError](err); ok {
		shape.named += steps
	}
	return err
}

// Unwanted is the error of a next value that is not what is wanted.
func (s *Scanner) Unwanted(want string) error {
	s.Peek()
	start := s.pos
	if err := s.Skip(); err != nil {
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
		got = oneline.Clean(raw, 40)
	}
	return &ShapeError{Want: want, Got: got}
}

// Text takes a string, loosely a number or a truth value too.
func Text[T any](place func(*T) *string, loose bool) Reader[T] {
	return func(s *Scanner, into *T) (err error) {
		if s.Peek() == '"' {
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
func (s *Scanner) nullOr(want string) error {
	null, err := s.null()
	if null || err != nil {
		return err
	}
	return s.Unwanted(want)
}

// OptText takes a string into a pointer, which stays nil for null and "".
func OptText[T any](place func(*T) **string, loose bool) Reader[T] {
	one := Text(func(t *string) *string { return t }, loose)
	return func(s *Scanner, into *T) error {
		text := ""
		err := one(s, &text)
		*place(into) = nil
		if text != "" {
			*place(into) = &text
		}
		return err
	}
}

// Money takes a decimal string or a number, by its literal text. Loosely "" is absent.
func Money[T any](place func(*T) *money.Amount, loose bool) Reader[T] {
	const want = "an amount"
	return func(s *Scanner, into *T) (err error) {
		literal := ""
		switch c := s.Peek(); {
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
		if number, ok := strings.CutSuffix(literal, Calculated); ok {
			return &ShapeError{Want: "an amount as the service wrote it", Got: number + ", which jq has calculated"}
		}
		if *place(into), err = money.Parse(literal); err != nil {
			return &ShapeError{Want: want, Got: strconv.Quote(oneline.Clean(literal, 40))}
		}
		return nil
	}
}

// Whole takes a whole number, loosely also one that is written as a text, into what set
// does with it; known is false for null.
func Whole[T any](set func(into *T, value int64, known bool), loose bool) Reader[T] {
	const want = "a whole number"
	return func(s *Scanner, into *T) (err error) {
		var literal string
		switch c := s.Peek(); {
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
		if !ok && (loose || strings.HasSuffix(literal, Calculated)) {
			if loose && strings.TrimSpace(literal) == "" {
				set(into, 0, false)
				return nil
			}
			value, ok = LooseWhole(literal)
		}
		if !ok {
			return &ShapeError{Want: want, Got: oneline.Clean(literal, 40)}
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

// Int takes a whole number, 0 where it is absent.
func Int[T any](place func(*T) *int64, loose bool) Reader[T] {
	return Whole(func(into *T, value int64, _ bool) { *place(into) = value }, loose)
}

// Bool takes true or false, false where it is absent; loosely the words that stand for them.
func Bool[T any](place func(*T) *bool, loose bool) Reader[T] {
	const want = "true or false"
	return func(s *Scanner, into *T) error {
		*place(into) = false
		switch c := s.Peek(); {
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
			return s.Unwanted(want)
		}
		if *place(into), ok = looseBool(text); !ok {
			return &ShapeError{Want: want, Got: strconv.Quote(oneline.Clean(text, 40))}
		}
		return nil
	}
}

// Time takes a point in time, a text or a number as the times are written, and gives
// it in UTC.
func Time[T any](place func(*T) *time.Time, times Times, loose bool) Reader[T] {
	return func(s *Scanner, into *T) (err error) {
		*place(into) = time.Time{}
		text := ""
		switch c := s.Peek(); {
		case c == '"':
			text, err = s.text()
		case times.Epoch != 0 && c-'0' <= 9:
			text, err = s.number()
		case c == 'f' && loose:
			return s.literal("false")
		default:
			return s.nullOr("a time")
		}
		if err != nil || text == "" || loose && noTime(text) {
			return err
		}
		if *place(into), err = times.Parse(text); err != nil {
			return &ShapeError{Want: "a time as in " + times.Shown, Got: strconv.Quote(oneline.Clean(text, 40))}
		}
		return nil
	}
}

// Date takes a day as it is written, or by the layout of its place.
func Date[T any](place func(*T) *string, how Rules) Reader[T] {
	if !how.Dated {
		return Text(place, how.Loose)
	}
	moment := Time(func(at *time.Time) *time.Time { return at }, how.Times, how.Loose)
	return func(s *Scanner, into *T) error {
		var at time.Time
		err := moment(s, &at)
		*place(into) = ""
		if !at.IsZero() {
			*place(into) = at.In(how.Times.Zone).Format(time.DateOnly)
		}
		return err
	}
}

// readBoth gives one value to two places.
func readBoth[T any](one, other Reader[T]) Reader[T] {
	return func(s *Scanner, into *T) error {
		start := s.pos
		if err := one(s, into); err != nil {
			return err
		}
		s.pos = start
		return other(s, into)
	}
}
