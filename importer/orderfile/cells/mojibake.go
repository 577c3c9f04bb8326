package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Garbled reports whether a text is letters that were read in a wrong encoding: Windows-1251
// as Latin ("Îëåíà" for "Олена"), or UTF-8 as Windows-1252 or 1251 ("Ð†Ð²Ð°Ð½", "Р†РІР°РЅ" for "Іван").
func Garbled(text string) bool {
	odd := 0
	for _, r := range text {
		if r >= 'À' && r <= 'ÿ' {
			odd++
		}
	}
	return odd >= 3 || twiceEncoded(text)
}

// twiceEncoded reports whether a text is UTF-8 that was taken for Windows-1251 or 1252 and
// written as UTF-8 again. Each letter became two characters, of which the first is one of a
// few, and the second no letter that stands there in a word.
func twiceEncoded(text string) bool {
	pairs, letters := 0, 0
	var before rune
	for _, r := range text {
		switch {
		case (before == 'Р' || before == 'С') && isContinuation(r, charmap.Windows1251),
			(before == 'Ð' || before == 'Ñ') && isContinuation(r, charmap.Windows1252):
			pairs++
			before = 0
			continue
		case unicode.IsLetter(r):
			letters++
		}
		before = r
	}
	return pairs >= 2 && letters <= 2*pairs
}

// isContinuation reports whether a character is what an encoding makes of a byte of UTF-8
// that continues a letter.
func isContinuation(r rune, encoding *charmap.Charmap) bool {
	if r >= 0x80 && r < 0xC0 { // Windows-1252 has no characters for some bytes, and programs keep these
		return true
	}
	b, ok := encoding.EncodeRune(r)
	return ok && b >= 0x80 && b < 0xC0
}

// fileTwiceEncoded reports whether a text as a whole is twice encoded: all of its words beyond
// ASCII are.
func fileTwiceEncoded(text string) bool {
	words, odd := 0, 0
	for _, word := range strings.FieldsFunc(text[:min(len(text), judged)], func(r rune) bool { return strings.ContainsRune(" ;,\t\n\r\"|", r) }) {
		if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf && r != utf8.RuneError }) || utf8.RuneCountInString(word) < 4 {
			continue
		}
		words++
		if twiceEncoded(word) {
			odd++
		}
	}
	return odd >= 3 && odd*5 >= words*4
}
