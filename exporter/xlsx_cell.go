package exporter

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// cellUnits is how many UTF-16 units of text a cell holds.
const cellUnits = 32767

// xlsxColumn is a column with the pieces of XML that all of its cells share.
type xlsxColumn struct {
	column
	style    xlsxStyle
	ref      string // `<c r="AB`, the row's number follows
	cellText string // what stands between the row's number and a text
	cellNum  string // the same for a number
}

func newXLSXColumns(columns []column) []xlsxColumn {
	var out []xlsxColumn
	for i, c := range columns {
		x := xlsxColumn{column: c, style: styleOf(c), ref: `<c r="` + columnName(i)}
		id := strconv.Itoa(int(x.style))
		x.cellText = `" s="` + id + `" t="inlineStr"><is><t`
		x.cellNum = `" s="` + id + `"><v>`
		out = append(out, x)
	}
	return out
}

// columnName is A for 0, Z for 25, AA for 26.
func columnName(i int) string {
	name := string(rune('A' + i%26))
	for i = i/26 - 1; i >= 0; i = i/26 - 1 {
		name = string(rune('A'+i%26)) + name
	}
	return name
}

// numberDigits is how many digits a number cell keeps: spreadsheets calculate with
// binary floating point. Longer amounts are written as text, exact.
const numberDigits = 15

// rowWriter is one worker's memory for rows.
type rowWriter struct {
	digits  []byte // the row's number
	scratch []byte
	notes   *notes
}

// row appends a row. Absent values have no cell.
func (w *rowWriter) row(b []byte, columns []xlsxColumn, r *row, s *scope, number int64) []byte {
	w.digits = strconv.AppendInt(w.digits[:0], number, 10)
	b = append(append(append(b, `<row r="`...), w.digits...), `">`...)
	for i := range columns {
		c := &columns[i]
		v := &r.cells[i]
		switch v.kind {
		case moneyKind, integerKind:
			w.scratch = v.append(w.scratch[:0], s)
			b = w.number(b, c, s)
		case composed:
			w.scratch = v.compose(w.scratch[:0], s)
			if c.number && isNumber(w.scratch) {
				b = w.number(b, c, s)
			} else {
				b = w.text(b, c, view(w.scratch), s)
			}
		default:
			b = w.text(b, c, v.text(s), s)
		}
	}
	return append(b, "</row>"...)
}

// number appends the digits in scratch as a number, or as a text where they are too many.
func (w *rowWriter) number(b []byte, c *xlsxColumn, s *scope) []byte {
	if n := len(w.scratch); n == 0 || n > numberDigits {
		return w.text(b, c, view(w.scratch), s)
	}
	b = append(append(append(append(b, c.ref...), w.digits...), c.cellNum...), w.scratch...)
	return append(b, "</v></c>"...)
}

// isNumber reports whether a text is a decimal number as a cell holds it.
func isNumber(text []byte) bool {
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

func (w *rowWriter) text(b []byte, c *xlsxColumn, t string, s *scope) []byte {
	if t == "" {
		return b
	}
	if short, cut := cutUnits(t, cellUnits); cut {
		if s.product != nil {
			w.notes.warn(label(s.product), TextCut, "%s cut to the %d characters that a cell holds", c.heading, cellUnits)
		}
		t = short
	}
	b = append(append(append(b, c.ref...), w.digits...), c.cellText...)
	b = appendCellText(b, t)
	return append(b, "</t></is></c>"...)
}

// cutUnits is the longest beginning of s, in whole characters, of at most limit UTF-16 units.
func cutUnits(s string, limit int) (string, bool) {
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

// appendCellText appends the end of a start tag <t and the text of a cell. What XML
// forbids is written as _xHHHH_, as spreadsheets do; text that looks like that has its
// underscore written so. Bytes that are not UTF-8 become U+FFFD.
func appendCellText(b []byte, s string) []byte {
	if !valid(s) {
		s = strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	if s[0] <= ' ' || s[len(s)-1] <= ' ' {
		b = append(b, ` xml:space="preserve"`...)
	}
	b = append(b, '>')
	start := 0 // of what is not appended yet
	for i := nextCell(s, 0); i < len(s); i = nextCell(s, i) {
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
	case c == 0xEF && noncharacter(s, i):
		return 3, [...]string{"_xFFFE_", "_xFFFF_"}[s[i+2]-0xBE]
	case c < ' ' && c != '\t' && c != '\n':
		return 1, controlEscapes[7*int(c):][:7]
	}
	return 1, ""
}

// looksEscaped: the closing underscore may come from the escape of the next character.
func looksEscaped(s string) bool {
	return len(s) >= 6 && s[1] == 'x' && isHex(s[2]) && isHex(s[3]) && isHex(s[4]) && isHex(s[5])
}
