package book

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

func TestWrappedLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		lines int
	}{
		{"", 10, 1}, {"коротко", 10, 1}, {"два слова", 9, 1}, {"два слова", 8, 2}, {"одинадцять", 4, 3}, {"а одинадцять", 4, 4}, {"рядок\nрядок", 20, 2}, {"x", -1, 1},
	} {
		require.Equal(t, c.lines, wrappedLines(c.text, c.width), "%q in %d", c.text, c.width)
	}
}

// TestRowsFitTheirTexts: LibreOffice shows rows as high as they say, so that wrapped texts
// would else run into the rows below.
func TestRowsFitTheirTexts(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	text := "Довге пояснення, яке не вміщується в один рядок"
	columns := []Column{{Heading: "Пояснення до запису", Width: 14}, {Width: 14, Wrap: true}}
	short := sheet(t, b, Layout{Name: "Short", Columns: columns})
	long := sheet(t, b, Layout{Name: "Long", Columns: columns, Long: true})
	for _, s := range []*Sheet{short, long} {
		require.NoError(t, s.Append(Text("коротко")))
		require.NoError(t, s.Append(Text(text)))
		require.NoError(t, s.Append(Cell{}, Text(text)))
	}
	f := closed(t, b)
	for name, want := range map[string][]float64{"Short": {34, 15, 90, 90}, "Long": {34, 15, 15, 90}} {
		for i, height := range want {
			got, err := f.GetRowHeight(name, i+1)
			require.NoError(t, err)
			require.InDelta(t, height, got, 0.01, "%s, row %d", name, i+1)
		}
	}
}

func TestWidths(t *testing.T) {
	for want, c := range map[float64]Column{
		15: {Heading: "Дебет", Kind: KindMoney}, 12: {Kind: KindDay}, 21: {Heading: "Найменуванняконтр", Kind: KindDay}, 7: {Heading: "Довгий заголовок", Width: 7},
	} {
		require.InDelta(t, want, c.inCharacters(), 0.01)
	}
}

// TestPrintedColumns: what is not printed makes the page no wider, and what a book is of
// stands above each of its sheets, an ampersand as itself.
func TestPrintedColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "printed.xlsx")
	b := create(t, path)
	wide := sheet(t, b, Layout{Name: "Виписка", Filter: true, Printed: 2, Columns: []Column{{Heading: "А", Width: 120}, {Heading: "Б", Width: 120}, {Heading: "В", Width: 120}}})
	require.NoError(t, wide.Append(Text("1"), Text("2"), Text("3")))
	require.NoError(t, wide.AppendTotal(Text("Разом")))
	sheet(t, b, Layout{Name: "Інший", Columns: []Column{{Heading: "А"}}})
	b.Head("ТОВ «А & Б» — "+strings.Repeat("ц", 300), "10.2026, UAH")
	closed(t, b)
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	defer f.Close()
	layout, err := f.GetPageLayout("Виписка")
	require.NoError(t, err)
	require.Equal(t, 1, *layout.FitToWidth)
	names := map[string]string{}
	for _, n := range f.GetDefinedName() {
		names[n.Scope+" "+n.Name] = n.RefersTo
	}
	require.Equal(t, "'Виписка'!$A$1:$B$3", names["Виписка _xlnm.Print_Area"])
	require.Equal(t, "'Виписка'!$A$1:$C$2", names["Виписка _xlnm._FilterDatabase"], "the total is not among what is filtered")
	for _, name := range []string{"Виписка", "Інший"} {
		header, err := f.GetHeaderFooter(name)
		require.NoError(t, err)
		require.Contains(t, header.OddHeader, `&L&"-,Bold"&11&A&"-,Regular"&9`+"\nТОВ «А && Б» — ццц")
		require.Contains(t, header.OddHeader, "&R&9 10.2026, UAH")
		require.LessOrEqual(t, len(utf16.Encode([]rune(header.OddHeader))), 255)
	}
}
