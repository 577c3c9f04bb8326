package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/money"
)

var (
	kyiv     = time.FixedZone("Kyiv", 2*60*60)
	hryvnias = money.Must
	made     = Properties{Title: "Виписка", Date: time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)}
)

// columns are one of each kind.
var columns = []Column{
	{Heading: "Номер"}, {Heading: "К-сть", Kind: KindWhole}, {Heading: "Сума", Kind: KindMoney},
	{Heading: "День", Kind: KindDay}, {Heading: "Час", Kind: KindMoment}, {Heading: "Частка", Kind: KindPercent},
}

func create(t *testing.T, path string) *Book {
	t.Helper()
	b, err := Create(path, made)
	require.NoError(t, err)
	t.Cleanup(b.Abort)
	return b
}

func sheet(t *testing.T, b *Book, l Layout) *Sheet {
	t.Helper()
	s, err := b.Sheet(l)
	require.NoError(t, err)
	return s
}

// closed ends a book and opens it with the library.
func closed(t *testing.T, b *Book) *excelize.File {
	t.Helper()
	result, err := b.Close()
	require.NoError(t, err)
	data, err := os.ReadFile(b.path)
	require.NoError(t, err)
	sum := sha256.Sum256(data)
	require.Equal(t, Result{int64(len(data)), hex.EncodeToString(sum[:])}, result)
	requireNames(t, filepath.Dir(b.path), filepath.Base(b.path))
	f, err := excelize.OpenReader(bytes.NewReader(data))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func requireNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	require.Equal(t, append([]string{}, want...), got)
}

func raw(t *testing.T, f *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	return rows
}

func TestEveryKindIsFoundAgain(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "new", "book.xlsx"))
	s := sheet(t, b, Layout{Name: "Виписка", Columns: columns, Filter: true, Long: true})
	at := time.Date(2026, 10, 31, 23, 59, 59, 0, kyiv)
	require.NoError(t, s.Append(Text("20450000000017"), Whole(-3), Amount(hryvnias("-450.10")), Day(at), Moment(at), Amount(hryvnias("0.25"))))
	require.NoError(t, s.Append(Text("=1+1"), Cell{}, Amount(money.Amount{}), Day(time.Time{}), Moment(time.Time{})))
	require.NoError(t, s.Append())
	require.NoError(t, s.Append(Text("-5"), Whole(999_999_999_999_999), Amount(hryvnias("1234567890123.45")), Day(at.UTC().Add(3*time.Hour)), Moment(at.Truncate(24*time.Hour))))
	require.NoError(t, s.Append(Text(""), Whole(1_000_000_000_000_000), Amount(hryvnias("12345678901234.56")), Day(time.Date(1899, 1, 2, 0, 0, 0, 0, kyiv)), Cell{}, Amount(hryvnias("0.005"))))
	require.EqualValues(t, 6, s.Last())
	f := closed(t, b)
	require.Equal(t, [][]string{
		{"Номер", "К-сть", "Сума", "День", "Час", "Частка"},
		{"20450000000017", "-3", "-450.10", "46326", "46326.9999884259", "0.25"},
		{"=1+1"},
		nil,
		{"-5", "999999999999999", "1234567890123.45", "46327", "46326.0833333333"},
		{"", "1000000000000000", "12345678901234.56", "1899-01-02", "", "0.005"},
	}, raw(t, f, "Виписка"))
	shown, err := f.GetRows("Виписка")
	require.NoError(t, err)
	require.Equal(t, []string{"20450000000017", "-3", "-450.10", "31.10.2026", "31.10.2026 23:59", "25.00%"}, shown[1])
	kinds := []excelize.CellType{}
	for _, cell := range []string{"A2", "A3", "A5", "C2", "C6", "B6"} {
		kind, err := f.GetCellType("Виписка", cell)
		require.NoError(t, err)
		kinds = append(kinds, kind)
	}
	text, number := excelize.CellTypeInlineString, excelize.CellTypeUnset
	require.Equal(t, []excelize.CellType{text, text, text, number, text, text}, kinds)
}

// TestMomentsKeepTheirSecond: read with a float, every second of a day is still itself.
func TestMomentsKeepTheirSecond(t *testing.T) {
	start := time.Date(2026, 10, 31, 0, 0, 0, 0, kyiv)
	for second := range 24 * 60 * 60 {
		c := Moment(start.Add(time.Duration(second) * time.Second))
		var serial float64
		_, err := fmt.Sscan(string(c.appendNumber(nil)), &serial)
		require.NoError(t, err)
		require.InDelta(t, 46326*86400+second, serial*86400, 0.001)
	}
}

