package together

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

var now = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

func form() Form {
	return Form{Title: "statement.title", Count: "column.entries", Adds: true, Columns: []Column{
		{Name: "opening", Heading: "column.opening"}, {Name: "accrual", Heading: "kind.accrual"}, {Name: "closing", Heading: "column.closing"}}}
}

func row(supplier, currency string, count int64, ok bool, amounts ...string) Row {
	r := Row{Supplier: supplier, Currency: currency, Count: count, OK: ok}
	for _, text := range amounts {
		amount := money.Amount{}
		if text != "" {
			amount = money.Must(text)
		}
		r.Amounts = append(r.Amounts, amount)
	}
	return r
}

// write makes a workbook of the rows, with a sheet of each supplier.
func write(t *testing.T, rows ...Row) (Result, *excelize.File) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "joint.xlsx")
	b, err := New(out, form(), "2026-10", now, wording.English)
	require.NoError(t, err)
	defer b.Abort()
	seen := map[string]bool{}
	for _, r := range rows {
		if !seen[r.Supplier] {
			seen[r.Supplier] = true
			section := b.Section(r.Supplier)
			sheet, err := section.Sheet(book.Layout{Name: "Control", Columns: []book.Column{{Heading: "a"}}})
			require.NoError(t, err)
			require.NoError(t, sheet.Append(book.Text(r.Supplier)))
			_, err = section.Close()
			require.NoError(t, err, "the whole closes")
		}
		require.NoError(t, b.Add(r))
	}
	require.NoFileExists(t, out)
	result, err := b.Close(control.Origin{From: now, To: now, Read: now, Source: "alpha, beta", Program: "test"})
	require.NoError(t, err)
	f, err := excelize.OpenFile(out)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return result, f
}

// TestTotalsOfEachCurrency: currencies are never added up, and formulas say the same as the values.
func TestTotalsOfEachCurrency(t *testing.T) {
	result, f := write(t, row("alpha", "UAH", 3, true, "10.00", "5.50", "15.50"), row("beta", "UAH", 4, true, "-1.00", "", "-1.00"), row("gamma", "EUR", 1, true, "2", "3", "5"))
	require.True(t, result.OK)
	require.Equal(t, []Total{
		{Currency: "EUR", Suppliers: 1, Count: 1, Amounts: map[string]money.Amount{"opening": money.Must("2"), "accrual": money.Must("3"), "closing": money.Must("5")}},
		{Currency: "UAH", Suppliers: 2, Count: 7, Amounts: map[string]money.Amount{"opening": money.Must("9.00"), "accrual": money.Must("5.50"), "closing": money.Must("14.50")}},
	}, result.Totals)
	require.Equal(t, []string{"Together", "alpha · Control", "beta · Control", "gamma · Control", "Control"}, f.GetSheetList())
	rows, err := f.GetRows("Together")
	require.NoError(t, err)
	require.Equal(t, []string{"Together", "UAH", "7", "9.00", "5.50", "14.50"}, rows[5])
	for cell, want := range map[string]string{"D5": "2.00", "D6": "9.00", "E6": "5.50", "F6": "14.50", "C6": "7"} {
		value, err := f.CalcCellValue("Together", cell)
		require.NoError(t, err)
		require.Equal(t, money.Must(want).String(), money.Must(value).String(), cell)
	}
	rows, err = f.GetRows("Control")
	require.NoError(t, err)
	for _, r := range rows {
		if len(r) > 4 {
			require.NotContains(t, r[4], "NOT", "%v", r)
		}
	}
}

// TestWhatDoesNotFitIsSaid: of a supplier's book, and of sums that are none.
func TestWhatDoesNotFitIsSaid(t *testing.T) {
	result, f := write(t, row("alpha", "UAH", 3, false, "1", "2", "3"), row("beta", "", 3, true, "1", "2", "3"))
	require.False(t, result.OK)
	rows, err := f.GetRows("Control")
	require.NoError(t, err)
	last := rows[len(rows)-2]
	require.Equal(t, "alpha, UAH", last[0])
	require.Contains(t, last[len(last)-1], "does not fit")
	result, _ = write(t, row("alpha", "UAH", 3, true, "1", "2", "4"))
	require.False(t, result.OK, "1 + 2 is not 4")
}

// TestLongNamesOfSuppliers leave room for the sheet's, and stay apart.
func TestLongNamesOfSuppliers(t *testing.T) {
	_, f := write(t, row("warehouse-of-the-north", "UAH", 1, true, "1", "2", "3"), row("warehouse-of-the-south", "UAH", 1, true, "1", "2", "3"))
	require.Equal(t, []string{"Together", "warehouse-of-t · Control", "warehouse-of-2 · Control", "Control"}, f.GetSheetList())
}
