package markup

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxOpen is how deep elements may be nested. No description needs a tenth of it, and
// without it a hostile one would take time by the square of its length.
const maxOpen = 256

// writer writes HTML that is well formed: what is open is closed, by the rules of HTML
// for what may be left open, and an end without its beginning is dropped.
type writer struct {
	b       strings.Builder
	open    []string
	dropped bool
}

// copy writes sanitized HTML and returns its weight.
func (w *writer) copy(s string) (weight int) {
	w.b.Grow(len(s))
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return weight
		case html.TextToken:
			text, lost := Sanitary(string(z.Text())) // an entity may stand for what may not
			w.dropped = w.dropped || lost
			_, _ = escapeText.WriteString(&w.b, oneBreak.Replace(text))
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			token := z.Token()
			weight += 1 + len(token.Attr)
			w.tag(&token)
		}
	}
}

func (w *writer) tag(t *html.Token) {
	switch {
	case isVoid(t.Data):
		if t.Type == html.EndTagToken || t.DataAtom == atom.Img && !hasSource(t) {
			w.dropped = true
			return
		}
		w.start(t, "/>")
	case t.Type == html.EndTagToken:
		i := lastIndex(w.open, t.Data)
		if i < 0 {
			w.dropped = true
			return
		}
		w.close(len(w.open) - i)
	default:
		w.close(implied(w.open, t.Data))
		if len(w.open) == maxOpen {
			w.dropped = true
			return
		}
		w.start(t, ">")
		w.open = append(w.open, t.Data)
		if t.Type == html.SelfClosingTagToken {
			w.close(1) // what is written as an empty element is meant as one
		}
	}
}

func (w *writer) start(t *html.Token, end string) {
	w.b.WriteString("<" + t.Data)
	for _, a := range t.Attr {
		value, lost := Sanitary(a.Val)
		w.dropped = w.dropped || lost
		w.b.WriteString(" " + a.Key + `="`)
		_, _ = escapeAttribute.WriteString(&w.b, value)
		w.b.WriteByte('"')
	}
	w.b.WriteString(end)
}

// close ends the last n open elements.
func (w *writer) close(n int) {
	for range n {
		last := len(w.open) - 1
		w.b.WriteString("</" + w.open[last] + ">")
		w.open = w.open[:last]
	}
}

// finish closes what is open and returns the whole.
func (w *writer) finish() string {
	w.close(len(w.open))
	return w.b.String()
}

func hasSource(t *html.Token) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "src" && a.Val != "" })
}

// isVoid reports whether an element of HTML never holds anything.
func isVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// implied is how many of the open elements end where another begins: an item of a list
// ends the one before it, a block ends a paragraph.
func implied(open []string, name string) int {
	var ends, scope string // names with blanks around
	switch name {
	case "li":
		ends, scope = " li ", " ul ol "
	case "dt", "dd":
		ends, scope = " dt dd ", " dl "
	case "td", "th":
		ends, scope = " td th ", " tr table "
	case "tr":
		ends, scope = " tr ", " table "
	default:
		if lines(atom.Lookup([]byte(name))) == 0 {
			return 0
		}
		ends, scope = " p ", " td th "
	}
	for i, tag := range slices.Backward(open) {
		if contains(ends, tag) {
			return len(open) - i
		}
		if contains(scope, tag) {
			break
		}
	}
	return 0
}

// contains reports whether a name is one of those, which have blanks around.
func contains(names, name string) bool {
	i := strings.Index(names, name)
	return i > 0 && names[i-1] == ' ' && names[i+len(name)] == ' '
}

func lastIndex(names []string, name string) int {
	for i, n := range slices.Backward(names) {
		if n == name {
			return i
		}
	}
	return -1
}
