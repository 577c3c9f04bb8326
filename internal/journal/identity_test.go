package journal_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
)

// TestAttemptsOfAnEarlierVersion are counted from the orders that it left.
func TestAttemptsOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	where := filepath.Join(t.TempDir(), "journal.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	f := journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2))
	o := journaltest.Links(t, j, f)[0].Order
	o.Attempts = 7
	journaltest.Swap(t, j, o)
	require.NoError(t, j.Close())
	execute(t, where, "DELETE FROM identity") // as the migration finds it
	j = open(t, where)
	require.Equal(t, int64(7), journaltest.Identity(t, j).Attempts)
}

// TestJournalReplacedInPlace: a database that went back under the open journal takes no
// further attempts.
func TestJournalReplacedInPlace(t *testing.T) {
	t.Parallel()
	where := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, where)
	f := journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2))
	o := journaltest.Links(t, j, f)[0].Order
	o.State = state.Sending
	o = journaltest.Swap(t, j, o)
	execute(t, where, "UPDATE identity SET attempts = 0")
	_, err := j.Swap(t.Context(), o)
	require.ErrorContains(t, err, "earlier state")
	require.ErrorContains(t, j.Present(), "earlier state")
}

func execute(t *testing.T, where string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", where)
	require.NoError(t, err)
	defer db.Close()
	for _, statement := range statements {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
}
