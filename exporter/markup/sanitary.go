package markup

import (
	"strings"
	"unicode/utf8"
)

// Sanitary is s without what XML forbids and no reader wants: control characters but for
// tab and line breaks, U+FFFE and U+FFFF, and bytes that are not UTF-8, such as halves
// of surrogate pairs. It reports whether it left anything out.
func Sanitary(s string) (string, bool) {
	if isSanitary(s) {
		return s, false
	}
	return strings.Map(func(r rune) rune {
		if forbidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")), true
}

func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF
}

// isSanitary looks at bytes, not characters, because it reads every text of a catalogue.
func isSanitary(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == 0x7F:
			return false
		case c == 0xC2 && s[i+1] < 0xA0 && s[i+1] != 0x85: // C1 controls
			return false
		case c == 0xEF && s[i+1] == 0xBF && s[i+2] >= 0xBE: // U+FFFE, U+FFFF
			return false
		}
	}
	return true
}

// prepared is HTML made ready for a tokenizer: sanitary, without the wrapping of a CDATA
// section, which HTML has none of, and without references to surrogates, which a
// tokenizer would make U+FFFD of: a pair becomes its character. It reports whether
// characters were left out.
func prepared(s string) (string, bool) {
	s, changed := Sanitary(s)
	if strings.Contains(s, "<![CDATA[") {
		s, changed = cdata.Replace(s), true
	}
	if strings.Contains(s, "&#") {
		var halves bool
		s, halves = withoutSurrogates(s)
		changed = changed || halves
	}
	return s, changed
}

var cdata = strings.NewReplacer("<![CDATA[", "", "]]>", "")
