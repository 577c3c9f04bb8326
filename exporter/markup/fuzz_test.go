package markup

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// hardTexts seed every fuzz target.
var hardTexts = []string{
	"", " ", "<p>a</p>", "a<b", "a < b", "кінець <b", "<", "&", "&amp;nbsp;", "&amp;amp;", "<script>", "<script>alert(1)</script>", "<!-- x -->", "\x00\xff",
	"<svg/onload=x>", "<a\n", "x\ny", "x\r\ny\rz", "<br>", "<br/>", "<p onclick=x>a&amp;b</p>", "<ul><li>a<li>b</ul>", "<p>a<p>b<div>c</div></p>",
	"<b><i>x</b>y</i>", "</b>x", "<p/>x", "<td>1</td><td>2</td>", "<![CDATA[<p>a</p>]]>", "]]>", "&#55357;&#56832;&#xD83D;", "&#3;&#0;&#xFFFE;", "\xed\xa0\x80",
	`<a href="https://x.example/?a=1&amp;b='2'">x</a>`, `<a href="javascript:alert(1)">y</a>`, `<a href="https://x.example/%22 %">z</a>`,
	`<img src="https://x.example/1.jpg" alt='" onerror="alert(1)'>`, `<img alt=x>`, "<title>x</title><noscript><p>y</p></noscript>", "<iframe/>x", "<plaintext>x<p>",
	"👩‍👩‍👧‍👦🇺🇦🇵🇱👍🏽", "e\u0301e\u0301", "&amp;\u0301", "a\u00a0b\u2028c\u0085d", "<p>" + strings.Repeat("слово ", 9) + "</p>", "<div><div>", "a &amp; b,; &amp;;",
}

func seed(f *testing.F) {
	for _, s := range hardTexts {
		f.Add(s)
	}
}

// requireText: what any reader of XML takes.
func requireText(t *testing.T, s string) {
	t.Helper()
	require.True(t, utf8.ValidString(s), "%q", s)
	require.Less(t, strings.IndexFunc(s, forbidden), 0, "%q", s)
}

// requireWellFormed: a strict reader of XML reads s as the content of an element, and
// finds only the tags and attributes that are allowed.
func requireWellFormed(t *testing.T, s string, tags []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<x>" + s + "</x>"))
	for root := true; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err, "%q", s)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !root {
			require.Contains(t, tags, element.Name.Local, "%q", s)
			for _, a := range element.Attr {
				require.Contains(t, []string{"a href", "img src", "img alt"}, element.Name.Local+" "+a.Name.Local, "%q", s)
				require.False(t, strings.HasPrefix(strings.TrimSpace(a.Value), "javascript:") && a.Name.Local != "alt", "%q", s)
			}
		}
		root = false
	}
}

// words is the text that a browser's parser finds, without its blanks.
func words(t *testing.T, s string) string {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	require.NoError(t, err)
	var b strings.Builder
	for _, root := range nodes {
		for n := range root.Descendants() {
			if n.Type == html.TextNode {
				b.WriteString(n.Data)
			}
		}
		if root.Type == html.TextNode {
			b.WriteString(root.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), "")
}

func FuzzSanitary(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		got, changed := Sanitary(s)
		requireText(t, got)
		require.Equal(t, got != s, changed)
		again, changed := Sanitary(got)
		require.Equal(t, got, again)
		require.False(t, changed)
	})
}

func FuzzPlain(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		got := Plain(s)
		requireText(t, got)
		require.Equal(t, strings.TrimSpace(got), got)
		require.NotContains(t, got, "\n\n\n")
		require.NotContains(t, got, "  ")
		require.Equal(t, got, Plain(escapeText.Replace(got)), "a plain text is its own once it is escaped")
		if !strings.ContainsAny(got, "<&") {
			require.Equal(t, got, Plain(got))
		}
		line := Line(s)
		require.NotContains(t, line, "\n")
		require.Equal(t, line, strings.Join(strings.Fields(got), " "))
	})
}

