package table

import (
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// encoding is the character encoding of a file.
type encoding string

const (
	utf8Plain   encoding = "utf-8"
	utf8BOM     encoding = "utf-8-bom"
	windows1251 encoding = "windows-1251"
	utf16LE     encoding = "utf-16le" // with a byte order mark
)

func encodingNames() []choice {
	var out []choice
	for _, e := range []encoding{utf8Plain, utf8BOM, windows1251, utf16LE} {
		out = append(out, choice{string(e), string(e)})
	}
	return append(out, choice{"utf8", string(utf8Plain)}, choice{"cp1251", string(windows1251)})
}

// writer encodes UTF-8 text on its way to w. Close flushes it, and leaves w open.
func (e encoding) writer(w io.Writer) *transform.Writer {
	switch e {
	case windows1251:
		return transform.NewWriter(w, charmap.Windows1251.NewEncoder())
	case utf16LE:
		return transform.NewWriter(w, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder())
	case utf8BOM:
		return transform.NewWriter(w, unicode.UTF8BOM.NewEncoder())
	default:
		return transform.NewWriter(w, transform.Nop)
	}
}

// fit makes a text one that the encoding has: a question mark stands for each character
// that it lacks, for NUL and for what is no UTF-8. Those are returned as well.
func (e encoding) fit(text string) (fitted string, lacking []rune) {
	if e.has(text) {
		return text, nil
	}
	if e == windows1251 {
		// Composed letters and the other apostrophe are in it; й as two characters is not.
		text = strings.ReplaceAll(norm.NFC.String(text), "ʼ", "’")
	}
	var b strings.Builder
	for _, r := range text {
		if !e.hasRune(r) {
			lacking = append(lacking, r)
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String(), lacking
}

func (e encoding) has(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == 0 || c >= utf8.RuneSelf {
			return e.hasRunes(text[i:])
		}
	}
	return true
}

func (e encoding) hasRunes(text string) bool {
	for _, r := range text {
		if !e.hasRune(r) {
			return false
		}
	}
	return true
}

// hasRune: U+FFFD stands for bytes that are no UTF-8, or for what was lost before.
func (e encoding) hasRune(r rune) bool {
	if r == 0 || r == utf8.RuneError {
		return false
	}
	if e != windows1251 || r >= 'А' && r <= 'я' || r < utf8.RuneSelf {
		return true
	}
	_, ok := charmap.Windows1251.EncodeRune(r)
	return ok
}
