package income

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func read(t *testing.T, from, to string, basis Basis) (*Book, *statement.Statement) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	period, err := statement.Days(from, to, zone)
	require.NoError(t, err)
	b := New(period, basis)
	s, err := statement.Read(t.Context(), ledgertest.New(t, ledgertest.Autumn()).Client(t), statement.Options{Period: period, Now: period.To}, statement.Sink{Entry: b.Take})
	require.NoError(t, err)
	return b, s
}

func incomes(t *testing.T, b *Book) (out []string) {
	t.Helper()
	for i := range b.Days {
		income, err := b.Income(&b.Days[i])
		require.NoError(t, err)
		out = append(out, b.Days[i].Day.Format("02.01")+" "+income.String())
	}
	return out
}

// By payouts a hold and an accrual are no income; a payout that is given back is taken off
// on its own day, not on the day of the payout.
func TestByPayouts(t *testing.T) {
	b, _ := read(t, "2026-11-01", "2026-11-30", Payouts)
	require.Equal(t, []string{"01.11 0.00", "05.11 2649.49", "10.11 0.00", "12.11 500.00", "13.11 -500.00", "20.11 0.00"}, incomes(t, b))
	total, err := b.Total()
	require.NoError(t, err)
	require.Equal(t, "2649.49", total.String())
}

// By accruals the return after midnight in Kyiv belongs to November.
func TestByAccruals(t *testing.T) {
	b, _ := read(t, "2026-10-01", "2026-10-31", Accruals)
	require.Equal(t, []string{"03.10 1450.10", "04.10 -700.05", "05.10 -30.00", "10.10 0.00", "20.10 99.99"}, incomes(t, b))
	b, _ = read(t, "2026-11-01", "2026-11-30", Accruals)
	require.Equal(t, "01.11 700.05", incomes(t, b)[0])
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	totals := map[Basis]string{Payouts: "2649.49", Accruals: "13000.05"}
	var paths []string
	for basis := range totals {
		paths = append(paths, filepath.Join(dir, string(basis)+".xlsx"))
		b, s := read(t, "2026-11-01", "2026-11-30", basis)
		_, err := b.Write(paths[len(paths)-1], s, Manner{Language: wording.Ukrainian})
		require.NoError(t, err)
	}
	books := office.Sheets(t, office.Reading{Recalculate: true}, paths...)
	for basis, want := range totals {
		sheets := books[string(basis)]
		days := sheets["Книга доходів"]
		require.Equal(t, want, days[7][2], "the total")
		require.Equal(t, want, days[6][3], "the running total behind the last day")
		proof := sheets["Контроль"][9]
		require.Equal(t, []string{want, want, "0", "OK"}, proof[1:5])
	}
	b, s := read(t, "2026-08-01", "2026-08-31", Payouts)
	_, err := b.Write(filepath.Join(dir, "none.xlsx"), s, Manner{Language: wording.English})
	require.NoError(t, err)
	f, err := excelize.OpenFile(filepath.Join(dir, "none.xlsx"))
	require.NoError(t, err)
	defer f.Close()
	text, err := f.GetCellValue("Income", "D2")
	require.NoError(t, err)
	require.Equal(t, "no income in this period", text)
}
