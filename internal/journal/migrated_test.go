package journal_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestOlderJournal: what an older version has written is counted and found, and what it knew
// of waybills is no news of today.
func TestOlderJournal(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "journal.db")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		testOlder(t, db, path, false)
	})
	t.Run("postgres", func(t *testing.T) {
		where := rig.SharedPostgres(t).NewDatabase(t)
		db, err := sql.Open("pgx", where)
		require.NoError(t, err)
		testOlder(t, db, where, true)
	})
}

// monthLater is a month after the orders of an older journal came: their parcels are late.
var monthLater = time.Unix(0, 0).AddDate(0, 1, 0)

func testOlder(t *testing.T, db *sql.DB, where string, server bool) {
	const orders = journal.IndexedAtOnce + 10 // more than one step
	journal.Older(t, db, server, orders)
	require.NoError(t, db.Close())
	j := open(t, where)
	require.Equal(t, state.Kept{Orders: map[state.State]int{state.Accepted: orders, state.Ready: 1, state.HandedOver: 1}, Held: 1,
		Conflicts: map[string]int{state.CodeConflict: 1}, Rows: state.Counts{Accepted: 7, Skipped: 2}}, journaltest.Kept(t, j, "acme"))
	journaltest.RequireKept(t, j)
	journal.Indexed(j)
	page, err := j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: "20450000000000"})
	require.NoError(t, err)
	require.True(t, page.Complete)
	require.Len(t, page.Orders, 1)
	require.Equal(t, "N0", page.Orders[0].ExternalID)
	figures, err := j.Figures(t.Context(), "acme", time.Unix(0, 1), monthLater)
	require.NoError(t, err)
	require.Equal(t, []int{1, 0, orders}, []int{figures.Files, figures.Waybills, figures.Late})

	journal.Unindexed(t, j) // in steps, and a search between them
	page, err = j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: "olena"})
	require.NoError(t, err)
	require.False(t, page.Complete)
	require.Empty(t, page.Orders)
	require.True(t, journal.IndexSome(t, j))
	page, err = j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: "n200"})
	require.NoError(t, err)
	require.False(t, page.Complete)
	require.Len(t, page.Orders, 1, "the newest first")
	found, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", Number: "N0"})
	require.NoError(t, err)
	journaltest.Swap(t, j, found[0]) // not made ready yet, and its waybill no news
	require.False(t, journal.IndexSome(t, j))
	require.False(t, journal.IndexSome(t, j))
	page, err = j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: "olena", LateAt: monthLater})
	require.NoError(t, err)
	require.True(t, page.Complete)
	require.Len(t, page.Orders, state.SearchLimit)
	figures, err = j.Figures(t.Context(), "acme", time.Unix(0, 1), monthLater)
	require.NoError(t, err)
	require.Equal(t, []int{0, orders}, []int{figures.Waybills, figures.Late})
}
