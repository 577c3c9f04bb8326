package encode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/internal/swar"
)

// appendXMLText appends text for an element, or for an attribute in double quotes, in
// which readers make spaces of tabs and line feeds that are not escaped. What XML 1.0
// forbids even when escaped is left out, and reported: control characters, U+FFFE, U+FFFF
// and bytes that are not UTF-8. A carriage return is escaped, since readers would make a
// line feed of it.
func appendXMLText(b []byte, s string, attribute bool) (_ []byte, cut bool) {
	if swar.Valid(s) {
		return appendProved(b, s, attribute)
	}
	b, _ = appendProved(b, strings.ToValidUTF8(s, ""), attribute)
	return b, true
}

// appendProved is appendXMLText for a text that is UTF-8.
func appendProved(b []byte, s string, attribute bool) (_ []byte, cut bool) {
	start := 0 // of what is not appended yet
	for i := nextXML(s, 0); i < len(s); i = nextXML(s, i) {
		width, escape := 1, ""
		switch c := s[i]; c {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '"':
			escape = "&quot;"
		case '\r':
			escape = "&#13;"
		case '\t', '\n':
			if !attribute {
				i++
				continue
			}
			escape = [...]string{"&#9;", "&#10;"}[c-'\t']
		case 0xEF:
			if !noncharacter(s, i) {
				i++
				continue
			}
			width, cut = 3, true
		default:
			cut = true
		}
		b = append(b, s[start:i]...)
		b = append(b, escape...)
		i += width
		start = i
	}
	return append(b, s[start:]...), cut
}

// appendCDATA appends a text as CDATA, for HTML that readers want to see as it is. What
// appendXMLText leaves out is left out here too, and reported; the end mark of CDATA is
// split. Of a text that is blank nothing is appended.
func appendCDATA(b []byte, text string) (_ []byte, cut bool) {
	s := text
	if !swar.Valid(text) {
		s = strings.ToValidUTF8(text, "")
	}
	b, cut = appendProvedCDATA(b, s)
	return b, cut || len(s) < len(text)
}

// appendProvedCDATA is appendCDATA for a text that is UTF-8.
func appendProvedCDATA(b []byte, text string) (_ []byte, cut bool) {
	s := stripped(text)
	cut = len(s) < len(text)
	if Blank(s) {
		return b, cut
	}
	b = append(b, "<![CDATA["...)
	for {
		end := strings.Index(s, "]]>")
		if end < 0 {
			break
		}
		b = append(b, s[:end+2]...)
		b = append(b, "]]><![CDATA["...)
		s = s[end+2:]
	}
	b = append(b, s...)
	return append(b, "]]>"...), cut
}

// Blank reports whether nothing of a text would be seen: it is empty, white space or
// what XML forbids.
func Blank(s string) bool {
	if s != "" && s[0] > ' ' && s[0] < utf8.RuneSelf { // as addresses and most values begin
		return false
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			continue // a byte that is not UTF-8
		}
		if xmlRune(r) >= 0 && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// Strip is s without what XML forbids; most texts come back as they are.
func Strip(s string) string {
	if !swar.Valid(s) {
		s = strings.ToValidUTF8(s, "")
	}
	return stripped(s)
}

// stripped is Strip of a text that is UTF-8.
func stripped(s string) string {
	for i := nextControl(s, 0); i < len(s); i = nextControl(s, i+1) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' || noncharacter(s, i) {
			return strings.Map(xmlRune, s)
		}
	}
	return s
}

func xmlRune(r rune) rune {
	if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

// appendAddress appends a URL to XML. Whatever may not stand in a URL is percent-encoded;
// what is encoded already stays as it is, so that nothing is encoded twice. White space
// around it is no part of it.
func appendAddress(b []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	s = strings.TrimSpace(s)
	start := 0
	for i := nextURL(s, 0); i < len(s); i = nextURL(s, i+1) {
		c := s[i]
		if c == '%' && markup.IsEscape(s[i:]) {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		if c == '&' {
			b = append(b, "&amp;"...)
			continue
		}
		b = append(b, '%', digits[c>>4], digits[c&15])
	}
	return append(b, s[start:]...)
}
