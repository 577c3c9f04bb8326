package journal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
)

// TestDamaged: a file that is no database, and one that is broken further on, are told as that.
func TestDamaged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, os.WriteFile(path, make([]byte, 8192), 0o600))
	data := []byte("this is no database at all, but some text that somebody put here")
	require.NoError(t, os.WriteFile(path, append(data, make([]byte, 8192)...), 0o600))
	_, err := journal.Open(t.Context(), path)
	require.True(t, journal.Damaged(err), "%v", err)

	path = filepath.Join(t.TempDir(), "journal.db")
	j, err := journal.Open(t.Context(), path)
	require.NoError(t, err)
	journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2))
	require.NoError(t, j.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for at := 3 * 4096; at < len(whole); at++ {
		whole[at] = byte(at * 31)
	}
	require.NoError(t, os.WriteFile(path, whole, 0o600))
	j, err = journal.Open(t.Context(), path)
	if err == nil {
		_, err = j.Orders(t.Context(), state.OrderQuery{})
		if err == nil {
			_, err = j.Files(t.Context(), state.FileQuery{})
		}
		require.NoError(t, j.Close())
	}
	require.True(t, journal.Damaged(err), "%v", err)
	require.False(t, journal.Damaged(os.ErrNotExist))
	require.False(t, journal.Damaged(nil))
}
