package markup

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// withoutSurrogates replaces references to both halves of a pair, as in
// &#55357;&#56832;, by the character, and leaves references to one half out. It reports
// whether it left one out.
func withoutSurrogates(s string) (string, bool) {
	var b strings.Builder
	rest, lost := s, false
	for {
		start, size, half := nextSurrogate(rest)
		if size == 0 {
			break
		}
		b.WriteString(rest[:start])
		rest = rest[start+size:]
		second, n := surrogate(rest)
		if r := utf16.DecodeRune(half, second); n > 0 && r != '\uFFFD' {
			b.WriteRune(r)
			rest = rest[n:]
		} else {
			lost = true
		}
	}
	if len(rest) == len(s) {
		return s, false
	}
	b.WriteString(rest)
	return b.String(), lost
}

// nextSurrogate finds the first reference to a surrogate; size 0: there is none.
func nextSurrogate(s string) (start, size int, half rune) {
	for at := 0; ; at += 2 {
		i := strings.Index(s[at:], "&#")
		if i < 0 {
			return 0, 0, 0
		}
		at += i
		if half, size = surrogate(s[at:]); size > 0 {
			return at, size, half
		}
	}
}

// surrogate reads a numeric reference to a surrogate that s begins with; size 0: it
// begins with none.
func surrogate(s string) (half rune, size int) {
	digits, ok := strings.CutPrefix(s, "&#")
	end := strings.IndexByte(digits[:min(len(digits), len("x0000DC00;"))], ';')
	if !ok || end < 0 {
		return 0, 0
	}
	digits, base := digits[:end], 10
	if digits != "" && digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !utf16.IsSurrogate(rune(n)) {
		return 0, 0
	}
	return rune(n), len("&#;") + end
}
