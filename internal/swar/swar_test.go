package swar

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzValid: eight bytes in a step find what one after the other would, wherever the text stands
// in its words.
func FuzzValid(f *testing.F) {
	for _, text := range []string{"", "чайник скляний", "Ґанок і під'їзд", "a\xc0\x80bcdefgh", "\xd0\x90\xd0\x90\xd0\x90\xc1\x80", "日本語日本語", "\xed\xa0\x80\xed\xa0\x80", "\xe0\x80\x80abcde",
		"abcdefg\xd0", "abcdef\xe2\x82", "😀😀😀", "ціна — 5 ₴ «разом»", "\uFFFD\uFFFE\uFFFF", "кінець\xd0", "\x80abcdefg", "\xf4\x90\x80\x80", "a\xe2\x82\xac\x80"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for shift := range 8 {
			shifted := strings.Repeat("a", shift) + text
			require.Equal(t, utf8.ValidString(shifted), Valid(shifted))
			require.Equal(t, utf8.ValidString(shifted), Valid(shifted+strings.Repeat(" ", 8-shift)))
		}
	})
}

// FuzzMasks: the lowest mark is that of the first byte that is meant, and there is none where no
// byte is.
func FuzzMasks(f *testing.F) {
	f.Add("abcdefgh", byte('c'))
	f.Add("\x00\x01\xff\x80\x7f,\",", byte(','))
	f.Fuzz(func(t *testing.T, text string, c byte) {
		for n := range min(len(text), 8) {
			text, x := text[:n], Rest(text[:n], 0)
			if c != 'a' {
				require.Equal(t, place(text, func(b byte) bool { return b == c }), min(First(Equal(x, c)), len(text)))
			}
			if c <= 'a' {
				require.Equal(t, place(text, func(b byte) bool { return b < c }), min(First(Below(x, c)), len(text)))
			}
		}
		if len(text) >= 8 {
			require.Equal(t, place(text[:8], func(b byte) bool { return b == c }), First(Equal(Word(text, 0), c)))
		}
	})
}

// place is where the first byte is that is meant, the text's length without one.
func place(text string, meant func(byte) bool) int {
	for i := range len(text) {
		if meant(text[i]) {
			return i
		}
	}
	return len(text)
}

func TestSound(t *testing.T) {
	require.Equal(t, "їжак", Sound("їжак"))
	require.Equal(t, "a\uFFFDb", Sound("a\xff\xfeb"))
}
