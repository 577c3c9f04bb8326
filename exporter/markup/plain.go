package markup

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Plain is the text of HTML: tags are gone, those of scripts and styles with what they
// hold, entities are decoded once, blocks and breaks begin a line, items of lists begin
// with "- ". Runs of blanks become one blank, and there is at most one empty line in a
// row. A text without tags keeps its line breaks; among tags that break lines, those of
// the source are blanks, as in a browser. A < that begins no tag is text.
func Plain(s string) string { return tidy(text(s), 2) }

// Line is Plain on one line.
func Line(s string) string { return tidy(text(s), 0) }

// text takes the tags out and decodes entities, where there may be any.
func text(s string) string {
	if !strings.ContainsAny(s, "<&") {
		s, _ = Sanitary(s)
		return s
	}
	s, _ = prepared(s)
	entities := strings.Contains(s, "&")
	if s = textOf(s); entities {
		s, _ = Sanitary(s) // an entity may stand for what may not
	}
	return s
}

func textOf(s string) string {
	t := texter{flow: breaksLines(s)}
	t.b.Grow(len(s))
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			t.write(html.UnescapeString(unfinished(string(z.Raw()))))
			return t.b.String()
		case html.TextToken:
			t.write(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			t.tag(atom.Lookup(name), kind == html.EndTagToken)
			if !t.hidden {
				z.NextIsNotRawText() // what stands in a noscript or a title is HTML too
			}
		}
	}
}

// unfinished is what the end of a text holds of a tag that never ends, as text. It is
// empty where a known tag was cut off.
func unfinished(raw string) string {
	name, ok := strings.CutPrefix(raw, "<")
	if !ok {
		return raw
	}
	name = strings.TrimPrefix(name, "/")
	if end := strings.IndexAny(name, " \t\r\n/"); end >= 0 {
		name = name[:end]
	}
	if strings.HasPrefix(name, "!") || name == "" || atom.Lookup([]byte(strings.ToLower(name))) != 0 {
		return ""
	}
	return raw
}

// breaksLines reports whether a tag of s begins a line.
func breaksLines(s string) bool {
	var lower [len("blockquote")]byte // the longest name
	for {
		begin := strings.IndexByte(s, '<')
		if begin < 0 {
			return false
		}
		s = strings.TrimPrefix(s[begin+1:], "/")
		name := lower[:0]
		for i := 0; i < min(len(s), len(lower)) && isNameByte(s[i]); i++ {
			name = append(name, asciiLower(s[i]))
		}
		if tag := atom.Lookup(name); tag == atom.Br || lines(tag) > 0 {
			return true
		}
	}
}

func isNameByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func asciiLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// texter composes the text that a browser would show.
type texter struct {
	b      strings.Builder
	flow   bool // the line breaks of the source are blanks
	hidden bool // inside a script or a style
	pre    int  // depth of elements that keep their line breaks
	lists  int  // depth of lists
	breaks int  // owed before the next text
	item   bool // so is the sign of a list's item
}

func (t *texter) tag(tag atom.Atom, end bool) {
	switch tag {
	case atom.Script, atom.Style:
		t.hidden = !end
	case atom.Br:
		t.breaks++
	case atom.Td, atom.Th:
		t.write(" ")
	case atom.Li:
		t.breaks = max(t.breaks, 1)
		t.item = !end // an item that holds nothing leaves no sign
	case atom.Pre:
		t.pre = nested(t.pre, end)
	case atom.Ul, atom.Ol:
		t.lists = nested(t.lists, end)
	}
	n := lines(tag)
	if t.lists > 0 {
		n = min(n, 1) // a paragraph in a list's item stands in its line
	}
	t.breaks = max(t.breaks, n)
}

// nested is a depth after a tag.
func nested(depth int, end bool) int {
	if end {
		return max(depth-1, 0)
	}
	return depth + 1
}

// lines is how many line breaks stand at least around an element.
func lines(tag atom.Atom) int {
	switch tag {
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Table, atom.Blockquote, atom.Pre:
		return 2
	case atom.Address, atom.Article, atom.Aside, atom.Caption, atom.Dd, atom.Div, atom.Dl, atom.Dt, atom.Figcaption, atom.Figure, atom.Footer,
		atom.Form, atom.Header, atom.Hr, atom.Li, atom.Main, atom.Nav, atom.Ol, atom.Section, atom.Tr, atom.Ul:
		return 1
	}
	return 0
}

func (t *texter) write(s string) {
	if t.hidden || s == "" {
		return
	}
	if t.flow && t.pre == 0 {
		s = sourceBreaks.Replace(s)
	}
	if strings.TrimSpace(s) == "" && (t.breaks > 0 || t.item) {
		return // blanks between blocks are none
	}
	for ; t.breaks > 0; t.breaks-- {
		t.b.WriteByte('\n')
	}
	if t.item {
		t.b.WriteString("- ")
	}
	t.item = false
	t.b.WriteString(s)
}

var sourceBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
