package markup

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mark puts a break where a tag that is not allowed begins a line, so that words do not
// run together once it is gone, and keeps as text what only looked like a tag. Weight is
// that of what it read: see weigh.
func (p *Policy) mark(s string) (marked string, weight int) {
	m := marker{policy: p, atBreak: true}
	m.b.Grow(len(s) + len(s)/8)
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		kind := z.Next()
		switch raw := z.Raw(); kind {
		case html.ErrorToken:
			rest := unfinished(string(raw))
			if len(rest) != len(raw) {
				m.weight++ // a tag that the end cut off
			}
			m.text([]byte(escapeText.Replace(rest)))
			return m.b.String(), m.weight
		case html.TextToken:
			m.text(raw)
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			m.b.Write(raw)
			name, w := weigh(z)
			m.weight += w
			m.tag(name, kind == html.EndTagToken)
		default:
			m.weight++ // a comment
		}
	}
}

// weigh counts a tag and its attributes: as many as come out went in where nothing is
// taken away.
func weigh(z *html.Tokenizer) (name string, weight int) {
	tag, more := z.TagName()
	name, weight = string(tag), 1
	for more {
		_, _, more = z.TagAttr()
		weight++
	}
	return name, weight
}

type marker struct {
	policy  *Policy
	b       strings.Builder
	weight  int
	raw     bool // the next text is that of a script or the like
	atBreak bool // no text since the last break
	owed    bool // a break before the next text
}

func (m *marker) text(raw []byte) {
	switch {
	case m.raw:
		m.raw = false
	case len(bytes.TrimSpace(raw)) > 0:
		if m.owed && m.policy.breaks {
			m.b.WriteString("<br/>")
			m.weight++
		} else if m.owed {
			m.b.WriteByte('\n')
		}
		m.owed, m.atBreak = false, false
	}
	m.b.Write(raw)
}

func (m *marker) tag(name string, end bool) {
	m.raw = !end && holdsRawText(name)
	tag := atom.Lookup([]byte(name))
	allowed := slices.Contains(m.policy.tags, name)
	switch {
	case tag == atom.Td || tag == atom.Th:
		if !allowed && !end && !m.atBreak && !m.owed {
			m.b.WriteByte(' ') // between cells
		}
	case tag != atom.Br && lines(tag) == 0:
	case allowed:
		m.owed, m.atBreak = false, true
	default:
		m.owed = !m.atBreak
	}
}
