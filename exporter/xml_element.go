package exporter

import "bytes"

// offer appends one offer, a line for each of its elements.
func (p *ymlPart) offer(b []byte, s *scope) []byte {
	offer := &p.feed.template.offer
	b = append(b, "<offer"...)
	b, _ = p.attributes(b, offer.attributes, s) // what an offer cannot do without, the template needs
	b = append(b, ">\n"...)
	b = p.elements(b, offer.children, s, "\n")
	return append(b, "</offer>\n"...)
}

// elements appends elements, with end behind each.
func (p *ymlPart) elements(b []byte, elements []element, s *scope, end string) []byte {
	for i := range elements {
		e := &elements[i]
		if e.when != nil && e.when.length(s.product) == 0 {
			continue
		}
		if e.each == nil {
			b = p.element(b, e, s, end)
			continue
		}
		for n := range e.each.length(s.product) {
			e.each.set(s, n)
			b = p.element(b, e, s, end)
		}
	}
	return b
}

// element appends one element, or nothing where there would be nothing in it.
func (p *ymlPart) element(b []byte, e *element, s *scope, end string) []byte {
	before := len(b)
	b, complete := p.attributes(append(b, e.open...), e.attributes, s)
	if !complete {
		return b[:before]
	}
	b = append(b, '>')
	start := len(b)
	if e.value != nil {
		b = p.value(b, e, s)
	} else {
		b = p.elements(b, e.children, s, "")
	}
	if written := b[start:]; len(bytes.TrimSpace(written)) == 0 || view(written) == e.unless {
		return b[:before]
	}
	return append(append(b, e.end...), end...)
}

func (p *ymlPart) value(b []byte, e *element, s *scope) []byte {
	switch v := e.value; v.kind {
	case textKind:
		return p.text(b, e, v.text(s))
	case addressKind:
		return appendAddress(b, v.text(s))
	case composed:
		p.scratch = v.compose(p.scratch[:0], s)
		return p.text(b, e, view(p.scratch))
	default:
		return v.append(b, s)
	}
}

// text appends a text as the element wants it, and notes where that is not all of it.
func (p *ymlPart) text(b []byte, e *element, t string) []byte {
	cut := false
	if e.cdata {
		b, cut = appendCDATA(b, t)
	} else {
		b, cut = appendXMLText(b, t, false)
	}
	p.cut = p.cut || cut
	return b
}

// attributes appends those that are there, and reports whether all required ones are.
func (p *ymlPart) attributes(b []byte, attributes []attribute, s *scope) (_ []byte, complete bool) {
	for i := range attributes {
		a := &attributes[i]
		var t string
		if a.value.kind == textKind {
			t = a.value.text(s)
		} else {
			p.scratch = a.value.append(p.scratch[:0], s)
			t = view(p.scratch)
		}
		if blank(t) {
			if a.required {
				return b, false
			}
			continue
		}
		cut := false
		b, cut = appendXMLText(append(b, a.open...), t, true)
		b = append(b, '"')
		p.cut = p.cut || cut
	}
	return b, true
}
