package exporter

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// csvFormat writes RFC 4180: a comma, CRLF, a heading row, quotes where they are needed.
type csvFormat struct {
	feed *feed
}

func openCSV(f *feed) (format, error) {
	c := &csvFormat{feed: f}
	return c, c.head()
}

func (c *csvFormat) head() error {
	var b []byte
	if c.feed.BOM {
		b = append(b, "\uFEFF"...)
	}
	for i := range c.feed.template.columns {
		b = appendSeparator(b, i)
		b, _ = appendCSV(b, c.feed.template.columns[i].heading)
	}
	b = append(b, "\r\n"...)
	packed, err := newPacker(c.feed.Gzip).pack(b)
	if err != nil {
		return err
	}
	return c.feed.out.writeBoth(b, packed)
}

func (c *csvFormat) close() error { return nil }

func (c *csvFormat) newPart() part {
	return &csvPart{csvFormat: c, packer: newPacker(c.feed.Gzip)}
}

type csvPart struct {
	*csvFormat
	packer  *packer
	buf     []byte
	packed  []byte
	scratch []byte
	at      scope // the product being written, here so that it is not allocated each time
	cut     bool  // characters of it are left out
	err     error
}

func (p *csvPart) place([]*supplier.Product) {}

func (p *csvPart) encode(products []*supplier.Product, notes *notes) {
	p.buf = p.buf[:0]
	for _, product := range products {
		p.at = p.feed.scope(product)
		p.cut = false
		p.row(&p.at)
		if p.cut {
			notes.warn(label(product), TextCleaned, "NUL characters left out")
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

func (p *csvPart) row(s *scope) {
	b := p.buf
	columns := p.feed.template.columns
	for i := range columns {
		b = appendSeparator(b, i)
		v := &columns[i].value
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
	p.buf = append(b, "\r\n"...)
}

// text appends a field, and notes where that is not all of its text.
func (p *csvPart) text(b []byte, t string) []byte {
	b, cut := appendCSV(b, t)
	p.cut = p.cut || cut
	return b
}

func appendSeparator(b []byte, column int) []byte {
	if column == 0 {
		return b
	}
	return append(b, ',')
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
	if strings.IndexByte(s[i:], 0) >= 0 {
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
