package orderfile

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// readMarked reads a workbook of three orders, in rows 2 to 4, after a change.
func readMarked(t *testing.T, change func(f *excelize.File)) *Report {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, line := range []string{sectionHeads + ";Спосіб оплати;Менеджер"} {
		for j, text := range strings.Split(line, ";") {
			cell, _ := excelize.CoordinatesToCellName(j+1, i+1)
			require.NoError(t, f.SetCellValue("Sheet1", cell, text))
		}
	}
	for i, number := range []string{"1", "2", "3"} {
		for j, text := range strings.Split(sectionRow(number)+";Накладений платіж;Ірина", ";") {
			cell, _ := excelize.CoordinatesToCellName(j+1, i+2)
			require.NoError(t, f.SetCellValue("Sheet1", cell, text))
		}
	}
	change(f)
	path := filepath.Join(t.TempDir(), "orders.xlsx")
	require.NoError(t, f.SaveAs(path))
	return readPath(t, path)
}

// TestStruckThrough: a row that is struck through, or a cell of it that is read, refuses its order.
func TestStruckThrough(t *testing.T) {
	strike := func(from, to string) func(f *excelize.File) {
		return func(f *excelize.File) {
			style, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Strike: true}})
			require.NoError(t, err)
			require.NoError(t, f.SetCellStyle("Sheet1", from, to, style))
		}
	}
	for name, c := range map[string]struct {
		change func(f *excelize.File)
		want   []string
	}{
		"the whole row":        {strike("A3", "J3"), []string{"3 " + problem.StateUnknown}},
		"the SKU":              {strike("F3", "F3"), []string{"3 " + problem.StateUnknown}},
		"a column not read":    {strike("J3", "J3"), nil},
		"blank cells":          {strike("L3", "Z3"), nil},
		"the headings":         {strike("A1", "J1"), nil},
		"two rows":             {strike("A3", "J4"), []string{"3 " + problem.StateUnknown, "4 " + problem.StateUnknown}},
		"bold is no strike":    {func(f *excelize.File) { bold(t, f) }, nil},
		"the runs of a text":   {runs(t, true, true), []string{"3 " + problem.StateUnknown}},
		"a part of the text":   {runs(t, true, false), nil},
		"no run of the string": {runs(t, false, false), nil},
	} {
		r := readMarked(t, c.change)
		require.Equal(t, append([]string{}, c.want...), codes(r), name)
		require.Len(t, r.Orders, 3-len(c.want), name)
	}
}

func bold(t *testing.T, f *excelize.File) {
	style, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	require.NoError(t, err)
	require.NoError(t, f.SetCellStyle("Sheet1", "A3", "J3", style))
}

// runs makes the name of the second order of two runs.
func runs(t *testing.T, first, second bool) func(f *excelize.File) {
	return func(f *excelize.File) {
		require.NoError(t, f.SetCellRichText("Sheet1", "B3", []excelize.RichTextRun{
			{Text: "Тест ", Font: &excelize.Font{Strike: first, Size: 11}}, {Text: "Олена", Font: &excelize.Font{Strike: second, Size: 11}}}))
	}
}

// TestNotesOnCells: a note that speaks of state or payment refuses the order of its row.
func TestNotesOnCells(t *testing.T) {
	for text, refused := range map[string]bool{
		"скасовано, не відправляти": true, "Ірина:\nскасовано": true, "НЕ ВІДПРАВЛЯТИ!": true, "оплачено на карту": true, "Відмова.": true, "cancelled": true,
		"постійний клієнт": false, "подзвонити о 10:00": false, "Ірина:\nцікавилась червоним": false,
	} {
		r := readMarked(t, func(f *excelize.File) {
			require.NoError(t, f.AddComment("Sheet1", excelize.Comment{Cell: "A3", Author: "Ірина", Text: text}))
			require.NoError(t, f.AddComment("Sheet1", excelize.Comment{Cell: "C9", Author: "Ірина", Text: text}))
		})
		if !refused {
			require.Empty(t, codes(r), text)
			continue
		}
		require.Equal(t, []string{"3 " + problem.StateUnknown}, codes(r), text)
		require.Contains(t, r.Problems[0].Message, "A3")
	}
}

// TestNamesOfSheets: a sheet whose name is a word of state or payment says it of all its orders.
func TestNamesOfSheets(t *testing.T) {
	for name, want := range map[string][]string{
		"Скасовані": {"2 " + problem.StateUnknown, "3 " + problem.StateUnknown, "4 " + problem.StateUnknown}, "Відправлено": {"2 " + problem.StateUnknown, "3 " + problem.StateUnknown, "4 " + problem.StateUnknown},
		"Оплачено":   {"2 " + problem.PaymentUnknown, "3 " + problem.PaymentUnknown, "4 " + problem.PaymentUnknown},
		"Післяплата": nil, "Нові": nil, "Листопад": nil, "Замовлення": nil,
	} {
		r := readMarked(t, func(f *excelize.File) { require.NoError(t, f.SetSheetName("Sheet1", name)) })
		require.Equal(t, append([]string{}, want...), codes(r), name)
	}
}

// TestHiddenByAFilter: a row that is out of sight is refused, whatever hid it.
func TestHiddenByAFilter(t *testing.T) {
	r := readMarked(t, func(f *excelize.File) {
		require.NoError(t, f.AutoFilter("Sheet1", "A1:J4", nil))
		require.NoError(t, f.SetRowVisible("Sheet1", 3, false))
	})
	require.Equal(t, []string{"3 " + problem.RowHidden}, codes(r))
}
