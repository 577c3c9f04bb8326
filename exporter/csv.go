package exporter

import "strings"

// csvFormat writes a text table. As csv it is RFC 4180: a comma, CRLF, a heading row,
// quotes where they are needed. As tsv no cell has quotes: what would need them is a blank.
type csvFormat struct {
	feed  *feed
	table *table
	style csvStyle
}

func openCSV(f *feed) (format, error) {
	c := &csvFormat{feed: f, table: &f.template.sheets[0], style: f.template.csv}
	c.style.bom = c.style.bom || f.BOM
	return c, c.head()
}

func (c *csvFormat) head() error {
	var b []byte
	if c.style.bom {
		b = append(b, "\uFEFF"...)
	}
	for i := range c.table.columns {
		b = c.separate(b, i)
		b, _ = c.cell(b, c.table.columns[i].heading)
	}
	b = append(b, c.style.newline...)
	packed, err := newPacker(c.feed.Gzip).pack(b)
	if err != nil {
		return err
	}
	return c.feed.out.writeBoth(b, packed)
}

func (c *csvFormat) separate(b []byte, column int) []byte {
	if column == 0 {
		return b
	}
	return append(b, c.style.delimiter)
}

// cell appends a text as the table's style has it, and reports where that is not all of it.
func (c *csvFormat) cell(b []byte, text string) (_ []byte, cut bool) {
	if c.style.bare {
		return appendBare(b, text), false
	}
	if c.style.delimiter != ',' && strings.IndexByte(text, c.style.delimiter) >= 0 {
		return appendQuoted(b, text)
	}
	return appendCSV(b, text)
}

func (c *csvFormat) close() error { return nil }

func (c *csvFormat) newPart() part {
	p := &csvPart{csvFormat: c, packer: newPacker(c.feed.Gzip)}
	p.at = scope{feed: c.feed}
	return p
}

type csvPart struct {
	*csvFormat
	packer  *packer
	buf     []byte
	packed  []byte
	scratch []byte
	at      scope // the offer being written, here so that it is not allocated each time
	cut     bool  // characters of it are left out
	err     error
}

func (p *csvPart) place([]*offer) {}

func (p *csvPart) encode(offers []*offer, notes *notes) {
	p.buf = p.buf[:0]
	p.at.notes = notes
	for _, o := range offers {
		p.at.move(o)
		p.cut = false
		for i := range p.table.rows {
			r := &p.table.rows[i]
			for range r.times(&p.at) {
				p.row(r, &p.at)
			}
		}
		if p.cut {
			notes.warn(label(o.product), TextCleaned, "NUL characters left out")
		}
	}
	p.packed, p.err = p.packer.pack(p.buf)
}

func (p *csvPart) write() error {
	if p.err != nil {
		return p.err
	}
	return p.feed.out.writeBoth(p.buf, p.packed)
}

func (p *csvPart) row(r *row, s *scope) {
	b := p.buf
	for i := range r.cells {
		b = p.separate(b, i)
		v := &r.cells[i]
		switch v.kind {
		case textKind, addressKind:
			b = p.text(b, v.text(s))
		case composed:
			p.scratch = v.compose(p.scratch[:0], s)
			b = p.text(b, view(p.scratch))
		default:
			b = v.append(b, s)
		}
	}
	p.buf = append(b, p.style.newline...)
}

// text appends a field, and notes where that is not all of its text.
func (p *csvPart) text(b []byte, t string) []byte {
	b, cut := p.cell(b, t)
	p.cut = p.cut || cut
	return b
}

// appendCSV appends one field. Its text stays as it is, but for NUL, which is left out,
// and reported, and bytes that are not UTF-8, which become U+FFFD.
func appendCSV(b []byte, s string) (_ []byte, cut bool) {
	if !valid(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	i := nextCSV(s, 0)
	if i == len(s) {
		return append(b, s...), false
	}
	return appendQuoted(b, s)
}

// appendQuoted appends one field in quotes.
func appendQuoted(b []byte, s string) (_ []byte, cut bool) {
	if !valid(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if strings.IndexByte(s, 0) >= 0 {
		b, _ = appendCSV(b, strings.ReplaceAll(s, "\x00", ""))
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
	if !valid(s) {
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
