package xmlscan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
)

// Scanner reads the XML of a sheet, which may be a hundred megabytes of small
// elements: the standard library's decoder spends most of the reading time there. It
// knows what sheets are made of, elements, attributes, text, comments and
// instructions, checks that elements are closed in order, and refuses document types
// and encodings other than UTF-8. Namespace prefixes are kept as they are spelled.
type Scanner struct {
	// Lenient is for lists that are not in UTF-8 by their own word, as whoever opened them
	// knows better, that have a document type, which is passed over unless it declares
	// something, and that write HTML's names of characters, or & for itself.
	Lenient bool

	r      io.Reader
	buffer []byte
	at     int   // of the next byte in buffer
	base   int64 // offset of buffer in the stream
	ended  bool  // r has no more
	failed error // of r

	// The token that next found.
	Kind        Kind
	Name        string // with its prefix
	Text        []byte // of Text, until the next call
	attributes  []attribute
	Begin       int64 // offset of the token
	SelfClosing bool  // an Start whose End comes next, of no bytes

	open  []string
	names map[string]string // each spelled name once
}

// What no sheet comes near, and a small archive can unpack to: a tag or text of a megabyte,
// elements in elements without end, and every element of another name.
const (
	mostToken = 1 << 20
	mostDepth = 256
	mostNames = 4096
)

// Kind is what a token is.
type Kind int

// The kinds of tokens.
const (
	Start Kind = iota
	End
	Text
)

type attribute struct {
	name  string
	value []byte // as spelled, until the next call
}

// New scans the XML that a reader has.
func New(r io.Reader) *Scanner {
	return &Scanner{r: r, buffer: make([]byte, 0, 1<<16), names: map[string]string{}}
}

// Offset is the end of the token that next found.
func (s *Scanner) Offset() int64 { return s.base + int64(s.at) }

// Depth is how many elements are open: around the token, and its own where it begins one.
func (s *Scanner) Depth() int { return len(s.open) }

// Around is the local name of the n-th element around the token, from 0, the token's
// own element not counted; "" beyond the outermost.
func (s *Scanner) Around(n int) string {
	if s.Kind == Start {
		n++
	}
	if i := len(s.open) - 1 - n; i >= 0 {
		return LocalName(s.open[i])
	}
	return ""
}

// LocalName is a name without its prefix.
func LocalName(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == ':' {
			return name[i+1:]
		}
	}
	return name
}

// Attribute is the value of an attribute by its name as it is spelled.
func (s *Scanner) Attribute(name string) string {
	for _, a := range s.attributes {
		if a.name == name {
			return s.textOf(a)
		}
	}
	return ""
}

// textOf is an attribute's value; one that cannot be read stays as it is spelled.
func (s *Scanner) textOf(a attribute) string {
	if !escaped(a.value) {
		return string(a.value)
	}
	value, err := unescapeXML(nil, a.value, s.Lenient)
	if err != nil {
		return string(a.value)
	}
	return string(value)
}

// EachAttribute calls visit for every attribute without a prefix, in their order.
func (s *Scanner) EachAttribute(visit func(name, value string)) {
	for _, a := range s.attributes {
		if !strings.Contains(a.name, ":") {
			visit(a.name, s.textOf(a))
		}
	}
}

// EachSpelledAttribute calls visit for every attribute in their order, its prefix with it.
func (s *Scanner) EachSpelledAttribute(visit func(name, value string)) {
	for _, a := range s.attributes {
		visit(a.name, s.textOf(a))
	}
}

// Next finds the next token; io.EOF once the outermost element is closed and nothing follows.
func (s *Scanner) Next() error {
	if s.Kind == Start && s.SelfClosing {
		s.Kind, s.SelfClosing, s.Begin = End, false, s.Offset()
		s.open = s.open[:len(s.open)-1]
		return nil
	}
	for {
		s.compact()
		s.Begin = s.Offset()
		if !s.need(1) {
			if s.failed != nil || len(s.open) > 0 || len(s.names) == 0 {
				return s.cut("it ends too early")
			}
			return io.EOF
		}
		if s.buffer[s.at] != '<' {
			return s.readText()
		}
		found, err := s.readMarkup()
		if err != nil || found {
			return err
		}
	}
}

// compact drops the bytes that are done with, once they are the larger part.
func (s *Scanner) compact() {
	if s.at > cap(s.buffer)/2 {
		rest := copy(s.buffer, s.buffer[s.at:])
		s.base += int64(s.at)
		s.buffer, s.at = s.buffer[:rest], 0
	}
}

// need reads on until n bytes stand at s.at; false where there are fewer.
func (s *Scanner) need(n int) bool {
	for len(s.buffer)-s.at < n {
		if !s.more() {
			return false
		}
	}
	return true
}

func (s *Scanner) more() bool {
	if s.ended {
		return false
	}
	if len(s.buffer) == cap(s.buffer) {
		s.buffer = append(make([]byte, 0, 2*cap(s.buffer)), s.buffer...)
	}
	n, err := s.r.Read(s.buffer[len(s.buffer):cap(s.buffer)])
	s.buffer = s.buffer[:len(s.buffer)+n]
	s.ended = err != nil
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n > 0 || !s.ended
}

// find is how far behind s.at+from a mark begins; an error where it never comes.
func (s *Scanner) find(from int, mark string) (int, error) {
	for {
		if s.need(from) {
			if at := bytes.Index(s.buffer[s.at+from:], []byte(mark)); at >= 0 {
				return from + at, nil
			}
		}
		from = max(from, len(s.buffer)-s.at-len(mark)+1)
		if from > mostToken {
			return 0, ErrToken
		}
		if !s.more() {
			return 0, s.cut("%q is missing", mark)
		}
	}
}

