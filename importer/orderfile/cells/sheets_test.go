package cells_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestSheetsOneAfterTheOther: all of them by their names, each with how its rows stand to others.
func TestSheetsOneAfterTheOther(t *testing.T) {
	book := excelize.NewFile()
	require.NoError(t, book.SetCellValue("Sheet1", "A1", "  two blanks"))
	require.NoError(t, book.SetRowOutlineLevel("Sheet1", 1, 3))
	_, err := book.NewSheet("Second")
	require.NoError(t, err)
	inner, err := book.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{Indent: 4}, Font: &excelize.Font{Bold: true}})
	require.NoError(t, err)
	require.NoError(t, book.SetCellValue("Second", "B2", 5))
	require.NoError(t, book.SetCellStyle("Second", "B2", "B2", inner))
	require.NoError(t, book.SetSheetVisible("Second", false))
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	limits := cells.Limits{}.OrDefaults()
	sheets, fault := cells.OpenSheets(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), limits)
	require.Nil(t, fault)
	require.Equal(t, []cells.SheetName{{Name: "Sheet1"}, {Name: "Second", Hidden: true}}, sheets.Names())
	first, fault := sheets.Read(t.Context(), 0)
	require.Nil(t, fault)
	require.Equal(t, cells.Level{Outline: 3, Indent: 2}, first.Head[0].Level)
	second, fault := sheets.Read(t.Context(), 1)
	require.Nil(t, fault)
	require.Equal(t, uint8(4), second.Head[0].Level.Indent)
	require.NotZero(t, second.Head[0].Level.Look)

	_, fault = cells.OpenSheets(t.Context(), bytes.NewReader(out.Bytes()[:500]), 500, limits)
	require.Equal(t, problem.FileTruncated, fault.Code)
	limits.Bytes = 100
	_, fault = cells.OpenSheets(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), limits)
	require.Equal(t, problem.FileTooLarge, fault.Code)
}
