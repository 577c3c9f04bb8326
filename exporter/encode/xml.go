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
	spool    File   // nil where the offers stand in the file itself
}

func openXML(out Output, options Options) (_ Writer, err error) {
	x := &xmlWriter{out: out, doctype: options.Doctype, document: options.Document}
	if options.Foreseen != nil && out.Again != nil {
		x.foreseen, _ = x.frame(options.Foreseen())
		_, err = out.Plain.Write(x.foreseen)
		return x, err
	}
	x.spool, err = out.Spool()
	return x, err
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
	_, err := x.out.Plain.Write(tail)
	return err
}

// putTogether writes what stands before the offers, and the offers.
func (x *xmlWriter) putTogether(head []byte) (err error) {
	if x.spool == nil {
		if x.spool, err = x.out.Again(); err != nil {
			return err
		}
	}
	if _, err := x.out.Plain.Write(head); err != nil {
		return err
	}
	if _, err := x.spool.Seek(int64(len(x.foreseen)), io.SeekStart); err != nil {
		return err
	}
	// Without a WriterTo or ReaderFrom, which would take smaller pieces.
	_, err = io.CopyBuffer(struct{ io.Writer }{x.out.Plain}, struct{ io.Reader }{x.spool}, make([]byte, 1<<18))
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
func (x *xmlWriter) NewPage() Page { return &xmlPage{xmlWriter: x} }

// xmlPage is one worker's share of an XML document.
type xmlPage struct {
	*xmlWriter
	elementWriter
	buf []byte
}

// Place empties the page: offers stand where they are written.
func (p *xmlPage) Place([]int) { p.buf = p.buf[:0] }

// Add appends an offer.
func (p *xmlPage) Add(r *Record) Loss {
	p.elements, p.lost = r.Elements, Loss{}
	p.buf, _ = p.element(p.buf, 0, "\n")
	return p.lost
}

// Seal has nothing to do: the offers are as they are written.
func (p *xmlPage) Seal() {}

// Write appends the page to where the offers stand.
func (p *xmlPage) Write() error {
	to := p.out.Plain
	if p.spool != nil {
		to = p.spool
	}
	_, err := to.Write(p.buf)
	return err
}
