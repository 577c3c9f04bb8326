package durable

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAnUnfinishedFileHasNoClose: who closes it in place of Commit or Abort would leave it
// behind, so it cannot be handed to what closes files.
func TestAnUnfinishedFileHasNoClose(t *testing.T) {
	f, err := Create(filepath.Join(t.TempDir(), "feed.csv"))
	require.NoError(t, err)
	defer f.Abort()
	_, closes := any(f).(io.Closer)
	require.False(t, closes)
}

// TestSyncOfAFolderThatIsNone names the folder.
func TestSyncOfAFolderThatIsNone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	require.ErrorIs(t, SyncDir(dir), os.ErrNotExist)
	require.ErrorContains(t, SyncDir(dir), dir)
}
