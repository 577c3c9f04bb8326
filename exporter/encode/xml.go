package encode

import (
	"bytes"
	"io"
)

// xmlWriter writes an XML document. Readers want the currencies and categories before the
// offers, but which there are is known only after the last offer. Where it is foreseen what
// will stand before the offers, that is written at once, and the offers behind it; Close then
// makes sure that it was right. Otherwise offers go to a spool file, and Close puts head and
// offers together.
type xmlWriter struct {
	out      Output
	doctype  string
	document func() []Element
	foreseen []byte // what stands before the offers, nil where nobody knew
	packedAt int64  // how long its compressed form is
	spool    File   // nil where the offers stand in the file itself
	packed   File   // the spool's compressed form, nil where there is no compressed copy
}

func openXML(out Output, options Options) (_ Writer, err error) {
	x := &xmlWriter{out: out, doctype: options.Doctype, document: options.Document}
	if options.Foreseen != nil && out.Again != nil {
		x.foreseen, _ = x.frame(options.Foreseen())
		x.packedAt, err = x.piece(x.foreseen)
		return x, err
	}
	if x.spool, err = out.Spool(); err == nil && out.Packed != nil {
		x.packed, err = out.Spool()
	}
	return x, err
}

// piece writes a part of the document that is no offer; packed is how long it is compressed.
func (x *xmlWriter) piece(b []byte) (packed int64, err error) {
	member, err := x.out.newPacker().pack(b)
	if err != nil {
		return 0, err
	}
	return int64(len(member)), x.out.writeBoth(b, member)
}

// Close writes what stands before the offers and the offers where they do not stand behind it
// yet, and what stands after them.
func (x *xmlWriter) Close() error {
	head, tail := x.frame(x.document())
	if x.spool != nil || !bytes.Equal(head, x.foreseen) {
		if err := x.putTogether(head); err != nil {
			return err
		}
	}
	_, err := x.piece(tail)
	return err
}

// putTogether writes what stands before the offers, and the offers.
func (x *xmlWriter) putTogether(head []byte) (err error) {
	if x.spool == nil {
		if x.spool, x.packed, err = x.out.Again(); err != nil {
			return err
		}
	}
	if _, err := x.piece(head); err != nil {
		return err
	}
	if err := replay(x.out.Plain, x.spool, int64(len(x.foreseen))); err != nil || x.packed == nil {
		return err
	}
	return replay(x.out.Packed, x.packed, x.packedAt)
}

// replay copies a spool from there on.
func replay(to io.Writer, spool File, from int64) error {
	if _, err := spool.Seek(from, io.SeekStart); err != nil {
		return err
	}
	// Without a WriterTo or ReaderFrom, which would take smaller pieces.
	_, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{spool}, make([]byte, 1<<18))
	return err
}

// frame is what stands before the first offer and after the last one.
func (x *xmlWriter) frame(document []Element) (head, tail []byte) {
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if x.doctype != "" {
		b = append(append(append(b, "<!DOCTYPE "...), x.doctype...), ">\n"...)
	}
	w := elementWriter{elements: document}
	head, _ = w.element(b, 0, "\n")
	return head[:w.offersAt:w.offersAt], head[w.offersAt:]
}

// NewPage makes a worker's share of the offers.
func (x *xmlWriter) NewPage() Page { return &xmlPage{xmlWriter: x, packer: x.out.newPacker()} }

// xmlPage is one worker's share of an XML document.
type xmlPage struct {
	*xmlWriter
	elementWriter
	packer *packer
	buf    []byte
	zipped []byte
	err    error
}

// Place empties the page: offers stand where they are written.
func (p *xmlPage) Place([]int) { p.buf = p.buf[:0] }

// Add appends an offer.
func (p *xmlPage) Add(r *Record) Loss {
	p.elements, p.lost = r.Elements, Loss{}
	p.buf, _ = p.element(p.buf, 0, "\n")
	return p.lost
}

// Seal compresses the page for the copy.
func (p *xmlPage) Seal() { p.zipped, p.err = p.packer.pack(p.buf) }

// Write appends the page to where the offers stand, and to that of the copy.
func (p *xmlPage) Write() error {
	if p.err != nil {
		return p.err
	}
	if p.spool == nil {
		return p.out.writeBoth(p.buf, p.zipped)
	}
	if _, err := p.spool.Write(p.buf); err != nil || p.packed == nil {
		return err
	}
	_, err := p.packed.Write(p.zipped)
	return err
}
