package csvtemplate

import (
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Encoding is the character encoding of a file, as templates name it.
type Encoding string

// The encodings.
const (
	UTF8        Encoding = "utf-8"
	UTF8BOM     Encoding = "utf-8-bom" // with a byte order mark
	Windows1251 Encoding = "windows-1251"
	UTF16LE     Encoding = "utf-16le" // with a byte order mark
)

// Writer encodes UTF-8 text on its way to w. Close flushes it, and leaves w open.
func (e Encoding) Writer(w io.Writer) *transform.Writer {
	switch e {
	case Windows1251:
		return transform.NewWriter(w, charmap.Windows1251.NewEncoder())
	case UTF16LE:
		return transform.NewWriter(w, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder())
	case UTF8BOM:
		return transform.NewWriter(w, unicode.UTF8BOM.NewEncoder())
	default:
		return transform.NewWriter(w, transform.Nop)
	}
}

// Has reports whether the encoding has a character.
func (e Encoding) Has(r rune) bool {
	if e != Windows1251 || r >= 'А' && r <= 'я' || r < utf8.RuneSelf {
		return true
	}
	_, ok := charmap.Windows1251.EncodeRune(r)
	return ok
}
