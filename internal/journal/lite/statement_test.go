package lite

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStatementsStayInMemory: SQLite takes the setting, which it does only before it is first
// used, and works with it.
func TestStatementsStayInMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "journal.db")
	require.NoError(t, Make(path))
	db, err := Open(path, "_txlock=immediate")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	require.True(t, keepStatements())
	_, err = db.ExecContext(t.Context(), "CREATE TABLE numbers (n INTEGER PRIMARY KEY CHECK (n < 20000), padding TEXT NOT NULL)")
	require.NoError(t, err)
	const fill = "WITH RECURSIVE series(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM series WHERE n < ?) INSERT INTO numbers SELECT n, hex(zeroblob(500)) FROM series"
	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), fill, 1, 10000)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), fill, 10001, 20000)
	require.ErrorContains(t, err, "CHECK", "the last one fails, after more pages than are kept in memory")
	var count, last int
	require.NoError(t, tx.QueryRowContext(t.Context(), "SELECT COUNT(*), MAX(n) FROM numbers").Scan(&count, &last))
	require.Equal(t, []int{10000, 10000}, []int{count, last}, "what the failed statement had written is undone alone")
	require.NoError(t, tx.Commit())
}

// TestLargeStatement: what a statement has changed is undone, and not lost, however much it is.
func TestLargeStatement(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "journal.db")
	require.NoError(t, Make(path))
	db, err := Open(path, "_txlock=immediate")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	_, err = db.ExecContext(t.Context(), `CREATE TABLE numbers (n INTEGER PRIMARY KEY, padding TEXT NOT NULL CHECK (n < 4000 OR padding <> 'changed'));
		WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 4000) INSERT INTO numbers SELECT n, hex(zeroblob(1000)) FROM series`)
	require.NoError(t, err)
	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), "UPDATE numbers SET padding = hex(zeroblob(999)) || n WHERE n < 4000")
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), "UPDATE numbers SET padding = 'changed'")
	require.ErrorContains(t, err, "CHECK", "the last row refuses it")
	var count int
	require.NoError(t, tx.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM numbers WHERE padding = hex(zeroblob(999)) || n").Scan(&count))
	require.Equal(t, 3999, count)
	require.NoError(t, tx.Commit())
}
