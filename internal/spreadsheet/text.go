package spreadsheet

import (
	"strconv"
	"strings"
	"unicode/utf8"
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
func AppendText(b []byte, s string) []byte {
	if s[0] <= ' ' || s[len(s)-1] <= ' ' {
		b = append(b, ` xml:space="preserve"`...)
	}
	return appendEscaped(append(b, '>'), s)
}

// AppendResult appends a text that a formula gave, the content of its element <v>: as
// AppendText, without the tag. White space around it stays, since readers of <v> keep it.
func AppendResult(b []byte, s string) []byte { return appendEscaped(b, s) }

func appendEscaped(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	start := 0 // of what is not appended yet
	for i := nextSpecial(s, 0); i < len(s); i = nextSpecial(s, i) {
		width, escape := cellEscape(s, i)
		if escape != "" {
			b = append(b, s[start:i]...)
			b = append(b, escape...)
			start = i + width
		}
		i += width
	}
	return append(b, s[start:]...)
}

// special marks the bytes that may need an escape: EF begins U+FFFE and U+FFFF, which
// XML forbids, and '_' may begin an escape of spreadsheets.
var special = func() (marks [256]bool) {
	for c := range ' ' {
		marks[c] = true
	}
	for _, c := range []byte("&<>_\xEF") {
		marks[c] = true
	}
	return marks
}()

// nextSpecial is the index from i on of a byte that may need an escape, or len(s).
func nextSpecial(s string, i int) int {
	for ; i < len(s); i++ {
		if special[s[i]] {
			return i
		}
	}
	return i
}

// controlEscapes are the escapes of the 32 control characters, seven bytes each.
const controlEscapes = "_x0000__x0001__x0002__x0003__x0004__x0005__x0006__x0007_" +
	"_x0008__x0009__x000A__x000B__x000C__x000D__x000E__x000F_" +
	"_x0010__x0011__x0012__x0013__x0014__x0015__x0016__x0017_" +
	"_x0018__x0019__x001A__x001B__x001C__x001D__x001E__x001F_"

// cellEscape is what to write for the character at s[i], "" where it stays.
func cellEscape(s string, i int) (width int, escape string) {
	switch c := s[i]; {
	case c == '&':
		return 1, "&amp;"
	case c == '<':
		return 1, "&lt;"
	case c == '>':
		return 1, "&gt;"
	case c == '_' && looksEscaped(s[i:]):
		return 1, "_x005F_"
	case c == 0xEF && (strings.HasPrefix(s[i:], "\uFFFE") || strings.HasPrefix(s[i:], "\uFFFF")):
		return 3, [...]string{"_xFFFE_", "_xFFFF_"}[s[i+2]-0xBE]
	case c < ' ' && c != '\t' && c != '\n':
		return 1, controlEscapes[7*int(c):][:7]
	}
	return 1, ""
}

// looksEscaped: the closing underscore may come from the escape of the next character.
func looksEscaped(s string) bool {
	if len(s) < 6 || s[1] != 'x' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}
