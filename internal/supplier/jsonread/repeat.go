package jsonread

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// maxTwice is how many keys of one record may be said twice: each costs a look back.
const maxTwice = 16

// repeats reports whether the object, whose members begin at start, had that key before
// with the same value as comes next, which is read over then. Another value is an error:
// one of the two would be passed over.
func (s *Scanner) repeats(start int, key string) (bool, error) {
	before, found := firstValue(s.data[start:s.pos], key)
	if !found {
		return false, nil
	}
	raw, err := s.Raw()
	switch {
	case err != nil:
		return false, err
	case !sameJSON(before, raw):
		return false, saysTwo(before, raw)
	case len(s.Twice) == maxTwice:
		return false, &ShapeError{Want: "each key once", Mend: onceEach,
			Got: fmt.Sprintf("more than %d keys that repeat others", maxTwice)}
	}
	s.Twice = append(s.Twice, key)
	return true, nil
}

// saysTwo is the error of a key that stands twice in an object with different values.
func saysTwo(one, other string) *ShapeError {
	return &ShapeError{Want: "one value", Mend: onceEach, Got: fmt.Sprintf("the key twice, with %s and with %s", oneline.Clean(one, 40), oneline.Clean(other, 40))}
}

// onceEach is what to do about a key that stands twice.
const onceEach = "ask the supplier to write each key of a record once"

// firstValue is the value of the first member of that name in the members of an object,
// whose last one may still lack its value.
func firstValue(members, key string) (raw string, found bool) {
	s := &Scanner{data: members}
	for {
		name, err := s.key()
		if err != nil {
			return "", false
		}
		raw, err := s.Raw()
		if err != nil || name == key {
			return raw, err == nil
		}
		if s.Peek() != ',' {
			return "", false
		}
		s.pos++
	}
}

// sameJSON reports whether two JSON texts say the same: texts however they are escaped,
// other values as they are written, white space aside.
func sameJSON(one, other string) bool {
	if one == other {
		return true
	}
	if FirstByte(one) == '"' && FirstByte(other) == '"' {
		return PlainText(one) == PlainText(other)
	}
	return compact(one) == compact(other)
}

// compact is a JSON text without white space.
func compact(raw string) string {
	v := jsontext.Value(raw)
	if v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return raw
	}
	return string(v)
}
