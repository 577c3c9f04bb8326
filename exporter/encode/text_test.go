package encode

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// hardTexts seed every fuzz target.
var hardTexts = []string{
	"", " ", "plain", "a,b", `say "hi"`, "line\r\nbreak\nand\rmore", "\ttab", "nul\x00", "bell\x07", "bad\xff\xfe", "\uFFFE", "\uFFFF", "\uFFFD",
	"]]>", "]]\x00>", "]]]>>", "<b>&amp;</b>", "_x0041_", "_x0041\x01", "_x005F_x0041_", "__x000d_", "Ґанок і під'їзд", "😀", "кінець\xd0", "\xef\xbf", "\xef",
	"https://e.example/a b?x=%20&y=%zz", "=cmd()", "\xed\xa0\x80", strings.Repeat("ї", 20) + "\x7f",
}

func seed(f *testing.F) {
	for _, text := range hardTexts {
		f.Add(text)
	}
}

// cleanCSV is what the documentation promises of a CSV field.
func cleanCSV(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

func FuzzCSV(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		line, cut := appendCSV([]byte("x,"), s)
		require.Equal(t, strings.Contains(s, "\x00"), cut)
		line = append(line, ",y\r\n"...)
		r := csv.NewReader(bytes.NewReader(line))
		row, err := r.Read()
		require.NoError(t, err)
		// The reader makes a line feed of every CRLF; the file keeps it.
		want := strings.ReplaceAll(cleanCSV(s), "\r\n", "\n")
		require.Equal(t, []string{"x", want, "y"}, row)
		_, err = r.Read()
		require.Equal(t, io.EOF, err)
		require.True(t, utf8.Valid(line))
	})
}

// cleanXML is what the documentation promises of an XML text.
func cleanXML(s string) string { return strings.Map(xmlRune, strings.ToValidUTF8(s, "")) }

func FuzzXML(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		doc, cut := appendXMLText([]byte(`<e a="`), s, true)
		require.Equal(t, cleanXML(s) != s, cut)
		doc, cut = appendXMLText(append(doc, `"><t>`...), s, false)
		require.Equal(t, cleanXML(s) != s, cut)
		doc, cut = appendCDATA(append(doc, "</t><c>"...), s)
		require.Equal(t, cleanXML(s) != s, cut)
		doc = append(doc, "</c><u>"...)
		doc = append(appendAddress(doc, s), "</u></e>"...)
		var read struct {
			A string `xml:"a,attr"`
			T string `xml:"t"`
			C string `xml:"c"`
			U string `xml:"u"`
		}
		require.NoError(t, xml.Unmarshal(doc, &read))
		require.Equal(t, cleanXML(s), read.A)
		require.Equal(t, cleanXML(s), read.T)
		// Every XML reader makes a line feed of CR and CRLF in CDATA.
		want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(cleanXML(s))
		require.Equal(t, strings.TrimSpace(want) == "", Blank(s))
		if Blank(s) {
			want = ""
		}
		require.Equal(t, want, read.C)
		for i := range len(read.U) {
			require.True(t, read.U[i] > ' ' && read.U[i] < 0x7F, "byte %q in an address", read.U[i])
		}
		require.Equal(t, read.U, unescapedAddress(read.U), "encoding twice changes nothing")
	})
}

func unescapedAddress(s string) string {
	return strings.ReplaceAll(string(appendAddress(nil, s)), "&amp;", "&")
}

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"https://e.example/a b":      "https://e.example/a%20b",
		"https://e.example/a%20b":    "https://e.example/a%20b",
		"https://e.example/100%":     "https://e.example/100%25",
		"https://e.example/ї?a=1&b":  "https://e.example/%D1%97?a=1&amp;b",
		"https://e.example/[1]/'x'~": "https://e.example/[1]/'x'~",
		`h://"<>\^{|}` + "`":         "h://%22%3C%3E%5C%5E%7B%7C%7D%60",
	} {
		require.Equal(t, want, string(appendAddress(nil, in)))
	}
}

// FuzzScan: each scan finds the byte that a look at one byte after the other finds.
func FuzzScan(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		slow := func(special string, more func(byte) bool) int {
			for i := range len(s) {
				if strings.IndexByte(special, s[i]) >= 0 || more(s[i]) {
					return i
				}
			}
			return len(s)
		}
		never := func(byte) bool { return false }
		control := func(c byte) bool { return c < ' ' }
		require.Equal(t, slow("\",\r\n\x00", never), nextCSV(s, 0))
		require.Equal(t, slow("&<>\"\xEF", control), nextXML(s, 0))
		require.Equal(t, slow("\xEF", control), nextControl(s, 0))
		require.Equal(t, slow("\"%&<>\\^`{|}\x7F", func(c byte) bool { return c <= ' ' || c >= 0x80 }), nextURL(s, 0))
	})
}

func TestBlank(t *testing.T) {
	for _, s := range []string{"", " ", "\t\r\n", "\u00a0\u2003", "\x00\x01\x1f", "\uFFFE \uFFFF", "\xff \xd0"} {
		require.True(t, Blank(s), "%q", s)
	}
	for _, s := range []string{"a", "  ї", "\x01b", "\uFFFD", "\u200b", "\xff\uFFFD", "-"} {
		require.False(t, Blank(s), "%q", s)
	}
}
