package listfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// sniffed is how many bytes at the beginning of a list tell what it is.
const sniffed = 1 << 16

// declared is the encoding that an XML declaration names.
var declared = pattern.Lazy(`^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9_-]+)["']`)

// decode makes UTF-8 of a list: by its mark, by what an XML declaration says, else as it is.
// guessed says that it is no UTF-8 and was taken for Windows-1251, which headings confirm.
func (l *list) decode(from *bufio.Reader, head []byte) (text *bufio.Reader, guessed bool, fault *Fault) {
	as := func(e encoding.Encoding) *bufio.Reader {
		return bufio.NewReaderSize(transform.NewReader(from, e.NewDecoder()), sniffed)
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		_, _ = from.Discard(3)
		return from, false, nil
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return as(unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)), false, nil
	case len(head) >= 4 && binary.LittleEndian.Uint16(head) == '<' && binary.LittleEndian.Uint16(head[2:]) == '?':
		return as(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)), false, nil
	}
	if named := declared().FindSubmatch(bytes.TrimLeft(head, " \t\r\n")); named != nil {
		switch strings.ToLower(string(named[1])) {
		case "windows-1251", "cp1251", "win-1251":
			return as(charmap.Windows1251), false, nil
		case "koi8-u":
			return as(charmap.KOI8U), false, nil
		case "utf-8", "utf8", "us-ascii", "utf-16":
		default:
			return nil, false, Faultf(Unreadable, "encoding", l.how.Name, string(named[1]))
		}
		return from, false, nil
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return nil, false, Faultf(Unreadable, "binary", l.how.Name)
	}
	if !validUTF8(head) {
		return as(charmap.Windows1251), true, nil
	}
	return from, false, nil
}

// validUTF8 reports whether a beginning of a text is UTF-8; its last character may be cut.
func validUTF8(head []byte) bool {
	for n := 0; n < utf8.UTFMax && n < len(head); n++ {
		if utf8.Valid(head[:len(head)-n]) {
			return n == 0 || !utf8.FullRune(head[len(head)-n:])
		}
	}
	return len(head) == 0
}

// formatOf is the format of a list by its first characters, "" for what is none. A format
// that somebody named does not make a page a list.
func (l *list) formatOf(text *bufio.Reader) string {
	start := beginning(text)
	lower := strings.ToLower(start)
	switch {
	case start == "" || isPage(lower):
		return ""
	case strings.HasPrefix(start, "<"):
		if l.how.Format == XML {
			return XML
		}
		if strings.Contains(lower, "<yml_catalog") || l.how.Format == YML {
			return YML
		}
		return XML
	case strings.HasPrefix(start, "{"), strings.HasPrefix(start, "["):
		return JSON
	}
	return CSV
}

// beginning is the first characters of a list that are no blanks.
func beginning(text *bufio.Reader) string {
	head, _ := text.Peek(4096)
	return strings.TrimLeft(string(head), " \t\r\n\ufeff")
}

// isPage knows a web page, such as one to log in, by its first characters in small letters.
func isPage(lower string) bool {
	if !strings.HasPrefix(lower, "<") {
		return false
	}
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<script", "<meta"} {
		if strings.Contains(lower, tag) {
			return true
		}
	}
	return false
}

// refusal is the fault of what is no list at all.
func (l *list) refusal(text *bufio.Reader) *Fault {
	if holdsTable(text) {
		return Faultf(Unreadable, "html", l.how.Name)
	}
	if _, err := text.Peek(1); err == nil && beginning(text) != "" {
		return Faultf(Unreadable, "page", l.how.Name)
	} else if err != nil && err != io.EOF {
		return l.damaged(err)
	}
	return Faultf(Empty, "", l.how.Name)
}

// holdsTable reports whether a page is a table that a program saved as one of a spreadsheet, and
// none to log in.
func holdsTable(text *bufio.Reader) bool {
	head, _ := text.Peek(sniffed)
	lower := strings.ToLower(string(head))
	return strings.Contains(lower, "<table") && strings.Contains(lower, "<td") && !strings.Contains(lower, "<form") && !strings.Contains(lower, "<input")
}
