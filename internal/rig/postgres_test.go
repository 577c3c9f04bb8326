package rig

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSharedPostgres: tests have one server, and a database each.
func TestSharedPostgres(t *testing.T) {
	server := SharedPostgres(t)
	one, other := server.NewDatabase(t), server.NewDatabase(t)
	require.Same(t, server, SharedPostgres(t))
	require.NotEqual(t, one, other)
	tables := func(where, statement string) (n int) {
		db, err := sql.Open("pgx", where)
		require.NoError(t, err)
		defer db.Close()
		_, err = db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
		require.NoError(t, db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'numbers'").Scan(&n))
		return n
	}
	require.Equal(t, 1, tables(one, "CREATE TABLE numbers (n INTEGER)"))
	require.Zero(t, tables(other, "SELECT 1"))
}
