package told

import (
	"strings"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// OneLine makes a foreign text fit for a cell and a terminal, and not longer than a
// person reads.
func OneLine(text string) string { return oneline.Spaced(text, 500) }

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
