package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Sanitary is s without what XML forbids and no reader wants: control characters but for
// tab and line breaks, U+FFFE and U+FFFF, and bytes that are not UTF-8, such as halves
// of surrogate pairs. It reports whether it left anything out.
func Sanitary(s string) (string, bool) {
	if utf8.ValidString(s) && strings.IndexFunc(s, forbidden) < 0 {
		return s, false
	}
	return strings.Map(func(r rune) rune {
		if forbidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "")), true
}

func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF
}

// Plain is the text of HTML: tags are gone, those of scripts and styles with what they
// hold, entities are decoded once, blocks and breaks begin a line, items of lists begin
// with "- ". Runs of blanks become one blank, and there is at most one empty line in a
// row. A text without tags and entities is only cleaned.
func Plain(s string) string {
	s, _ = Sanitary(s)
	if strings.ContainsAny(s, "<&") {
		s, _ = Sanitary(textOf(s)) // an entity may stand for what may not
	}
	return tidy(s, 2)
}

// Line is Plain on one line.
func Line(s string) string {
	s, _ = Sanitary(s)
	if strings.ContainsAny(s, "<&") {
		s, _ = Sanitary(textOf(s)) // an entity may stand for what may not
	}
	return tidy(s, 0)
}

// textOf takes the tags out and decodes entities once.
func textOf(s string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	hidden := 0 // depth inside elements whose content is no text
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			// At the end, what looked like the beginning of a tag and was none is text.
			b.WriteString(html.UnescapeString(unfinished(z.Raw())))
			return b.String()
		}
		switch kind {
		case html.TextToken:
			if hidden == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			if tag == atom.Script || tag == atom.Style {
				if kind == html.StartTagToken {
					hidden++
				} else if kind == html.EndTagToken && hidden > 0 {
					hidden--
				}
				continue
			}
			b.WriteString(spaceOf(tag, kind == html.EndTagToken))
		}
	}
}

func unfinished(raw []byte) string {
	if len(raw) > 0 && raw[0] == '<' {
		return "" // a tag that the end of the text cut off
	}
	return string(raw)
}

// spaceOf is what stands for a tag in a plain text.
func spaceOf(tag atom.Atom, end bool) string {
	switch tag {
	case atom.Br, atom.Div, atom.Tr, atom.Ul, atom.Ol, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Hr, atom.Dl, atom.Dd, atom.Dt:
		return "\n"
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Table, atom.Blockquote, atom.Pre:
		return "\n\n"
	case atom.Li:
		if !end {
			return "\n- "
		}
	case atom.Td, atom.Th:
		return " "
	}
	return ""
}

// tidy collapses blanks, and keeps at most so many line breaks in a row; with none, a
// break is a blank.
func tidy(s string, breaks int) string {
	if tidied(s, breaks) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	blank, lines := false, 0
	s = strings.ReplaceAll(s, "\r\n", "\n")
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029:
			blank = true
			if breaks > 0 {
				lines++
			}
			continue
		case unicode.IsSpace(r):
			blank = true
			continue
		}
		if b.Len() > 0 {
			if lines > 0 {
				b.WriteString("\n\n"[:min(lines, breaks)])
			} else if blank {
				b.WriteByte(' ')
			}
		}
		blank, lines = false, 0
		b.WriteRune(r)
	}
	return b.String()
}

// tidied reports whether tidy would change nothing.
func tidied(s string, breaks int) bool {
	blank, lines := true, breaks // at the beginning neither may stand
	for _, r := range s {
		switch {
		case r == '\n' && breaks > 0:
			if lines++; blank && lines == 1 || lines > breaks {
				return false
			}
			blank = true
			continue
		case r == ' ':
			if blank {
				return false
			}
			blank = true
		case unicode.IsSpace(r) || r == 0x85 || r == 0x2028 || r == 0x2029:
			return false
		default:
			blank, lines = false, 0
		}
	}
	return s == "" || !blank && lines == 0
}
