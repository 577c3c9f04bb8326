package selection

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
)

// list reads SKUs and gives them in the file's order.
func list(t *testing.T, data string) []string {
	t.Helper()
	set, err := readSKUs("skus", "l.csv", []byte(data))
	require.NoError(t, err, "%q", data)
	var out []string
	for _, e := range set.entries {
		out = append(out, e.text)
	}
	return out
}

func TestSKUList(t *testing.T) {
	for _, test := range []struct {
		name, data string
		want       []string
	}{
		{"one a line", "KB-01\nKB-02\n", []string{"KB-01", "KB-02"}},
		{"no end of the last line", "KB-01\nKB-02", []string{"KB-01", "KB-02"}},
		{"byte order mark, CRLF, blanks and blank lines", "\ufeff KB-01 \r\n\r\n\tKB-02\r\n", []string{"KB-01", "KB-02"}},
		{"CR alone", "KB-01\rKB-02\r", []string{"KB-01", "KB-02"}},
		{"comments", "# mine\nKB-01\n#KB-02\n\"#3\"\n", []string{"KB-01", "#3"}},
		{"twice the same", "KB-01\nKB-01\nkb-01\n", []string{"KB-01", "kb-01"}},
		{"leading zeros", "007\n7\n", []string{"007", "7"}},
		{"heading", "SKU\nKB-01\n", []string{"KB-01"}},
		{"Ukrainian heading, semicolons", "Артикул;Назва\nKB-01;Чайник, 1,7 л\n", []string{"KB-01"}},
		{"heading that is not the first", "Назва\tКод товару\nЧайник\tKB-01\n", []string{"KB-01"}},
		{"the surest heading", "Код,SKU\n1,KB-01\n", []string{"KB-01"}},
		{"first line without a delimiter", "A\nB,1\n", []string{"A", "B,1"}},
		{"no heading, first column", "KB-01;Чайник\nKB-02;Чашка\n", []string{"KB-01", "KB-02"}},
		{"quotes", "sku\n\"A,1\"\n\"A \"\"2\"\"\"\n", []string{"A,1", `A "2"`}},
		{"heading alone in its row: a comma is a comma", "sku\nA,1\nA;2\n", []string{"A,1", "A;2"}},
		{"sep line of Excel", "sep=;\r\nsku;n\r\nA,1;x\r\n", []string{"A,1"}},
		{"blank rows of a spreadsheet", "sku;n\nA;\n;\n;\n", []string{"A"}},
		{"row that is shorter", "sku;n\nA\n", []string{"A"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, list(t, test.data))
		})
	}
}

func TestSKUListLines(t *testing.T) {
	set, err := readSKUs("skus", "l.csv", []byte("sep=,\n# c\n\nsku,n\n\"A\",\"two\nlines\"\nB,x\n"))
	require.NoError(t, err)
	require.Equal(t, 5, set.entries[0].line)
	require.Equal(t, 7, set.entries[1].line)
}

func TestSKUListRefuses(t *testing.T) {
	for data, want := range map[string]string{
		"A,1\nB\n":                   "l.csv:2: the row has 1 columns, and the first one 2",
		"sku;n\nA;x;y\n":             "l.csv:2: the row has 3 columns, and the first one 2",
		"sku;n\n;x\n":                "l.csv:2: the row has no SKU",
		"n;sku\nx\n":                 "l.csv:2: the row has no SKU",
		"A\nB 24\"\n":                "l.csv:2: a quotation mark stands in a field without quotes",
		"A\n\"B\nC\n":                "l.csv:2: a field in quotes has no end, or something behind it",
		"\"A\n":                      "l.csv:1: a field in quotes has no end, or something behind it",
		"sku\n\n\n":                  "l.csv: the list holds no SKU",
		"":                           "l.csv: the list holds no SKU",
		"PK\x03\x04...":              "l.csv: this is a workbook, not a CSV",
		"A\x00\n":                    "l.csv: the file holds zero bytes: it is UTF-16 without its byte order mark, or broken",
		"\xff\xfeA\x00\n":            "l.csv: this is broken UTF-16",
		"\xff\xfeA\x00\x00\xd8B\x00": "l.csv: this is broken UTF-16",
		"A\ufffd\n":                  "l.csv: letters were lost when the file was saved: it holds the sign \ufffd in their place",
		"\ufeffA\xff\n":              "l.csv: the file is neither UTF-8 nor Windows-1251",
	} {
		_, err := readSKUs("skus", "l.csv", []byte(data))
		require.Error(t, err, "%q", data)
		require.EqualError(t, err, want)
		mistake, ok := errors.AsType[*Error](err)
		require.True(t, ok)
		require.NotEmpty(t, mistake.Mend, "%q", data)
	}
}

func encoded(t *testing.T, to encoding.Encoding, text string) []byte {
	t.Helper()
	out, err := to.NewEncoder().String(text)
	require.NoError(t, err)
	return []byte(out)
}

func TestDecode(t *testing.T) {
	const text = "Артикул;Назва\r\nКВ-01;Чайник «Стежка» №1, ґанок, їжа – USB-кабель, ПриватБанк\r\n"
	for name, data := range map[string][]byte{
		"utf-8":               []byte(text),
		"utf-8 with its mark": []byte("\ufeff" + text),
		"utf-16le":            encoded(t, utf.UTF16(utf.LittleEndian, utf.UseBOM), text),
		"utf-16be":            encoded(t, utf.UTF16(utf.BigEndian, utf.UseBOM), text),
		"windows-1251":        encoded(t, charmap.Windows1251, text),
	} {
		got, err := decode("f", data)
		require.NoError(t, err, name)
		require.Equal(t, text, got, name)
	}
	for name, to := range map[string]*charmap.Charmap{
		"koi8-r": charmap.KOI8R, "cp866": charmap.CodePage866, "macintosh": charmap.MacintoshCyrillic, "iso-8859-5": charmap.ISO8859_5,
	} {
		_, err := decode("f", encoded(t, to, "Артикул;Назва\r\nКВ-01;Чайник Стежка\r\n"))
		require.EqualError(t, err, "f: the file is neither UTF-8 nor Windows-1251", name)
	}
	_, err := decode("f", encoded(t, charmap.Windows1252, "sku;name\nA;Café Nestlé\n"))
	require.EqualError(t, err, "f: the file is neither UTF-8 nor Windows-1251")
}

func TestShown(t *testing.T) {
	require.Equal(t, `"a\x1b[1m", "б"`, shown([]string{"a\x1b[1m", "б"}))
	long := shown([]string{strings.Repeat("ж", 500), "x"})
	require.Equal(t, `"`+strings.Repeat("ж", 120)+`…", …`, long)
}
