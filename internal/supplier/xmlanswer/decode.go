package xmlanswer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/dropbridge/dropbridge/importer/orderfile/xmlscan"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Looks reports whether a text may be a document in XML.
func Looks(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<")
}

// ErrPage refuses a page for people, such as one to log in.
var ErrPage = errors.New("it is a page for people")

// JSON is the JSON of a document in XML. A document that breaks off, one that is a page for
// people, and one in an encoding that nobody knows are errors.
func JSON(document string, shape *Shape) (string, error) {
	document, err := decoded(document)
	if err != nil {
		return "", err
	}
	r := reader{scan: xmlscan.New(strings.NewReader(document)), shape: shape}
	r.scan.Lenient = true // of document types and names of characters; the encoding is known
	document, err = r.read()
	return document, err
}

// element is an element that was read.
type element struct {
	names   []string // of its members, in their order
	members map[string][]*element
	text    []byte
	null    bool // xsi:nil
}

// add adds a member.
func (e *element) add(name string, member *element) {
	if e.members == nil {
		e.members = map[string][]*element{}
	}
	if e.members[name] == nil {
		e.names = append(e.names, name)
	}
	e.members[name] = append(e.members[name], member)
}

// reader reads a document.
type reader struct {
	scan  *xmlscan.Scanner
	shape *Shape
	open  []*element // around the outermost element stands one that holds it
}

// read reads to the end. What is around the outermost element gets no empty lists: every
// document would have them.
func (r *reader) read() (string, error) {
	r.open = []*element{{}}
	for {
		err := r.scan.Next()
		switch {
		case errors.Is(err, io.EOF):
			outermost := r.open[0].names[0]
			b := append(append([]byte{'{'}, jsonread.Quote(outermost)...), ':')
			return string(append(appendMembers(b, r.open[0].members[outermost], r.shape.in(outermost)), '}')), nil
		case errors.Is(err, xmlscan.ErrCut):
			return "", fmt.Errorf("it breaks off: %w", err)
		case err != nil:
			return "", err
		}
		last := r.open[len(r.open)-1]
		switch r.scan.Kind {
		case xmlscan.Start:
			if err := r.enter(last); err != nil {
				return "", err
			}
		case xmlscan.Text:
			last.text = append(last.text, r.scan.Text...)
		case xmlscan.End:
			r.open = r.open[:len(r.open)-1]
		}
	}
}

// enter begins an element in another one.
func (r *reader) enter(around *element) error {
	name := xmlscan.LocalName(r.scan.Name)
	if len(r.open) == 1 {
		switch {
		case strings.EqualFold(name, "html"):
			return ErrPage
		case around.names != nil:
			return errors.New("it has two outermost elements")
		}
	}
	one := &element{}
	around.add(name, one)
	r.open = append(r.open, one)
	r.scan.EachSpelledAttribute(func(name, value string) {
		switch {
		case name == "xmlns", strings.HasPrefix(name, "xmlns:"):
		case name == "xsi:nil":
			one.null = value == "true" || value == "1"
		default:
			one.add("@"+name, &element{text: []byte(value)})
		}
	})
	return nil
}

// append appends an element as JSON.
func (e *element) append(b []byte, shape *Shape) []byte {
	text := string(bytes.TrimSpace(e.text))
	empty := e.emptyLists(shape)
	switch {
	case e.null:
		return append(b, "null"...)
	case len(e.names) == 0 && len(empty) == 0:
		return append(b, jsonread.Quote(text)...)
	}
	b = append(b, '{')
	begin := func(name string) {
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(append(b, jsonread.Quote(name)...), ':')
	}
	for _, name := range e.names {
		begin(name)
		b = appendMembers(b, e.members[name], shape.in(name))
	}
	if text != "" {
		begin("#")
		b = append(b, jsonread.Quote(text)...)
	}
	for _, name := range empty {
		begin(name)
		b = append(b, "[]"...)
	}
	return append(b, '}')
}

// emptyLists are the names of lists that an element has none of.
func (e *element) emptyLists(shape *Shape) (names []string) {
	if shape == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(shape.within)) {
		if shape.within[name].repeats && e.members[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// appendMembers appends the elements of one name.
func appendMembers(b []byte, all []*element, shape *Shape) []byte {
	if len(all) == 1 && (shape == nil || !shape.repeats) {
		return all[0].append(b, shape)
	}
	b = append(b, '[')
	for i, one := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = one.append(b, shape)
	}
	return append(b, ']')
}

// decoded is a document as UTF-8, by the encoding that it names itself.
func decoded(document string) (string, error) {
	document = strings.TrimPrefix(document, "\uFEFF")
	label := encodingOf(document)
	if label == "" || strings.EqualFold(label, "utf-8") {
		if !utf8.ValidString(document) {
			return "", errors.New("its text is no UTF-8, and it names no other encoding")
		}
		return document, nil
	}
	encoding, err := htmlindex.Get(label)
	if err != nil {
		return "", fmt.Errorf("it is in an encoding that is not known: %s", oneline.Clean(label, 40))
	}
	text, err := encoding.NewDecoder().String(document)
	if err != nil {
		return "", fmt.Errorf("it is not in %s, as it says: %w", oneline.Clean(label, 40), err)
	}
	return text, nil
}

// encodingOf is the encoding that an XML declaration names, "" where it names none.
func encodingOf(document string) string {
	declaration, found := strings.CutPrefix(strings.TrimLeft(document, " \t\r\n"), "<?xml")
	declaration, _, ended := strings.Cut(declaration, "?>")
	_, label, named := strings.Cut(declaration, "encoding")
	label = strings.TrimLeft(label, " \t\r\n=")
	if !found || !ended || !named || label == "" {
		return ""
	}
	quote := label[:1]
	label, _, _ = strings.Cut(label[1:], quote)
	return strings.TrimSpace(label)
}
