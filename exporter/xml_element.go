package exporter

import (
	"bytes"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/markup"
)

// elementWriter writes elements as a template describes them.
type elementWriter struct {
	scratch  []byte
	cut      bool   // characters are left out
	wrong    string // the last address that is none, left out
	wrongs   int    // how many of these
	offersAt int    // of a document: where the offers stand
}

// document appends what stands around the offers, an element a line.
func (w *elementWriter) document(b []byte, e *element, s *scope) []byte {
	if e.each != nil {
		one := *e
		one.each = nil
		for range e.each.items(s) {
			b = w.document(b, &one, s)
		}
		return b
	}
	if len(e.children) == 0 && !e.offers {
		return w.element(b, e, s, "\n")
	}
	if e.when != nil && !e.when.holds(s) {
		return b
	}
	before := len(b)
	b, complete := w.attributes(append(b, e.open...), e.attributes, s)
	if !complete {
		return b[:before]
	}
	b = append(b, ">\n"...)
	for i := range e.children {
		b = w.document(b, &e.children[i], s)
	}
	if e.offers {
		w.offersAt = len(b)
	}
	return append(append(b, e.end...), '\n')
}

// offer appends one offer, a line for each of its elements.
func (w *elementWriter) offer(b []byte, e *element, s *scope) []byte {
	b = append(b, e.open...)
	b, _ = w.attributes(b, e.attributes, s) // what an offer cannot do without, the template needs
	b = append(b, ">\n"...)
	b = w.elements(b, e.children, s, "\n")
	return append(append(b, e.end...), '\n')
}

// elements appends elements, with end behind each.
func (w *elementWriter) elements(b []byte, elements []element, s *scope, end string) []byte {
	for i := range elements {
		e := &elements[i]
		if e.each == nil {
			b = w.element(b, e, s, end)
			continue
		}
		for range e.each.items(s) {
			b = w.element(b, e, s, end)
		}
	}
	return b
}

// element appends one element, or nothing where there would be nothing in it.
func (w *elementWriter) element(b []byte, e *element, s *scope, end string) []byte {
	if e.when != nil && !e.when.holds(s) {
		return b
	}
	before := len(b)
	b, complete := w.attributes(append(b, e.open...), e.attributes, s)
	if !complete {
		return b[:before]
	}
	if e.empty {
		if len(b) == before+len(e.open) {
			return b[:before]
		}
		return append(append(b, "/>"...), end...)
	}
	b = append(b, '>')
	start := len(b)
	if e.value != nil {
		b = w.value(b, e, s)
	} else {
		b = w.elements(b, e.children, s, "")
	}
	if written := b[start:]; !e.always && len(bytes.TrimSpace(written)) == 0 || e.unless != "" && view(written) == e.unless {
		return b[:before]
	}
	return append(append(b, e.end...), end...)
}

func (w *elementWriter) value(b []byte, e *element, s *scope) []byte {
	switch v := e.value; v.kind {
	case textKind:
		return w.text(b, e, v.text(s))
	case addressKind:
		return w.address(b, v.text(s))
	case composed:
		w.scratch = v.compose(w.scratch[:0], s)
		return w.text(b, e, view(w.scratch))
	default:
		return v.append(b, s)
	}
}

// address appends an address of the web, and notes one that is none: readers would take
// it for a path of theirs, and the target could load nothing.
func (w *elementWriter) address(b []byte, t string) []byte {
	if blank(t) {
		return b
	}
	if plainHost(t) && !markup.EscapedAddress(t) {
		return appendAddress(b, t)
	}
	address, ok := markup.Address(t)
	if !ok {
		w.wrong, w.wrongs = t, w.wrongs+1
		return b
	}
	return appendAddress(b, address)
}

// plainHost reports whether an address surely begins with http or https and a host in
// Latin letters; most do, and need no closer look.
func plainHost(t string) bool {
	rest, ok := strings.CutPrefix(t, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(t, "http://"); !ok {
			return false
		}
	}
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '/':
			return i > 0
		case c != '.' && c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z'):
			return false
		}
	}
	return rest != ""
}

// text appends a text as the element wants it, and notes where that is not all of it.
func (w *elementWriter) text(b []byte, e *element, t string) []byte {
	cut := false
	if e.cdata {
		b, cut = appendCDATA(b, t)
	} else {
		b, cut = appendXMLText(b, t, false)
	}
	w.cut = w.cut || cut
	return b
}

// attributes appends those that are there or always stand, and reports whether all
// required ones are there.
func (w *elementWriter) attributes(b []byte, attributes []attribute, s *scope) (_ []byte, complete bool) {
	for i := range attributes {
		a := &attributes[i]
		var t string
		if a.value.kind == textKind {
			t = a.value.text(s)
		} else {
			w.scratch = a.value.append(w.scratch[:0], s)
			t = view(w.scratch)
		}
		if blank(t) {
			if a.required {
				return b, false
			}
			if a.always {
				b = append(append(b, a.open...), '"')
			}
			continue
		}
		cut := false
		b, cut = appendXMLText(append(b, a.open...), t, true)
		b = append(b, '"')
		w.cut = w.cut || cut
	}
	return b, true
}