func (s *Scanner) broken(format string, args ...any) error {
	if s.failed != nil {
		return s.failed
	}
	return fmt.Errorf("%w: "+format, append([]any{errBroken}, args...)...)
}

// cut is what is broken because there is no more of it.
func (s *Scanner) cut(format string, args ...any) error {
	if s.failed != nil {
		return s.failed
	}
	return fmt.Errorf("%w: "+format, append([]any{ErrCut}, args...)...)
}

func (s *Scanner) readText() error {
	end, err := s.find(0, "<")
	if err != nil {
		if s.failed != nil || len(s.open) > 0 {
			return err
		}
		end = len(s.buffer) - s.at // blanks behind the outermost element
	}
	raw := s.buffer[s.at : s.at+end]
	s.at += end
	s.Kind = Text
	s.Text, err = unescapeXML(s.Text[:0], raw, s.Lenient)
	return err
}

// readMarkup reads what begins with "<"; found is false for what is no token.
func (s *Scanner) readMarkup() (found bool, err error) {
	s.need(9)
	rest := s.buffer[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return false, s.skip(4, "-->")
	case bytes.HasPrefix(rest, []byte("<?")):
		return false, s.readInstruction()
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		end, err := s.find(9, "]]>")
		if err != nil {
			return false, err
		}
		s.Kind, s.Text = Text, append(s.Text[:0], s.buffer[s.at+9:s.at+end]...)
		s.at += end + 3
		return true, nil
	case s.Lenient && bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
		return false, s.skipDocumentType()
	case bytes.HasPrefix(rest, []byte("<!")):
		return false, errors.New("it holds a document type, which no workbook has")
	case bytes.HasPrefix(rest, []byte("</")):
		return true, s.readEnd()
	}
	return true, s.readStart()
}

func (s *Scanner) skip(from int, mark string) error {
	end, err := s.find(from, mark)
	s.at += end + len(mark)
	return err
}

// skipDocumentType passes over a document type that declares nothing here.
func (s *Scanner) skipDocumentType() error {
	end, err := s.find(9, ">")
	if err != nil {
		return err
	}
	if bytes.IndexByte(s.buffer[s.at:s.at+end], '[') >= 0 {
		return s.broken("a document type that declares something")
	}
	s.at += end + 1
	return nil
}

func (s *Scanner) readInstruction() error {
	end, err := s.find(2, "?>")
	if err != nil {
		return err
	}
	text := bytes.ToLower(s.buffer[s.at+2 : s.at+end])
	if !s.Lenient && bytes.HasPrefix(text, []byte("xml ")) && bytes.Contains(text, []byte("encoding")) && !bytes.Contains(text, []byte("utf-8")) {
		return errors.New("it is not in UTF-8")
	}
	s.at += end + 2
	return nil
}

func (s *Scanner) readEnd() error {
	end, err := s.find(2, ">")
	if err != nil {
		return err
	}
	name := trimRight(s.buffer[s.at+2 : s.at+end])
	if len(s.open) == 0 || string(name) != s.open[len(s.open)-1] {
		return s.broken("%s closes nothing that is open", celltext.Show("</"+string(name)+">"))
	}
	s.Kind, s.Name = End, s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	s.at += end + 1
	return nil
}

// tagEnd is how far behind s.at the ">" of a start tag is; one inside quotes is no end.
func (s *Scanner) tagEnd() (int, error) {
	quote := byte(0)
	for i := 1; ; i++ {
		if s.at+i >= len(s.buffer) && !s.need(i+1) {
			return 0, s.cut("a tag does not end")
		}
		if i > mostToken {
			return 0, ErrToken
		}
		switch c := s.buffer[s.at+i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			return 0, s.broken("a tag inside a tag")
		case c == '>':
			return i, nil
		}
	}
}

func (s *Scanner) readStart() error {
	end, err := s.tagEnd()
	if err != nil {
		return err
	}
	tag := s.buffer[s.at+1 : s.at+end]
	s.SelfClosing = len(tag) > 0 && tag[len(tag)-1] == '/'
	if s.SelfClosing {
		tag = tag[:len(tag)-1]
	}
	length := 0
	for length < len(tag) && !isBlank(tag[length]) {
		length++
	}
	if length == 0 || bytes.IndexByte(tag[:length], '=') >= 0 || !utf8.Valid(tag) {
		return s.broken("an element without a name")
	}
	if err := s.readAttributes(tag[length:]); err != nil {
		return err
	}
	s.Kind, s.Name = Start, s.intern(tag[:length])
	s.open = append(s.open, s.Name)
	if len(s.open) > mostDepth || len(s.names) > mostNames {
		return s.broken("more elements in one another, or more names, than a sheet has")
	}
	s.at += end + 1
	return nil
}

func (s *Scanner) readAttributes(text []byte) error {
	s.attributes = s.attributes[:0]
	for {
		text = trimLeft(text)
		if len(text) == 0 {
			return nil
		}
		equals := bytes.IndexByte(text, '=')
		if equals <= 0 {
			return s.broken("an attribute without a value")
		}
		name := trimRight(text[:equals])
		text = trimLeft(text[equals+1:])
		if len(text) == 0 || text[0] != '"' && text[0] != '\'' {
			return s.broken("an attribute without quotes")
		}
		end := bytes.IndexByte(text[1:], text[0])
		if end < 0 {
			return s.broken("an attribute without its closing quote")
		}
		s.attributes = append(s.attributes, attribute{s.intern(name), text[1 : 1+end]})
		text = text[end+2:]
	}
}

// intern keeps one string for every name.
func (s *Scanner) intern(name []byte) string {
	if known, ok := s.names[string(name)]; ok {
		return known
	}
	fresh := string(name)
	s.names[fresh] = fresh
	return fresh
}
