package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is what a target counts a text's length in.
type Unit int

// The units.
const (
	Characters Unit = iota // Unicode code points
	Bytes                  // of UTF-8
	UTF16                  // code units, as spreadsheets and browsers count
)

func (u Unit) of(r rune) int {
	switch u {
	case Bytes:
		return utf8.RuneLen(r)
	case UTF16:
		if r > 0xFFFF {
			return 2
		}
	}
	return 1
}

// Cut is the beginning of s, which is UTF-8, that has at most limit units, and whether
// anything is cut off. It ends at a whole character, never inside an emoji that is made
// of several or before an accent, and at the end of a word where that keeps two thirds
// of what may stay. Blanks and punctuation that would dangle at a cut are left out.
func Cut(s string, limit int, unit Unit) (string, bool) {
	limit = max(limit, 0)
	if len(s) <= limit { // no unit is smaller than a byte
		return s, false
	}
	used, whole, word := 0, 0, 0 // whole and word: where a character and a word end
	wordUsed := 0
	var last rune
	flags := 0 // regional indicators in a row
	for i, r := range s {
		if i > 0 && !joins(last, r, flags) {
			whole = i
			if isSpace(r) && !isSpace(last) {
				word, wordUsed = i, used
			}
		}
		if flags++; !isFlag(r) {
			flags = 0
		}
		if used += unit.of(r); used > limit {
			end := whole
			if word > 0 && 3*wordUsed >= 2*limit {
				end = word
			}
			return trimEnd(s[:end]), true
		}
		last = r
	}
	return s, false
}

// joins reports whether two characters in a row are one to a reader; flags is how many
// regional indicators in a row end with the first.
func joins(a, b rune, flags int) bool {
	switch {
	case a == '\r' && b == '\n', a == zeroWidthJoiner:
		return true
	case b < 0x300 || b >= 0x370 && b < 0x483: // Latin, Greek and Cyrillic letters, no marks
		return false
	case isFlag(b):
		return flags%2 == 1
	}
	return b == zeroWidthJoiner || unicode.Is(unicode.M, b) || // accents and variants
		b >= 0x1F3FB && b <= 0x1F3FF || // tones of skin
		b >= 0xE0020 && b <= 0xE007F // tags, as in the flag of Scotland
}

const zeroWidthJoiner = 0x200D

func isFlag(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// trimEnd takes away what looks unfinished at the end.
func trimEnd(s string) string { return strings.TrimRightFunc(s, dangles) }

func dangles(r rune) bool { return isSpace(r) || strings.ContainsRune(",;:-–—(", r) }

// Length is how many units a text, which is UTF-8, has.
func (u Unit) Length(s string) int { return length(s, u) }

func length(s string, unit Unit) (n int) {
	if unit == Bytes {
		return len(s)
	}
	for _, r := range s {
		n += unit.of(r)
	}
	return n
}
