package markup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const family = "👩‍👩‍👧‍👦" // seven code points

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		unit  Unit
		want  string
	}{
		{"", -1, Characters, ""},
		{"Чайник", 0, Characters, ""},
		{"Чайник", 6, Characters, "Чайник"},
		{"Чайник", 12, Bytes, "Чайник"},
		{"Чайник електричний", 10, Characters, "Чайник еле"},
		{"Чайник електричний білий", 20, Characters, "Чайник електричний"},
		{"Чайник електричний білий", 18, Characters, "Чайник електричний"},
		{"Чайник, електричний", 9, Characters, "Чайник"},
		{"Чайник (білий)", 8, Characters, "Чайник"},
		{"Чайник — білий", 9, Characters, "Чайник"},
		{"абв", 5, Bytes, "аб"},
		{"ab😀😀", 4, UTF16, "ab😀"},
		{"ab😀😀", 5, UTF16, "ab😀"},
		{"ab😀😀", 3, Characters, "ab😀"},
		{family + family, 8, Characters, family},
		{family + family, 13, Characters, family},
		{family, 3, Characters, ""},
		{"e\u0301e\u0301", 3, Characters, "e\u0301"},
		{"и\u0306и\u0306", 3, Characters, "и\u0306"},
		{"👍🏽👍🏽", 3, Characters, "👍🏽"},
		{"❤\uFE0F❤\uFE0F", 3, Characters, "❤\uFE0F"},
		{"1\uFE0F\u20E32\uFE0F\u20E3", 5, Characters, "1\uFE0F\u20E3"},
		{"🇺🇦🇵🇱", 3, Characters, "🇺🇦"},
		{"🏴\U000E0067\U000E0062\U000E007F!", 3, Characters, ""},
	} {
		got, cut := Cut(c.in, c.limit, c.unit)
		require.Equal(t, c.want, got, "%q to %d", c.in, c.limit)
		require.Equal(t, c.in != c.want, cut)
	}
	long := strings.Repeat("Чайник ", 50)
	require.Zero(t, testing.AllocsPerRun(10, func() { Cut(long, 100, UTF16) }))
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
		{"<ul><li>один</li><li>два</li></ul>", 33, "<ul><li>один</li><li>дв</li></ul>"},
		{"<p>один</p><p>два</p>", 18, "<p>один</p>"},
		{"<p>один,<br/>два</p>", 16, "<p>один</p>"},
		{"один &amp; два", 8, "один"},
		{"один &amp; два", 11, "один &amp;"},
		{"один &amp;, два", 11, "один &amp;"},
		{"один &lt;;; два", 12, "один &lt;"},
		{"<b><i>x</i></b>", 14, ""},
		{`a <img src="https://x.example/1.jpg" alt="a b"/> b`, 40, "a"},
		{`<a href="https://x.example/">посилання</a>`, 41, `<a href="https://x.example/">посиланн</a>`},
		{"<p>" + family + family + "</p>", 20, "<p>" + family + "</p>"},
		{"<b>слово</b> друге", 15, "<b>слово</b>"},
		{"один\nдва <b>три</b>", 9, "один два"}, // breaks among tags are blanks, and stay so
	} {
		got, cut := CutHTML(c.in, c.limit, Characters)
		require.Equal(t, c.want, got, "%q to %d", c.in, c.limit)
		require.Equal(t, c.in != c.want, cut)
	}
}
