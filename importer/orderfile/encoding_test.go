package orderfile

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// englishHeads are headings that are the same in every encoding.
const englishHeads = "order number;name;phone;city;branch;sku;quantity;price"

// TestOtherEncodingsAreNamed: a text in an encoding that is not read is refused by its
// name, also where its English headings would be known in any.
func TestOtherEncodingsAreNamed(t *testing.T) {
	for name, encoding := range map[string]*charmap.Charmap{
		"KOI8-U": charmap.KOI8U, "code page 866": charmap.CodePage866, "Macintosh": charmap.MacintoshCyrillic, "ISO 8859-5": charmap.ISO8859_5,
	} {
		for _, head := range []string{"Номер заказа;ФИО;Телефон;Город;Отделение;Артикул;Количество;Цена", englishHeads} {
			data, err := encoding.NewEncoder().Bytes([]byte(lines(head, "1001;Коваль Елена;0670000101;Одесса;12;KB-01;2;450,00", "1002;Гнатюк Степан;0670000102;Умань;5;KB-02;1;320,00")))
			require.NoError(t, err)
			r := readPath(t, writeTemp(t, "orders.csv", data))
			require.Equal(t, []string{"0 encoding_unknown"}, codes(r), name)
			require.Contains(t, r.Problems[0].Message, name)
			require.Empty(t, r.Orders)
		}
	}
}

// TestEnglishHeadingsInWindows1251: beside English headings the words decide.
func TestEnglishHeadingsInWindows1251(t *testing.T) {
	for name, c := range map[string]struct {
		rows string
		good bool
	}{
		"names":         {"1001;Коваль Олена;0670000101;Київ;12;KB-01;2;450,00", true},
		"capitals":      {"1001;КОВАЛЬ ОЛЕНА;0670000101;КИЇВ;12;KB-01;2;450,00", true},
		"small letters": {"1001;коваль олена;0670000101;київ;12;KB-01;2;450,00", true},
		"apostrophes":   {"1001;Дем’яненко-О'Ніл Ія;0670000101;Кам’янка;12;KB-01;2;450,00", true},
		"Latin name":    {"1001;Koval Olena;0670000101;Kyiv;№12;KB-01;2;450,00 грн", true},
	} {
		r := readPath(t, writeTemp(t, "orders.csv", to1251(t, lines(englishHeads, c.rows))))
		require.Equal(t, c.good, r.Verdict == VerdictOK, "%s %v", name, r.Problems)
		require.Equal(t, cells.EncodingWindows1251, r.Encoding)
	}
	row := lines(englishHeads, "1001;Коваль Олена;0670000101;Київ;12;KB-01;2;450,00")
	latin, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte(lines(englishHeads, "1001;José Müller;0670000101;Zürich;12;KB-01;2;450,00")))
	require.NoError(t, err)
	for name, data := range map[string][]byte{
		"UTF-8 with a broken byte":     []byte(row + "1002;\xff;;;;;;\n"),
		"Latin-1":                      latin,
		"a byte that no character has": append(to1251(t, lines(heads, one)), "1002;\x98;;;;;;\n"...),
	} {
		require.Equal(t, []string{"0 encoding_unknown"}, codes(readPath(t, writeTemp(t, "orders.csv", data))), name)
	}
}

func TestUTF32IsNamed(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, mark := range []string{"\ufeff", ""} {
			var data []byte
			for _, r := range mark + lines(heads, one) {
				data = order.AppendUint32(data, uint32(r))
			}
			r := readPath(t, writeTemp(t, "orders.csv", data))
			require.ElementsMatch(t, []string{"0 encoding_unknown", "0 file_nul_filled"}, codes(r))
			require.Contains(t, r.Problems[0].Message, "UTF-32")
		}
	}
}
