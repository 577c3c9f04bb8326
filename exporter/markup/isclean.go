package markup

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep elements may be nested for isClean to follow; most descriptions
// have two or three levels.
const maxDepth = 16

// isClean reports whether Clean would change nothing in s. It knows only the plainest
// form that Clean writes, tags without attributes, and sees it without copying: most
// descriptions of a cleaned catalogue are of that form.
func (p *Policy) isClean(s string) bool {
	if !utf8.ValidString(s) || strings.TrimSpace(s) != s {
		return false
	}
	var stack [maxDepth]string
	open, tags, lines := stack[:0], false, false
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '<':
			end := strings.IndexByte(s[i:], '>')
			if end < 0 {
				return false
			}
			var ok bool
			if open, ok = p.follow(open, s[i+1:i+end]); !ok {
				return false
			}
			tags = true
			i += end + 1
		case c == '&':
			n := writtenEntity(s[i:])
			if n == 0 {
				return false
			}
			i += n
		case c == '>':
			return false
		case c >= ' ' && c < 0x7F:
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == '\r' || forbidden(r) {
				return false
			}
			lines = lines || r == '\n'
			i += n
		}
	}
	return len(open) == 0 && (tags || !lines || !p.breaks)
}

// follow keeps the open elements over a tag; it is false where Clean would write another.
func (p *Policy) follow(open []string, tag string) ([]string, bool) {
	name, end := strings.CutPrefix(tag, "/")
	name, empty := strings.CutSuffix(name, "/")
	if name == "a" || name == "img" || !slices.Contains(p.tags, name) || empty != isVoid(name) || end && empty {
		return open, false
	}
	switch last := len(open) - 1; {
	case empty:
		return open, true
	case end:
		if last < 0 || open[last] != name {
			return open, false
		}
		return open[:last], true
	}
	if len(open) == maxDepth || implied(open, name) > 0 {
		return open, false
	}
	return append(open, name), true
}

// writtenEntity is the length of the entity that s begins with, 0 where Clean would not
// write it.
func writtenEntity(s string) int {
	for _, e := range [...]string{"&amp;", "&lt;", "&gt;"} {
		if strings.HasPrefix(s, e) {
			return len(e)
		}
	}
	return 0
}
