package resultfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// writeTextResult copies every record as it was written, filled up to the width of the
// longest one, with the five cells behind. Where kept is not nil, only the headings and
// the rows that it numbers are copied.
func writeTextResult(w io.Writer, source *os.File, from *Source, rows rowResults, kept map[int]int) ([]string, error) {
	data, err := readWhole(source)
	if err != nil {
		return nil, err
	}
	d, f := cells.Decode(data)
	if f != nil || d.Encoding != from.Encoding {
		return nil, ErrChanged
	}
	_, sep := cells.SepLine(d.Text)
	t := &textResult{Decoded: d, delimiter: from.Delimiter, at: from.ResultAt, notes: map[string]bool{}}
	stays := func(number int) bool { return kept == nil || number == from.HeadingRow || kept[number] > 0 }
	if t.at < 0 {
		if t.at, err = longestRecord(d.Text[sep:], t.delimiter, stays); err != nil {
			return nil, err
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(d.Mark()); err != nil {
		return nil, err
	}
	buffer := d.Encode(nil, d.Text[:sep])
	s := cells.Records{Text: d.Text[sep:], Delimiter: t.delimiter}
	var r cells.Record
	last := from.HeadingRow // as numbered in what is written
	for number := 1; ; number++ {
		if _, err := out.Write(buffer); err != nil {
			return nil, err
		}
		more, f := s.Next(&r)
		if f != nil {
			return nil, ErrChanged
		}
		if !more {
			return t.listNotes(), out.Flush()
		}
		buffer = buffer[:0]
		if !stays(number) {
			continue
		}
		if kept[number] > last+1 {
			buffer = d.Encode(buffer, r.LineEnd)
		}
		last = max(last, kept[number])
		cells, _ := rows.cells(number)
		buffer = d.Encode(buffer, t.line(s.Text, &r, cells))
	}
}

// readWhole reads a file into as much memory as it takes. io.ReadAll takes twice as much meanwhile.
func readWhole(file *os.File) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	_, err = io.ReadFull(file, data)
	return data, err
}

func longestRecord(text, delimiter string, counts func(number int) bool) (int, error) {
	s := cells.Records{Text: text, Delimiter: delimiter}
	var r cells.Record
	width := 0
	for number := 1; ; number++ {
		more, f := s.Next(&r)
		if f != nil {
			return 0, ErrChanged
		}
		if !more {
			return width, nil
		}
		if counts(number) {
			width = max(width, len(r.Cells))
		}
	}
}

// textResult writes the records of a text's result.
type textResult struct {
	cells.Decoded
	delimiter string
	at        int // column of the first of our cells
	notes     map[string]bool
	order     []string
}

// line is a record with the five cells in their place.
func (t *textResult) line(text string, r *cells.Record, cells [len(cells.ResultColumns)]string) string {
	var b strings.Builder
	have := len(r.Cells)
	if have > t.at {
		if t.at > 0 {
			t.copyCells(&b, text, r.Cells[:t.at])
			b.WriteString(t.delimiter)
		}
	} else {
		t.copyCells(&b, text, r.Cells)
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
		t.copyCells(&b, text, r.Cells[after:])
	}
	b.WriteString(r.LineEnd)
	return b.String()
}

// copyCells copies cells as they were written, but for what a spreadsheet would
// calculate: a buyer's comment becomes a formula on the manager's machine. The
// apostrophe is taken off when the file is read again.
func (t *textResult) copyCells(b *strings.Builder, text string, copied []cells.RecordCell) {
	if len(copied) == 0 {
		return
	}
	at := copied[0].Start
	for _, c := range copied {
		if !cells.IsFormula(c.Value) {
			continue
		}
		begin := c.Start
		if text[begin] == '"' {
			begin++
		}
		b.WriteString(text[at:begin])
		b.WriteByte('\'')
		at = begin
	}
	b.WriteString(text[at:copied[len(copied)-1].End])
}

func (t *textResult) quote(text string) string {
	if strings.Contains(text, t.delimiter) || strings.ContainsAny(text, "\"\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// encodable replaces what Windows-1251 lacks by its nearest plain form, and notes it.
func (t *textResult) encodable(text string) string {
	if t.Encoding != cells.EncodingWindows1251 {
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
