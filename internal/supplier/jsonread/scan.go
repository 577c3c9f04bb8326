package jsonread

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/swar"
)

// MaxDepth is how deep objects and lists of an answer may stand in each other.
const MaxDepth = 100

// Scanner walks once over the JSON text of one answer (RFC 8259). Text without
// escapes is handed out as a part of the answer itself, without a copy; unescaped
// text goes to an arena of which many strings share one allocation. All text that
// leaves the scanner is valid UTF-8: a broken byte or a lone surrogate becomes U+FFFD.
type Scanner struct {
	data  string
	pos   int
	depth int
	texts *Arena // of unescaped texts, nil before the first one

	frames []*frame // of the records that are being read, from the outside in
	top    int      // how many of them are open
	Name   string   // the name under which the next record stands
	Beside any      // what readers may look at beside the text
	Proof  Proof    // of amounts that a program has made, nil where the text is the service's own
	Twice  []string // keys that stood twice in an object, with the same value, see Object
}

// Proof refuses an amount, a JSON text, that stands nowhere in what a program was given.
type Proof interface{ Check(raw string) error }

// NewScannerIn begins at the start of a text, with memory for what is unescaped.
func NewScannerIn(text string, texts *Arena) *Scanner { return &Scanner{data: text, texts: texts} }

// NewScanner begins at the start of a text.
func NewScanner(text string) *Scanner { return &Scanner{data: text} }

// Raw reads over the next value and gives it as it is written.
func (s *Scanner) Raw() (string, error) {
	start := s.Mark()
	err := s.Skip()
	return s.Since(start), err
}

// Mark is where the next value begins.
func (s *Scanner) Mark() int {
	s.Peek()
	return s.pos
}

// Since is what was read from a mark on.
func (s *Scanner) Since(mark int) string { return s.data[mark:s.pos] }

// Bookmark is a place to which a scanner can go back.
type Bookmark struct{ pos, depth, top int }

// Here is where the next value begins.
func (s *Scanner) Here() Bookmark { return Bookmark{s.Mark(), s.depth, s.top} }

// Back goes back to an earlier place of the same text.
func (s *Scanner) Back(to Bookmark) { s.pos, s.depth, s.top = to.pos, to.depth, to.top }

// SyntaxError is a text that is no JSON.
type SyntaxError struct {
	offset int
	what   string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.what, e.offset) }

// Hint is none: whoever asked for the text knows where it should have come from.
func (e *SyntaxError) Hint() string { return "" }

// Failure is one of whoever wrote the text.
func (e *SyntaxError) Failure() failure.Kind { return failure.Other }

func (s *Scanner) broken(what string) error { return &SyntaxError{offset: s.pos, what: what} }

// Peek skips white space and gives the next byte, 0 at the end of the text.
func (s *Scanner) Peek() byte {
	if s.pos < len(s.data) && s.data[s.pos] > ' ' { // nearly everywhere
		return s.data[s.pos]
	}
	return s.peekOn()
}

// peekOn is Peek where white space may come first.
func (s *Scanner) peekOn() byte {
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c
		}
		s.pos++
	}
	return 0
}

// End makes sure that nothing follows the value that was read.
func (s *Scanner) End() error {
	if s.Peek() != 0 || s.pos < len(s.data) {
		return s.broken("something follows the end of the document")
	}
	return nil
}

// Open consumes the bracket that begins an object or a list.
func (s *Scanner) Open() error {
	if s.depth++; s.depth > MaxDepth {
		return s.broken(fmt.Sprintf("nested deeper than %d", MaxDepth))
	}
	s.pos++
	return nil
}

// More reports whether another member or element follows before the bracket that
// closes, and consumes the comma or that bracket.
func (s *Scanner) More(first bool, closing byte) (bool, error) {
	if next := s.pos + 1; !first && next < len(s.data) && s.data[s.pos] == ',' && s.data[next] > ' ' && s.data[next] != closing {
		s.pos = next // as nearly all services write it
		return true, nil
	}
	c := s.Peek()
	if c == closing {
		s.pos++
		s.depth--
		return false, nil
	}
	if first {
		return true, nil
	}
	if c != ',' {
		return false, s.broken(fmt.Sprintf("want a comma or %q", closing))
	}
	s.pos++
	if s.Peek() == closing {
		return false, s.broken("a comma before the end")
	}
	return true, nil
}

