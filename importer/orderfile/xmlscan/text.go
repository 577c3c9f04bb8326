package xmlscan

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"strconv"
	"unicode/utf8"
)

// isBlank reports whether a byte is one of the four blanks of XML.
func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// trimLeft takes the blanks off the beginning. It is bytes.TrimLeft without a set of bytes made
// anew for every attribute.
func trimLeft(text []byte) []byte {
	for len(text) > 0 && isBlank(text[0]) {
		text = text[1:]
	}
	return text
}

// trimRight takes the blanks off the end.
func trimRight(text []byte) []byte {
	for len(text) > 0 && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// escaped reports whether a text stands for another than it is spelled.
func escaped(text []byte) bool {
	return bytes.IndexByte(text, '&') >= 0 || bytes.IndexByte(text, '\r') >= 0
}

// unescapeXML appends text with its entities and line ends read.
func unescapeXML(dst, text []byte, lenient bool) ([]byte, error) {
	if !utf8.Valid(text) {
		return dst, fmt.Errorf("%w: it is not UTF-8", errBroken)
	}
	if !escaped(text) {
		return append(dst, text...), nil
	}
	for {
		at := bytes.IndexAny(text, "&\r")
		if at < 0 {
			return append(dst, text...), nil
		}
		dst = append(dst, text[:at]...)
		if text[at] == '\r' {
			dst = append(dst, '\n')
			text = bytes.TrimPrefix(text[at+1:], []byte("\n"))
			continue
		}
		character, length, err := readEntity(text[at:], lenient)
		if err != nil {
			return dst, err
		}
		dst = append(dst, character...)
		text = text[at+length:]
	}
}

// readEntity is what stands for the entity that a text begins with, and its length.
func readEntity(text []byte, lenient bool) (character string, length int, err error) {
	end := bytes.IndexByte(text, ';')
	switch {
	case end >= 0 && end <= 12:
		if r, ok := entity(string(text[1:end])); ok {
			return string(r), end + 1, nil
		}
		if spelled := string(text[:end+1]); lenient {
			if character = html.UnescapeString(spelled); character != spelled {
				return character, end + 1, nil
			}
		}
		err = fmt.Errorf("%w: an unknown entity", errBroken)
	default:
		err = fmt.Errorf("%w: an entity does not end", errBroken)
	}
	if lenient {
		return "&", 1, nil
	}
	return "", 0, err
}

// entity knows the five names of XML and the numbers of characters.
func entity(name string) (rune, bool) {
	switch name {
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "amp":
		return '&', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	return rune(n), err == nil && utf8.ValidRune(rune(n)) && n > 0
}

var (
	errBroken = errors.New("broken XML")
	// ErrCut is wrapped where the XML ends before its outermost element does.
	ErrCut = errors.New("broken XML")
	// ErrToken is a tag or a text of more than mostToken bytes.
	ErrToken = errors.New("a part of its XML has no end")
)
