package markup

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSanitary(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"Ґанок\tі\r\nпід'їзд 😀":       "Ґанок\tі\r\nпід'їзд 😀",
		"a\x00b\x1a\x7f\u0080\u009fc": "abc",
		"a\uFFFEb\uFFFFc\uFFFD":       "abc\uFFFD",
		"bad\xffbyte\xd0":             "badbyte",
		"half \xed\xa0\x80 pair":      "half  pair",
		"next\u0085line\u00a0\u00ad":  "next\u0085line\u00a0\u00ad",
	} {
		got, changed := Sanitary(in)
		require.Equal(t, want, got, "%q", in)
		require.Equal(t, in != want, changed, "%q", in)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Sanitary("Чайник 😀") }))
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "",
		"Чайник 1,7 л":                  "Чайник 1,7 л",
		"AT&T":                          "AT&T",
		"&amp;quot;":                    "&quot;",
		"5 &lt; 6 &nbsp; і 7 > 2":       "5 < 6 і 7 > 2",
		"a\x00b\x1a\uFFFEc":             "abc",
		"bad\xffbyte":                   "badbyte",
		"&#3;a&#xFFFE;":                 "a",
		"&#55357;&#56832; і &#xD83D;":   "😀 і",
		"&#xd83d;&#xde00;&#xd83d;&#65;": "😀A",
		"  рядок \t 1 \r\n\r\n\r\n рядок 2 ": "рядок 1\n\nрядок 2",
		"рядок 1\n<b>рядок</b> 2":            "рядок 1\nрядок 2",

		// A < that begins no tag is text, and so is what only looks like one at the end.
		"5 < 6 і 8 > 7":        "5 < 6 і 8 > 7",
		"ціна <3":              "ціна <3",
		"розмір <Розмір":       "розмір <Розмір",
		"розмір <XL":           "розмір <XL",
		"кінець <b":            "кінець",
		`кінець <p class="x y`: "кінець",
		"кінець <!-- x":        "кінець",

		// What holds no text.
		"<script>alert('<b>')</script>текст":                    "текст",
		"<script/>alert(1)</script>текст":                       "текст",
		"<STYLE>p{}</STYLE><b>жирний</b> текст":                 "жирний текст",
		"<!-- примітка -->текст<!DOCTYPE html>":                 "текст",
		"<noscript><p>a</p></noscript><title>b &amp; c</title>": "a\n\nb & c",
		"<![CDATA[<p>a</p>]]>":                                  "a",

		// Blocks.
		"<p>Один</p><p>Два &amp; три</p>":              "Один\n\nДва & три",
		"a<br>b<br/>c<BR />d":                          "a\nb\nc\nd",
		"a<br><br><br><br>b":                           "a\n\nb",
		"<div>a</div><div>b</div>":                     "a\nb",
		"<div><div><p>a</p></div></div>b":              "a\n\nb",
		"<p>довгий\n  рядок</p>\n\n<p>b</p>":           "довгий рядок\n\nb",
		"<pre>a\n b</pre>c\nd":                         "a\nb\n\nc d",
		"<ul><li>x</li><li>y</li></ul>":                "- x\n- y",
		"a<ul>\n <li><p>x</p></li>\n <li>y\n</ul>b":    "a\n- x\n- y\nb",
		"<ul><li></li><li> </li><li>y</li></ul>":       "- y",
		"<table><tr><td>1</td><td>2</td></tr></table>": "1 2",
		"<tr><th>a</th><td>b</td></tr><tr><td>c":       "a b\nc",
		"H<sub>2</sub>O <b>жи</b>вий":                  "H2O живий",
	} {
		require.Equal(t, want, Plain(in), "%q", in)
	}
	clean := "Чайник електричний «Стежка», 1,7 л\n\nНовий"
	require.Zero(t, testing.AllocsPerRun(10, func() { Plain(clean) }))
}

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"<p>a</p>\n<p>b</p> c":   "a b c",
		"a\r\nb\u2028c":          "a b c",
		" a\u00a0&nbsp;b ":       "a b",
		"<ul><li>x<li>y</ul>":    "- x - y",
		"Чайник &quot;X&quot; 2": `Чайник "X" 2`,
	} {
		require.Equal(t, want, Line(in), "%q", in)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Line("Чайник електричний, 1,7 л") }))
}