func TestFormulasHaveTheirValues(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "Д'Артаньян", Columns: columns, Filter: true})
	require.NoError(t, s.Append(Text("a"), Cell{}, Amount(hryvnias("1.10"))))
	require.NoError(t, s.Append(Text("b"), Cell{}, Amount(hryvnias("2.20"))))
	require.Equal(t, []string{"'Д''Артаньян'!$C$2:$C$3"}, s.Column(2))
	require.Equal(t, "'Д''Артаньян'!$C$3", s.Cell(2, 3))
	require.NoError(t, s.Append(Formula(`IF(C2<C3,"A&B","<")`, Text("A&B")).As(Good), Cell{}, Formula("SUM("+s.Column(2)[0]+")", Amount(hryvnias("3.30"))).As(Total)))
	require.NoError(t, s.Append(Formula("A4", Cell{}), Formula("1+1", Whole(2)), Cell{}.As(Total)))
	f := closed(t, b)
	require.Equal(t, []string{"A&B", "", "3.30"}, raw(t, f, "Д'Артаньян")[3])
	for cell, want := range map[string]string{"A4": `IF(C2<C3,"A&B","<")`, "C4": "SUM('Д''Артаньян'!$C$2:$C$3)", "A5": "A4", "B5": "1+1", "C5": ""} {
		formula, err := f.GetCellFormula("Д'Артаньян", cell)
		require.NoError(t, err)
		require.Equal(t, want, formula, cell)
	}
	sum, err := f.CalcCellValue("Д'Артаньян", "C4", excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	require.Equal(t, "3.3", sum)
	id, err := f.GetCellStyle("Д'Артаньян", "A4")
	require.NoError(t, err)
	require.Equal(t, style(formatGeneral, Good), id, "a formula in the format of texts would become one when it is edited")
	id, err = f.GetCellStyle("Д'Артаньян", "C5")
	require.NoError(t, err)
	require.Equal(t, style(formatMoney, Total), id)
	props, err := f.GetCalcProps()
	require.NoError(t, err)
	require.True(t, *props.FullCalcOnLoad)
	names := map[string]string{}
	for _, n := range f.GetDefinedName() {
		names[n.Name] = n.RefersTo
	}
	require.NotContains(t, names, "_xlnm.Print_Area", "charts stand beside the columns")
	require.Equal(t, "'Д''Артаньян'!$1:$1", names["_xlnm.Print_Titles"])
	require.Equal(t, "'Д''Артаньян'!$A$1:$F$5", names["_xlnm._FilterDatabase"])
}

func TestLongSheetsGoOn(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	b.maxRows = 4
	long := sheet(t, b, Layout{Name: "Виписка", Columns: columns[:3], Filter: true, Long: true})
	last := sheet(t, b, Layout{Name: "Кінець", Columns: columns[:1]})
	for n := range 7 {
		require.NoError(t, long.Append(Text(fmt.Sprint(n))))
	}
	require.NoError(t, last.Append(Text("x")))
	require.Equal(t, []string{"'Виписка'!$A$2:$A$4", "'Виписка 2'!$A$2:$A$4", "'Виписка 3'!$A$2:$A$2"}, long.Column(0))
	require.Equal(t, "'Виписка 3'!$A$2", long.Cell(0, long.Last()))
	f := closed(t, b)
	require.Equal(t, []string{"Виписка", "Виписка 2", "Виписка 3", "Кінець"}, f.GetSheetList())
	require.Equal(t, [][]string{{"Номер", "К-сть", "Сума"}, {"3"}, {"4"}, {"5"}}, raw(t, f, "Виписка 2"))
	require.Equal(t, [][]string{{"Номер", "К-сть", "Сума"}, {"6"}}, raw(t, f, "Виписка 3"))
	dimension, err := f.GetSheetDimension("Виписка 3")
	require.NoError(t, err)
	require.Equal(t, "A1:C2", dimension)
}

func TestLongSheetsGoOnByBytes(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	b.maxBytes = 1
	s := sheet(t, b, Layout{Name: strings.Repeat("ї", 31), Columns: columns[:1], Long: true})
	for range 30 {
		require.NoError(t, s.Append(Text(strings.Repeat("x", 30000))))
	}
	f := closed(t, b)
	require.Len(t, f.GetSheetList(), 4, "a sheet ends where a block of 256 KiB was written")
	require.Equal(t, strings.Repeat("ї", 29)+" 2", f.GetSheetList()[1])
}

func TestEmptySheet(t *testing.T) {
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "Холди", Columns: columns, Filter: true})
	require.EqualValues(t, 1, s.Last())
	require.Equal(t, []string{"'Холди'!$C$2:$C$2"}, s.Column(2))
	require.Len(t, raw(t, closed(t, b), "Холди"), 1)
}

func TestHostileTexts(t *testing.T) {
	texts := []string{"\x00\x07bell", "_x0041_", "<b>&\"'", "bad\xff", "\uFFFE", " blank ", "a\r\nb\tc", "=HYPERLINK(\"x\")", "@SUM(1)", "😀"}
	b := create(t, filepath.Join(t.TempDir(), "book.xlsx"))
	s := sheet(t, b, Layout{Name: "S", Columns: []Column{{Heading: "_x0041_\x01"}, {}}})
	for _, text := range texts {
		require.NoError(t, s.Append(Text(text)))
	}
	require.EqualValues(t, 0, s.Cut())
	require.NoError(t, s.Append(Text(strings.Repeat("ї", 40000))))
	require.EqualValues(t, 1, s.Cut())
	rows := raw(t, closed(t, b), "S")
	require.Equal(t, "_x0041_\x01", rows[0][0])
	for i, text := range texts {
		require.Equal(t, strings.ToValidUTF8(text, "\uFFFD"), rows[i+1][0])
	}
	require.Equal(t, strings.Repeat("ї", 32767), rows[len(texts)+1][0])
}
