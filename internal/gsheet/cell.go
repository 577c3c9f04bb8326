package gsheet

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// mostDigits is how many digits of a number a spreadsheet keeps.
const mostDigits = 15

var (
	wholeNumber = pattern.Lazy(`^-?\d+$`)
	scientific  = pattern.Lazy(`^[+-]?\d+(?:[.,]\d+)?[Ee][+-]?\d+$`)
)

// textOf is a cell's text, of what it shows and what it holds: a text, a number or a truth.
//
// A text is as it was written. A number is as it is shown where its format adds something, such as
// leading zeros, a currency or a day; where the format shows but a part of it, as 1.5 shown as 2
// and 380671234567 shown as 3.80671E+11, it is the number itself.
func textOf(shown string, held any) string {
	number, is := held.(json.Number)
	switch {
	case !is:
		return shown
	case shown == "": // its format hides it
		return number.String()
	}
	whole := wholeNumber().MatchString(number.String()) && len(strings.TrimPrefix(number.String(), "-")) <= mostDigits
	if scientific().MatchString(strings.TrimSpace(shown)) {
		if whole {
			return number.String()
		}
		return shown
	}
	value, err := decimal.Parse(number.String())
	if err != nil {
		return shown
	}
	digits, bare := digitsOf(shown)
	switch exact, cut := compare(digits, value); {
	case exact && bare && !zerosBefore(digits), cut:
		return number.String()
	}
	return shown
}

// zerosBefore reports whether a shown number begins with zeros that are none of 0.5.
func zerosBefore(digits string) bool {
	digits = strings.TrimPrefix(digits, "-")
	return len(digits) > 1 && digits[0] == '0' && unicode.IsDigit(rune(digits[1]))
}

// digitsOf is a shown number without blanks, currencies and other letters; bare says that there
// were none of the latter.
func digitsOf(shown string) (digits string, bare bool) {
	bare = true
	digits = strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r == '.', r == ',':
			return r
		case r == '-' || r == '−':
			return '-'
		case unicode.IsSpace(r), r == '\'', r == '’':
			return -1
		}
		bare = false
		if unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) {
			return -1
		}
		return '?' // a percent sign, a colon or a slash: no plain number
	}, shown)
	return strings.TrimRight(digits, ".,"), bare
}

// compare tells whether the digits are the number, with the last mark in them as the decimal one or
// with all as marks of thousands, or whether they are a number of which the format has cut
// more than hundredths off.
//
// It stands apart from internal/money, as it reads no number: the number is known, and any reading
// of what is shown that gives it will do.
func compare(digits string, number decimal.Decimal) (exact, cut bool) {
	last := strings.LastIndexAny(digits, ".,")
	strip := strings.NewReplacer(".", "", ",", "").Replace
	candidates := []string{strip(digits)}
	if last >= 0 {
		candidates = append(candidates, strip(digits[:last])+"."+digits[last+1:])
	}
	for _, candidate := range candidates {
		shown, err := decimal.Parse(candidate)
		if err != nil {
			continue
		}
		apart, err := shown.Sub(number)
		if err != nil {
			continue
		}
		if apart.IsZero() {
			return true, false
		}
		cut = cut || apart.Abs().Cmp(decimal.One) < 0 && shown.Scale() < 2
	}
	return false, cut
}
