package encode

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/swar"
)

// csvWriter writes a text table.
type csvWriter struct {
	out     Output
	columns []Column
	style   CSVStyle
}

func openCSV(out Output, options Options) (Writer, error) {
	w := &csvWriter{out: out, columns: options.Tables[0].Columns, style: options.CSV}
	return w, w.head()
}

// head writes the row of headings.
func (w *csvWriter) head() error {
	var b []byte
	if w.style.BOM {
		b = append(b, "\uFEFF"...)
	}
	for i := range w.columns {
		b = w.separate(b, i)
		b, _ = w.cell(b, w.columns[i].Heading, false)
	}
	b = append(b, w.style.Newline...)
	_, err := w.out.Plain.Write(b)
	return err
}

func (w *csvWriter) separate(b []byte, column int) []byte {
	if column == 0 {
		return b
	}
	return append(b, w.style.Delimiter)
}

// cell appends a text as the table's style has it, and reports where that is not all of it.
func (w *csvWriter) cell(b []byte, text string, proved bool) (_ []byte, cut bool) {
	if w.style.Bare {
		return appendBare(b, text), false
	}
	switch {
	case w.style.Delimiter != ',' && strings.IndexByte(text, w.style.Delimiter) >= 0:
		return appendQuoted(b, swar.Sound(text))
	case proved:
		return appendField(b, text)
	}
	return appendCSV(b, text)
}

// Close has nothing to write: the last row is the end.
func (w *csvWriter) Close() error { return nil }

// NewPage makes a worker's share of the table.
func (w *csvWriter) NewPage() Page { return &csvPage{csvWriter: w} }

// csvPage is one worker's share of a text table.
type csvPage struct {
	*csvWriter
	buf []byte
}

// Place empties the page: rows stand where they are written.
func (p *csvPage) Place([]int) { p.buf = p.buf[:0] }

// Add appends a row.
func (p *csvPage) Add(r *Record) (lost Loss) {
	b := p.buf
	for i := range r.Cells {
		c := &r.Cells[i]
		b = p.separate(b, i)
		if c.Number {
			b = append(b, c.Text...)
			continue
		}
		var cut bool
		if b, cut = p.cell(b, c.Text, c.Proved); cut {
			lost.Cleaned = CleanedNUL
		}
	}
	p.buf = append(b, p.style.Newline...)
	return lost
}

// Seal has nothing to do: the rows are as they are written.
func (p *csvPage) Seal() {}

// Write appends the page to the file.
func (p *csvPage) Write() error {
	_, err := p.out.Plain.Write(p.buf)
	return err
}

// appendCSV appends one field. Its text stays as it is, but for NUL, which is left out,
// and reported, and bytes that are not UTF-8, which become U+FFFD.
func appendCSV(b []byte, s string) (_ []byte, cut bool) { return appendField(b, swar.Sound(s)) }

// appendField appends one field, whose text is UTF-8.
func appendField(b []byte, s string) (_ []byte, cut bool) {
	if nextCSV(s, 0) == len(s) {
		return append(b, s...), false
	}
	return appendQuoted(b, s)
}

// appendQuoted appends one field in quotes, whose text is UTF-8.
func appendQuoted(b []byte, s string) (_ []byte, cut bool) {
	if strings.IndexByte(s, 0) >= 0 {
		b, _ = appendField(b, strings.ReplaceAll(s, "\x00", ""))
		return b, true
	}
	b = append(b, '"')
	for {
		quote := strings.IndexByte(s, '"')
		if quote < 0 {
			break
		}
		b = append(b, s[:quote+1]...)
		b = append(b, '"')
		s = s[quote+1:]
	}
	b = append(b, s...)
	return append(b, '"'), false
}

// appendBare appends one field of a table without quotes: tabs, line breaks and other
// control characters become blanks. A quote that begins it has a blank before it, so that
// no reader takes it for that of a quoted field, which may go on over the next rows.
func appendBare(b []byte, s string) []byte {
	if strings.HasPrefix(s, `"`) {
		b = append(b, ' ')
	}
	if !swar.Valid(s) {
		s = strings.ToValidUTF8(s, "")
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == 0x7F {
			b = append(b, ' ')
		} else {
			b = append(b, c)
		}
	}
	return b
}
