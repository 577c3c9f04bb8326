package durable

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A process that ends between the two steps of a move leaves the file under both
// names; the next one finishes that move and makes no second copy.
func TestMoveThatWasInterruptedIsFinished(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	source := filepath.Join(from, "a.csv")
	for n, want := range []string{"a.csv", "a (2).csv"} {
		require.NoError(t, os.WriteFile(source, []byte{byte('0' + n)}, 0o644))
		require.NoError(t, os.Link(source, filepath.Join(to, want)))
		got, err := Move(source, to, "a.csv")
		require.NoError(t, err)
		require.Equal(t, filepath.Join(to, want), got)
		require.NoFileExists(t, source)
	}
	require.Equal(t, []string{"a (2).csv", "a.csv"}, names(t, to))
}

// Where both folders are one, the file has one name, and that is not removed.
func TestMoveIntoItsOwnFolderUnderAnotherPath(t *testing.T) {
	dir := t.TempDir()
	alias := filepath.Join(t.TempDir(), "alias")
	if err := os.Symlink(dir, alias); err != nil {
		t.Skip("no symbolic links here")
	}
	source := filepath.Join(dir, "a.csv")
	require.NoError(t, os.WriteFile(source, []byte("x"), 0o644))
	got, err := Move(source, alias, "a.csv")
	require.NoError(t, err)
	require.Equal(t, "x", read(t, got))
	require.Equal(t, []string{"a (2).csv"}, names(t, dir))
}

// Processes that move one file at the same time leave it once, and never not at all.
func TestMoveByManyAtOnce(t *testing.T) {
	for range 50 {
		from, to := t.TempDir(), t.TempDir()
		source := filepath.Join(from, "a.csv")
		require.NoError(t, os.WriteFile(source, []byte("x"), 0o644))
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { _, _ = Move(source, to, "a.csv") })
		}
		group.Wait()
		require.Equal(t, []string{"a.csv"}, names(t, to))
		require.Empty(t, names(t, from))
	}
}