// key reads a member's name and the colon behind it.
func (s *Scanner) key() (string, error) {
	if s.Peek() != '"' {
		return "", s.broken("want a member's name")
	}
	key, err := s.text()
	if err != nil {
		return "", err
	}
	if s.Peek() != ':' {
		return "", s.broken("want a colon")
	}
	s.pos++
	return key, nil
}

// passed consumes a text where it comes next.
func (s *Scanner) passed(text string) bool {
	if !strings.HasPrefix(s.data[s.pos:], text) {
		return false
	}
	s.pos += len(text)
	return true
}

// isKey consumes a member's name and its colon where they are written in the usual
// way, without escapes and white space, and the name is that key.
func (s *Scanner) isKey(key string) bool {
	start := s.pos
	if s.passed(`"`) && s.passed(key) && s.passed(`":`) {
		return true
	}
	s.pos = start
	return false
}

// goesOn consumes a comma and the text behind it where they come next.
func (s *Scanner) goesOn(text string) bool {
	rest := s.data[s.pos:]
	if rest == "" || rest[0] != ',' || !strings.HasPrefix(rest[1:], text) {
		return false
	}
	s.pos += 1 + len(text)
	return true
}

// literal consumes null, true or false.
func (s *Scanner) literal(word string) error {
	if !strings.HasPrefix(s.data[s.pos:], word) {
		return s.broken("unknown word")
	}
	s.pos += len(word)
	return nil
}

// null reports whether the next value is null, and consumes it then.
func (s *Scanner) null() (bool, error) {
	if s.Peek() != 'n' {
		return false, nil
	}
	return true, s.literal("null")
}

// number reads a number as it is written.
func (s *Scanner) number() (string, error) {
	data, start := s.data, s.pos
	if s.pos < len(data) && data[s.pos] == '-' {
		s.pos++
	}
	whole := s.digits()
	if whole == 0 || whole > 1 && data[s.pos-whole] == '0' {
		return "", s.broken("not a number")
	}
	if s.pos < len(data) && data[s.pos] == '.' {
		s.pos++
		if s.digits() == 0 {
			return "", s.broken("not a number")
		}
	}
	if s.pos < len(data) && (data[s.pos] == 'e' || data[s.pos] == 'E') {
		s.pos++
		if s.pos < len(data) && (data[s.pos] == '+' || data[s.pos] == '-') {
			s.pos++
		}
		if s.digits() == 0 {
			return "", s.broken("not a number")
		}
	}
	return data[start:s.pos], nil
}

func (s *Scanner) digits() int {
	start := s.pos
	for s.pos < len(s.data) && s.data[s.pos]-'0' <= 9 {
		s.pos++
	}
	return s.pos - start
}

// Skip reads over any value, and still refuses what is no JSON.
func (s *Scanner) Skip() error {
	switch c := s.Peek(); c {
	case '"':
		_, _, err := s.quoted(false)
		return err
	case '{':
		return s.skipObject()
	case '[':
		_, err := s.skipList()
		return err
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	default:
		if s.pos == len(s.data) {
			return s.broken("ends too early")
		}
		_, err := s.number()
		return err
	}
}

func (s *Scanner) skipObject() error {
	if err := s.Open(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.More(first, '}')
		if !more || err != nil {
			return err
		}
		if s.Peek() != '"' {
			return s.broken("want a member's name")
		}
		if _, _, err := s.quoted(false); err != nil {
			return err
		}
		if s.Peek() != ':' {
			return s.broken("want a colon")
		}
		s.pos++
		if err := s.Skip(); err != nil {
			return err
		}
	}
}

// skipList skips a list and counts its elements.
func (s *Scanner) skipList() (int, error) {
	if err := s.Open(); err != nil {
		return 0, err
	}
	for n := 0; ; n++ {
		more, err := s.More(n == 0, ']')
		if !more || err != nil {
			return n, err
		}
		if err := s.Skip(); err != nil {
			return n, err
		}
	}
}

// text reads a string whose opening quote is next.
func (s *Scanner) text() (string, error) {
	start := s.pos + 1
	end, proved := plainText(s.data, start, true)
	if proved && end < len(s.data) && s.data[end] == '"' { // most texts
		s.pos = end + 1
		return s.data[start:end], nil
	}
	plain, proved, err := s.endQuoted(end, proved)
	if err != nil {
		return "", err
	}
	raw := s.data[start : s.pos-1]
	if plain && (proved || swar.Valid(raw)) {
		return raw, nil
	}
	return s.unescape(raw, proved), nil
}
