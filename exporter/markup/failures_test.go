package markup

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// The tests of this file are named by the numbers of public failure reports of feed
// exporters, each of which they hold against this package.

var descriptions = NewPolicy("p", "br", "b", "ul", "li")

// A control character broke the file, within CDATA too; the first mend lost emoji.
func TestFailures1To6ControlCharactersGoEmojiStay(t *testing.T) {
	for _, control := range []string{"\x00", "\x03", "\x0b", "\x0c", "\x1a", "\ufffe", "\uffff", "\xed\xa0\xbd", "&#11;", "&#x1A;", "&#xD83D;"} {
		in := "Чай" + control + "ник 😀𝒳"
		require.Equal(t, "Чайник 😀𝒳", Plain(in), "%q", control)
		require.Equal(t, "Чайник 😀𝒳", Line(in), "%q", control)
		got, _ := descriptions.Clean(in)
		require.Equal(t, "Чайник 😀𝒳", got, "%q", control)
		got, _ = descriptions.Clean("<p>" + in + "</p>")
		require.Equal(t, "<p>Чайник 😀𝒳</p>", got, "%q", control)
	}
}

// Emoji were cut to half a character, letters and entities to some of their bytes.
func TestFailures7To9CutsKeepWholeCharacters(t *testing.T) {
	text := strings.Repeat("Чудо дерево "+family+"🇺🇦 &amp; ", 3)
	clean, _ := descriptions.Clean("<p>" + text + "</p>")
	for limit := range length(clean, Bytes) {
		for _, unit := range []Unit{Characters, Bytes, UTF16} {
			got, _ := Cut(text, limit, unit)
			requireWhole(t, got)
			require.LessOrEqual(t, length(got, unit), limit)
			got, _ = CutHTML(clean, limit, unit)
			requireWhole(t, strings.TrimSuffix(got, "</p>"))
			require.LessOrEqual(t, length(got, unit), limit)
			requireWellFormed(t, got, descriptions.tags)
		}
	}
}

func requireWhole(t *testing.T, s string) {
	t.Helper()
	require.True(t, utf8.ValidString(s), "%q", s)
	last, _ := utf8.DecodeLastRuneInString(s)
	require.NotEqual(t, rune(zeroWidthJoiner), last, "%q", s)
	require.Zero(t, strings.Count(s, "👩")%2, "%q", s) // a family has two
	require.Equal(t, strings.Count(s, "👩"), 2*strings.Count(s, "👦"), "%q", s)
	require.Equal(t, strings.Count(s, "🇺"), strings.Count(s, "🇦"), "%q", s)
}

// A bare & emptied the feed.
func TestFailures10And11Ampersands(t *testing.T) {
	for _, in := range []string{"Plug&Play", "LCD&TFT", "R&D & B", "a&"} {
		require.Equal(t, in, Plain(in))
		escaped := strings.ReplaceAll(in, "&", "&amp;")
		got, _ := descriptions.Clean(in)
		require.Equal(t, escaped, got)
		got, _ = descriptions.Clean("<p>" + in + "</p>")
		require.Equal(t, "<p>"+escaped+"</p>", got)
		got, _ = descriptions.Clean("<p>" + escaped + "</p>")
		require.Equal(t, "<p>"+escaped+"</p>", got, "not escaped twice")
	}
}

// An address was escaped twice, or as a whole, or its ? was; blanks in it were kept.
func TestFailures12And13And20And32Addresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://shop.example/?a=1&b=%D1%97":            "https://shop.example/?a=1&b=%D1%97",
		"http%3A%2F%2Fshop.example%2Fimage%2F1.jpg":     "http://shop.example/image/1.jpg",
		"https://shop.example/p/?attribute_pa_color=ї":  "https://shop.example/p/?attribute_pa_color=%D1%97",
		"https://shop.example/image/чай ник%20(1).jpg ": "https://shop.example/image/%D1%87%D0%B0%D0%B9%20%D0%BD%D0%B8%D0%BA%20(1).jpg",
	} {
		got, ok := Address(in)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
}

// Names came out with &quot;.
func TestFailure21NamesAreDecoded(t *testing.T) {
	require.Equal(t, `Чайник "Стежка" & Ко`, Line("Чайник &quot;Стежка&quot; &amp; Ко"))
}

// Line breaks of a description broke the rows, and a lone CR the workbook.
func TestFailures46And54LineBreaks(t *testing.T) {
	in := "рядок 1\r\nрядок 2\rрядок 3"
	require.Equal(t, "рядок 1 рядок 2 рядок 3", Line(in))
	require.Equal(t, "рядок 1\nрядок 2\nрядок 3", Plain(in))
	got, changed := descriptions.Clean(in)
	require.Equal(t, "рядок 1<br/>рядок 2<br/>рядок 3", got)
	require.False(t, changed)
	got, _ = descriptions.Clean("<p>" + in + "</p>")
	require.NotContains(t, got, "\r")
}

// A description with a table made a reader skip the row.
func TestFailure48TablesBecomeLines(t *testing.T) {
	got, changed := descriptions.Clean("<p>Розміри</p><table border=1><tbody><tr><td>Висота</td><td>20 см</td></tr><tr><td>Вага</td><td>1 кг</td></tr></tbody></table>")
	require.Equal(t, "<p>Розміри</p>Висота 20 см<br/>Вага 1 кг", got)
	require.True(t, changed)
}

// A workbook's limit counts UTF-16 units.
func TestFailure53UnitsOfUTF16(t *testing.T) {
	got, cut := Cut(strings.Repeat("😀", 20_000), 32_767, UTF16)
	require.True(t, cut)
	require.Len(t, utf16.Encode([]rune(got)), 32_766)
}

// HTML that was put into a document as it was left the feed blank.
func TestFailure61HTMLIsWellFormed(t *testing.T) {
	got, _ := descriptions.Clean(`<p>Чайник & <b>кавник<br><img src=x.jpg>&nbsp;<p>a<ul><li>b<li>c</ul></p></div>`)
	require.Equal(t, "<p>Чайник &amp; <b>кавник<br/>\u00a0</b></p><p>a</p><ul><li>b</li><li>c</li></ul>", got)
	requireWellFormed(t, got, descriptions.tags)
}
