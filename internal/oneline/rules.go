package oneline

import (
	"strconv"
	"strings"
	"unicode"
)

// Spaced is text with a blank for whatever steers a line, a terminal or the direction of
// text, runs of blanks made one, cut where it is longer than limit characters. Clean drops
// what this parts.
func Spaced(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if Steers(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))), " ")
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}

// Steers reports whether a character is none that is read, but one that steers a line, a
// terminal or the direction of text.
func Steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// Unbroken is text without what breaks a line or escapes to a terminal: each run of that
// is one space, and all else stays, the blanks too.
func Unbroken(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0) || r == '\u2028' || r == '\u2029'
	}), " ")
}

// Joined is the text of an error that joins several, each on a line of its own, in one line with
// semicolons between them. A break beside a blank line or an indented one stays a space.
func Joined(text string) string {
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		if i > 0 && strings.TrimSpace(lines[i-1]) != "" && strings.TrimLeft(line, " \t") == line && line != "" {
			b.WriteString("; ")
		} else if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return Unbroken(b.String())
}

// Quoted is texts in quotation marks, as Go writes them, with commas between.
func Quoted(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}
