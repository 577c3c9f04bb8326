package listfile_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// workbook is a price list as people keep it: a title, merged sections, numbers with formats.
func workbook(t testing.TB) string {
	t.Helper()
	book := excelize.NewFile()
	const sheet = "Sheet1"
	for cell, value := range map[string]any{"A1": "Прайс від 20.11.2026", "A3": "Код", "B3": "Назва", "C3": "Дроп", "A4": "Дім", "A5": 123, "B5": "Чай", "C5": 310.5, "A6": "b-2", "B6": "Кава", "C6": 12,
		"A7": "c-3", "B7": "Прихована", "C7": 5, "A8": "d-4", "B8": "Закреслена", "C8": 5} {
		require.NoError(t, book.SetCellValue(sheet, cell, value))
	}
	zeros := "00000"
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &zeros})
	require.NoError(t, err)
	require.NoError(t, book.SetCellStyle(sheet, "A5", "A5", style))
	struck, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Strike: true}})
	require.NoError(t, err)
	require.NoError(t, book.SetCellStyle(sheet, "A8", "A8", struck))
	require.NoError(t, book.MergeCell(sheet, "A4", "C4"))
	require.NoError(t, book.SetRowVisible(sheet, 7, false))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.String()
}

func TestWorkbooks(t *testing.T) {
	data := workbook(t)
	want := []string{"5 in Дім Код=00123 Назва=Чай Дроп=310.5", "6 in Дім Код=b-2 Назва=Кава Дроп=12",
		"7 in Дім Код=c-3 Назва=Прихована Дроп=5 row_hidden", "8 in Дім Код=d-4 Назва=Закреслена Дроп=5 row_struck"}
	gz, archive := packed(t, data)
	for _, one := range []string{data, gz, archive} {
		lines, format, code := read(t, one, listfile.How{})
		require.Empty(t, code)
		require.Equal(t, listfile.XLSX, format)
		require.Equal(t, want, lines)
	}
	for at := 100; at < len(data); at += 500 {
		_, _, code := read(t, data[:at], listfile.How{})
		require.Contains(t, []string{listfile.Incomplete, listfile.Unreadable}, code, "cut at %d", at)
	}
}
