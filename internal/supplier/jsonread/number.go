package jsonread

import (
	"strings"
)

// IsNumber reports whether a text is a plain JSON number, as no phone with its plus
// and no number with leading zeros is.
func IsNumber(text string) bool {
	digits, fraction, point := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return IsDigits(digits) && (digits == "0" || digits[0] != '0') && point == (fraction != "") && (!point || IsDigits(fraction))
}

// IsDigits reports whether a text has digits and nothing else.
func IsDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
