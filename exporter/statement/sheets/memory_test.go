package sheets

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
)

// TestABookThatGoesOn: a month that goes on from what was exported has the cells of one
// that was read from the start, on every sheet but Контроль, which says where the opening
// comes from.
func TestABookThatGoesOn(t *testing.T) {
	server, remembered := ledgertest.New(t, unfit()), t.TempDir()
	server.Break(ledgertest.Faults{})
	export := func(month, memory string) (string, statement.OpeningSource) {
		period, err := statement.Month(month, kyiv(t))
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "book.xlsx")
		o := statement.Options{Period: period, Account: closed.Account{Name: "shop"}, Now: time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC), Orders: true, Memory: memory}
		s, _, err := WriteWorkbook(t.Context(), server.Client(t), o, Manner{}, path)
		require.NoError(t, err)
		return path, s.OpeningFrom
	}
	for _, month := range []string{"2026-09", "2026-10", "2026-11"} {
		goesOn, from := export(month, remembered)
		if month != "2026-09" {
			require.Equal(t, statement.OpeningRemembered, from.Source)
		}
		fresh, from := export(month, t.TempDir())
		require.Equal(t, statement.OpeningEntries, from.Source)
		got, want := openBook(t, goesOn), openBook(t, fresh)
		for _, sheet := range want.GetSheetList()[:6] {
			_, rows := rowsOf(t, got, sheet)
			_, wanted := rowsOf(t, want, sheet)
			require.Equal(t, wanted, rows, "%s %s", month, sheet)
		}
		_, rows := rowsOf(t, want, "Виписка")
		require.NotEmpty(t, rows)
	}
}
