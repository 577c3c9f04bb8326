package selection

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// oneLine is what every mistake must be: typed, on one line, with a mend.
func oneLine(t *testing.T, err error) {
	t.Helper()
	mistake, ok := errors.AsType[*Error](err)
	require.True(t, ok, err)
	require.NotContains(t, err.Error(), "\n")
	require.NotEmpty(t, mistake.Mend)
	require.GreaterOrEqual(t, mistake.Line, 0)
}

// Any bytes are a list of SKUs, each of which is then taken, or a mistake.
func FuzzSKUs(f *testing.F) {
	for _, seed := range []string{"KB-01\nKB-02\n", "sku;n\r\nA;\"x\ny\"\r\n", "sep=,\nкод,n\n1,2\n", "\xff\xfeA\x00\n\x00", "\xc0\xf0\xf2\n", "# c\n", "a\rb\r", "\"a\n", "PK\x03\x04"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := (&Filter{SKUs: "l"}).Compile(func(string) ([]byte, error) { return slices.Clone(data), nil })
		if err != nil {
			oneLine(t, err)
			return
		}
		require.NotEmpty(t, s.skus.only.entries)
		lines := 2 + strings.Count(string(data), "\n") + strings.Count(string(data), "\r")
		for _, e := range s.skus.only.entries {
			require.NotEmpty(t, e.text)
			require.True(t, utf8.ValidString(e.text))
			require.True(t, e.line >= 1 && e.line <= lines, e.line)
			require.True(t, s.Takes(&supplier.Product{SKU: " " + e.text}, money.Amount{}, false))
		}
		require.Empty(t, s.Unused())
	})
}

// Any bytes are a map, each row of which is found by its own key, or a mistake.
func FuzzMaps(f *testing.F) {
	f.Add([]byte(categoriesCSV))
	f.Add([]byte(attributesCSV))
	f.Add([]byte("category,name\n\"A > B\",x\nA,y\n"))
	f.Add([]byte("sep=;\ncategory;code\n;1\n"))
	f.Add([]byte(starredCSV))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := ReadCategoryMap("c", data); err != nil {
			oneLine(t, err)
		} else {
			for _, row := range m.table.rows {
				names := strings.Split(row.Get("category"), ">")
				found, ok := m.Lookup(&supplier.Category{Path: names})
				require.True(t, ok)
				require.Equal(t, row, found)
			}
		}
		if m, err := ReadAttributeMap("a", data); err != nil {
			oneLine(t, err)
		} else {
			for _, row := range m.table.rows {
				found, ok := m.Lookup(row.Get("name"), row.Get("value"))
				require.True(t, ok)
				require.Equal(t, row, found)
			}
		}
	})
}

// Any text is a filter or a mistake of the file; a filter that is read compiles or says why.
func FuzzFilter(f *testing.F) {
	f.Add("categories: [0120, \"Дім > Кухня\"]\nin_stock: true\nprice_from: 1.50\n")
	f.Add("brands:\n  - |\n    x\n  - &a y\n  - *a\n")
	f.Add("brands:\n<<: {a: b}\n? [x]\n: y\n")
	f.Fuzz(func(t *testing.T, text string) {
		var filter Filter
		if err := strictyaml.Decode("f.yaml", []byte(text), &filter); err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		filter.SKUs, filter.NotSKUs = "", ""
		if _, err := filter.Compile(nil); err != nil {
			oneLine(t, err)
		}
	})
}
