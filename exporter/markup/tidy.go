package markup

import (
	"strings"
	"unicode"
)

// tidy trims a text, makes one blank of a run of them, and keeps at most so many line
// breaks in a row; with none, a break is a blank.
func tidy(s string, breaks int) string {
	if tidied(s, breaks) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	s = strings.ReplaceAll(s, "\r\n", "\n")
	word, lines := -1, 0 // where a word begins, and how many breaks came before it
	flush := func(end int) {
		if word >= 0 {
			b.WriteString(s[word:end])
		}
		word = -1
	}
	for i, r := range s {
		switch {
		case isSpace(r):
			flush(i)
			if breaks > 0 && endsLine(r) {
				lines++
			}
		case word < 0:
			if b.Len() > 0 && lines > 0 {
				b.WriteString("\n\n"[:min(lines, breaks)])
			} else if b.Len() > 0 {
				b.WriteByte(' ')
			}
			word, lines = i, 0
		}
	}
	flush(len(s))
	return b.String()
}

// tidied reports whether tidy would change nothing.
func tidied(s string, breaks int) bool {
	blank, lines := true, 0 // neither may stand at the beginning
	for _, r := range s {
		switch {
		case r == '\n' && breaks > 0:
			if lines++; blank && lines == 1 || lines > breaks {
				return false
			}
			blank = true
		case r == ' ':
			if blank {
				return false
			}
			blank = true
		case isSpace(r):
			return false
		default:
			blank, lines = false, 0
		}
	}
	return s == "" || !blank
}

func endsLine(r rune) bool {
	return r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// isSpace is unicode.IsSpace, sooner for most letters.
func isSpace(r rune) bool {
	return (r <= 0xA0 || r >= 0x1680) && unicode.IsSpace(r)
}
