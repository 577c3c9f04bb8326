package markup

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"":             "",
		"Чайник 1,7 л": "Чайник 1,7 л",
		"<p>Один</p><p>Два &amp; три</p>": "Один\n\nДва & три",
		"a<br>b<br/>c":                                 "a\nb\nc",
		"<ul><li>x</li><li>y</li></ul>":                "- x\n- y",
		"&amp;quot;":                                   "&quot;",
		"5 &lt; 6 &nbsp; і 7 > 2":                      "5 < 6 і 7 > 2",
		"5 < 6 і 8 > 7":                                "5 < 6 і 8 > 7",
		"<script>alert(1)</script>текст":               "текст",
		"<style>p{}</style><b>жирний</b> текст":        "жирний текст",
		"a\x00b\x1a\uFFFEc":                            "abc",
		"  рядок \t 1 \r\n\r\n\r\n рядок 2 ":           "рядок 1\n\nрядок 2",
		"кінець <b":                                    "кінець",
		"<table><tr><td>1</td><td>2</td></tr></table>": "1 2",
		"AT&T":        "AT&T",
		"bad\xffbyte": "badbyte",
	} {
		require.Equal(t, want, Plain(in), "%q", in)
	}
	require.Equal(t, "a b c", Line("<p>a</p>\n<p>b</p> c"))
	require.Equal(t, "a b", Line("a\nb"))
	clean := "Чайник електричний «Стежка», 1,7 л"
	require.Zero(t, testing.AllocsPerRun(10, func() { Plain(clean) }))
}

func TestClean(t *testing.T) {
	p := NewPolicy("p", "br", "b", "ul", "li", "h3")
	for in, want := range map[string]string{
		"<p>Один &amp; два</p>":                          "<p>Один &amp; два</p>",
		"<p style='color:red' onclick=x()>a</p>":         "<p>a</p>",
		"<script>alert(1)</script><p>a</p>":              "<p>a</p>",
		"<div><h3>Заголовок&nbsp;1</h3></div>":           "<h3>Заголовок\u00a01</h3>",
		"<a href='http://other.example'>посилання</a> x": "посилання x",
		"рядок 1\nрядок 2":                               "рядок 1<br/>рядок 2",
		"5 < 6 & 7":                                      "5 &lt; 6 &amp; 7",
		"<p>5 &lt; 6 &amp;amp; \"лапки\"</p>":            "<p>5 &lt; 6 &amp;amp; \"лапки\"</p>",
		"<p>ctrl\x03</p>":                                "<p>ctrl</p>",
	} {
		got, _ := p.Clean(in)
		require.Equal(t, want, got, "%q", in)
		again, changed := p.Clean(got)
		require.Equal(t, got, again, "cleaned twice")
		require.False(t, changed, "%q", got)
	}
	_, changed := p.Clean("<p style='x'>a</p>")
	require.True(t, changed)
	_, changed = p.Clean("<p>a</p>")
	require.False(t, changed)
	links := NewPolicy("a", "img")
	got, _ := links.Clean(`<a href="https://x.example/?a=1&amp;b=2" target=_blank>x</a><a href="javascript:alert(1)">y</a><img src="https://x.example/1.jpg" onerror=x>`)
	require.Equal(t, `<a href="https://x.example/?a=1&amp;b=2">x</a>y<img src="https://x.example/1.jpg"/>`, got)
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		unit  Unit
		want  string
	}{
		{"Чайник", 6, Characters, "Чайник"},
		{"Чайник електричний", 10, Characters, "Чайник еле"},
		{"Чайник електричний білий", 20, Characters, "Чайник електричний"},
		{"Чайник, електричний", 9, Characters, "Чайник"},
		{"абв", 5, Bytes, "аб"},
		{"ab😀😀", 4, UTF16, "ab😀"},
		{"ab😀😀", 5, UTF16, "ab😀"},
		{"👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 8, Characters, "👩‍👩‍👧‍👦"},
		{"👩‍👩‍👧‍👦", 3, Characters, ""},
		{"e\u0301e\u0301", 3, Characters, "e\u0301"},
		{"🇺🇦🇵🇱", 3, Characters, "🇺🇦"},
	} {
		got, cut := Cut(c.in, c.limit, c.unit)
		require.Equal(t, c.want, got, "%q to %d", c.in, c.limit)
		require.Equal(t, c.in != c.want, cut)
	}
}

func TestCutHTML(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"<p>один два</p>", 15, "<p>один два</p>"},
		{"<p>один два три</p>", 16, "<p>один два</p>"},
		{"<ul><li>один</li><li>два</li></ul>", 26, "<ul><li>один</li></ul>"},
		{"a &amp; b", 6, "a"},
		{"<b><i>x</i></b>", 10, ""},
	} {
		got, cut := CutHTML(c.in, c.limit, Characters)
		require.True(t, cut || got == c.in)
		require.LessOrEqual(t, utf8.RuneCountInString(got), c.limit)
		if c.want != "" {
			require.Equal(t, c.want, got, "%q to %d", c.in, c.limit)
		}
		requireWellFormed(t, got, []string{"p", "ul", "li", "b", "i"})
	}
}

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"https://img.example/a.jpg":             "https://img.example/a.jpg",
		" https://img.example/a b.jpg?x=1&y=2 ": "https://img.example/a%20b.jpg?x=1&y=2",
		"https://img.example/чай.jpg":           "https://img.example/%D1%87%D0%B0%D0%B9.jpg",
		"https://img.example/c%20d.jpg":         "https://img.example/c%20d.jpg",
		"https://img.example/100%.jpg":          "https://img.example/100%25.jpg",
		"http%3A%2F%2Fimg.example%2Fa.jpg":      "http://img.example/a.jpg",
		"HTTPS://img.example/a|b.jpg":           "https://img.example/a%7Cb.jpg",
		"https://крамниця.укр/a":                "https://xn--80aqejfp0c4d.xn--j1amh/a",
		"https://shop.example/?p=1&amp;q=2":     "https://shop.example/?p=1&amp;q=2",
		"ftp://img.example/a":                   "", "не адреса": "", "https://": "", "//img.example/a": "", "https://a b/c": "", "javascript:alert(1)": "",
	} {
		got, ok := Address(in)
		require.Equal(t, want, got, in)
		require.Equal(t, want != "", ok, in)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Address("https://img.example/a.jpg?x=1&y=%20") }))
}

// TestFailure7: emoji cut by length must leave no half character. TestFailure8 and 9:
// texts cut by bytes must not end inside a letter.
func TestFailures7To9CutsKeepWholeCharacters(t *testing.T) {
	for limit := range 60 {
		for _, unit := range []Unit{Characters, Bytes, UTF16} {
			got, _ := Cut(strings.Repeat("Чудо дерево 👩‍👩‍👧‍👦🇺🇦 ", 3), limit, unit)
			require.True(t, utf8.ValidString(got))
			require.LessOrEqual(t, length(got, unit), limit)
			require.NotContains(t, got[max(0, len(got)-3):], "\u200d")
		}
	}
}

func BenchmarkMarkup(b *testing.B) {
	text := "<p>" + strings.Repeat("Чайник електричний &amp; скляний. ", 20) + "</p><ul><li>Потужність</li></ul>"
	p := NewPolicy("p", "ul", "li", "br")
	b.Run("Plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Plain(text)
		}
	})
	b.Run("Clean", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Clean(text)
		}
	})
	b.Run("Cut", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Cut(text, 300, Characters)
		}
	})
}
