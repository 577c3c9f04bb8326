package spreadsheet

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/swar"
)

// CutText is the longest beginning of s, in whole characters, of at most limit UTF-16
// units, and whether anything was cut.
func CutText(s string, limit int) (string, bool) {
	if len(s) <= limit { // no character has more units than bytes
		return s, false
	}
	units := 0
	for i, r := range s {
		units++
		if r > 0xFFFF {
			units++
		}
		if units > limit {
			return s[:i], true
		}
	}
	return s, false
}

// IsNumber reports whether a text is a decimal number as a cell holds it.
func IsNumber(text []byte) bool {
	digits, point := 0, false
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && !point && digits > 0 && i < len(text)-1:
			point = true
		case c == '-' && i == 0:
		default:
			return false
		}
	}
	return digits > 0 && (text[0] != '0' || len(text) == 1 || text[1] == '.') // a leading zero is a code's
}

// AppendText appends the end of a start tag <t and the text of a cell, which must not be
// empty. What XML forbids is written as _xHHHH_ (ST_Xstring), as spreadsheets do; text
// that looks like that has its underscore written so. Bytes that are not UTF-8 become
// U+FFFD.
func AppendText(b []byte, s string) []byte { return AppendProved(b, swar.Sound(s)) }

// AppendProved is AppendText for a text that is known to be UTF-8.
func AppendProved(b []byte, s string) []byte {
	if s[0] <= ' ' || s[len(s)-1] <= ' ' {
		b = append(b, ` xml:space="preserve"`...)
	}
	return appendEscaped(append(b, '>'), s)
}

// AppendResult appends a text that a formula gave, the content of its element <v>: as
// AppendText, without the tag. White space around it stays, since readers of <v> keep it.
func AppendResult(b []byte, s string) []byte { return appendEscaped(b, swar.Sound(s)) }

// appendEscaped appends a text that is UTF-8, pieces as they are and what needs care.
func appendEscaped(b []byte, s string) []byte {
	for {
		i := nextCare(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return b
		}
		b, s = appendCharacter(b, s[i:])
	}
}

// nextCare is the index of the first byte that may not be copied as it is, or len(s).
func nextCare(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if m := care(swar.Word(s, i)); m != 0 {
			return i + swar.First(m)
		}
	}
	if m := care(swar.Rest(s, i)); m != 0 {
		return i + swar.First(m)
	}
	return len(s)
}

// care marks what may need an escape, as swar.Equal and swar.Below do, which are too much to be
// inlined all at once. U+FFFE and U+FFFF begin with EF; the brackets < and > differ in one bit.
func care(x uint64) uint64 {
	amp, underscore, long := x^swar.Lows*'&', x^swar.Lows*'_', x^swar.Lows*0xEF
	angle := (x | swar.Lows*2) ^ swar.Lows*'>'
	return swar.Highs & ((amp-swar.Lows)&^amp | (underscore-swar.Lows)&^underscore | (long-swar.Lows)&^long |
		(angle-swar.Lows)&^angle | (x-swar.Lows*' ')&^x)
}

// appendCharacter appends the character that begins a text, which may need an escape, and
// gives what follows it.
func appendCharacter(b []byte, s string) (_ []byte, rest string) {
	switch c := s[0]; {
	case c == '<':
		return append(b, "&lt;"...), s[1:]
	case c == '>':
		return append(b, "&gt;"...), s[1:]
	case c == '&':
		return append(b, "&amp;"...), s[1:]
	case strings.HasPrefix(s, "\uFFFE"):
		return append(b, "_xFFFE_"...), s[3:]
	case strings.HasPrefix(s, "\uFFFF"):
		return append(b, "_xFFFF_"...), s[3:]
	case c == '_' && looksEscaped(s):
		return append(b, "_x005F_"...), s[1:]
	case c < ' ' && c != '\t' && c != '\n':
		return append(b, controlEscapes[7*int(c):][:7]...), s[1:]
	default:
		return append(b, c), s[1:]
	}
}

// controlEscapes are the escapes of the 32 control characters, seven bytes each.
const controlEscapes = "_x0000__x0001__x0002__x0003__x0004__x0005__x0006__x0007_" +
	"_x0008__x0009__x000A__x000B__x000C__x000D__x000E__x000F_" +
	"_x0010__x0011__x0012__x0013__x0014__x0015__x0016__x0017_" +
	"_x0018__x0019__x001A__x001B__x001C__x001D__x001E__x001F_"

// looksEscaped: the closing underscore may come from the escape of the next character.
func looksEscaped(s string) bool {
	if len(s) < 6 || s[1] != 'x' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}
