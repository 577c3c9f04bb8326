package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWriteFileReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "feed.csv")
	for _, text := range []string{"old", "new"} {
		require.NoError(t, WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		require.Equal(t, text, read(t, path))
	}
	require.Equal(t, []string{"feed.csv"}, names(t, filepath.Dir(path)))
}

func TestFailedWriteLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "feed.csv")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	broken := errors.New("broken")
	err := WriteFile(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return broken
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, "old", read(t, path))
	require.Equal(t, []string{"feed.csv"}, names(t, filepath.Dir(path)))
}

func TestFailedCommitLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(path, "full"), 0o755)) // rename cannot replace a folder
	f, err := Create(path)
	require.NoError(t, err)
	require.Error(t, f.Commit())
	require.Error(t, f.Commit(), "a second commit is an error too")
	f.Abort()
	require.Equal(t, []string{"taken"}, names(t, dir))
}

func TestCreateNeedsItsFolder(t *testing.T) {
	_, err := Create(filepath.Join(t.TempDir(), "missing", "feed.csv"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestMoveNeverOverwrites(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for n, want := range []string{"a.csv", "a (2).csv", "a (3).csv"} {
		source := filepath.Join(from, "a.csv")
		require.NoError(t, os.WriteFile(source, []byte{byte('0' + n)}, 0o644))
		got, err := Move(source, to, "a.csv")
		require.NoError(t, err)
		require.Equal(t, filepath.Join(to, want), got)
		require.NoFileExists(t, source)
	}
	require.Equal(t, "0", read(t, filepath.Join(to, "a.csv")))
	require.Equal(t, "2", read(t, filepath.Join(to, "a (3).csv")))
}

// TestMoveThatCannotRemoveItsSource: a folder that may be read and not written keeps
// its file, and no copy of it appears.
func TestMoveThatCannotRemoveItsSource(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	// A folder stands in for a file that cannot be removed, also for the superuser.
	source := filepath.Join(from, "a.csv")
	require.NoError(t, os.MkdirAll(filepath.Join(source, "inside"), 0o755))
	target := filepath.Join(to, "a.csv")
	require.NoError(t, os.WriteFile(target, nil, 0o644))
	require.Error(t, removeOr(source, target))
	require.DirExists(t, source)
	require.NoFileExists(t, target)
}

// TestRemoveStale: what a living writer holds stays, whatever the clocks say.
func TestRemoveStale(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, age := range map[string]time.Duration{TempPrefix + "old.tmp": 2 * time.Minute, TempPrefix + "new.tmp": 30 * time.Second, "feed.csv": 48 * time.Hour} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o644))
		require.NoError(t, os.Chtimes(path, now.Add(-age), now.Add(-age)))
	}
	slow, err := Create(filepath.Join(dir, "slow.csv"))
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(slow.Name(), now.Add(-48*time.Hour), now.Add(-48*time.Hour)))
	require.NoError(t, RemoveStale(dir, now))
	require.ElementsMatch(t, []string{TempPrefix + "new.tmp", filepath.Base(slow.Name()), "feed.csv"}, names(t, dir))
	require.NoError(t, slow.Commit())
	info, err := os.Stat(filepath.Join(dir, "slow.csv"))
	require.NoError(t, err)
	require.WithinDuration(t, now, info.ModTime(), time.Minute)
	require.Error(t, RemoveStale(filepath.Join(dir, "missing"), now))
}

func TestCopyNewKeepsTheTarget(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	require.NoError(t, os.WriteFile(from, []byte("x"), 0o644))
	require.NoError(t, copyNew(from, to))
	require.NoFileExists(t, from)
	require.Equal(t, "x", read(t, to))
	require.NoError(t, os.WriteFile(from, []byte("y"), 0o644))
	require.ErrorIs(t, copyNew(from, to), os.ErrExist)
	require.Equal(t, "x", read(t, to))
	require.FileExists(t, from)
}

func TestMoveOfAMissingFile(t *testing.T) {
	_, err := Move(filepath.Join(t.TempDir(), "gone"), t.TempDir(), "gone")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestRemoveLocked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	file, err := os.Create(path)
	require.NoError(t, err)
	locked, err := TryLock(file)
	require.NoError(t, err)
	require.True(t, locked)
	require.NoError(t, RemoveLocked(file))
	require.NoFileExists(t, path)
	require.ErrorIs(t, file.Close(), os.ErrClosed, "it is let go of")
	again, err := os.Create(path)
	require.NoError(t, err)
	locked, err = TryLock(again)
	require.NoError(t, err)
	require.True(t, locked)
	require.NoError(t, os.Remove(path))
	require.ErrorIs(t, RemoveLocked(again), os.ErrNotExist)
	require.ErrorIs(t, again.Close(), os.ErrClosed)
}
