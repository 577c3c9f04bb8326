package lite

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// opened is a new database, whose connection that writes is the only one.
func opened(t *testing.T) (write *sql.DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, Make(path))
	write, err := Open(path, "_txlock=immediate")
	require.NoError(t, err)
	write.SetMaxOpenConns(1)
	t.Cleanup(func() { require.NoError(t, write.Close()) })
	return write, path
}

// kept is how many statements the connection of a database has compiled that is used next.
func kept(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.Raw(func(c any) error {
		n = len(c.(*connection).kept)
		return nil
	}))
	return n
}

// TestReading: what was compiled answers with what is there now, whatever became of the tables, of several
// at once, and however many there are; what cannot be compiled says why.
func TestReading(t *testing.T) {
	write, path := opened(t)
	do := func(text string) {
		_, err := write.ExecContext(t.Context(), text)
		require.NoError(t, err)
	}
	do("CREATE TABLE numbers (n INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO numbers VALUES (1, 'one'), (2, 'two')")
	r, err := OpenReading(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	name := func(n int) (name string) {
		require.NoError(t, r.QueryRowContext(t.Context(), "SELECT name FROM numbers WHERE n = $1", n).Scan(&name))
		return name
	}
	require.Equal(t, []string{"one", "two"}, []string{name(1), name(2)})
	require.Equal(t, 1, kept(t, r))
	do("ALTER TABLE numbers ADD COLUMN more TEXT; CREATE INDEX names ON numbers (name); UPDATE numbers SET name = 'changed' WHERE n = 2")
	require.Equal(t, "changed", name(2))

	var pairs []string
	all := func(each func(n int)) {
		rows, err := r.QueryContext(t.Context(), "SELECT n FROM numbers ORDER BY n")
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var n int
			require.NoError(t, rows.Scan(&n))
			each(n)
		}
		require.NoError(t, rows.Err())
	}
	all(func(n int) { all(func(m int) { pairs = append(pairs, fmt.Sprint(n, m)) }) })
	require.Equal(t, []string{"1 1", "1 2", "2 1", "2 2"}, pairs, "the same one, while it is being read")

	_, err = r.QueryContext(t.Context(), "SELECT missing FROM numbers")
	require.ErrorContains(t, err, "no such column: missing")
	require.ErrorContains(t, r.QueryRowContext(t.Context(), "DELETE FROM numbers RETURNING n").Scan(new(int)), "readonly")

	for n := range 2 * mostCompiled {
		var got int
		require.NoError(t, r.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %d + $1", n), 1).Scan(&got))
		require.Equal(t, n+1, got)
	}
	require.Equal(t, mostCompiled, kept(t, r))
	require.Equal(t, "one", name(1))
}

// TestWriting: what was compiled writes with other arguments, in one transaction and the next, after
// one that it failed in, and once the tables are others; several statements in one text are not kept.
func TestWriting(t *testing.T) {
	write, _ := opened(t)
	_, err := write.ExecContext(t.Context(), "CREATE TABLE numbers (n INTEGER PRIMARY KEY, name TEXT NOT NULL); CREATE TABLE others (n INTEGER)")
	require.NoError(t, err)
	require.Zero(t, kept(t, write))
	add := func(tx *sql.Tx, n int64, name any) error {
		result, err := tx.ExecContext(t.Context(), "INSERT INTO numbers VALUES ($1, $2)", n, name)
		if err == nil {
			id, err := result.LastInsertId()
			require.NoError(t, err)
			require.Equal(t, n, id)
		}
		return err
	}
	within := func(end func(*sql.Tx) error, do func(*sql.Tx)) {
		tx, err := write.BeginTx(t.Context(), nil)
		require.NoError(t, err)
		do(tx)
		require.NoError(t, end(tx))
	}
	names := func(q interface {
		QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	}, each func()) (out []string) {
		rows, err := q.QueryContext(t.Context(), "SELECT name FROM numbers ORDER BY n")
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var name string
			require.NoError(t, rows.Scan(&name))
			out = append(out, name)
			each()
		}
		require.NoError(t, rows.Err())
		return out
	}
	within((*sql.Tx).Commit, func(tx *sql.Tx) {
		require.NoError(t, add(tx, 1, "one"))
		require.NoError(t, add(tx, 2, "two"))
	})
	require.Equal(t, 1, kept(t, write))
	within((*sql.Tx).Rollback, func(tx *sql.Tx) {
		require.NoError(t, add(tx, 3, "lost"))
		require.ErrorContains(t, add(tx, 1, "again"), "UNIQUE")
		require.ErrorContains(t, add(tx, 4, nil), "NOT NULL")
	})
	within((*sql.Tx).Commit, func(tx *sql.Tx) {
		require.NoError(t, add(tx, 3, "three"))
		seen := 0
		names(tx, func() {
			seen++
			require.Equal(t, []string{"one", "two", "three"}, names(tx, func() {}), "the same one, on the same connection, while it is being read")
		})
		require.Equal(t, 3, seen)
	})
	_, err = write.ExecContext(t.Context(), "DROP TABLE others")
	require.NoError(t, err, "what is kept locks nothing")
	_, err = write.ExecContext(t.Context(), "ALTER TABLE numbers RENAME TO former; CREATE TABLE numbers (n INTEGER PRIMARY KEY, name TEXT); INSERT INTO numbers VALUES (9, 'nine')")
	require.NoError(t, err)
	within((*sql.Tx).Commit, func(tx *sql.Tx) { require.NoError(t, add(tx, 1, "anew")) })
	require.Equal(t, []string{"anew", "nine"}, names(write, func() {}))
	require.Equal(t, 3, kept(t, write))
}
