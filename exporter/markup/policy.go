package markup

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// Policy is the tags that a target takes in a description. It may be used by many at once.
type Policy struct {
	inner  *bluemonday.Policy
	breaks bool // br is one of the tags
}

// NewPolicy allows those tags, without attributes but for the address of a link and the
// address and text of a picture.
func NewPolicy(tags ...string) *Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(tags...)
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	if slices.Contains(tags, "a") {
		p.AllowAttrs("href").OnElements("a")
	}
	if slices.Contains(tags, "img") {
		p.AllowAttrs("src", "alt").OnElements("img")
	}
	p.AddSpaceWhenStrippingTag(false)
	return &Policy{inner: p, breaks: slices.Contains(tags, "br")}
}

var someTag = regexp.MustCompile(`<[A-Za-z/!]`)

// Clean is HTML with only the allowed tags. What a reader of XML would not know, as
// &nbsp; is, becomes the character itself; of text without any tag the line breaks are
// kept where br is allowed. It reports whether it took tags or attributes away.
func (p *Policy) Clean(s string) (string, bool) {
	text, cut := Sanitary(s)
	if !someTag.MatchString(text) {
		text, _ = Sanitary(html.UnescapeString(text))
		text = plainly(html.EscapeString(oneBreak.Replace(text)))
		if p.breaks {
			text = strings.ReplaceAll(strings.TrimSpace(text), "\n", "<br/>")
		}
		return text, cut
	}
	text = oneBreak.Replace(decoded(text))
	clean := plainly(strings.TrimSpace(p.inner.Sanitize(text)))
	if p.breaks && !someTag.MatchString(clean) {
		clean = strings.ReplaceAll(clean, "\n", " ") // in HTML they were blanks; without a tag they would now be breaks
	}
	return clean, cut || tagsIn(clean) != tagsIn(text)
}

// tagsIn is the length of all tags in a text: cleaning it changes nothing else that counts.
func tagsIn(s string) (n int) {
	for i := strings.IndexByte(s, '<'); i >= 0; i = strings.IndexByte(s, '<') {
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			break
		}
		n += len(strings.ReplaceAll(s[i:i+end], " ", "")) - strings.Count(s[i:i+end], "/")
		s = s[i+end:]
	}
	return n
}

// decoded has every entity but those of markup itself as its character.
func decoded(s string) string {
	return entity.ReplaceAllStringFunc(s, func(e string) string {
		switch t := html.UnescapeString(e); t {
		case "<", ">", "&", `"`, "'":
			return e
		default:
			t, _ = Sanitary(t)
			return t
		}
	})
}

var entity = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// plainly writes quotes as they are: only < > & need an entity in text.
func plainly(s string) string { return quotes.Replace(s) }

// oneBreak writes every line end as one line feed.
var oneBreak = strings.NewReplacer("\r\n", "\n", "\r", "\n")

var quotes = strings.NewReplacer("&#34;", `"`, "&quot;", `"`, "&#39;", "'", "&apos;", "'")
