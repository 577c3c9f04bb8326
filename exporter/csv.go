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
		b = appendCSV(b, c.feed.template.columns[i].heading)
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
	err     error
}

func (p *csvPart) place([]*supplier.Product) {}

func (p *csvPart) encode(products []*supplier.Product, _ *notes) {
	p.buf = p.buf[:0]
	for _, product := range products {
		p.at = p.feed.scope(product)
		p.row(&p.at)
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
			b = appendCSV(b, v.text(s))
		case composed:
			p.scratch = v.compose(p.scratch[:0], s)
			b = appendCSV(b, view(p.scratch))
		default:
			b = v.append(b, s)
		}
	}
	p.buf = append(b, "\r\n"...)
}

func appendSeparator(b []byte, column int) []byte {
	if column == 0 {
		return b
	}
	return append(b, ',')
}

// appendCSV appends one field. Its text stays as it is, but for NUL, which is left out,
// and bytes that are not UTF-8, which become U+FFFD.
func appendCSV(b []byte, s string) []byte {
	if !valid(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	i := nextCSV(s, 0)
	if i == len(s) {
		return append(b, s...)
	}
	if strings.IndexByte(s[i:], 0) >= 0 {
		return appendCSV(b, strings.ReplaceAll(s, "\x00", ""))
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
	return append(b, '"')
}
