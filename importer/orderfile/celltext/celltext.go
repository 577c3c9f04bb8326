package celltext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean takes off what is no part of a value: blanks around it, NBSP and its like
// included, and zero-width and direction characters anywhere. A joiner between two pictures
// stays, since they are one picture by it.
func Clean(text string) string {
	if isClean(text) {
		return text
	}
	if strings.ContainsFunc(text, IsZeroWidth) {
		text = withoutZeroWidth(text)
	}
	return strings.TrimSpace(text)
}

// isClean reports whether nothing is to be taken off, for certain, as from nearly all texts: a
// blank that is not ASCII and a character that nobody sees begin with C2 or a byte from D8 on,
// and of those that begin with E2, as № and € do, with 80 or 81 behind it.
func isClean(text string) bool {
	if text == "" || text[0] <= ' ' || text[len(text)-1] <= ' ' {
		return false
	}
	for i := range len(text) {
		c := text[i]
		if (c >= 0xD8 || c == 0xC2) && (c != 0xE2 || i+1 == len(text) || text[i+1] <= 0x81) {
			return false
		}
	}
	return true
}

func withoutZeroWidth(text string) string {
	var b strings.Builder
	before := rune(0) // the last one that stayed
	for i, r := range text {
		if IsZeroWidth(r) {
			next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if r != zeroWidthJoiner || !inPicture(before) || !isPicture(next) {
				continue
			}
		}
		before = r
		b.WriteRune(r)
	}
	return b.String()
}

const (
	zeroWidthJoiner   = 0x200D
	variationSelector = 0xFE0F // of pictures in colour
)

// inPicture knows the characters that a joiner joins to the next picture: pictures
// themselves, and what gives one a colour (Unicode TS 51).
func inPicture(r rune) bool {
	return isPicture(r) || unicode.Is(unicode.Sk, r) || r == variationSelector
}

func isPicture(r rune) bool { return unicode.Is(unicode.So, r) && r != utf8.RuneError }

// IsZeroWidth knows the characters that nobody sees: of no width, and of direction.
func IsZeroWidth(r rune) bool {
	return r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F || r == 0xFEFF || r == 0x180E || r == 0x061C
}

// SingleSpaced makes every run of blanks one space. Unlike told.OneLine it cuts nothing off.
func SingleSpaced(text string) string {
	plain := true
	for i, r := range text {
		if unicode.IsSpace(r) && (r != ' ' || i+1 < len(text) && text[i+1] == ' ') {
			plain = false
			break
		}
	}
	if plain {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// Folded is a text without what people write differently, such as capitals, dots and blanks: its
// letters and digits, small, and the sign №.
func Folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '№' {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// AllDigits reports whether a text is digits and nothing else.
func AllDigits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// IsDigit knows the ten digits of ASCII.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' }

// HasLetter reports whether a text has a letter of any alphabet.
func HasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// Show makes a cell's text safe and short enough for a message: no control, bidi or
// invisible characters, at most 40 of the rest, in quotes.
func Show(text string) string {
	const most = 40
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == most {
			b.WriteRune('…')
			break
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	return `"` + b.String() + `"`
}

// Paste makes a cell's text fit for a line that a person copies into the config: all of it,
// in quotes of YAML.
func Paste(text string) string {
	return strconv.Quote(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, SingleSpaced(text)))
}

// OrNil is a text that may be absent: nil for "".
func OrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrBlank is a text that may be absent: "" for nil.
func OrBlank(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
