package exporter

import (
	"io"
	"slices"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// xmlFormat writes an XML document as its template describes it. Readers want the
// currencies and categories before the offers, but which there are is known only after
// the last offer: offers go to a spool file, and close puts head and offers together.
type xmlFormat struct {
	feed   *feed
	spool  *durable.File
	packed *durable.File // the spool's compressed form, nil where none is asked for
}

func openXML(f *feed) (format, error) {
	x := &xmlFormat{feed: f}
	var err error
	if x.spool, err = f.out.spool(); err == nil && f.Gzip {
		x.packed, err = f.out.spool()
	}
	return x, err
}

func (x *xmlFormat) close() error {
	packer := newPacker(x.feed.Gzip)
	head, tail := x.frame()
	packed, err := packer.pack(head)
	if err != nil {
		return err
	}
	if err := x.feed.out.writeBoth(head, packed); err != nil {
		return err
	}
	if err := replay(x.feed.out, x.spool); err != nil {
		return err
	}
	if x.packed != nil {
		if err := replay(x.feed.out.gz, x.packed); err != nil {
			return err
		}
	}
	if packed, err = packer.pack(tail); err != nil {
		return err
	}
	return x.feed.out.writeBoth(tail, packed)
}

// replay copies a spool from its beginning.
func replay(to io.Writer, spool *durable.File) error {
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	// Without the file's WriterTo, which would take smaller pieces.
	_, err := io.CopyBuffer(to, struct{ io.Reader }{spool}, make([]byte, 1<<18))
	return err
}

// frame is what stands before the first offer and after the last one.
func (x *xmlFormat) frame() (head, tail []byte) {
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if doctype := x.feed.template.doctype; doctype != "" {
		b = append(append(append(b, "<!DOCTYPE "...), doctype...), ">\n"...)
	}
	w := &elementWriter{}
	s := scope{feed: x.feed}
	head = w.document(b, &x.feed.template.document, &s)
	return head[:w.offersAt:w.offersAt], head[w.offersAt:]
}

func (x *xmlFormat) newPart() part {
	p := &xmlPart{xmlFormat: x, packer: newPacker(x.feed.Gzip)}
	p.at = scope{feed: x.feed}
	return p
}

// xmlPart is one worker's share of an XML feed.
type xmlPart struct {
	*xmlFormat
	elementWriter
	packer *packer
	buf    []byte
	zipped []byte
	at     scope // the offer being written, here so that it is not allocated each time
	err    error
}

func (p *xmlPart) place([]*offer) {}

func (p *xmlPart) encode(offers []*offer, notes *notes) {
	p.buf, p.at.notes = p.buf[:0], notes
	for _, o := range offers {
		p.at.move(o)
		p.cut, p.wrongs = false, 0
		p.buf = p.offer(p.buf, &p.feed.template.offer, &p.at)
		if p.wrongs > 0 {
			notes.warn(label(o.product), AddressInvalid, "addresses that are none of http or https left out: %d, such as %s", p.wrongs, quoted(p.wrong))
		}
		if p.cut {
			notes.warn(label(o.product), TextCleaned, "control characters and others that XML forbids left out")
		}
	}
	p.zipped, p.err = p.packer.pack(p.buf)
}

func (p *xmlPart) write() error {
	if p.err != nil {
		return p.err
	}
	if _, err := p.spool.Write(p.buf); err != nil {
		return err
	}
	if p.packed == nil {
		return nil
	}
	_, err := p.packed.Write(p.zipped)
	return err
}

func sameCategory(a, b *supplier.Category) bool {
	return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Path, b.Path)
}

// ymlDocument is what stands around the offers of YML. Its document type is exact: some
// readers refuse any other.
func ymlDocument() *elementSpec {
	path := func(p string) choices { return choices{{Text: p, Set: true}} }
	word := func(t string) strictyaml.Scalar { return strictyaml.Scalar{Text: t, Set: true} }
	holds := func(name, value string) elementSpec {
		return elementSpec{Element: word(name), Field: fieldSpec{Value: path(value)}, Always: true}
	}
	attribute := func(name, value string) attributeSpec {
		return attributeSpec{Name: word(name), Field: fieldSpec{Value: path(value)}}
	}
	return &elementSpec{Element: word("yml_catalog"), Attributes: []attributeSpec{attribute("date", "feed.date")}, Elements: []elementSpec{
		{Element: word("shop"), Elements: []elementSpec{
			holds("name", "shop.name"), holds("company", "shop.company"), holds("url", "shop.url"), // grammars want all three
			{Element: word("currencies"), Elements: []elementSpec{{Element: word("currency"), Field: fieldSpec{Each: word("currencies")},
				Attributes: []attributeSpec{attribute("id", "id"), attribute("rate", "rate")}}}},
			{Element: word("categories"), Elements: []elementSpec{{Element: word("category"), Field: fieldSpec{Each: word("categories"), Value: path("name")},
				Attributes: []attributeSpec{attribute("id", "id"), attribute("parentId", "parent_id")}}}},
			{Element: word("offers"), Offers: true},
		}},
	}}
}
