package encode

import "io"

// xmlWriter writes an XML document. Readers want the currencies and categories before the
// offers, but which there are is known only after the last offer: offers go to a spool
// file, and Close puts head and offers together.
type xmlWriter struct {
	out      Output
	doctype  string
	document func() []Element
	spool    File
	packed   File // the spool's compressed form, nil where there is no compressed copy
}

func openXML(out Output, options Options) (_ Writer, err error) {
	x := &xmlWriter{out: out, doctype: options.Doctype, document: options.Document}
	if x.spool, err = out.Spool(); err == nil && out.Packed != nil {
		x.packed, err = out.Spool()
	}
	return x, err
}

// Close writes what stands before the offers, the offers, and what stands after them.
func (x *xmlWriter) Close() error {
	packer := x.out.newPacker()
	head, tail := x.frame()
	packed, err := packer.pack(head)
	if err != nil {
		return err
	}
	if err := x.out.writeBoth(head, packed); err != nil {
		return err
	}
	if err := replay(x.out.Plain, x.spool); err != nil {
		return err
	}
	if x.packed != nil {
		if err := replay(x.out.Packed, x.packed); err != nil {
			return err
		}
	}
	if packed, err = packer.pack(tail); err != nil {
		return err
	}
	return x.out.writeBoth(tail, packed)
}

// replay copies a spool from its beginning.
func replay(to io.Writer, spool File) error {
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	// Without a WriterTo or ReaderFrom, which would take smaller pieces.
	_, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{spool}, make([]byte, 1<<18))
	return err
}

// frame is what stands before the first offer and after the last one.
func (x *xmlWriter) frame() (head, tail []byte) {
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if x.doctype != "" {
		b = append(append(append(b, "<!DOCTYPE "...), x.doctype...), ">\n"...)
	}
	w := elementWriter{elements: x.document()}
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

// Write appends the page to the spool, and to that of the copy.
func (p *xmlPage) Write() error {
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
