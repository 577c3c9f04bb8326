package markup

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// Shown reports whether a page would show anything of a text with or without HTML: a word
// or a picture. Editors leave paragraphs of a blank or a break, and these say nothing. Most
// texts tell within their first words.
func Shown(s string) bool {
	for s != "" {
		text, rest, tagged := strings.Cut(s, "<")
		plain, _, coded := strings.Cut(text, "&")
		if strings.ContainsFunc(plain, visible) || coded && strings.ContainsFunc(html.UnescapeString(text), visible) {
			return true
		}
		if !tagged {
			return false
		}
		switch {
		case isPicture(rest):
			return true
		case hidesText(rest) || !strings.ContainsRune(rest, '>'): // what follows is rarely read as it stands
			return Line("<"+rest) != ""
		}
		if !isTag(rest) {
			return true // a "<" that begins no tag is text
		}
		_, s, _ = strings.Cut(rest, ">")
	}
	return false
}

// isPicture reports whether a tag, without its "<", is a picture.
func isPicture(tag string) bool { return len(tag) >= 3 && strings.EqualFold(tag[:3], "img") }

// hidesText reports whether what a tag holds is not for readers.
func hidesText(tag string) bool {
	for _, name := range []string{"script", "style"} {
		if len(tag) >= len(name) && strings.EqualFold(tag[:len(name)], name) {
			return true
		}
	}
	return false
}

// isTag reports whether what stands behind a "<" makes it the beginning of a tag or a comment.
func isTag(rest string) bool {
	rest = strings.TrimPrefix(rest, "/")
	return rest != "" && (rest[0] == '!' || rest[0] == '?' || rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z')
}

// visible reports whether a character leaves a mark on a page: blanks, controls and marks
// of format (a zero-width space, a byte order mark) leave none.
func visible(r rune) bool {
	if r > ' ' && r < unicode.MaxASCII || r >= 0x400 && r < 0x530 { // Latin and Cyrillic letters
		return true
	}
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) && r < 0xFFFE || r > 0xFFFF && !unicode.Is(unicode.Cf, r)
}
