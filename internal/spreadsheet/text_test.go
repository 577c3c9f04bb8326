package spreadsheet

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// FuzzText writes a workbook's cell and reads it with the library.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		"", " ", "plain", "line\r\nbreak\nand\rmore", "\ttab", "nul\x00", "bell\x07", "bad\xff\xfe", "\uFFFE", "\uFFFF", "\uFFFD", "]]>", "<b>&amp;</b>",
		"_x0041_", "_x0041\x01", "_x005F_x0041_", "__x000d_", "_x_123_", "Ґанок і під'їзд", "😀", "кінець\xd0", "\xef\xbf", "\xef", "\xed\xa0\x80", "=1+1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		short, cut := CutText(s, MaxCellUnits)
		units := len(utf16.Encode([]rune(s)))
		require.Equal(t, units > MaxCellUnits, cut)
		require.True(t, strings.HasPrefix(s, short))
		if short == "" {
			return
		}
		want := strings.ToValidUTF8(short, "\uFFFD")
		cell := string(AppendText([]byte(`<c r="A1" t="inlineStr"><is><t`), short)) + "</t></is></c>"
		require.Equal(t, want, readCell(t, cell))
		require.Equal(t, cell, string(AppendProved([]byte(`<c r="A1" t="inlineStr"><is><t`), want))+"</t></is></c>")
	})
}

// TestEscapesAtEveryPlace lays what needs care at every place of a word, behind letters of one
// and of two bytes, and compares with what is written for one character after another.
func TestEscapesAtEveryPlace(t *testing.T) {
	for _, care := range []string{
		"&", "<", ">", "_", "_x0041_", "_x00", "\x00", "\x1f", "\t", "\n", "\r", "\x7f", "\u0080", "ї", "߿", "\u0800", "“", "\uFFFD", "\uFFFE", "\uFFFF", "😀",
		"\xc0\x80", "\xc1\xbf", "\x80", "\xd0", "\xd0\xd0", "\xd0&", "\xe2\x80", "\xed\xa0\x80", "\xf5", "\xff\xfe", "\xd0\x80\x80",
	} {
		for before := range 18 {
			for _, letter := range []string{"a", "ж"} {
				for _, behind := range []string{"", "b", "ґ", "&", "\xd0", "довгий текст, long text"} {
					text := strings.Repeat(letter, before) + care + behind
					require.Equal(t, escapedByRunes(text), string(AppendResult(nil, text)), "%q", text)
				}
			}
		}
	}
}

// escapedByRunes is a cell's text as AppendText documents it.
func escapedByRunes(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(needsEscape.ReplaceAllStringFunc(s, func(found string) string {
		if found[0] == '_' {
			return "_x005F_" + found[1:]
		}
		return fmt.Sprintf("_x%04X_", []rune(found)[0])
	}))
}

var needsEscape = regexp.MustCompile(`_x[0-9A-Fa-f]{4}|[\x00-\x08\x0B-\x1F]|[\x{FFFE}\x{FFFF}]`)

// BenchmarkText sets the escaping of a description beside that of encoding/xml.
func BenchmarkText(b *testing.B) {
	text := strings.Repeat("<p>Щітка “преміум” — надійна річ для дому й подорожей &amp; роботи.</p><ul><li>Розміри вказано без пакування</li></ul>", 4)
	var out []byte
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			out = AppendText(out[:0], text)
		}
	})
	b.Run("proved", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			out = AppendProved(out[:0], text)
		}
	})
	b.Run("encoding/xml", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			require.NoError(b, xml.EscapeText(io.Discard, []byte(text)))
		}
	})
}

// TestTextResult: the library takes no escapes from the result of a formula, so that only
// texts without any are compared.
func TestTextResult(t *testing.T) {
	for _, text := range []string{"OK", "НЕ СХОДИТЬСЯ", "<b> & co", " two  words "} {
		require.Equal(t, text, readCell(t, `<c r="A1" t="str"><f>A2</f><v>`+string(AppendResult(nil, text))+"</v></c>"))
	}
	require.Equal(t, "a_x0000_b", string(AppendResult(nil, "a\x00b")))
}

// readCell reads a cell's XML with the library, in a sheet of its own.
func readCell(t *testing.T, cell string) string {
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
	long := strings.Repeat("ї", MaxCellUnits)
	got, cut := CutText(long, MaxCellUnits)
	require.False(t, cut)
	require.Equal(t, long, got)
	got, cut = CutText(strings.Repeat("😀", 20000), MaxCellUnits) // two units each
	require.True(t, cut)
	require.Equal(t, strings.Repeat("😀", MaxCellUnits/2), got)
}

func TestColumnName(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", MaxColumns - 1: "XFD"} {
		require.Equal(t, want, ColumnName(i))
	}
}

func TestIsNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-1": true, "450.10": true, "0.5": true, "": false, "-": false, ".5": false, "5.": false, "1.2.3": false, "007": false, "1e3": false, "+1": false, "1,5": false,
	} {
		require.Equal(t, want, IsNumber([]byte(text)), text)
	}
}
