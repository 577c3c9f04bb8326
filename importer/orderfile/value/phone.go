package value

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Phone reads a phone into E.164. restored tells that a lost leading zero was put back.
func (v *Reader) Phone(c cells.Cell) (e164 string, restored bool, err *problem.Fault) {
	text := c.Code()
	if text == "" {
		return "", false, problem.Faultf(problem.PhoneMissing)
	}
	if c.Kind == cells.Number && !celltext.AllDigits(text) {
		return "", false, problem.Faultf(problem.PhoneInvalid+".number", celltext.Show(text))
	}
	if c.Kind == cells.Text && strings.ContainsAny(text, "EeЕе") && v.scientific.MatchString(strings.Join(strings.Fields(text), "")) {
		return "", false, problem.Faultf(problem.PhoneScientific, celltext.Show(text))
	}
	digits := bareNumber(strings.TrimPrefix(text, "'"))
	if number, restored, ok := v.acceptedPhone(digits); ok {
		return number, restored, nil
	}
	if v.twoPhones(text, digits) {
		return "", false, problem.Faultf(problem.PhoneAmbiguous, celltext.Show(text))
	}
	return "", false, problem.Faultf(problem.PhoneInvalid, celltext.Show(text))
}

// bareNumber takes blanks, dashes, brackets and full stops out of a phone.
func bareNumber(text string) string {
	if celltext.AllDigits(strings.TrimPrefix(text, "+")) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || celltext.IsZeroWidth(r) || r == '.' || r == '−' || r == '\u00AD' ||
			unicode.In(r, unicode.Pd, unicode.Ps, unicode.Pe) {
			return -1
		}
		return r
	}, text)
}

// HasPhone reports whether a Ukrainian phone stands somewhere in a text.
func (v *Reader) HasPhone(text string) bool { return v.phoneIn.MatchString(text) }

// acceptedPhone knows the forms that are accepted, of a bare number.
func (v *Reader) acceptedPhone(number string) (e164 string, restored, ok bool) {
	digits, plus := strings.CutPrefix(number, "+")
	if !celltext.AllDigits(digits) {
		return "", false, false
	}
	switch {
	case len(digits) == 10 && digits[0] == '0' && !plus:
		digits = digits[1:]
	case len(digits) == 12 && strings.HasPrefix(digits, "380"):
		digits = digits[3:]
	case len(digits) == 9 && !plus && isMobile(digits):
		restored = true
	case plus && len(digits) == 9 && isMobile(digits): // another country's, or one of ours without 380
		return "", false, false
	case plus && len(digits) >= 8 && len(digits) <= 15 && !strings.HasPrefix(digits, "380") && hasCallingCode(digits):
		return number, false, true
	default:
		return "", false, false
	}
	if digits[0] < '3' {
		return "", false, false
	}
	return "+380" + digits, restored, true
}

// isMobile knows the codes with which a Ukrainian mobile number begins.
func isMobile(nine string) bool {
	switch nine[:2] {
	case "39", "50", "63", "66", "67", "68", "73", "75", "77":
		return true
	}
	return nine[0] == '9' && nine[1] >= '1'
}

// twoPhones tells a cell with two numbers from a cell with a wrong one.
func (v *Reader) twoPhones(text, bare string) bool {
	parts := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(",;/|\\&\n\r", r) || unicode.IsLetter(r)
	})
	numbers := 0
	for _, part := range parts {
		if n := bareNumber(part); len(n) >= 5 && celltext.AllDigits(strings.TrimPrefix(n, "+")) {
			numbers++
		}
	}
	if numbers > 1 {
		return true
	}
	for i := 9; i+9 <= len(bare) && i <= 16; i++ { // two numbers without anything between
		_, _, first := v.acceptedPhone(bare[:i])
		_, _, second := v.acceptedPhone(bare[i:])
		if first && second {
			return true
		}
	}
	return false
}
