package journal_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Opener {
		return opener(filepath.Join(t.TempDir(), "state", "a ?#%20 journal.db"))
	})
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	server := rig.SharedPostgres(t)
	empty := server.NewDatabase(t) // to make the tables anew for each takes longer than most
	j, err := journal.Open(t.Context(), empty)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	name := empty[strings.LastIndex(empty, "/")+1 : strings.Index(empty, "?")]
	journaltest.Run(t, func(t *testing.T) journaltest.Opener { return opener(server.NewDatabase(t, "TEMPLATE", name)) })
}

func opener(where string) journaltest.Opener {
	return func(ctx context.Context) (journaltest.Journal, error) { return journal.Open(ctx, where) }
}

func open(t *testing.T, where string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}

func TestSQLiteFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state", "journal.db")
	j := open(t, path)
	journaltest.Record(t, j, journaltest.File("a.csv"))
	if runtime.GOOS == "windows" {
		return // rights are lists there, and the profile's folder has them
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, os.WriteFile(path, []byte("this is no database, but a text that is long enough to look at"), 0o600))
	_, err := journal.Open(t.Context(), path)
	require.ErrorContains(t, err, "open the journal "+path)

	_, err = journal.Open(t.Context(), "postgres://u:secret@127.0.0.1:1/x?connect_timeout=1")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}

func TestCancelledBeforeHandingOver(t *testing.T) {
	t.Parallel()
	j := open(t, filepath.Join(t.TempDir(), "journal.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// Handing over may win against the cancelled context; what is reported must be true.
	err := j.SetNote(ctx, "acme", "a", "b")
	notes, readErr := j.Notes(t.Context(), "acme")
	require.NoError(t, readErr)
	require.Equal(t, err == nil, notes["a"] == "b")
}
