package told

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// OneLine makes a foreign text fit for a cell and a terminal: no line breaks, no
// control characters, not longer than a person reads.
func OneLine(text string) string {
	const most = 500
	text = strings.Join(strings.Fields(strings.Map(Visible, strings.ToValidUTF8(text, "�"))), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Visible maps characters that steer a terminal, a line or the direction of text to a blank.
func Visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r) ||
		r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// WordOr is the sentence of a key; a code of another version of the program stands for itself.
func WordOr(code, key string) wording.Message {
	if key == "" {
		return wording.Literal(code)
	}
	return wording.NewMessage(key)
}

// Typed is a number as a command line takes it: Shopify's #1001 would begin a comment.
func Typed(number string) string {
	number = OneLine(number)
	special := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.:/+@%,=", r)
	}
	if number != "" && !strings.ContainsFunc(number, special) {
		return number
	}
	return "'" + strings.ReplaceAll(number, "'", `'\''`) + "'"
}
