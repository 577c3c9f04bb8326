package forget

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"html"
	"io"
	"os"
	"regexp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// longest is how much of a packed part is looked through.
const longest = folder.Largest

// InFile reports whether a file names the person: a text in any of the usual encodings, a workbook,
// or what is packed.
func (p Person) InFile(path string) (bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	return p.inBytes(data, packedDeep), nil
}

// InCopy reports whether a copy of the journal names the person, packed or not, however long it is. Where
// one cannot be read to its end, the error says so behind what was found.
func (p Person) InCopy(path string) (bool, error) {
	if !durable.IsPacked(path) {
		file, err := os.Open(path)
		if err != nil {
			return false, err
		}
		defer file.Close()
		look := &lookout{person: p}
		_, err = io.Copy(look, file)
		return look.end(), err
	}
	look := &lookout{person: p}
	err := durable.Unpack(path, look)
	return look.end(), err
}

// lookout looks for a person in what is written to it.
type lookout struct {
	person Person
	window []byte
	found  bool
}

const (
	lookAt  = 256 << 10 // bytes at a time
	overlap = 8 << 10   // of them are looked at again with the next: no phone and no name is longer
)

// Write looks through what was written once it is enough.
func (l *lookout) Write(data []byte) (int, error) {
	if l.found {
		return len(data), nil
	}
	if l.window = append(l.window, data...); len(l.window) >= lookAt {
		l.look()
		l.window = append(l.window[:0], l.window[len(l.window)-overlap:]...)
	}
	return len(data), nil
}

func (l *lookout) look() {
	l.found = l.found || slices.ContainsFunc(readings(l.window), l.person.In)
}

// end looks through the rest, and reports whether the person was found.
func (l *lookout) end() bool {
	l.look()
	return l.found
}

// packedDeep is how deep packed files are unpacked.
const packedDeep = 3

func (p Person) inBytes(data []byte, deep int) bool {
	if deep == 0 {
		return false
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return p.inZip(data, deep)
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		packed, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return false
		}
		return p.inReader(packed, deep)
	}
	for _, text := range readings(data) {
		if p.In(text) {
			return true
		}
	}
	return false
}

func (p Person) inZip(data []byte, deep int) bool {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	for _, entry := range archive.File {
		part, err := entry.Open()
		if err != nil {
			continue
		}
		found := p.inReader(part, deep)
		if errors.Join(part.Close()) == nil && found {
			return true
		}
	}
	return false
}

// inReader reports whether what is unpacked names the person, as far as it can be read.
func (p Person) inReader(packed io.Reader, deep int) bool {
	data, _ := io.ReadAll(io.LimitReader(packed, longest))
	return p.inBytes(data, deep-1)
}

var tags = regexp.MustCompile(`<[^<>]*>`)

// readings are what bytes may say: as UTF-8, else in the encodings of Windows.
func readings(data []byte) []string {
	text := func(data []byte) string {
		if bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
			data = tags.ReplaceAll(data, []byte(apart))
			return html.UnescapeString(string(data))
		}
		return string(data)
	}
	if utf8.Valid(data) {
		return []string{text(data)}
	}
	out := []string{text(data)} // a database has texts between other bytes
	if wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data); err == nil {
		out = append(out, text(wide))
	}
	if narrow, err := charmap.Windows1251.NewDecoder().Bytes(data); err == nil {
		out = append(out, text(narrow))
	}
	return out
}
