package jsonread

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Along reads over the next value and visits, in their order, the values to which the steps
// lead from it: what Walk finds in a text that was read before, found while it is read. The
// steps are members and each element of a list.
func (s *Scanner) Along(steps []Step, do func(raw string) error) error {
	if len(steps) == 0 {
		raw, err := s.Raw()
		if err != nil {
			return err
		}
		return do(raw)
	}
	switch c := s.Peek(); {
	case c == '[' && steps[0].Kind == StepEach:
		return s.alongList(steps[1:], do)
	case c == '{' && steps[0].Kind == StepMember:
		return s.alongMember(steps[0].Name, steps[1:], do)
	}
	return s.Skip()
}

func (s *Scanner) alongList(steps []Step, do func(raw string) error) error {
	if err := s.Open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.More(first, ']')
		if !more || err != nil {
			return err
		}
		if err := s.Along(steps, do); err != nil {
			return err
		}
	}
}

// alongMember is Along for an object. Where several of its members have the name they have to
// say the same.
func (s *Scanner) alongMember(name string, steps []Step, do func(raw string) error) error {
	if err := s.Open(); err != nil {
		return err
	}
	value := "" // of the member
	for first := true; ; first = false {
		more, err := s.More(first, '}')
		if !more || err != nil {
			return err
		}
		if key := name; !s.isKey(name) {
			if key, err = s.key(); err != nil {
				return err
			}
			if key != name {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
		}
		at := s.Mark()
		if value != "" {
			raw, err := s.Raw()
			if err == nil && !sameJSON(value, raw) {
				err = At(saysTwo(value, raw), name)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := s.Along(steps, do); err != nil {
			return err
		}
		value = s.Since(at)
	}
}

// TextsAlong takes the values that are there at the end of the steps as texts, lists among them
// by their elements.
func TextsAlong[T any](place func(*T) *[]string, steps []Step) Reader[T] {
	one := Text(func(t *string) *string { return t }, true)
	return func(s *Scanner, into *T) error {
		list := (*place(into))[:0]
		defer func() { *place(into) = list }()
		var wrong error
		add := func(raw string) {
			if wrong == nil {
				list = Extend(list, nil)
				wrong = Within(s, raw, one, &list[len(list)-1])
			}
		}
		return s.Along(steps, func(raw string) error {
			if IsAbsent(raw) {
				return nil
			}
			failed := EachOf(raw, add)
			return errors.Join(failed, wrong)
		})
	}
}

// EachOf gives the elements of a list that are there, or the value itself.
func EachOf(raw string, do func(raw string)) error {
	if FirstByte(raw) != '[' {
		do(raw)
		return nil
	}
	return EachValue(raw, func(one, _ string) bool {
		if !IsAbsent(one) {
			do(one)
		}
		return true
	})
}

// Sum adds whole numbers up. The zero value is ready for use.
type Sum struct {
	n     int // of numbers
	total int64
}

// Add adds a JSON text; an error of type *ShapeError where it is no whole number, or the sum
// becomes too large.
func (w *Sum) Add(raw string) error {
	one, ok := LooseWhole(PlainText(raw))
	if sum := w.total + one; !ok || (one > 0) != (sum > w.total) && one != 0 {
		return &ShapeError{Want: "a whole number", Got: oneline.Clean(raw, 40)}
	}
	w.n++
	w.total += one
	return nil
}

// Text is the sum as JSON, "" where nothing was added.
func (w *Sum) Text() string {
	if w.n == 0 {
		return ""
	}
	return strconv.FormatInt(w.total, 10)
}

// CanGoAlong reports whether steps are such as Along takes.
func CanGoAlong(steps []Step) bool {
	for _, step := range steps {
		if step.Kind != StepMember && step.Kind != StepEach {
			return false
		}
	}
	return true
}

// Leap reads over the next value and looks only for its end: what is in it has to be read, or
// skipped, by somebody else later.
func (s *Scanner) Leap() error {
	if c := s.Peek(); c != '[' && c != '{' {
		return s.Skip()
	}
	depth := 0
	for i := s.pos; i < len(s.data); i++ {
		switch s.data[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				s.pos = i + 1
				return nil
			}
		case '"':
			if i = closingQuote(s.data, i+1); i == len(s.data) {
				s.pos = i
				return s.broken("a string without an end")
			}
		}
	}
	s.pos = len(s.data)
	return s.broken("ends too early")
}

// closingQuote is where the string ends that goes on at i, or len(data). The library finds a quote
// in steps of 32 bytes; one behind an odd number of backslashes is of the text.
func closingQuote(data string, i int) int {
	for begin := i; ; i++ {
		n := strings.IndexByte(data[min(i, len(data)):], '"')
		if n < 0 {
			return len(data)
		}
		i += n
		escapes := 0
		for i-escapes > begin && data[i-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}
