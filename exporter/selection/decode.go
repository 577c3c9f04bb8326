package selection

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
)

const saveAsUTF8 = "save it as CSV UTF-8"

// decode makes text of a user's file: UTF-8, UTF-16 with its byte order mark, or
// Windows-1251, which is what spreadsheets write. Anything else is refused, since a map
// of wrong letters would match nothing, silently.
func decode(file string, data []byte) (string, error) {
	refuse := func(message, mend string) (string, error) {
		return "", &Error{File: file, Message: message, Mend: mend}
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return refuse("this is a workbook, not a CSV", "open it in a spreadsheet and "+saveAsUTF8)
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		text, ok := transcode(utf.UTF16(utf.LittleEndian, utf.ExpectBOM), data)
		if !ok {
			return refuse("this is broken UTF-16", saveAsUTF8)
		}
		return text, nil
	case bytes.IndexByte(data, 0) >= 0:
		return refuse("the file holds zero bytes: it is UTF-16 without its byte order mark, or broken", saveAsUTF8)
	}
	data, marked := bytes.CutPrefix(data, []byte("\ufeff"))
	if utf8.Valid(data) {
		if bytes.ContainsRune(data, utf8.RuneError) {
			return refuse("letters were lost when the file was saved: it holds the sign \ufffd in their place", "save it again from its source, as CSV UTF-8")
		}
		return string(data), nil
	}
	text, ok := transcode(charmap.Windows1251, data)
	if marked || !ok || !plausible(text) {
		return refuse("the file is neither UTF-8 nor Windows-1251", saveAsUTF8)
	}
	return text, nil
}

// transcode reports false where a byte or a pair of bytes is no character.
func transcode(from encoding.Encoding, data []byte) (string, bool) {
	text, err := from.NewDecoder().Bytes(data)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) || bytes.IndexByte(text, 0) >= 0 {
		return "", false
	}
	return string(text), true
}

// plausible reports whether text that was read as Windows-1251 can be meant so. Bytes
// of other encodings become letters of Serbian or Macedonian (CP866, Macintosh), small
// letters before capitals (KOI8), or Cyrillic inside Latin words (Windows-1252). The
// latter two stand in honest text as well, as in a brand's name, but not often.
func plausible(text string) bool {
	const letters = "абвгґдеєёжзиіїйклмнопрстуфхцчшщъыьэюя"
	const signs = "«»№–—’‘“”„…•°±·§©®™€\u00a0\u00ad"
	cyrillic, odd, before := 0, 0, ' '
	for _, r := range text {
		own := unicode.Is(unicode.Cyrillic, r)
		switch {
		case r < utf8.RuneSelf:
		case own && strings.ContainsRune(letters, unicode.ToLower(r)):
			cyrillic++
		case own || !strings.ContainsRune(signs, r):
			return false
		}
		if unicode.IsLetter(r) && unicode.IsLetter(before) {
			mixed := own != unicode.Is(unicode.Cyrillic, before)
			if mixed || own && unicode.IsUpper(r) && unicode.IsLower(before) {
				odd++
			}
		}
		before = r
	}
	return odd*20 <= cyrillic
}
