package cells

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/csvtemplate"
	"github.com/dropbridge/dropbridge/internal/swar"
)

// Encodings of a report.
const (
	EncodingUTF8        = string(csvtemplate.UTF8)
	EncodingUTF16LE     = string(csvtemplate.UTF16LE)
	EncodingUTF16BE     = "utf-16be" // which nothing writes
	EncodingWindows1251 = string(csvtemplate.Windows1251)
)

// Decoded is the text of a file without its byte order mark.
type Decoded struct {
	Text     string
	Encoding string
	BOM      bool
}

// Decode makes text of bytes. A byte order mark decides; else valid UTF-8 is UTF-8;
// else the bytes are taken as Windows-1251, which only known headings can confirm.
func Decode(data []byte) (Decoded, faults) {
	switch {
	case isUTF32(data):
		return Decoded{}, faults{problem.Faultf(problem.EncodingUnknown + ".utf32"), zeroBytes()}
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		text, f := decodeUTF16(data[2:], binary.LittleEndian)
		return Decoded{text, EncodingUTF16LE, true}, f
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		text, f := decodeUTF16(data[2:], binary.BigEndian)
		return Decoded{text, EncodingUTF16BE, true}, f
	}
	return decodeBytes(bytes.CutPrefix(data, []byte("\ufeff")))
}

// faults are several ways to see one fault of a file, the one that says most first.
type faults []*problem.Fault

// decodeBytes makes text of bytes that are not marked as UTF-16.
func decodeBytes(rest []byte, bom bool) (Decoded, faults) {
	if name := unmarked(rest[:min(len(rest), sniffed)]); name != "" {
		return Decoded{}, faults{
			problem.Faultf(problem.FileNULFilled+".utf16", name),
			problem.Faultf(problem.EncodingUnknown+".utf16", name)}
	}
	if bytes.IndexByte(rest, 0) >= 0 {
		return Decoded{}, faults{zeroBytes()}
	}
	if text := unsafe.String(unsafe.SliceData(rest), len(rest)); swar.Valid(text) {
		return Decoded{text, EncodingUTF8, bom}, nil
	}
	if cutInCharacter(rest) {
		return Decoded{}, faults{
			problem.Faultf(problem.FileTruncated + ".character"),
			problem.Faultf(problem.EncodingUnknown + ".end")}
	}
	if bom {
		return Decoded{}, faults{problem.Faultf(problem.EncodingUnknown + ".not_utf8")}
	}
	text, err := charmap.Windows1251.NewDecoder().Bytes(rest)
	if err != nil || bytes.IndexByte(rest, noWindows1251) >= 0 {
		return Decoded{}, faults{problem.Faultf(problem.EncodingUnknown + ".neither")}
	}
	return Decoded{string(text), EncodingWindows1251, false}, nil
}

// noWindows1251 is the one byte to which Windows-1251 gives no character.
const noWindows1251 = 0x98

func zeroBytes() *problem.Fault {
	return problem.Faultf(problem.FileNULFilled)
}

// cutInCharacter: everything but an unfinished last character is UTF-8.
func cutInCharacter(data []byte) bool {
	for n := 1; n < utf8.UTFMax && n < len(data); n++ {
		tail := data[len(data)-n:]
		if utf8.RuneStart(tail[0]) {
			return !utf8.FullRune(tail) && utf8.Valid(data[:len(data)-n]) && bytes.ContainsFunc(data[:len(data)-n], func(r rune) bool { return r >= utf8.RuneSelf })
		}
	}
	return false
}

func decodeUTF16(data []byte, order binary.ByteOrder) (string, faults) {
	if len(data)%2 != 0 {
		return "", faults{problem.Faultf(problem.FileTruncated + ".character")}
	}
	var b strings.Builder
	b.Grow(len(data) / 2 * 3 / 2)
	for i := 0; i < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		switch {
		case r == 0:
			return "", faults{zeroBytes()}
		case utf16.IsSurrogate(r):
			low := rune(0)
			if i+4 <= len(data) {
				low = rune(order.Uint16(data[i+2:]))
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return "", faults{problem.Faultf(problem.EncodingUnknown + ".broken_utf16")}
			}
			i += 2
		}
		b.WriteRune(r)
	}
	return b.String(), nil
}

// Mark is the byte order mark that the file had.
func (d Decoded) Mark() string {
	switch {
	case d.Encoding == EncodingUTF16LE:
		return "\xFF\xFE"
	case d.Encoding == EncodingUTF16BE:
		return "\xFE\xFF"
	case d.BOM:
		return "\xEF\xBB\xBF"
	}
	return ""
}

// Encode appends text to dst in the file's encoding. Whoever brings in text that was
// not in the file replaces first what Windows-1251 lacks.
func (d Decoded) Encode(dst []byte, text string) []byte {
	switch d.Encoding {
	case EncodingWindows1251:
		for _, r := range text {
			b, _ := charmap.Windows1251.EncodeRune(r)
			dst = append(dst, b)
		}
		return dst
	case EncodingUTF16LE:
		return appendUTF16(dst, text, binary.LittleEndian)
	case EncodingUTF16BE:
		return appendUTF16(dst, text, binary.BigEndian)
	}
	return append(dst, text...)
}

func appendUTF16(dst []byte, text string, order binary.AppendByteOrder) []byte {
	for _, r := range text {
		if r1, r2 := utf16.EncodeRune(r); r1 != utf8.RuneError {
			dst = order.AppendUint16(order.AppendUint16(dst, uint16(r1)), uint16(r2))
		} else {
			dst = order.AppendUint16(dst, uint16(r))
		}
	}
	return dst
}
