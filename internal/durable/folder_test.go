package durable

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func fill(t *testing.T, dir string, files ...string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for _, name := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
}

func namesIn(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestAFolderIsWholeOrAbsent(t *testing.T) {
	above := t.TempDir()
	path := filepath.Join(above, "october")
	for _, older := range []bool{false, true} {
		f, err := CreateFolder(path)
		require.NoError(t, err)
		fill(t, f.Name(), "new", map[bool]string{false: "first", true: "second"}[older])
		if !older {
			require.NoDirExists(t, path)
		}
		require.NoError(t, f.Commit())
		require.Error(t, f.Commit(), "once")
		f.Abort()
	}
	require.Equal(t, []string{"new", "second"}, namesIn(t, path), "nothing of the older one is left")
	require.Equal(t, []string{"october"}, namesIn(t, above))
}

func TestAnAbortedFolderLeavesTheOlderOne(t *testing.T) {
	above := t.TempDir()
	path := filepath.Join(above, "october")
	fill(t, path, "old")
	f, err := CreateFolder(path)
	require.NoError(t, err)
	fill(t, f.Name(), "new")
	f.Abort()
	require.Equal(t, []string{"old"}, namesIn(t, path))
	require.Equal(t, []string{"october"}, namesIn(t, above))
}

// Where the new folder cannot take its place, the older one comes back.
func TestAFolderThatIsGoneBringsTheOlderOneBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "october")
	fill(t, path, "old")
	f, err := CreateFolder(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(f.Name()))
	require.Error(t, f.Commit())
	require.Equal(t, []string{"old"}, namesIn(t, path))
}

func TestRemoveStaleFolders(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	fill(t, filepath.Join(dir, TempPrefix+"1.new"), "x")
	fill(t, filepath.Join(dir, TempPrefix+"2.old"), "x")
	fill(t, filepath.Join(dir, "mine"), "x")
	require.NoError(t, RemoveStaleFolders(dir, now))
	require.Len(t, namesIn(t, dir), 3, "who wrote it a moment ago may live")
	require.NoError(t, RemoveStaleFolders(dir, now.Add(25*time.Hour)))
	require.Equal(t, []string{TempPrefix + "2.old", "mine"}, namesIn(t, dir), "what was put aside may be the only one")
}
