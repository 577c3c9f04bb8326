package listfile_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// bookOf is a workbook of sheets, each with its rows.
func bookOf(t testing.TB, sheets ...[][]any) string {
	t.Helper()
	book := excelize.NewFile()
	for i, rows := range sheets {
		name := rows[0][0].(string)
		if i == 0 {
			require.NoError(t, book.SetSheetName("Sheet1", name))
		} else {
			_, err := book.NewSheet(name)
			require.NoError(t, err)
		}
		for n, row := range rows[1:] {
			cell, err := excelize.CoordinatesToCellName(1, n+1)
			require.NoError(t, err)
			require.NoError(t, book.SetSheetRow(name, cell, &row))
		}
		if name == "Архів" {
			require.NoError(t, book.SetSheetVisible(name, false))
		}
	}
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.String()
}

// TestSheetsAreOneList: those with goods are read, each a section; the others are noted.
func TestSheetsAreOneList(t *testing.T) {
	head := []any{"Код", "Назва", "Ціна"}
	data := bookOf(t, [][]any{{"Контакти"}, {"Телефонуйте"}, {"щодня"}}, [][]any{{"Чайники"}, head, {"a1", "Чай", 5}}, [][]any{{"Лист2"}, {"Ціна", "Код", "Назва"}, {6, "b2", "Кава"}},
		[][]any{{"Порожній"}}, [][]any{{"Сад"}, head}, [][]any{{"Архів"}, head, {"z9", "Сіль", 1}})
	lines, _, code := read(t, data, listfile.How{})
	require.Empty(t, code)
	require.Equal(t, []string{"2 in Чайники Код=a1 Назва=Чай Ціна=5", "2 Ціна=6 Код=b2 Назва=Кава"}, lines)
	_, notes := sectionsOf(t, data, listfile.How{})
	require.Equal(t, "the sheet Контакти is not read: it has no headings of goods"+"the sheet Архів is not read: it is hidden", notes)

	lines, _, code = read(t, data, listfile.How{Sheets: []string{"архів", "Чайники"}})
	require.Empty(t, code)
	require.Equal(t, []string{"2 in Архів Код=z9 Назва=Сіль Ціна=1", "2 in Чайники Код=a1 Назва=Чай Ціна=5"}, lines)
	lines, _, code = read(t, data, listfile.How{Sheets: []string{"Чайники"}})
	require.Empty(t, code)
	require.Equal(t, []string{"2 Код=a1 Назва=Чай Ціна=5"}, lines)
	for want, sheets := range map[string][]string{listfile.FormUnknown: {"Немає такого"}, listfile.Empty: {"Сад"}} {
		_, _, code = read(t, data, listfile.How{Sheets: sheets})
		require.Equal(t, want, code)
	}
	_, _, code = read(t, data, listfile.How{Sheets: []string{"Контакти"}})
	require.Equal(t, listfile.FormUnknown, code)
	_, _, code = read(t, bookOf(t, [][]any{{"Контакти"}, {"Телефонуйте"}}), listfile.How{})
	require.Equal(t, listfile.FormUnknown, code)
	_, _, code = read(t, bookOf(t, [][]any{{"Порожній"}}), listfile.How{})
	require.Equal(t, listfile.Empty, code)
}

// TestSheetsOfOtherColumnsAreAsked: one price must not be taken for another one.
func TestSheetsOfOtherColumnsAreAsked(t *testing.T) {
	data := bookOf(t, [][]any{{"Дроп"}, {"Код", "Назва", "Дроп"}, {"a1", "Чай", 5}}, [][]any{{"Роздріб"}, {"Код", "Назва", "Ціна", "Колір"}, {"a1", "Чай", 9, "чорний"}})
	_, _, code := read(t, data, listfile.How{})
	require.Equal(t, listfile.FormUnknown, code)
}
