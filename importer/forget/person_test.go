package forget

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/internal/durable"
)

func TestPersonIsFoundHoweverSheIsWritten(t *testing.T) {
	const json = `{"recipient":{"name":"Zhuravel Olena P.","phone":"+380671112233","email":"Olena@Shop.example"},"comment":"1 2"}`
	for _, c := range []struct {
		who, text string
		found     bool
	}{
		{"067 111 22 33", json, true}, {"+38 (067) 111-22-33", json, true}, {"380671112233", json, true}, {"0671112234", json, false},
		{"olena@shop.example", json, true}, {"lena@shop.example", json, false},
		{"olena zhuravel", json, true}, {"Olena Zhuravlyova", json, false},
		{"067 111 22 33", "7;0671112233;2\n", true}, {"067 111 22 33", "1,380671112233,2", true},
		{"38 067 111 22 33", json, true}, {"8 067 111 22 33", json, true}, {"8 (067) 111-22-33", json, true}, {"00380671112233", json, true}, {"00 380 67 111 22 33", json, true},
		{"067 111 22 33", "7;8 067 111-22-33;2\n", true}, {"067 111 22 33", "7;80671112233;2\n", true}, {"067 111 22 33", "7;38 067 111 22 33;2\n", true}, {"067 111 22 33", "7;00380671112233;2\n", true},
		{"+48 601 222 333", `{"phone":"+48601222333"}`, true}, {"0048601222333", `{"phone":"+48601222333"}`, true}, {"+49 151 12345678", `{"phone":"+4915112345678"}`, true},
		{"Olena 0671112233", "Zhuravel Olena;0671112233", true}, {"Olena 0671112234", "Zhuravel Olena;0671112233", false},
		{"Olena Zhuravel", "Zhuravel;Olena;1", true}, {"Olena Zhuravel", "Zhuravel Ivan; 1; 2; Petrenko Olena", false},
	} {
		who, ok := ParsePerson(c.who)
		require.True(t, ok, c.who)
		require.Equal(t, c.found, who.In(c.text), "%s in %s", c.who, c.text)
	}
	for _, little := range []string{"", "Olena", "12345", "!!", "06711122", "067 111", "12 345", "8 067 111", "Olena 12", "20450000000001"} {
		_, ok := ParsePerson(little)
		require.False(t, ok, little)
	}
}

func TestPersonIsFoundInFiles(t *testing.T) {
	who, _ := ParsePerson("\u0416\u0443\u0440\u0430\u0432\u0435\u043b\u044c \u041e\u043b\u0435\u043d\u0430")
	const text = "1;\u0416\u0443\u0440\u0430\u0432\u0435\u043b\u044c;\u041e\u043b\u0435\u043d\u0430;2\n"
	narrow, err := charmap.Windows1251.NewEncoder().String(text)
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	require.NoError(t, err)
	var packed, book bytes.Buffer
	g := gzip.NewWriter(&packed)
	_, err = g.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, g.Close())
	z := zip.NewWriter(&book)
	part, err := z.Create("xl/sharedStrings.xml")
	require.NoError(t, err)
	_, err = part.Write([]byte("<sst><si><t>\u0416\u0443\u0440\u0430\u0432\u0435\u043b\u044c</t></si><si><t>\u041e\u043b\u0435\u043d\u0430</t></si></sst>"))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for name, data := range map[string]string{"a text": text, "of windows": narrow, "wide": wide, "packed": packed.String(), "a workbook": book.String()} {
		path := filepath.Join(t.TempDir(), "x")
		require.NoError(t, os.WriteFile(path, []byte(data), 0o600))
		found, err := who.InFile(path)
		require.NoError(t, err)
		require.True(t, found, name)
	}
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(path, []byte("PK\x03\x04 broken"), 0o600))
	found, err := who.InFile(path)
	require.NoError(t, err)
	require.False(t, found)
}

// TestInCopy: in a copy that is looked through in parts a person is found wherever the parts meet, and
// in a packed one beyond what is looked through of a file of orders.
func TestInCopy(t *testing.T) {
	who, _ := ParsePerson("067 111 22 33")
	plain, packed := filepath.Join(t.TempDir(), "journal.db"), filepath.Join(t.TempDir(), "journal.db.gz")
	for _, at := range []int{0, lookAt - 7, 2*lookAt - overlap - 5} {
		content := append(bytes.Repeat([]byte("\xff;"), at/2), " +380671112233 "...)
		require.NoError(t, os.WriteFile(plain, content, 0o600))
		found, err := who.InCopy(plain)
		require.NoError(t, err)
		require.True(t, found, at)
	}
	require.NoError(t, os.WriteFile(packed, nil, 0o600))
	require.NoError(t, durable.Pack(plain, packed))
	found, err := who.InCopy(packed)
	require.NoError(t, err)
	require.True(t, found)
	require.NoError(t, os.Truncate(packed, 100))
	found, err = who.InCopy(packed)
	require.Error(t, err, "it cannot be said that nobody is in it")
	require.False(t, found)
}
