package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

var (
	phoneForm = pattern.Lazy(`^\+[1-9][0-9]{6,14}$`) // E.164
	emailForm = pattern.Lazy(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
)

// parseBody reads JSON, its numbers as they are written.
func parseBody(body []byte) (any, error) {
	if !utf8.Valid(body) {
		return nil, Malformed("the body is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var root any
	if err := dec.Decode(&root); err != nil {
		return nil, Malformed("the body is not JSON: " + err.Error())
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, Malformed("something follows the body's JSON value")
	}
	return root, nil
}

// Malformed is the refusal of a body that is not JSON.
func Malformed(detail string) *Problem {
	return Refuse(http.StatusBadRequest, "malformed_json", "%s", detail)
}

// form collects what is wrong with a body.
type form struct{ errs []FieldError }

func (f *form) object(value any, pointer string, read func(members) Order) Order {
	object, ok := value.(map[string]any)
	if !ok {
		f.errs = append(f.errs, AtPointer(pointer, "invalid_type", "the body must be an object"))
		return Order{}
	}
	return read(members{f, pointer, object})
}

// members are those of one JSON object at a pointer. Members that nothing asks
// for are ignored.
type members struct {
	form    *form
	pointer string
	object  map[string]any
}

func (m members) fail(name, code, format string, args ...any) {
	m.form.errs = append(m.form.errs, AtPointer(m.pointer+"/"+name, code, format, args...))
}

// needed returns a member that must be there; null is not.
func (m members) needed(name string) (any, bool) {
	value := m.object[name]
	if value == nil {
		m.fail(name, "required", "%s is required", name)
	}
	return value, value != nil
}

func (m members) child(name string) (members, bool) {
	value, ok := m.needed(name)
	if !ok {
		return members{}, false
	}
	object, ok := value.(map[string]any)
	if !ok {
		m.fail(name, "invalid_type", "%s must be an object", name)
	}
	return members{m.form, m.pointer + "/" + name, object}, ok
}

// text is what a string must be: of at most so many characters, of a form, one
// of a few words. It is never empty.
type text struct {
	most    int
	like    *regexp.Regexp
	example string
	words   []string
}

func (m members) required(name string, rule text) string {
	value, ok := m.needed(name)
	if !ok {
		return ""
	}
	s, _ := m.text(name, value, rule)
	return s
}

func (m members) optional(name string, rule text) *string {
	value := m.object[name]
	if value == nil {
		return nil
	}
	s, ok := m.text(name, value, rule)
	if !ok {
		return nil
	}
	return &s
}

func (m members) text(name string, value any, rule text) (string, bool) {
	s, ok := value.(string)
	switch {
	case !ok:
		m.fail(name, "invalid_type", "%s must be a string", name)
	case s == "":
		m.fail(name, "empty", "%s is empty", name)
	case rule.most > 0 && utf8.RuneCountInString(s) > rule.most:
		m.fail(name, "too_long", "%s has more than %d characters", name, rule.most)
	case rule.words != nil && !slices.Contains(rule.words, s):
		m.fail(name, "not_one_of", "%s must be one of %s", name, strings.Join(rule.words, ", "))
	case rule.like != nil && !rule.like.MatchString(s):
		m.fail(name, "invalid_format", "%s must look like %s", name, rule.example)
	default:
		return s, true
	}
	return "", false
}

func (m members) quantity(name string) int64 {
	value, ok := m.needed(name)
	if !ok {
		return 0
	}
	number, ok := value.(json.Number)
	if !ok {
		m.fail(name, "invalid_type", "%s must be a whole number", name)
		return 0
	}
	d, err := parseNumber(number)
	if err != nil || d.Cmp(decimal.One) < 0 || d.Cmp(decimal.MustNew(maxQuantity, 0)) > 0 {
		m.fail(name, "out_of_range", "%s must be from 1 to %d", name, maxQuantity)
		return 0
	}
	whole, fraction, _ := d.Int64(9)
	if !d.IsInt() || fraction != 0 {
		m.fail(name, "invalid_type", "%s must be a whole number", name)
		return 0
	}
	return whole
}

// money reads an optional amount: a decimal string, or a number by its literal
// text. It returns it in one spelling.
func (m members) money(name string) *string {
	var literal string
	switch value := m.object[name].(type) {
	case nil:
		return nil
	case string:
		if value == "" {
			m.fail(name, "empty", "%s is empty", name)
			return nil
		}
		literal = value
	case json.Number:
		d, err := parseNumber(value)
		if err != nil {
			m.fail(name, "invalid_format", "%s must be an amount such as 450.10", name)
			return nil
		}
		literal = d.Trim(0).String()
	default:
		m.fail(name, "invalid_type", "%s must be a decimal string", name)
		return nil
	}
	d, ok := parseAmount(literal)
	if !ok {
		m.fail(name, "invalid_format", "%s must be an amount such as 450.10", name)
		return nil
	}
	spelled := Amount(d)
	return &spelled
}

// parseNumber reads a JSON number, 4.5e2 included. A literal so long that it
// could only be rounded is refused.
func parseNumber(n json.Number) (decimal.Decimal, error) {
	if len(n) > decimal.MaxPrec+2 {
		return decimal.Decimal{}, errors.New("the number has too many digits")
	}
	return decimal.Parse(n.String())
}
