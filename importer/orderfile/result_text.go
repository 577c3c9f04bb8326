package orderfile

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// writeTextResult copies every record as it was written, filled up to the width of the
// longest one, with the five cells behind.
func writeTextResult(w io.Writer, source io.Reader, report *Report, rows resultRows) ([]string, error) {
	data, err := io.ReadAll(source)
	if err != nil {
		return nil, err
	}
	d, f := decode(data)
	if f != nil || d.encoding != report.Encoding {
		return nil, errChanged
	}
	_, sep := sepLine(d.text)
	t := &textResult{decoded: d, delimiter: report.Delimiter, at: report.resultAt, notes: map[string]bool{}}
	if t.at < 0 {
		if t.at, err = longestRecord(d.text[sep:], t.delimiter); err != nil {
			return nil, err
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(d.mark()); err != nil {
		return nil, err
	}
	buffer := d.encode(nil, d.text[:sep])
	s := records{text: d.text[sep:], delimiter: t.delimiter}
	var r record
	for number := 1; ; number++ {
		if _, err := out.Write(buffer); err != nil {
			return nil, err
		}
		more, f := s.next(&r)
		if f != nil {
			return nil, errChanged
		}
		if !more {
			return t.listNotes(), out.Flush()
		}
		cells, _ := rows.cells(number)
		buffer = d.encode(buffer[:0], t.line(s.text, &r, cells))
	}
}

func longestRecord(text, delimiter string) (int, error) {
	s := records{text: text, delimiter: delimiter}
	var r record
	width := 0
	for {
		more, f := s.next(&r)
		if f != nil {
			return 0, errChanged
		}
		if !more {
			return width, nil
		}
		width = max(width, len(r.cells))
	}
}

// textResult writes the records of a text's result.
type textResult struct {
	decoded
	delimiter string
	at        int // column of the first of our cells
	notes     map[string]bool
	order     []string
}

// line is a record with the five cells in their place.
func (t *textResult) line(text string, r *record, cells [len(resultColumns)]string) string {
	var b strings.Builder
	have := len(r.cells)
	if have > t.at {
		if t.at > 0 {
			b.WriteString(text[r.start:r.cells[t.at].start])
		}
	} else {
		b.WriteString(text[r.start:r.end])
		for range t.at - have + 1 {
			b.WriteString(t.delimiter)
		}
	}
	for i, cell := range cells {
		if i > 0 {
			b.WriteString(t.delimiter)
		}
		b.WriteString(t.quote(t.encodable(spreadsheet.Defuse(cell))))
	}
	if after := t.at + len(cells); have > after {
		b.WriteString(t.delimiter)
		b.WriteString(text[r.cells[after].start:r.end])
	}
	b.WriteString(r.lineEnd)
	return b.String()
}

func (t *textResult) quote(text string) string {
	if strings.Contains(text, t.delimiter) || strings.ContainsAny(text, "\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// encodable replaces what Windows-1251 lacks by its nearest plain form, and notes it.
func (t *textResult) encodable(text string) string {
	if t.encoding != encodingWindows1251 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if _, ok := charmap.Windows1251.EncodeRune(r); ok {
			b.WriteRune(r)
			continue
		}
		plain := nearestPlain(r)
		b.WriteString(plain)
		if note := fmt.Sprintf("the character %q (U+%04X) is not in Windows-1251: %q was written for it", r, r, plain); !t.notes[note] {
			t.notes[note] = true
			t.order = append(t.order, note)
		}
	}
	return b.String()
}

func (t *textResult) listNotes() []string { return t.order }

// nearestPlain is what a person would type on a keyboard without the character.
func nearestPlain(r rune) string {
	switch {
	case r == '₴':
		return "грн"
	case r == 'ʼ' || r == '′':
		return "'"
	case r == '→':
		return "->"
	case unicode.Is(unicode.Pd, r) || r == '−':
		return "-"
	case unicode.IsSpace(r):
		return " "
	}
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if _, ok := charmap.Windows1251.EncodeRune(part); ok && !unicode.Is(unicode.Mn, part) {
			b.WriteRune(part)
		}
	}
	if b.Len() == 0 {
		return "?"
	}
	return b.String()
}
