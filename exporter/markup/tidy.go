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
	blank, lines := false, 0
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range s {
		switch {
		case breaks > 0 && endsLine(r):
			lines++
			continue
		case unicode.IsSpace(r):
			blank = true
			continue
		}
		if b.Len() > 0 {
			if lines > 0 {
				b.WriteString("\n\n"[:min(lines, breaks)])
			} else if blank {
				b.WriteByte(' ')
			}
		}
		blank, lines = false, 0
		b.WriteRune(r)
	}
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
		case unicode.IsSpace(r):
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
