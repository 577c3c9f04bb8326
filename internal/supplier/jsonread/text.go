package jsonread

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/swar"
)

// special marks the bytes of a word that end a run of plain text: a quote, a
// backslash, a control character. The lowest mark is exact; a mark above it may be
// a borrow's false alarm. All of them are ASCII, so that what each test says of other bytes
// goes in one step.
func special(word uint64) uint64 {
	quotes, backslashes := word^(swar.Lows*'"'), word^(swar.Lows*'\\')
	return ((quotes - swar.Lows) | (backslashes - swar.Lows) | (word - swar.Lows*' ')) &^ word & swar.Highs
}

// quoted reads over a string whose opening quote is next. It reports whether the
// string has no escapes, and whether it is proved to be UTF-8, as far as that is wanted:
// another one may be all the same.
func (s *Scanner) quoted(prove bool) (plain, proved bool, err error) {
	return s.endQuoted(plainText(s.data, s.pos+1, prove))
}

// endQuoted is quoted for a string whose first run of plain text ends at i.
func (s *Scanner) endQuoted(i int, prove bool) (plain, proved bool, err error) {
	data := s.data
	plain, proved = true, prove
	for {
		if i == len(data) {
			s.pos = i
			return false, false, s.broken("a string without an end")
		}
		switch data[i] {
		case '"':
			s.pos = i + 1
			return plain, proved, nil
		case '\\':
			plain = false
			n := escapeLen(data[i:])
			if n == 0 {
				s.pos = i
				return false, false, s.broken("a broken escape")
			}
			i, proved = plainText(data, i+n, proved)
		default:
			s.pos = i
			return false, false, s.broken("a control character in a string")
		}
	}
}

// plainText is where the run of plain text ends that begins at i. It reports whether that is
// surely UTF-8, as far as that is wanted.
func plainText(data string, i int, prove bool) (end int, proved bool) {
	due, sound := uint64(0), prove
	for ; i+8 <= len(data); i += 8 {
		word := swar.Word(data, i)
		marks := special(word)
		n := 64
		if marks != 0 {
			n = bits.TrailingZeros64(marks) &^ 7
			word &= 1<<n - 1
		}
		if word&swar.Highs|due != 0 && sound {
			next, pairs := swar.FollowPairs(word, due)
			if !pairs {
				next, sound = swar.Follow(word, due)
			}
			due = next
		}
		if marks != 0 {
			return i + n/8, sound
		}
	}
	sound = sound && due == 0
	for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= ' ' {
		sound = sound && data[i] < utf8.RuneSelf
		i++
	}
	return i, sound
}

// escapeLen is the length of the escape that text begins with, 0 where it is none.
func escapeLen(text string) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(text[2:]); ok {
			return 6
		}
	}
	return 0
}

func hex4(text string) (value rune, ok bool) {
	if len(text) < 4 {
		return 0, false
	}
	for i := range 4 {
		c := text[i]
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		value = value<<4 | rune(c)
	}
	return value, true
}

// unescape turns the inside of a string that quoted has accepted into its text.
func (s *Scanner) unescape(raw string, proved bool) string {
	if s.texts == nil {
		s.texts = new(Arena)
	}
	start := s.texts.begin(len(raw))
	for len(raw) > 0 {
		run := strings.IndexByte(raw, '\\')
		if run < 0 {
			run = len(raw)
		}
		s.texts.appendValid(raw[:run], proved)
		raw = raw[run:]
		if raw != "" {
			raw = raw[s.texts.appendEscape(raw):]
		}
	}
	return s.texts.from(start)
}

// appendEscape appends what the escape at the beginning of text means and gives its length.
func (a *Arena) appendEscape(text string) int {
	if text[1] != 'u' {
		a.data = append(a.data, escapes[text[1]])
		return 2
	}
	r, _ := hex4(text[2:])
	if !utf16.IsSurrogate(r) {
		a.data = utf8.AppendRune(a.data, r)
		return 6
	}
	if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if low, ok := hex4(text[8:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				a.data = utf8.AppendRune(a.data, pair)
				return 12
			}
		}
	}
	a.data = utf8.AppendRune(a.data, utf8.RuneError)
	return 6
}

// escapes gives what the escapes of one letter mean.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}
