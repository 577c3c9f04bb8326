package sandbox

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

// query reads a request's parameters and collects what is wrong with them, an
// unknown name included.
type query struct {
	values url.Values
	read   map[string]bool
	errs   []fieldError
}

func readQuery(r *http.Request) (*query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "malformed_query", "the query cannot be read: percent-encode it")
	}
	return &query{values: values, read: map[string]bool{}}, nil
}

func (q *query) fail(name, code, format string, args ...any) {
	q.errs = append(q.errs, atParameter(name, code, format, args...))
}

// many returns all values of a parameter that may be repeated.
func (q *query) many(name string, most int) []string {
	q.read[name] = true
	values := q.values[name]
	if len(values) > most {
		q.fail(name, "too_many", "%s stands %d times; at most %d", name, len(values), most)
		return nil
	}
	if slices.Contains(values, "") {
		q.fail(name, "empty", "%s is empty; leave it out instead", name)
		return nil
	}
	return values
}

// one returns the value of a parameter that may stand once, "" where it is absent.
func (q *query) one(name string) string {
	values := q.many(name, 1)
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// whole reads an integer from least to most.
func (q *query) whole(name string, otherwise, least, most int) int {
	text := q.one(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		q.fail(name, "invalid_type", "%s must be a whole number", name)
		return otherwise
	}
	if n < least || n > most {
		q.fail(name, "out_of_range", "%s must be from %d to %d", name, least, most)
		return otherwise
	}
	return n
}

// choice reads one of a few words.
func (q *query) choice(name, otherwise string, words ...string) string {
	text := q.one(name)
	if text == "" {
		return otherwise
	}
	if !slices.Contains(words, text) {
		q.fail(name, "not_one_of", "%s must be one of %s", name, strings.Join(words, ", "))
		return otherwise
	}
	return text
}

// money reads an amount, nil where it is absent.
func (q *query) money(name string) *decimal.Decimal {
	text := q.one(name)
	if text == "" {
		return nil
	}
	d, ok := parseAmount(text)
	if !ok {
		q.fail(name, "invalid_format", "%s must be an amount such as 450.10", name)
		return nil
	}
	return &d
}

// plainAmount bounds amounts so that all sums of an order are exact in 19 digits.
var plainAmount = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{1,4})?$`)

func parseAmount(text string) (decimal.Decimal, bool) {
	if !plainAmount.MatchString(text) {
		return decimal.Decimal{}, false
	}
	d, err := decimal.Parse(text)
	return d, err == nil
}

// span is a time parameter: a moment, or the whole day in UTC of a bare date.
// Both ends are microseconds; end is the first one behind it.
type span struct{ start, end int64 }

func (q *query) moment(name string) *span {
	text := q.one(name)
	if text == "" {
		return nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return &span{micros(day), micros(day.AddDate(0, 0, 1))}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		hint := ""
		if strings.Contains(text, " ") {
			hint = `; a "+" in an address is written %2B`
		}
		q.fail(name, "invalid_format", "%s must be a date or an RFC 3339 time%s", name, hint)
		return nil
	}
	// A moment between two microseconds belongs to the one that has begun.
	return &span{micros(at), micros(at) + 1}
}

// finish reports all that was wrong, a parameter that nothing asked for included.
func (q *query) finish() error {
	var unknown []string
	for name := range q.values {
		if !q.read[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		q.fail(name, "unknown_parameter", "there is no parameter %q here", name)
	}
	if len(q.errs) > 0 {
		return invalid(q.errs)
	}
	return nil
}
