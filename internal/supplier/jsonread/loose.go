package jsonread

import (
	"strconv"
	"strings"
)

// scalarText takes a text, a number or a truth value as a text; false: it is none of them.
func (s *Scanner) scalarText() (text string, ok bool, err error) {
	switch c := s.Peek(); {
	case c == '"':
		text, err = s.text()
	case c == '-' || c-'0' <= 9:
		text, err = s.number()
		text = strings.TrimSuffix(text, Calculated)
	case c == 't':
		text, err = "true", s.literal("true")
	case c == 'f':
		text, err = "false", s.literal("false")
	default:
		return "", false, nil
	}
	return text, true, err
}

// LooseWhole reads a whole number that may be written as a text or with decimals of zero.
func LooseWhole(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	text = strings.TrimSuffix(text, Calculated)
	whole, fraction, cut := strings.Cut(text, ".")
	if cut && (fraction == "" || strings.Trim(fraction, "0") != "") {
		return 0, false
	}
	value, err := strconv.ParseInt(whole, 10, 64)
	return value, err == nil && whole[0] != '+'
}

// looseBool reads the words that services write for true and false.
func looseBool(text string) (value, ok bool) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "1", "yes", "y", "+", "так", "да", "є":
		return true, true
	case "false", "0", "no", "n", "-", "ні", "нет", "":
		return false, true
	}
	return false, false
}

// noTime reports whether a text stands for no point in time, such as 0000-00-00 00:00:00.
func noTime(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= '1' && c <= '9' || strings.IndexByte("0-:./ TZ", c) < 0 {
			return false
		}
	}
	return true
}

// isNothing reports whether the next value is one that services write where they have none.
func (s *Scanner) isNothing() bool {
	s.Peek()
	rest := s.data[s.pos:]
	return strings.HasPrefix(rest, `""`) || strings.HasPrefix(rest, "false")
}

// SkipHollow consumes a list or an object without anything in it.
func (s *Scanner) SkipHollow() bool {
	inside := Scanner{data: s.data, pos: s.pos + 1}
	if inside.Peek() != s.data[s.pos]+2 { // [ and ], { and } are two apart
		return false
	}
	s.pos = inside.pos + 1
	return true
}

// IsHollow reports whether a JSON text is a list or an object without anything in it.
func IsHollow(raw string) bool {
	s := Scanner{data: raw}
	c := s.Peek()
	return (c == '[' || c == '{') && s.SkipHollow()
}
