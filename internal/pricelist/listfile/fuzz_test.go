package listfile_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// fuzzList reads whatever comes, and again: the same bytes are the same records, and every end
// is one of a list or a fault with its way out.
func fuzzList(t *testing.T, data string) {
	lines, format, code := read(t, data, listfile.How{})
	again, formatAgain, codeAgain := read(t, data, listfile.How{})
	require.Equal(t, lines, again)
	require.Equal(t, format+code, formatAgain+codeAgain)
	if code == "" {
		require.NotEmpty(t, lines, "a list without goods is none")
	}
}

func FuzzMarkup(f *testing.F) {
	f.Add(yml)
	f.Add(`<response><data><item a="b"><sku>a</sku></item></data></response>`)
	f.Add(`c><category name="Дім"><item><sku>a</sku><sizes><size><sku>s</sku></size></sizes></item></category></c>`)
	f.Fuzz(func(t *testing.T, data string) { fuzzList(t, "<"+data) })
}

func FuzzMembers(f *testing.F) {
	f.Add(`{"categories":[{"id":1,"name":"x"}],"products":[{"sku":"a","price":{"drop":1.50},"images":["x"]}]}`)
	f.Add(`[{"sku":"a"},{"sku":null}]`)
	f.Add(`{"products":{"Дім":{"a":{"name":"x","price":1,"sizes":[{"sku":"s"},{"sku":"m"}]}}}}`)
	f.Add(`{"categories":[{"children":[{"products":[{"sku":"a","price":1}],"name":"Дім"}]}]}`)
	f.Add("{\"sku\":\"a\",\"price\":1}\n{\"sku\":\"b\",\"price\":2}")
	f.Fuzz(func(t *testing.T, data string) { fuzzList(t, data) })
}

func FuzzTable(f *testing.F) {
	f.Add("Код;Назва;Ціна\nДім;;\na1;\"Чай\";5\nСад\nb2;Кава;6\n")
	f.Add("Дім;;\n Кухня;;\n1.2 Чай;;\na1;Чай;5\n")
	f.Add("sep=|\nsku|name\ra|b")
	f.Fuzz(func(t *testing.T, data string) { fuzzList(t, "Код;Назва;Ціна\n"+data) })
}

// FuzzPacked: an archive of anything is read as what is in it.
func FuzzPacked(f *testing.F) {
	f.Add(yml, 10)
	f.Add("Код;Назва\na;b\n", 0)
	f.Fuzz(func(t *testing.T, data string, cut int) {
		gz, archive := packed(t, data)
		if data != "" {
			lines, _, code := read(t, data, listfile.How{})
			for _, whole := range []string{gz, archive} {
				unpacked, _, codeOfPacked := read(t, whole, listfile.How{})
				require.Equal(t, lines, unpacked)
				require.Equal(t, code, codeOfPacked)
			}
		}
		if cut > 0 {
			_, _, code := read(t, gz[:cut%len(gz)], listfile.How{})
			require.NotEmpty(t, code, "a cut archive is no list")
		}
	})
}

// FuzzBook: a workbook of any cells and sheets is read twice alike, and every row of goods once.
func FuzzBook(f *testing.F) {
	f.Add("Чайники", "Дім", "a1", "Чай", 5)
	f.Add("Sheet2", "", "", "Ціна", 0)
	f.Fuzz(func(t *testing.T, sheet, section, sku, name string, price int) {
		if !nameOfSheet(sheet) {
			return
		}
		head := []any{"Код", "Назва", "Ціна"}
		fuzzList(t, bookOf(t, [][]any{{"Перший"}, head, {section}, {sku, name, price}}, [][]any{{sheet}, head, {sku, name, price}}))
	})
}

// nameOfSheet reports whether a workbook may have a sheet of that name.
func nameOfSheet(name string) bool {
	return utf8.ValidString(name) && name != "" && utf8.RuneCountInString(name) < 31 && name != "Перший" && name != "Архів" && !strings.ContainsAny(name, `:\/?*[]'`)
}

// FuzzWhole: records that are given as JSON are JSON, as many as by their values where a record
// has no variants.
func FuzzWhole(f *testing.F) {
	f.Add(yml)
	f.Add(`{"products":{"a":{"name":"x","price":1}}}`)
	f.Add("Код;Назва;Ціна\nДім;;\na1;\"Чай\";5\n")
	f.Fuzz(func(t *testing.T, data string) {
		list, _, err := listfile.OpenAt(strings.NewReader(data), int64(len(data)), listfile.How{Name: "list", Whole: true, Headings: &form.Hints{}})
		if err != nil {
			codeOf(t, err)
			return
		}
		defer func() { require.NoError(t, list.Close()) }()
		var record listfile.Record
		for list.Next(&record) == nil {
			require.True(t, jsontext.Value(record.JSON).IsValid(jsontext.AllowDuplicateNames(true)), record.JSON)
			require.Equal(t, jsontext.Kind('{'), jsontext.Value(record.JSON).Kind())
		}
	})
}
