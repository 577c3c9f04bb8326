package journal_test

import (
	"path/filepath"
	"testing"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestLargeJournals: the page does not wait for the number of orders.
func TestLargeJournals(t *testing.T) {
	racing.Skip(t)
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		testLarge(t, filepath.Join(t.TempDir(), "journal.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		testLarge(t, rig.SharedPostgres(t).NewDatabase(t))
	})
}

func testLarge(t *testing.T, where string) {
	j := open(t, where)
	journal.FillLarge(t, j, journal.LargeOrders())
	journal.RequireQuick(t, j)
	journal.RequireQuickPages(t, j)
	journal.RequireFewQueries(t, j)
}
