package cells

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/richardlehane/mscfb"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// content is what a file is by its first bytes.
type content int

const (
	contentText content = iota
	contentZIP
	contentCompound // the container of old office files and of workbooks with a password
	contentBareBIFF // an .xls older than the container
	contentOther    // kindOf says what
)

// sniffed is how many bytes at the start of a file tell what it is.
const sniffed = 4096

// sniff goes by the first bytes; the name says nothing here.
func sniff(head []byte) content {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return contentZIP
	case bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")), bytes.HasPrefix(head, []byte("\xD0\xCF\x11\xE0")):
		return contentCompound
	case isBareBIFF(head):
		return contentBareBIFF
	}
	if kindOf(head) != "" {
		return contentOther
	}
	// Zero bytes alone are a text that was never written; other control bytes are no text.
	if !bytes.HasPrefix(head, []byte("\xFF\xFE")) && !bytes.HasPrefix(head, []byte("\xFE\xFF")) && !isUTF32(head) && unmarked(head) == "" &&
		bytes.ContainsFunc(head, func(r rune) bool { return r > 0 && r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a\x1b", r) }) {
		return contentOther
	}
	return contentText
}

// isBareBIFF knows the first record of an .xls of versions 2 to 5 without a container:
// its number with the version, and its length.
func isBareBIFF(head []byte) bool {
	return len(head) >= 8 && head[0] == 9 && (head[1] == 0 || head[1] == 2 || head[1] == 4 || head[1] == 8) &&
		head[2] >= 4 && head[2] <= 16 && head[2]%2 == 0 && head[3] == 0
}

// isUTF32 knows the byte order marks of UTF-32, of which one begins like that of UTF-16.
func isUTF32(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0xFF, 0xFE, 0, 0}) && (len(head) == 4 || len(head)%4 == 0 && head[6] == 0 && head[7] == 0) ||
		bytes.HasPrefix(head, []byte{0, 0, 0xFE, 0xFF})
}

// unmarked names the encoding of a text in UTF-16 or UTF-32 without its byte order
// mark, "" for any other: every unit is a character of a text, and one at least of
// ASCII, with its zero bytes.
func unmarked(head []byte) string {
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if isTextOf(head, 2, func(unit []byte) rune { return rune(order.Uint16(unit)) }) {
			return "UTF-16"
		}
		if isTextOf(head, 4, func(unit []byte) rune { return rune(order.Uint32(unit)) }) {
			return "UTF-32"
		}
	}
	return ""
}

func isTextOf(head []byte, size int, decode func(unit []byte) rune) bool {
	ascii := false
	for i := 0; i+size <= len(head); i += size {
		r := decode(head[i:])
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) && !utf16.IsSurrogate(r) && !celltext.IsZeroWidth(r) {
			return false
		}
		ascii = ascii || r >= 0 && r < utf8.RuneSelf
	}
	return ascii
}

// compoundFault says which kind of office file a compound file is.
func compoundFault(file io.ReaderAt) *problem.Fault {
	streams, err := mscfb.New(file)
	if err != nil {
		return problem.Faultf(problem.FileDamaged + ".old_office")
	}
	legacy, document := false, false
	for range 10_000 {
		entry, err := streams.Next()
		if err != nil {
			break
		}
		switch entry.Name {
		case "EncryptedPackage":
			return problem.Faultf(problem.FileEncrypted)
		case "Workbook", "Book":
			legacy = true
		case "WordDocument":
			document = true
		}
	}
	switch {
	case legacy:
		return legacyXLS()
	case document:
		return problem.Faultf(problem.FormatUnknown + ".document")
	}
	return problem.Faultf(problem.FormatUnknown + ".office")
}

func legacyXLS() *problem.Fault {
	return problem.Faultf(problem.FormatXLSLegacy)
}

// judged is how much of a text is looked at to tell its encoding.
const judged = 1 << 16