func FuzzClean(f *testing.F) {
	seed(f)
	policies := []*Policy{NewPolicy(), NewPolicy("br"), NewPolicy("p", "b", "i", "ul", "li"), NewPolicy("p", "br", "b", "ul", "li", "table", "tr", "td", "div", "a", "img")}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range policies {
			got, _ := p.Clean(s)
			requireText(t, got)
			requireWellFormed(t, got, p.tags)
			again, changed := p.Clean(got)
			require.Equal(t, got, again, "cleaned twice")
			require.False(t, changed, "%q", got)
			plainest := p.isClean(s)
			require.True(t, !plainest || got == s)
			if plainest {
				slow, changed := p.slowly(s)
				require.Equal(t, s, slow, "what passes unread is what a sanitizer leaves")
				require.False(t, changed)
			}
		}
	})
}

// FuzzCleanText: the text between allowed tags is what a reader finds afterwards.
func FuzzCleanText(f *testing.F) {
	seed(f)
	p := NewPolicy("p", "br", "b", "ul", "li")
	f.Fuzz(func(t *testing.T, s string) {
		s, _ = Sanitary(s)
		source := "<ul><li>" + html.EscapeString(s) + "</li><li><b>" + html.EscapeString(s) + "</b></li></ul>"
		got, changed := p.Clean(source)
		require.False(t, changed)
		require.Equal(t, words(t, source), words(t, got))
		require.Equal(t, strings.Fields(s), strings.Fields(Plain("<p>"+html.EscapeString(s)+"</p>")))
		text, _ := p.Clean(html.EscapeString(s))
		require.Equal(t, strings.Join(strings.Fields(s), ""), words(t, text))
	})
}

func FuzzCut(f *testing.F) {
	for _, s := range hardTexts {
		f.Add(s, 5, 0)
		f.Add(s, 9, 1)
		f.Add(s, 7, 2)
	}
	f.Add("0\n0<B>", 7, 2) // the cut leaves no tag
	policy := NewPolicy("p", "br", "b", "i", "ul", "li", "div", "td", "a", "img")
	f.Fuzz(func(t *testing.T, s string, limit, u int) {
		unit := Unit(uint(u) % 3)
		s, _ = Sanitary(s)
		got, cut := Cut(s, limit, unit)
		require.Equal(t, got != s, cut)
		require.True(t, strings.HasPrefix(s, got))
		require.LessOrEqual(t, length(got, unit), max(limit, 0))
		requireText(t, got)

		clean, _ := policy.Clean(s)
		short, cut := CutHTML(clean, limit, unit)
		require.Equal(t, length(clean, unit) > max(limit, 0), cut)
		require.LessOrEqual(t, length(short, unit), max(limit, 0))
		requireText(t, short)
		requireWellFormed(t, short, policy.tags)
		require.True(t, strings.HasPrefix(words(t, clean), words(t, short)), "%q of %q", short, clean)
		again, changed := policy.Clean(short)
		require.Equal(t, strings.TrimSpace(short), again)
		require.False(t, changed)
	})
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://img.example/a b%2", "http%3A%2F%2Fx", "http%3A%2F%2Fx.example%2F%25", "https://крамниця.укр:8080/ї?x=я#я", "HTTP://x", "https://[::1]/", "http://x\n/y\tz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := Address(s)
		if !ok {
			require.Empty(t, got)
			return
		}
		requireAddress(t, got)
		again, ok := Address(got)
		require.True(t, ok)
		require.Equal(t, got, again)
	})
}

// requireAddress: it is ASCII without blanks, every % begins an escape, and it has a host.
func requireAddress(t *testing.T, s string) {
	t.Helper()
	require.Less(t, bytes.IndexFunc([]byte(s), func(r rune) bool { return r <= ' ' || r >= 0x7F }), 0, "%q", s)
	require.True(t, strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://"), s)
	if strings.Contains(s, "[") {
		return // net/url wants a whole IPv6 address
	}
	u, err := url.Parse(s)
	require.NoError(t, err)
	require.NotEmpty(t, u.Hostname())
}
