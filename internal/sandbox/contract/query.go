package contract

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

// Query reads a request's parameters and collects what is wrong with them, an
// unknown name included.
type Query struct {
	Values url.Values
	read   map[string]bool
	errs   []FieldError
}

// ReadQuery takes a request's parameters apart.
func ReadQuery(r *http.Request) (*Query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, Refuse(http.StatusBadRequest, "malformed_query", "the query cannot be read: percent-encode it")
	}
	return &Query{Values: values, read: map[string]bool{}}, nil
}

// Fail notes that a parameter is wrong.
func (q *Query) Fail(name, code, format string, args ...any) {
	q.errs = append(q.errs, atParameter(name, code, format, args...))
}

// Many returns all values of a parameter that may be repeated.
func (q *Query) Many(name string, most int) []string {
	q.read[name] = true
	values := q.Values[name]
	if len(values) > most {
		q.Fail(name, "too_many", "%s stands %d times; at most %d", name, len(values), most)
		return nil
	}
	if slices.Contains(values, "") {
		q.Fail(name, "empty", "%s is empty; leave it out instead", name)
		return nil
	}
	return values
}

// One returns the value of a parameter that may stand once, "" where it is absent.
func (q *Query) One(name string) string {
	values := q.Many(name, 1)
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// Int reads an integer from least to most.
func (q *Query) Int(name string, otherwise, least, most int) int {
	text := q.One(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		q.Fail(name, "invalid_type", "%s must be a whole number", name)
		return otherwise
	}
	if n < least || n > most {
		q.Fail(name, "out_of_range", "%s must be from %d to %d", name, least, most)
		return otherwise
	}
	return n
}

// Choice reads one of a few words.
func (q *Query) Choice(name, otherwise string, words ...string) string {
	text := q.One(name)
	if text == "" {
		return otherwise
	}
	if !slices.Contains(words, text) {
		q.Fail(name, "not_one_of", "%s must be one of %s", name, strings.Join(words, ", "))
		return otherwise
	}
	return text
}

// Amount reads an amount, nil where it is absent.
func (q *Query) Amount(name string) *decimal.Decimal {
	text := q.One(name)
	if text == "" {
		return nil
	}
	d, ok := parseAmount(text)
	if !ok {
		q.Fail(name, "invalid_format", "%s must be an amount such as 450.10", name)
		return nil
	}
	return &d
}

// Span is a time parameter: a moment, or the whole day in UTC of a bare date.
// Both ends are microseconds; end is the first one behind it.
type Span struct{ Start, End int64 }

// Moment reads a time, nil where it is absent.
func (q *Query) Moment(name string) *Span {
	text := q.One(name)
	if text == "" {
		return nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return &Span{Micros(day), Micros(day.AddDate(0, 0, 1))}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		hint := ""
		if strings.Contains(text, " ") {
			hint = `; a "+" in an address is written %2B`
		}
		q.Fail(name, "invalid_format", "%s must be a date or an RFC 3339 time%s", name, hint)
		return nil
	}
	// A moment between two microseconds belongs to the one that has begun.
	return &Span{Micros(at), Micros(at) + 1}
}

// Finish reports all that was wrong, a parameter that nothing asked for included.
func (q *Query) Finish() error {
	var unknown []string
	for name := range q.Values {
		if !q.read[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		q.Fail(name, "unknown_parameter", "there is no parameter %q here", name)
	}
	if len(q.errs) > 0 {
		return Invalid(q.errs)
	}
	return nil
}
