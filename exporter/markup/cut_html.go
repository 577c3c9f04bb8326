package markup

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// CutHTML is Cut for HTML that a Policy made: it never ends inside a tag or an entity,
// closes what is open, and counts the tags.
func CutHTML(s string, limit int, unit Unit) (string, bool) {
	limit = max(limit, 0)
	if len(s) <= limit || length(s, unit) <= limit {
		return s, false
	}
	c := cutter{unit: unit, limit: limit}
	for i := 0; i < len(s) && c.used <= limit; {
		i += c.step(s, i)
	}
	end := c.whole
	if c.word.at > 0 && 3*c.word.used >= 2*limit {
		end = c.word
	}
	text := trimTail(s[:end.at])
	if strings.Contains(s, "<") && !strings.Contains(text, "<") {
		text = strings.ReplaceAll(text, "\n", " ") // in HTML they were blanks; without a tag they would now be breaks
	}
	var b strings.Builder
	b.WriteString(text)
	for _, name := range slices.Backward(openIn(text)) {
		b.WriteString("</" + name + ">")
	}
	return b.String(), true
}

// cutter looks for the last place where a text may be cut.
type cutter struct {
	unit                 Unit
	limit, used, closing int // closing: of the ends of what is open
	open                 []string
	blank                bool  // the last piece was one
	whole, word          place // the last ones that fit after a character and after a word
}

type place struct{ at, used int }

// step reads the piece of s at i and returns its length in bytes.
func (c *cutter) step(s string, i int) int {
	size, name, kind := piece(s[i:])
	blank := false
	if kind == plainText {
		r, _ := utf8.DecodeRuneInString(s[i:])
		blank = isSpace(r)
	}
	if fits := c.used+c.closing <= c.limit; fits && (kind == ending || kind == empty || blank) && !c.blank {
		c.word = place{i, c.used}
	}
	c.blank = blank
	c.used += length(s[i:i+size], c.unit)
	switch end := len("</>") + length(name, c.unit); kind {
	case opening:
		c.open = append(c.open, name)
		c.closing += end
		return size // nothing is to end with the beginning of an element
	case ending:
		if n := len(c.open); n > 0 && c.open[n-1] == name {
			c.open = c.open[:n-1]
			c.closing -= end
		}
	}
	if c.used+c.closing <= c.limit {
		c.whole = place{i + size, c.used}
		if kind == ending {
			c.word = c.whole
		}
	}
	return size
}

// trimTail takes away what looks unfinished at the end of HTML: blanks, punctuation,
// line breaks, and elements that have only begun.
func trimTail(s string) string {
	for s != "" && !endsInEntity(s) {
		r, size := utf8.DecodeLastRuneInString(s)
		if !dangles(r) {
			if r != '>' {
				break
			}
			begin := strings.LastIndexByte(s, '<')
			if _, name, kind := piece(s[begin:]); kind != opening && name != "br" {
				break
			}
			size = len(s) - begin
		}
		s = s[:len(s)-size]
	}
	return s
}

func endsInEntity(s string) bool {
	tail := s[max(0, len(s)-len("&amp;")):]
	begin := strings.LastIndexByte(tail, '&')
	return begin >= 0 && strings.IndexByte(tail[begin:], ';') == len(tail)-begin-1
}

type pieceKind int

const (
	plainText pieceKind = iota
	opening
	ending
	empty
)

// piece is the length of what s begins with: a tag, an entity, or a character as a
// reader sees it.
func piece(s string) (size int, name string, kind pieceKind) {
	switch s[0] {
	case '<':
		end := strings.IndexByte(s, '>')
		if end < 0 {
			return len(s), "", empty
		}
		name, isEnd := strings.CutPrefix(s[1:end], "/")
		name, isEmpty := strings.CutSuffix(name, "/")
		name, _, _ = strings.Cut(name, " ")
		switch {
		case isEnd:
			return end + 1, name, ending
		case isEmpty || isVoid(name):
			return end + 1, name, empty
		}
		return end + 1, name, opening
	case '&':
		size = 1 + strings.IndexByte(s[:min(len(s), len("&amp;"))], ';')
	}
	return size + character(s[size:], s[:size]), "", plainText
}

// character is the length of the first character as a reader sees it, or, after an
// entity, of what joins with that.
func character(s, entity string) (size int) {
	last, flags := rune(';'), 0
	if entity == "" {
		if last, size = utf8.DecodeRuneInString(s); isFlag(last) {
			flags = 1
		}
	}
	for size < len(s) {
		r, n := utf8.DecodeRuneInString(s[size:])
		if !joins(last, r, flags) {
			break
		}
		size += n
		last, flags = r, 0
	}
	return size
}

// openIn is the tags that a text leaves open.
func openIn(s string) (open []string) {
	for i := strings.IndexByte(s, '<'); i >= 0 && i < len(s); {
		size, name, kind := piece(s[i:])
		if kind == opening {
			open = append(open, name)
		} else if n := len(open); kind == ending && n > 0 && open[n-1] == name {
			open = open[:n-1]
		}
		next := strings.IndexByte(s[i+size:], '<')
		if next < 0 {
			break
		}
		i += size + next
	}
	return open
}
