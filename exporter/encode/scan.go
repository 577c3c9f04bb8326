package encode

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// The scans look for bytes that need escaping eight at a time: in a word, a byte that
// a mask function marks has its highest bit set. Texts are mostly free of such bytes,
// so that the scan is what an encoder spends its time on.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// equal marks the bytes of x that are c. It may mark more above a marked byte, never
// fewer: the lowest mark is right, and only that is used.
func equal(x uint64, c byte) uint64 {
	x ^= lows * uint64(c)
	return (x - lows) &^ x & highs
}

// below marks the bytes of x that are less than c, with c at most 128; see equal.
func below(x uint64, c byte) uint64 { return (x - lows*uint64(c)) &^ x & highs }

// word is eight bytes of s from i on, the first one lowest.
func word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// rest is the bytes of s from i on, fewer than eight, filled up with a byte that no mask marks.
func rest(s string, i int) uint64 {
	x := uint64(0x6161616161616161) // 'a'
	for shift := 0; i < len(s); i, shift = i+1, shift+8 {
		x ^= uint64(s[i]^'a') << shift
	}
	return x
}

// first is the index of the lowest marked byte.
func first(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// View is b as a string without a copy. It is valid until b is written to again; it
// lets one encoder serve texts of products and texts put together in scratch memory.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// nextCSV is the index from i on of a byte that makes a field be quoted or cleaned, or len(s).
func nextCSV(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := csvMarks(word(s, i)); m != 0 {
			return i + first(m)
		}
	}
	if m := csvMarks(rest(s, i)); m != 0 {
		return i + first(m)
	}
	return len(s)
}

func csvMarks(x uint64) uint64 {
	return equal(x, '"') | equal(x, ',') | equal(x, '\r') | equal(x, '\n') | equal(x, 0)
}

// nextXML is the index from i on of a byte that XML text cannot hold as it is, or len(s).
// Of U+FFFE and U+FFFF, which XML forbids, it finds the first byte.
func nextXML(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := xmlMarks(word(s, i)); m != 0 {
			return i + first(m)
		}
	}
	if m := xmlMarks(rest(s, i)); m != 0 {
		return i + first(m)
	}
	return len(s)
}

func xmlMarks(x uint64) uint64 {
	return equal(x, '&') | equal(x, '<') | equal(x, '>') | equal(x, '"') | below(x, ' ') | equal(x, 0xEF)
}

// nextControl is the index from i on of a byte that may not stand in CDATA, or len(s).
func nextControl(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := controlMarks(word(s, i)); m != 0 {
			return i + first(m)
		}
	}
	if m := controlMarks(rest(s, i)); m != 0 {
		return i + first(m)
	}
	return len(s)
}

func controlMarks(x uint64) uint64 { return below(x, ' ') | equal(x, 0xEF) }

// nextURL is the index from i on of a byte that is not left as it is in an address, or len(s).
func nextURL(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := urlMarks(word(s, i)); m != 0 {
			return i + first(m)
		}
	}
	if m := urlMarks(rest(s, i)); m != 0 {
		return i + first(m)
	}
	return len(s)
}

func urlMarks(x uint64) uint64 {
	return below(x, '!') | equal(x, '"') | equal(x, '%') | equal(x, '&') | equal(x, '<') | equal(x, '>') |
		equal(x, '\\') | equal(x, '^') | equal(x, '`') | equal(x, '{') | equal(x, '|') | equal(x, '}') |
		equal(x, 0x7F) | x&highs
}

// valid is utf8.ValidString with a short cut for Cyrillic, whose letters have two bytes,
// the first one D0 to D3: four of them are known at once.
func valid(s string) bool {
	const mask, cyrillic = 0xC0FC_C0FC_C0FC_C0FC, 0x80D0_80D0_80D0_80D0
	i := 0
	for i+8 <= len(s) {
		x := word(s, i)
		if x&highs == 0 || x&mask == cyrillic {
			i += 8
			continue
		}
		if ascii := first(x & highs); ascii > 0 {
			i += ascii
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			return false
		}
		i += size
	}
	return utf8.ValidString(s[i:])
}

// noncharacter reports whether U+FFFE or U+FFFF, which XML forbids, stands at s[i].
func noncharacter(s string, i int) bool {
	return i+2 < len(s) && s[i] == 0xEF && s[i+1] == 0xBF && s[i+2] >= 0xBE
}
