package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
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
		require.Equal(t, strings.TrimSpace(want) == "", blank(s))
		if blank(s) {
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

func FuzzValid(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) { require.Equal(t, utf8.ValidString(s), valid(s)) })
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
		require.Equal(t, slow("&<>_\xEF", control), nextCell(s, 0))
		require.Equal(t, slow("\xEF", control), nextControl(s, 0))
		require.Equal(t, slow("\"%&<>\\^`{|}\x7F", func(c byte) bool { return c <= ' ' || c >= 0x80 }), nextURL(s, 0))
	})
}

// FuzzCell writes a workbook's cell and reads it with the library.
func FuzzCell(f *testing.F) {
	seed(f)
	file := excelize.NewFile()
	f.Cleanup(func() { _ = file.Close() })
	f.Fuzz(func(t *testing.T, s string) {
		short, cut := cutUnits(s, cellUnits)
		units := len(utf16.Encode([]rune(s)))
		require.Equal(t, units > cellUnits, cut)
		require.True(t, strings.HasPrefix(s, short))
		if short == "" {
			return
		}
		cell := append(appendCellText([]byte(`<c r="A1" t="inlineStr"><is><t`), short), "</t></is></c>"...)
		require.Equal(t, strings.ToValidUTF8(short, "\uFFFD"), readCell(t, cell))
	})
}

// readCell reads a cell's XML with the library, in a sheet of its own.
func readCell(t *testing.T, cell []byte) string {
	t.Helper()
	file := excelize.NewFile()
	defer file.Close()
	file.Sheet.Delete("xl/worksheets/sheet1.xml")
	file.Pkg.Store("xl/worksheets/sheet1.xml", fmt.Appendf(nil,
		`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">%s</row></sheetData></worksheet>`, cell))
	got, err := file.GetCellValue("Sheet1", "A1")
	require.NoError(t, err)
	return got
}

func TestCutKeepsWholeCharacters(t *testing.T) {
	long := strings.Repeat("ї", cellUnits)
	got, cut := cutUnits(long, cellUnits)
	require.False(t, cut)
	require.Equal(t, long, got)
	got, cut = cutUnits(strings.Repeat("😀", 20000), cellUnits) // two units each
	require.True(t, cut)
	require.Equal(t, strings.Repeat("😀", cellUnits/2), got)
}

func FuzzCombineCRC(f *testing.F) {
	f.Add([]byte("a"), []byte("b"))
	f.Add([]byte{}, []byte("b"))
	f.Add([]byte("a"), []byte{})
	f.Add(bytes.Repeat([]byte("first"), 100), bytes.Repeat([]byte{0}, 70000))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		want := crc32.ChecksumIEEE(append(bytes.Clone(a), b...))
		require.Equal(t, want, combineCRC(crc32.ChecksumIEEE(a), crc32.ChecksumIEEE(b), int64(len(b))))
	})
}

func TestColumnName(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		require.Equal(t, want, columnName(i))
	}
}
