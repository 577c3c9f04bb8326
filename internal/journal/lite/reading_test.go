package lite

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReading: what was compiled answers with what is there now, whatever became of the tables, of several
// at once, and however many there are; what cannot be compiled says why.
func TestReading(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, Make(path))
	write, err := Open(path, "_txlock=immediate")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, write.Close()) })
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
	require.Len(t, r.compiled, 1)
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
	require.Len(t, r.compiled, mostCompiled)
	require.Equal(t, "one", name(1))
}
