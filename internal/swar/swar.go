// Package swar looks at text eight bytes in one step: SIMD within a register. A word holds eight
// bytes of a text, the first one lowest; a mask has the highest bit of each byte that it marks.
// What walks over every byte of a catalogue stands on it.
package swar

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// The low and the high bit of every byte of a word.
const (
	Lows  = 0x0101010101010101
	Highs = 0x8080808080808080
)

// Word is eight bytes of a text from i on, of which there have to be so many.
func Word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Rest is the bytes of a text from i on, fewer than eight, filled up with a letter.
func Rest(s string, i int) uint64 {
	if n := len(s) - i; len(s) >= 8 { // one load in the place of a loop
		return Word(s, len(s)-8)>>(8*(8-n)) | Lows*uint64('a')<<(8*n)
	}
	return short(s[i:])
}

// short is the bytes of a text of fewer than eight, filled up with a letter: two loads that may
// overlap, in the place of a loop.
func short(s string) uint64 {
	n := len(s)
	x := Lows * uint64('a') << (8 * n)
	switch {
	case n >= 4:
		first := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
		s = s[n-4:]
		last := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
		return x | first | last<<(8*(n-4))
	case n >= 2:
		return x | uint64(s[0]) | uint64(s[1])<<8 | uint64(s[n-1])<<(8*(n-1))
	case n == 1:
		return x | uint64(s[0])
	}
	return x
}

// Equal marks the bytes of x that are c. It may mark more above a marked byte, never fewer: the
// lowest mark is right, and only that is to be used.
func Equal(x uint64, c byte) uint64 {
	x ^= Lows * uint64(c)
	return (x - Lows) &^ x & Highs
}

// Below marks the bytes of x that are less than c, with c at most 128; see Equal.
func Below(x uint64, c byte) uint64 { return (x - Lows*uint64(c)) &^ x & Highs }

// First is the index of the lowest marked byte.
func First(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// Valid is utf8.ValidString, with a step for each eight bytes whose characters have at most three:
// all of the world's alphabets, and most other signs.
func Valid(s string) bool {
	i, due := 0, uint64(0)
	for i+8 <= len(s) {
		word := Word(s, i)
		next, ok := FollowPairs(word, due)
		if !ok {
			next, ok = Follow(word, due)
		}
		if ok {
			i, due = i+8, next
			continue
		}
		i, due = begun(s, i, due), 0
		for end := i + 8; i < min(end, len(s)); {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				return false
			}
			i += size
		}
	}
	return utf8.ValidString(s[begun(s, i, due):])
}

// begun is where the character begins that goes on at i where something is due.
func begun(s string, i int, due uint64) int {
	if due == 0 {
		return i
	}
	if i--; !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// Sound is a text with U+FFFD for bytes that are not UTF-8.
func Sound(s string) string {
	if Valid(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// Follow reports whether the bytes of x are UTF-8 behind a word that left due open: marks of the
// bytes that have to go on with its last character. next are those that x leaves open. It is
// false also for what is rare and has to be looked at one by one: characters of four bytes, and
// those of three that begin with E0 or ED, of which some are forbidden.
func Follow(x, due uint64) (next uint64, ok bool) {
	high := x & Highs
	second, third := x<<1&Highs, x<<2&Highs
	lead := high & second             // C0 and above
	three := lead & third             // E0 and above
	trail := high &^ second           // 80 to BF
	due |= lead<<8 | three<<16        // where trails have to stand
	low := x & (Lows * 0x1E)          // of a lead of two bytes: without one of these it is C0 or C1
	some := (low + Lows*0x7E) & Highs // where one of them is set
	wrong := trail ^ due | lead&^three&^some
	wrong |= three & (x << 3) // F0 and above
	// E0 and ED: their low bits are 0000 and 1101.
	wrong |= three & (Equal(x, 0xE0) | Equal(x, 0xED))
	return lead>>56 | three>>48, wrong == 0
}

// FollowPairs is Follow where no character of the word has more than two bytes, as in most
// alphabets, and false for every other word. It is small enough to need no call: to be tried first.
func FollowPairs(x, due uint64) (next uint64, ok bool) {
	high := x & Highs
	lead := high & (x << 1)
	some := x&(Lows*0x1E) + Lows*0x7E
	return lead >> 56, high^lead^(due|lead<<8)|lead&(x<<2)|lead&^some == 0
}
