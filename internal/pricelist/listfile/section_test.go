package listfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// sectionsOf are the sections of the rows of a list, and its notes.
func sectionsOf(t testing.TB, data string, how listfile.How) (sections []string, notes string) {
	t.Helper()
	how.Headings, how.Name = &form.Hints{}, "list"
	list, _, err := listfile.OpenAt(strings.NewReader(data), int64(len(data)), how)
	require.NoError(t, err)
	defer func() { require.NoError(t, list.Close()) }()
	var record listfile.Record
	for list.Next(&record) == nil {
		sections = append(sections, record.Section)
	}
	for _, note := range list.Notes() {
		require.NotEmpty(t, note.Way.In(wording.English))
		notes += note.Message.In(wording.English)
	}
	return sections, notes
}

const good = "a1;Чай;5\n"

// TestSectionsWithinSections: by their columns, their indents and their numbers; what nothing
// tells is noted, and may be said.
func TestSectionsWithinSections(t *testing.T) {
	for name, c := range map[string]struct {
		rows, said string
		want       []string
		notes      string
	}{
		"columns":       {"Дім;;\n;Кухня;\n" + good + ";Ванна;\n" + good + "Сад;;\n" + good, "", []string{"Дім > Кухня", "Дім > Ванна", "Сад"}, ""},
		"indents":       {"Дім;;\n  Кухня;;\n    Чай;;\n" + good + "  Ванна;;\n" + good + "Сад;;\n" + good, "", []string{"Дім > Кухня > Чай", "Дім > Ванна", "Сад"}, ""},
		"numbers":       {"1. Дім;;\n1.1 Кухня;;\n" + good + "1.2 Ванна;;\n" + good + "2. Сад;;\n" + good, "", []string{"1. Дім > 1.1 Кухня", "1. Дім > 1.2 Ванна", "2. Сад"}, ""},
		"nothing tells": {"Дім;;\nКухня;;\n" + good + "Сад;;\n" + good, "", []string{"Кухня", "Сад"}, "nothing shows whether sections stand in one another: Дім > Кухня"},
		"nested":        {"Дім;;\nКухня;;\n" + good + "Ванна;;\n" + good + "Сад;;\nГазон;;\n" + good, listfile.NestedSections, []string{"Дім > Кухня", "Дім > Ванна", "Сад > Газон"}, ""},
		"flat":          {"Дім;;\n  Кухня;;\n" + good, listfile.FlatSections, []string{"Кухня"}, ""},
	} {
		got, notes := sectionsOf(t, "Код;Назва;Ціна\n"+c.rows, listfile.How{Sections: c.said})
		require.Equal(t, c.want, got, name)
		require.Equal(t, c.notes, notes, name)
	}
}

// TestSectionsOfAWorkbook: by the groups of rows, the indents of cells and their looks.
func TestSectionsOfAWorkbook(t *testing.T) {
	book := excelize.NewFile()
	style := func(s excelize.Style) int {
		id, err := book.NewStyle(&s)
		require.NoError(t, err)
		return id
	}
	large, small := style(excelize.Style{Font: &excelize.Font{Bold: true, Size: 14}}), style(excelize.Style{Font: &excelize.Font{Bold: true}})
	inner := style(excelize.Style{Alignment: &excelize.Alignment{Indent: 2}})
	for sheet, rows := range map[string][]any{"looks": {large, small, 0, small, 0, large, 0}, "indents": {style(excelize.Style{}), inner, 0, inner, 0, style(excelize.Style{}), 0}, "groups": {0, 1, nil, 1, nil, 0, nil}} {
		_, err := book.NewSheet(sheet)
		require.NoError(t, err)
		require.NoError(t, book.SetSheetRow(sheet, "A1", &[]string{"Код", "Назва", "Ціна"}))
		for i, name := range []string{"Дім", "Кухня", "", "Ванна", "", "Сад", ""} {
			cell, err := excelize.CoordinatesToCellName(1, i+2)
			require.NoError(t, err)
			if name == "" {
				require.NoError(t, book.SetSheetRow(sheet, cell, &[]any{"a1", "Чай", 5}))
				continue
			}
			require.NoError(t, book.SetCellValue(sheet, cell, name))
			if sheet == "groups" {
				require.NoError(t, book.SetRowOutlineLevel(sheet, i+2, uint8(rows[i].(int))+1))
				continue
			}
			require.NoError(t, book.SetCellStyle(sheet, cell, cell, rows[i].(int)))
		}
	}
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	for _, sheet := range []string{"looks", "indents", "groups"} {
		got, notes := sectionsOf(t, out.String(), listfile.How{Sheets: []string{sheet}})
		require.Equal(t, []string{"Дім > Кухня", "Дім > Ванна", "Сад"}, got, sheet)
		require.Contains(t, notes, "the sheet Sheet1 is not among those that are named")
	}
}

// TestHeadingsInTwoRows: what stands over several columns belongs to each.
func TestHeadingsInTwoRows(t *testing.T) {
	for _, c := range [][2]string{
		{"Код;Назва;Ціна;\n;;Дроп;РРЦ\na1;Чай;5;9\n", "3 Код=a1 Назва=Чай Дроп=5 РРЦ=9"},
		{"Код;Назва;Дроп;Опт;;Залишок\n;;;від 5 шт;від 10 шт;\na1;Чай;5;4;3;1\n", "3 Код=a1 Назва=Чай Дроп=5 від 5 шт=4 від 10 шт=3 Залишок=1"},
		{"Код;Назва;Дроп;;Залишок\n;;грн;USD;\na1;Чай;5;9;1\n", "3 Код=a1 Назва=Чай Дроп грн=5 Дроп USD=9 Залишок=1"},
	} {
		lines, _, code := read(t, c[0], listfile.How{})
		require.Empty(t, code)
		require.Equal(t, []string{c[1]}, lines)
	}
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetRow("Sheet1", "A1", &[]string{"Прайс"}))
	require.NoError(t, book.MergeCell("Sheet1", "A1", "E1"))
	require.NoError(t, book.SetSheetRow("Sheet1", "A2", &[]string{"Код", "Назва", "Ціна"}))
	require.NoError(t, book.SetSheetRow("Sheet1", "A3", &[]any{nil, nil, "Дроп", "Роздріб", "для мене"}))
	for _, area := range [][2]string{{"A2", "A3"}, {"B2", "B3"}, {"C2", "E2"}} {
		require.NoError(t, book.MergeCell("Sheet1", area[0], area[1]))
	}
	require.NoError(t, book.SetSheetRow("Sheet1", "A4", &[]any{"a1", "Чай", 5, 9, 7}))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	lines, _, code := read(t, out.String(), listfile.How{})
	require.Empty(t, code)
	require.Equal(t, []string{"4 Код=a1 Назва=Чай Дроп=5 Роздріб=9 Ціна для мене=7"}, lines)
}
