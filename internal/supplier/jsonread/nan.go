package jsonread

import "strings"

// noNumbers are what programs write for a number that is none, though JSON has no such word.
var noNumbers = [...]string{"NaN", "Infinity", "-Infinity"}

// QuoteNaN puts the words that are no numbers, NaN and Infinity, between quotes, so that a
// text which is JSON but for them can be read: they are refused then where a number is wanted,
// and cost no other record. It reports false where there are none.
func QuoteNaN(body string) (string, bool) {
	var b strings.Builder
	kept := 0
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '"':
			i = endOfText(body, i)
		case 'N', 'I', '-':
			for _, word := range noNumbers {
				if strings.HasPrefix(body[i:], word) {
					b.WriteString(body[kept:i] + `"` + word + `"`)
					kept = i + len(word)
					i = kept - 1
					break
				}
			}
		}
	}
	if kept == 0 {
		return body, false
	}
	return b.String() + body[kept:], true
}

// endOfText is where the text that begins at start ends, at its closing quote.
func endOfText(body string, start int) int {
	for i := start + 1; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(body)
}
