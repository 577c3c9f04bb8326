package markup

import (
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// Policy is the tags that a target takes in a description. It may be used by many at once.
type Policy struct {
	inner  *bluemonday.Policy
	tags   []string
	breaks bool // br is one of the tags
}

// NewPolicy allows those tags, without attributes but for the address of a link and the
// address and text of a picture. Elements that hold anything but marked up text, such as
// script, are never allowed.
func NewPolicy(tags ...string) *Policy {
	p := &Policy{inner: bluemonday.NewPolicy()}
	for _, tag := range tags {
		if tag = strings.ToLower(tag); !holdsRawText(tag) {
			p.tags = append(p.tags, tag)
		}
	}
	p.breaks = slices.Contains(p.tags, "br")
	p.inner.AllowElements(p.tags...)
	p.inner.AllowURLSchemes("http", "https", "mailto")
	p.inner.AllowRelativeURLs(false)
	for _, tag := range p.tags {
		switch tag {
		case "a":
			p.inner.AllowAttrs("href").OnElements(tag)
		case "img":
			p.inner.AllowAttrs("src", "alt").OnElements(tag)
		default:
			p.inner.AllowNoAttrs().OnElements(tag)
		}
	}
	return p
}

// holdsRawText reports whether a tokenizer takes what an element holds for no HTML.
func holdsRawText(tag string) bool {
	switch tag {
	case "iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp":
		return true
	}
	return false
}

// Clean is HTML with only the allowed tags, well formed as XML too: each element is
// closed, empty ones are written as <br/>, and of the entities only &amp;, &lt; and &gt;
// are left (in attributes &#34;), since readers of XML do not know the others. What stood
// in blocks that are not allowed stands on its own line still. Of text without any tag
// the line breaks are kept where br is allowed. Clean reports whether tags, attributes
// or characters were left out; its result, cleaned again, is the same.
func (p *Policy) Clean(s string) (string, bool) {
	if p.isClean(s) {
		return s, false
	}
	return p.slowly(s)
}

// slowly is Clean by way of the sanitizer.
func (p *Policy) slowly(s string) (string, bool) {
	text, changed := prepared(s)
	if !tagged(text) {
		return p.fromText(text), changed
	}
	marked, before := p.mark(oneBreak.Replace(text))
	w := writer{}
	after := w.copy(p.inner.Sanitize(marked))
	clean := strings.TrimSpace(w.finish())
	if p.breaks && !strings.Contains(clean, "<") {
		clean = strings.ReplaceAll(clean, "\n", " ") // in HTML they were blanks; without a tag they would now be breaks
	}
	return clean, changed || w.dropped || before != after
}

// fromText is HTML of a text without tags.
func (p *Policy) fromText(s string) string {
	s, _ = Sanitary(html.UnescapeString(s))
	s = escapeText.Replace(oneBreak.Replace(strings.TrimSpace(s)))
	if p.breaks {
		s = strings.ReplaceAll(s, "\n", "<br/>")
	}
	return s
}

// tagged reports whether anything in s may be a tag or a comment.
func tagged(s string) bool {
	for i := strings.IndexByte(s, '<'); i >= 0 && i+1 < len(s); {
		if c := s[i+1]; c == '/' || c == '!' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			return true
		}
		next := strings.IndexByte(s[i+1:], '<')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}

// oneBreak writes every line end as one line feed.
var oneBreak = strings.NewReplacer("\r\n", "\n", "\r", "\n")

var (
	escapeText      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	escapeAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\n", " ", "\t", " ", "\r", " ")
)
