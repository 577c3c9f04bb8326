package journal_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestConnectionsAreKept: after a rush in which a journal on a server uses all its connections, the next
// one finds the same.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	const all = 8
	where := rig.SharedPostgres(t).NewDatabase(t)
	j := open(t, where)
	db, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer db.Close()
	rush := func() (backends string) { // each query has a connection of its own, as all wait for the table
		hold, err := db.BeginTx(t.Context(), nil)
		require.NoError(t, err)
		_, err = hold.ExecContext(t.Context(), "LOCK TABLE orders IN ACCESS EXCLUSIVE MODE")
		require.NoError(t, err)
		var group errgroup.Group
		for range all {
			group.Go(func() error {
				_, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme"})
				return err
			})
		}
		require.Eventually(t, func() bool {
			var n int
			require.NoError(t, db.QueryRowContext(t.Context(), `SELECT COUNT(*), COALESCE(string_agg(pid::TEXT, ' ' ORDER BY pid), '') FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n, &backends))
			return n == all
		}, time.Minute, 10*time.Millisecond)
		require.NoError(t, hold.Rollback())
		require.NoError(t, group.Wait())
		return backends
	}
	require.Equal(t, rush(), rush())
}
