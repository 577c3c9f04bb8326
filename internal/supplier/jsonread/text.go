package jsonread

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The low and the high bit of every byte of a word: with them eight bytes are
// looked at in one step.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// special marks the bytes of a word that end a run of plain text: a quote, a
// backslash, a control character. The lowest mark is exact; a mark above it may be
// a borrow's false alarm.
func special(word uint64) uint64 {
	quote := word ^ lowBits*'"'
	backslash := word ^ lowBits*'\\'
	return ((quote-lowBits)&^quote | (backslash-lowBits)&^backslash | (word-lowBits*' ')&^word) & highBits
}

func load(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// quoted reads over a string whose opening quote is next. It reports whether the
// string has no escapes, and whether it is ASCII.
func (s *Scanner) quoted() (plain, ascii bool, err error) {
	data, i := s.data, s.pos+1
	plain = true
	var all uint64
	for {
		for i+8 <= len(data) {
			word := load(data[i:])
			if marks := special(word); marks != 0 {
				n := bits.TrailingZeros64(marks) &^ 7
				all |= word & (1<<n - 1)
				i += n / 8
				goto found
			}
			all |= word
			i += 8
		}
		for i < len(data) && data[i] != '"' && data[i] != '\\' && data[i] >= ' ' {
			all |= uint64(data[i])
			i++
		}
		if i == len(data) {
			s.pos = i
			return false, false, s.broken("a string without an end")
		}
	found:
		switch data[i] {
		case '"':
			s.pos = i + 1
			return plain, all&highBits == 0, nil
		case '\\':
			plain = false
			n := escapeLen(data[i:])
			if n == 0 {
				s.pos = i
				return false, false, s.broken("a broken escape")
			}
			i += n
		default:
			s.pos = i
			return false, false, s.broken("a control character in a string")
		}
	}
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

// arenaChunk is how much unescaped text shares one allocation. The runtime's
// largest size class that is not an allocation of its own is 32 KB.
const arenaChunk = 16 << 10

// unescape turns the inside of a string that quoted has accepted into its text.
func (s *Scanner) unescape(raw string) string {
	// Only a broken byte, as U+FFFD, takes more room than before; the builder then
	// moves on to a larger piece of memory and strings handed out keep the old one.
	if s.arena.Cap()-s.arena.Len() < len(raw) {
		s.arena.Reset()
		s.arena.Grow(max(len(raw), arenaChunk))
	}
	start := s.arena.Len()
	for len(raw) > 0 {
		run := strings.IndexByte(raw, '\\')
		if run < 0 {
			run = len(raw)
		}
		s.appendValid(raw[:run])
		raw = raw[run:]
		if raw != "" {
			raw = raw[s.appendEscape(raw):]
		}
	}
	return s.arena.String()[start:]
}

// appendValid appends text with each broken byte as U+FFFD.
func (s *Scanner) appendValid(text string) {
	if validText(text) {
		s.arena.WriteString(text)
		return
	}
	for _, r := range text { // range gives U+FFFD for each broken byte
		s.arena.WriteRune(r)
	}
}

// appendEscape appends what the escape at the beginning of text means and gives its length.
func (s *Scanner) appendEscape(text string) int {
	if text[1] != 'u' {
		s.arena.WriteByte(escapes[text[1]])
		return 2
	}
	r, _ := hex4(text[2:])
	if !utf16.IsSurrogate(r) {
		s.arena.WriteRune(r)
		return 6
	}
	if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if low, ok := hex4(text[8:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				s.arena.WriteRune(pair)
				return 12
			}
		}
	}
	s.arena.WriteRune(utf8.RuneError)
	return 6
}

// validText reports whether text is valid UTF-8. It is utf8.ValidString with a
// faster way over letters of two bytes, which Cyrillic text is made of.
func validText(text string) bool {
	const (
		pairMask = 0xC0E0C0E0C0E0C0E0 // the bits that make a lead and a following byte
		pairs    = 0x80C080C080C080C0
		short    = 0x001E001E001E001E // a lead without one of these would fit one byte
	)
	for len(text) >= 8 {
		word := load(text)
		switch {
		case word&highBits == 0:
			text = text[8:]
		case word&pairMask == pairs && ((word&short)+short)&0x0020002000200020 == 0x0020002000200020:
			text = text[8:]
		case text[0] < utf8.RuneSelf:
			text = text[1:]
		case text[0]&0xE0 == 0xC0 && text[0] >= 0xC2 && text[1]&0xC0 == 0x80:
			text = text[2:]
		default:
			r, size := utf8.DecodeRuneInString(text)
			if r == utf8.RuneError && size == 1 {
				return false
			}
			text = text[size:]
		}
	}
	return utf8.ValidString(text)
}

// escapes gives what the escapes of one letter mean.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}
