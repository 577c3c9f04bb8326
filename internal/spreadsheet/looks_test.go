package spreadsheet

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// TestColumnsAsIfSetOneByOne: runs of columns make the very sheet that single ones make.
func TestColumnsAsIfSetOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 30 {
		var looks []ColumnLook
		for range n {
			looks = append(looks, ColumnLook{Style: random.IntN(3), Width: 10.5 + float64(random.IntN(2))/2})
		}
		got := sheetOf(t, func(f *excelize.File) { require.NoError(t, SetColumns(f, "Sheet1", looks)) })
		require.Equal(t, sheetOf(t, func(f *excelize.File) {
			for i, l := range looks {
				require.NoError(t, f.SetColStyle("Sheet1", ColumnName(i), l.Style))
				require.NoError(t, f.SetColWidth("Sheet1", ColumnName(i), ColumnName(i), l.Width))
			}
		}), got)
		require.Equal(t, n > 0, strings.Contains(got, "<col "), got)
		frame := frameOf(t, func(*excelize.File) {})
		require.NoError(t, frame.SetColumns(0, looks))
		require.Equal(t, got, string(frame.Sheets[0]), "the library need not know")
	}
	require.Error(t, SetColumns(excelize.NewFile(), "none", []ColumnLook{{0, 10}}))
	require.Error(t, SetColumns(excelize.NewFile(), "Sheet1", []ColumnLook{{0, 1000}}))
	require.ErrorIs(t, frameOf(t, func(*excelize.File) {}).SetColumns(0, []ColumnLook{{0, 1000}}), excelize.ErrColumnWidth)
}

// sheetOf is the XML of the sheet of a workbook with three cell formats.
func sheetOf(t *testing.T, change func(*excelize.File)) string {
	t.Helper()
	return string(frameOf(t, change).Sheets[0])
}

// frameOf is such a workbook.
func frameOf(t *testing.T, change func(*excelize.File)) *Frame {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for _, size := range []float64{12, 13} {
		_, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Size: size}})
		require.NoError(t, err)
	}
	change(f)
	frame, err := NewFrame(f, 1)
	require.NoError(t, err)
	return frame
}
