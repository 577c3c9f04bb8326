package control

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// written opens the workbook of a control sheet that write fills.
func written(t *testing.T, language wording.Language, write func(*Sheet) error) *excelize.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "control.xlsx")
	b, err := book.Create(path, book.Properties{Title: "control", Date: time.Date(2026, 11, 3, 8, 0, 0, 0, time.UTC)})
	require.NoError(t, err)
	defer b.Abort()
	sheet, err := Add(b, language)
	require.NoError(t, err)
	require.NoError(t, write(sheet))
	_, err = b.Close()
	require.NoError(t, err)
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// rows are the cells of the sheet as they are shown, each row's joined by "|".
func rows(t *testing.T, f *excelize.File) (out []string) {
	t.Helper()
	all, err := f.GetRows(f.GetSheetName(0))
	require.NoError(t, err)
	for _, row := range all {
		out = append(out, strings.Join(row, "|"))
	}
	return out
}

func origin(t *testing.T) Origin {
	t.Helper()
	kyiv, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return Origin{From: time.Date(2026, 10, 1, 0, 0, 0, 0, kyiv), To: time.Date(2026, 11, 1, 0, 0, 0, 0, kyiv),
		Source: "https://supplier.example", Read: time.Date(2026, 11, 3, 8, 5, 9, 0, time.UTC), Program: "dropbridge test"}
}

// The last day is included, and a clock change within the period shows.
func TestFacts(t *testing.T) {
	for language, want := range map[wording.Language][]string{
		wording.Ukrainian: {"Показник|Очікувано|Є|Різниця|Стан|Пояснення", "Період|||||01.10.2026 – 31.10.2026", "Часовий пояс|||||Europe/Kyiv (+03:00 … +02:00)",
			"Джерело|||||https://supplier.example", "Прочитано|||||03.11.2026 10:05:09", "Програма|||||dropbridge test", "Валюта|||||UAH"},
		wording.English: {"Item|Expected|Found|Difference|State|Explanation", "Period|||||01.10.2026 – 31.10.2026", "Time zone|||||Europe/Kyiv (+03:00 … +02:00)",
			"Source|||||https://supplier.example", "Read at|||||03.11.2026 10:05:09", "Program|||||dropbridge test", "Валюта|||||UAH"},
	} {
		f := written(t, language, func(s *Sheet) error { return s.Facts(origin(t), [2]string{"Валюта", "UAH"}) })
		require.Equal(t, want, rows(t, f))
		require.Equal(t, []string{map[wording.Language]string{wording.Ukrainian: "Контроль", wording.English: "Control"}[language]}, f.GetSheetList())
	}
}

// A proof's difference and state are formulas over its own row, so that a figure changed
// by hand shows; an absent amount is zero.
func TestProofs(t *testing.T) {
	f := written(t, wording.English, func(s *Sheet) error {
		return s.Proofs([]Proof{
			{"same", Figure{money.Must("5.10"), "SUM(A1)"}, Figure{Amount: money.Must("5.1")}},
			{"other", Figure{Amount: money.Must("5")}, Figure{money.Must("4.99"), "1+1"}},
			{"absent", Figure{}, Figure{Formula: "0"}},
		})
	})
	require.Equal(t, []string{"same|5.10|5.10|0.00|OK", "other|5.00|4.99|-0.01|NOT OK", "absent|0.00|0.00|0.00|OK"}, rows(t, f)[1:4])
	for cell, want := range map[string]string{"B2": "SUM(A1)", "C2": "", "C3": "1+1", "D3": "ROUND(C3-B3,2)", "E3": `IF(D3=0,"OK","NOT OK")`, "E4": `IF(D4=0,"OK","NOT OK")`} {
		formula, err := f.GetCellFormula("Control", cell)
		require.NoError(t, err)
		require.Equal(t, want, formula, cell)
	}
}

func TestChecks(t *testing.T) {
	f := written(t, wording.Ukrainian, func(s *Sheet) error {
		none := money.Amount{}
		for _, err := range []error{
			s.Check("figures", false, money.Must("10"), money.Must("7.5"), "apart"),
			s.Check("one figure", true, money.Must("10"), none, "no difference"),
			s.Check("words", true, none, none, "all of them"),
			s.Unchecked("unknown", "nobody says"),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	})
	require.Equal(t, []string{"figures|10.00|7.50|-2.50|НЕ СХОДИТЬСЯ|apart", "one figure|10.00|||OK|no difference", "words||||OK|all of them",
		"unknown||||не перевірено|nobody says"}, rows(t, f)[1:])
	formula, err := f.GetCellFormula("Контроль", "D2")
	require.NoError(t, err)
	require.Equal(t, "ROUND(C2-B2,2)", formula)
}

// Figures too long to subtract are an error, and no wrong zero.
func TestFiguresThatAreTooLong(t *testing.T) {
	long, wrong := money.Must("99999999999999999.99"), money.Must("-99999999999999999.99")
	written(t, wording.English, func(s *Sheet) error {
		require.Error(t, s.Proofs([]Proof{{"long", Figure{Amount: wrong}, Figure{Amount: long}}}))
		require.Error(t, s.Check("long", false, wrong, long, ""))
		return nil
	})
}
