package xmlscan

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"unicode/utf8"
)

// unescapeXML appends text with its entities and line ends read.
func unescapeXML(dst, text []byte, lenient bool) ([]byte, error) {
	if !utf8.Valid(text) {
		return dst, fmt.Errorf("%w: it is not UTF-8", errBroken)
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
