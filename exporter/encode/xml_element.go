package encode

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/exporter/markup"
)

// elementWriter writes the elements of one record.
type elementWriter struct {
	elements []Element
	lost     Loss
	offersAt int // of a document: where the offers stand
}

// inside is the index behind the elements that stand in element i.
func (w *elementWriter) inside(i int) (next int) {
	for next = i + 1; next < len(w.elements) && w.elements[next].Level > w.elements[i].Level; {
		next++
	}
	return next
}

// element appends element i, with end behind it, or nothing where there would be nothing
// in it. It gives the index of the element after it.
func (w *elementWriter) element(b []byte, i int, end string) (_ []byte, next int) {
	e := &w.elements[i]
	before := len(b)
	b = append(b, e.start...)
	opened := len(b)
	b = w.attributes(b, e.Attributes)
	switch {
	case e.Incomplete:
		return b[:before], w.inside(i)
	case e.Holds == Lines || e.Holds == Offers:
		b = append(b, ">\n"...)
		b, next = w.children(b, i, "\n")
		if e.Holds == Offers {
			w.offersAt = len(b)
		}
		return append(append(b, e.end...), end...), next
	case e.Holds == Nothing && len(b) == opened:
		return b[:before], i + 1
	case e.Holds == Nothing:
		return append(append(b, "/>"...), end...), i + 1
	}
	b = append(b, '>')
	start := len(b)
	if e.Holds == Elements {
		b, next = w.children(b, i, "")
	} else {
		b, next = w.text(b, e), i+1
	}
	if written := b[start:]; !e.Always && unseen(written) || e.Unless != "" && View(written) == e.Unless {
		return b[:before], next
	}
	return append(append(b, e.end...), end...), next
}

// unseen reports whether nothing of what is written in an element would be seen. Most begins with a
// byte that no white space begins with.
func unseen(written []byte) bool {
	if len(written) > 0 {
		if c := written[0]; c > ' ' && c < utf8.RuneSelf || c > 0xC2 && c < 0xE1 {
			return false
		}
	}
	return bytes.IndexFunc(written, func(r rune) bool { return !unicode.IsSpace(r) }) < 0
}

// children appends what stands in element i, with end behind each.
func (w *elementWriter) children(b []byte, i int, end string) ([]byte, int) {
	level, next := w.elements[i].Level, i+1
	for next < len(w.elements) && w.elements[next].Level > level {
		b, next = w.element(b, next, end)
	}
	return b, next
}

// text appends what an element holds, and notes where that is not all of it.
func (w *elementWriter) text(b []byte, e *Element) []byte {
	cut := false
	switch e.Holds {
	case Figure:
		return append(b, e.Text...)
	case Address:
		return w.address(b, e.Text)
	case CDATA:
		if e.Proved {
			b, cut = appendProvedCDATA(b, e.Text)
		} else {
			b, cut = appendCDATA(b, e.Text)
		}
	default:
		b, cut = appendEither(b, e.Text, e.Proved, false)
	}
	w.note(cut)
	return b
}

// attributes appends the attributes of an element.
func (w *elementWriter) attributes(b []byte, attributes []Attribute) []byte {
	for i := range attributes {
		a := &attributes[i]
		b = append(append(append(b, ' '), a.Name...), `="`...)
		cut := false
		b, cut = appendEither(b, a.Text, a.Proved, true)
		b = append(b, '"')
		w.note(cut)
	}
	return b
}

// appendEither appends a text that is proved to be UTF-8, or one that is looked at first.
func appendEither(b []byte, s string, proved, attribute bool) (_ []byte, cut bool) {
	if proved {
		return appendProved(b, s, attribute)
	}
	return appendXMLText(b, s, attribute)
}

func (w *elementWriter) note(cut bool) {
	if cut {
		w.lost.Cleaned = CleanedXML
	}
}

// address appends an address of the web, and notes one that is none: readers would take
// it for a path of theirs, and the target could load nothing.
func (w *elementWriter) address(b []byte, t string) []byte {
	if Blank(t) {
		return b
	}
	if plainHost(t) && !markup.EscapedAddress(t) {
		return appendAddress(b, t)
	}
	address, ok := markup.Address(t)
	if !ok {
		w.lost.Address = t
		w.lost.Addresses++
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
		case 'a' <= c|0x20 && c|0x20 <= 'z': // most are letters
		case c == '/':
			return i > 0
		case c != '.' && c != '-' && (c < '0' || c > '9'):
			return false
		}
	}
	return rest != ""
}
