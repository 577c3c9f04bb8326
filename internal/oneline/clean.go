package oneline

import (
	"strings"
	"unicode"
)

// Clean makes foreign text fit to be shown in one line: white space becomes one
// space, control and formatting characters (terminal escapes, changes of direction)
// go, and what is longer than limit characters is cut.
func Clean(text string, limit int) string {
	if len(text) > 8*limit { // look at no more than can be shown
		text = text[:8*limit]
	}
	var b strings.Builder
	n, space := 0, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if !unicode.IsGraphic(r) {
			continue
		}
		if n >= limit {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
			n++
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
