package catalog

import (
	"errors"
	"math"
	"strings"

	"github.com/govalues/decimal"
)

// clean takes white space from both ends, no-break spaces included.
func clean(s string) string { return strings.TrimSpace(s) }

// blank is the text as it stands, or "" where it is white space only.
func blank(s string) string {
	if clean(s) == "" {
		return ""
	}
	return s
}

// first is the first of a list, "" of an empty one.
func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// firstOf is the first text that is not blank, cleaned.
func firstOf(texts ...string) string {
	for _, s := range texts {
		if s = clean(s); s != "" {
			return s
		}
	}
	return ""
}

var errNotANumber = errors.New("write it like 1234.50")

// amount reads a number that is not negative, with a decimal point or comma and
// perhaps spaces between the thousands: "1 234,50". Where both marks stand, the last
// one is the decimal mark.
//
// It stands apart from internal/money, whose notations the program reads by: the sandbox has its
// own reading, so that a mistake in that one shows.
func amount(text string) (decimal.Decimal, error) {
	digits := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(clean(text))
	if strings.ContainsFunc(digits, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' }) {
		return decimal.Decimal{}, errNotANumber
	}
	if comma, point := strings.LastIndex(digits, ","), strings.LastIndex(digits, "."); comma > point {
		digits = strings.ReplaceAll(digits[:comma], ".", "") + "." + digits[comma+1:]
	} else if comma >= 0 {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	value, err := decimal.Parse(digits)
	if err != nil {
		return decimal.Decimal{}, errNotANumber
	}
	return value, nil
}

// optional is an amount that may be absent.
func optional(text string) (*decimal.Decimal, error) {
	if clean(text) == "" {
		return nil, nil
	}
	value, err := amount(text)
	if err != nil {
		return nil, err
	}
	return &value, nil
}

// whole reads a number of pieces.
func whole(text string) (int, error) {
	value, err := amount(text)
	if err != nil {
		return 0, err
	}
	n, frac, ok := value.Int64(0)
	if !ok || frac != 0 || !value.IsInt() || n > math.MaxInt32 {
		return 0, errNotANumber
	}
	return int(n), nil
}

// noted is a number of pieces that may be absent; an unreadable one is noted.
func noted(text, name string, note func(string, ...any)) *int {
	if clean(text) == "" {
		return nil
	}
	n, err := whole(text)
	if err != nil {
		note("%s %q cannot be read and is left out", name, text)
		return nil
	}
	return &n
}

// scaled is an amount times a factor as a whole number, nil where it is unreadable.
func scaled(text string, factor int64) *int {
	value, err := amount(text)
	if err != nil {
		return nil
	}
	value, err = value.Mul(decimal.MustNew(factor, 0))
	if err != nil {
		return nil
	}
	n, _, ok := value.Round(0).Int64(0)
	if !ok || n > math.MaxInt32 {
		return nil
	}
	size := int(n)
	return &size
}
