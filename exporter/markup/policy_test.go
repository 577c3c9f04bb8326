package markup

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	p := NewPolicy("p", "BR", "b", "i", "ul", "li", "h3", "script", "title")
	for _, c := range []struct {
		in, want string
		changed  bool
	}{
		{"", "", false},
		{"Текст", "Текст", false},
		{"<p>Один &amp; два</p>", "<p>Один &amp; два</p>", false},
		{"<p>5 &lt; 6 &amp;amp; \"лапки\" &quot;і&#39;</p>", `<p>5 &lt; 6 &amp;amp; "лапки" "і'</p>`, false},
		{"<p>100&nbsp;&euro; &copy;</p>", "<p>100\u00a0€ ©</p>", false},
		{"<p>a & b < c</p>", "<p>a &amp; b &lt; c</p>", false},
		{"<P>a<BR>b<br />c</P>", "<p>a<br/>b<br/>c</p>", false},

		// What is not allowed.
		{"<p style='color:red' onclick=x()>a</p>", "<p>a</p>", true},
		{"<script>alert(1)</script><p>a</p>", "<p>a</p>", true},
		{"<style>p{}</style><title>t</title>a", "a", true},
		{"<!-- x --><p>a</p>", "<p>a</p>", true},
		{"<a href='http://other.example'>посилання</a> x", "посилання x", true},
		{"<p>ctrl\x03&#4;</p>", "<p>ctrl</p>", true},
		{"<h3>Заголовок</h3><p>a <b", "<h3>Заголовок</h3><p>a </p>", true},
		{"<p>розмір <XL", "<p>розмір &lt;XL</p>", false},
		{"<![CDATA[<p>a</p>]]>", "<p>a</p>", true},
		{"&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;", false},
		{"<<script>script>alert(1)<</script>/script>", "&lt;/script&gt;", true},

		// Words stay apart where a block goes.
		{"<div>рядок 1</div><div>рядок 2</div>", "рядок 1<br/>рядок 2", true},
		{"<div><div><p>a</p></div>\n<div>b</div></div>", "<p>a</p>\nb", true},
		{"<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2<br/>3", true},
		{"H<sub>2</sub>O", "H2O", true},

		// What is open is closed.
		{"<p>a<p>b", "<p>a</p><p>b</p>", false},
		{"<ul><li>a<li>b<ul><li>c</ul></ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", false},
		{"<b><i>x</b>y</i>", "<b><i>x</i></b>y", true},
		{"</b>x<p/>", "x<p></p>", true},

		// Text without tags.
		{"рядок 1\nрядок 2\r\nрядок 3\n", "рядок 1<br/>рядок 2<br/>рядок 3", false},
		{"5 < 6 & 7 &nbsp;8&nbsp;", "5 &lt; 6 &amp; 7 \u00a08", false},
		{"<i></i>\nрядок\nдругий", "<i></i>\nрядок\nдругий", false},
		{"<u>рядок</u>\nдругий", "рядок другий", true},
	} {
		got, changed := p.Clean(c.in)
		require.Equal(t, c.want, got, "%q", c.in)
		require.Equal(t, c.changed, changed, "%q", c.in)
		again, changed := p.Clean(got)
		require.Equal(t, got, again, "cleaned twice")
		require.False(t, changed, "%q", got)
		requireWellFormed(t, got, p.tags)
	}
	clean := "<p>Чайник &amp; <b>кавник</b>,<br/>1,7 л</p>"
	require.Zero(t, testing.AllocsPerRun(10, func() { p.Clean(clean) }))
}

func TestCleanWithoutBreaks(t *testing.T) {
	p := NewPolicy("b")
	for in, want := range map[string]string{
		"a\r\nb":                   "a\nb",
		"<div>a</div><div>b</div>": "a\nb",
		"<p>a<br>b</p>":            "a\nb",
	} {
		got, _ := p.Clean(in)
		require.Equal(t, want, got, "%q", in)
	}
	got, changed := NewPolicy().Clean("<p>a <b>b</b></p>")
	require.Equal(t, "a b", got)
	require.True(t, changed)
}

func TestCleanLinksAndPictures(t *testing.T) {
	p := NewPolicy("a", "img")
	for in, want := range map[string]string{
		`<a href="https://x.example/?a=1&amp;b=2" target=_blank>x</a>`:         `<a href="https://x.example/?a=1&amp;b=2">x</a>`,
		`<a href="mailto:shop@x.example">x</a>`:                                `<a href="mailto:shop@x.example">x</a>`,
		`<a href="javascript:alert(1)">y</a><a href="java&#10;script:x">z</a>`: "yz",
		`<a href="/relative">y</a><a name=x>z</a>`:                             "yz",
		`<img src="https://x.example/1.jpg" onerror=x>`:                        `<img src="https://x.example/1.jpg"/>`,
		`<img src="data:image/png;base64,AAAA"><img alt=x>`:                    "",

		// A quote inside an attribute must not end it.
		`<img src="https://x.example/1.jpg" alt='" onerror="alert(1)'>`: `<img src="https://x.example/1.jpg" alt="&#34; onerror=&#34;alert(1)"/>`,
		`<img src="https://x.example/1.jpg" alt="a > b &quot;с&quot;">`: `<img src="https://x.example/1.jpg" alt="a &gt; b &#34;с&#34;"/>`,
	} {
		got, _ := p.Clean(in)
		require.Equal(t, want, got, "%q", in)
		again, changed := p.Clean(got)
		require.Equal(t, got, again)
		require.False(t, changed)
	}
}

func TestCleanByMany(t *testing.T) {
	p := NewPolicy("p", "br", "a")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				got, _ := p.Clean(`<div><p class=x>a<a href="https://x.example/">b</a></div>`)
				if got != `<p>a<a href="https://x.example/">b</a></p>` {
					t.Errorf("got %q", got)
				}
			}
		})
	}
	all.Wait()
}

func TestCleanDeepNesting(t *testing.T) {
	p := NewPolicy("div")
	deep := func(n int) string { return strings.Repeat("<div>", n) + "x" + strings.Repeat("</div>", n) }
	got, changed := p.Clean(deep(maxOpen))
	require.Equal(t, deep(maxOpen), got)
	require.False(t, changed)
	got, changed = p.Clean(deep(maxOpen + 10))
	require.Equal(t, deep(maxOpen), got)
	require.True(t, changed)
}

// TestHostileTexts would take minutes if anything took time by the square of a length.
func TestHostileTexts(t *testing.T) {
	p := NewPolicy("p", "b", "div", "br")
	for _, piece := range []string{"<div>", "<p>", "<b>", "</b>", "<", "</", "<!", "&", "&#", "&#xD83D;", ",", "&amp;", "\u0301", "\u200d", "\n", "<br>", "<![CDATA[", "<a b='", "<script>", "<li>", "<td>"} {
		long := "<b>x</b>" + strings.Repeat(piece, 200_000/len(piece))
		requireText(t, Plain(long))
		clean, _ := p.Clean(long)
		requireText(t, clean)
		short, _ := CutHTML(clean, len(clean)-1, Bytes)
		requireText(t, short)
		Cut(long, len(long)-1, Bytes)
	}
}
