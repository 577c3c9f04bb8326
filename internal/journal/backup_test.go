package journal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
)

// TestBackupAndRestore: whole, private, never over another file by chance, and refused where
// it would hurt.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	where, copied := filepath.Join(dir, "state", "a ?#%20 journal.db"), filepath.Join(dir, "copy 'x'.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	journaltest.Record(t, j, journaltest.File("a.csv"), journaltest.Draft("1", "a", 2))
	require.NoError(t, j.Backup(t.Context(), copied, false))
	require.ErrorIs(t, j.Backup(t.Context(), copied, false), fs.ErrExist)
	require.NoError(t, j.Backup(t.Context(), copied, true))
	info, err := os.Stat(copied)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	id := journaltest.Identity(t, j).ID
	journaltest.Record(t, j, journaltest.File("b.csv"), journaltest.Draft("2", "b", 2))

	_, err = journal.Restore(t.Context(), copied, where, journaltest.Start)
	require.ErrorIs(t, err, journal.ErrInUse)
	require.NoError(t, j.Present())
	require.NoError(t, j.Close())
	broken := filepath.Join(dir, "broken.db")
	require.NoError(t, os.WriteFile(broken, []byte("SQLite format 3\x00 and no more"), 0o600))
	for _, bad := range []string{broken, filepath.Join(dir, "none.db")} {
		_, err = journal.Restore(t.Context(), bad, where, journaltest.Start)
		require.Error(t, err)
	}
	newer := filepath.Join(dir, "newer.db")
	data, err := os.ReadFile(copied)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(newer, data, 0o600))
	execute(t, newer, "INSERT INTO schema_version (version) VALUES (9999)")
	_, err = journal.Restore(t.Context(), newer, where, journaltest.Start)
	require.ErrorContains(t, err, "newer version")
	entries, err := os.ReadDir(filepath.Dir(where))
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left of what was refused")

	replaced, err := journal.Restore(t.Context(), copied, where, journaltest.Start)
	require.NoError(t, err)
	require.Equal(t, where+".replaced-20261001-093000", replaced)
	back := open(t, where)
	got := journaltest.Identity(t, back)
	require.Equal(t, id, got.ID)
	require.True(t, got.Restored)
	files, err := back.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	require.Len(t, files, 1)
	journaltest.RequireKept(t, back)
	old := open(t, replaced)
	journaltest.RequireKept(t, old)
	files, err = old.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	require.Len(t, files, 2, "what was there is kept whole")
}

// TestRestoreOverADamagedJournal: a backup is for that above all.
func TestRestoreOverADamagedJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	where, copied := filepath.Join(dir, "journal.db"), filepath.Join(dir, "copy.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	require.NoError(t, j.Backup(t.Context(), copied, false))
	require.NoError(t, j.Close())
	require.NoError(t, os.WriteFile(where, []byte("no database"), 0o600))
	require.NoError(t, os.WriteFile(where+"-wal", []byte("no log"), 0o600))
	replaced, err := journal.Restore(t.Context(), copied, where, journaltest.Start)
	require.NoError(t, err)
	require.FileExists(t, replaced)
	require.FileExists(t, replaced+"-wal")
	require.True(t, journaltest.Identity(t, open(t, where)).Restored)
}
