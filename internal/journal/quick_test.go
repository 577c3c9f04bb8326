package journal_test

import (
	"path/filepath"
	"testing"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/postgrestest"
)

// TestLargeJournals: the page does not wait for the number of orders.
func TestLargeJournals(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testLarge(t, filepath.Join(t.TempDir(), "journal.db")) })
	t.Run("postgres", func(t *testing.T) { testLarge(t, postgrestest.Start(t).NewDatabase(t)) })
}

func testLarge(t *testing.T, where string) {
	j := open(t, where)
	journal.FillLarge(t, j, journal.LargeOrders())
	journal.RequireQuick(t, j)
}
