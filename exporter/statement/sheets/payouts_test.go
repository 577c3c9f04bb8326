package sheets

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// paidInParts is a ledger whose second payout pays new entries and most of what the first
// one left, and whose third pays more than there is.
func paidInParts() ledgertest.Ledger {
	at := func(day int) time.Time { return time.Date(2026, 10, day, 9, 0, 0, 0, time.UTC) }
	return ledgertest.Ledger{PerPage: 50, Written: []ledgertest.Entry{
		{ID: "a1", Kind: "accrual", Operation: "correction", Kopecks: 10000, PostedAt: at(2)},
		{ID: "p1", Kind: "payout", Operation: "payout_iban", Kopecks: -6000, PostedAt: at(5)},
		{ID: "a2", Kind: "accrual", Operation: "correction", Kopecks: 2000, PostedAt: at(6)},
		{ID: "p2", Kind: "payout", Operation: "payout_iban", Kopecks: -5500, PostedAt: at(12)},
		{ID: "p3", Kind: "payout", Operation: "payout_iban", Kopecks: -700, PostedAt: at(13)},
	}}
}

// TestWhatPayoutsCarry: what a payout before left is named as that, beside what nothing
// explains, and the columns sum up.
func TestWhatPayoutsCarry(t *testing.T) {
	path, s := autumnBook(t, ledgertest.New(t, paidInParts()), Manner{}, func(o *statement.Options) { o.Orders = false })
	f := openBook(t, path)
	_, rows := rowsOf(t, f, "Виплати")
	require.Equal(t, []string{
		"p1|05.10.2026 12:00||виплата на IBAN|60.00|за часом|a1|02.10.2026 12:00|нарахування|коригування|||Д-0000001|100.00",
		"p1|05.10.2026 12:00||виплата на IBAN||за часом||||лишилося невиплаченим||||-40.00",
		"p2|12.10.2026 12:00||виплата на IBAN|55.00|за часом|a2|06.10.2026 12:00|нарахування|коригування|||Д-0000003|20.00",
		"p2|12.10.2026 12:00||виплата на IBAN||за часом||||із того, що лишили попередні виплати||||35.00",
		"p3|13.10.2026 12:00||виплата на IBAN|7.00|||||із того, що лишили попередні виплати||||5.00",
		"p3|13.10.2026 12:00||виплата на IBAN||||||решта, записами не покрита||||2.00",
		"|Разом|||122.00|||||||||122.00",
	}, rows)
	require.Equal(t, map[string]string{"payouts_covered": "1 of 3 payouts: p3 of 2026-10-13 pays 7.00, 2.00 more than was available"}, failed(s))
	_, rows = rowsOf(t, f, "Контроль")
	require.Contains(t, rows, "Виплати = записи, які вони покривають|122.00|122.00|0.00|OK")
}

// TestHoldsThatAreNotShown: what was held before the first entry that the supplier shows
// has a row of its own, so that the sheet sums to what is held.
func TestHoldsThatAreNotShown(t *testing.T) {
	period, err := statement.Month("2026-10", kyiv(t))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "held.xlsx")
	w, err := NewWorkbook(path, period, period.To, Manner{})
	require.NoError(t, err)
	defer w.Abort()
	_, err = w.Close(&statement.Statement{Period: period, Currency: "UAH", Holds: []statement.OpenHold{{Amount: money.Must("70.5")}},
		Closing: supplier.Balance{Held: money.Must("70.50")}})
	require.NoError(t, err)
	_, rows := rowsOf(t, openBook(t, path), "Холди")
	require.Equal(t, []string{"1|||||70.50|UAH|0|||зарезервовано записами, яких постачальник уже не показує", "|Разом||||70.50"}, rows)
	_, rows = rowsOf(t, openBook(t, path), "Контроль")
	require.Contains(t, rows, "Сума відкритих холдів = зарезервовано|70.50|70.50|0.00|OK")
}
