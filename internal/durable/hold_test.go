package durable

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAHeldFileIsReplaced: who replaces it does not wait, and readers see the newer one.
func TestAHeldFileIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "feed.csv")
	Hold(path)() // nothing is there
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	release := Hold(path)
	require.NoError(t, WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	require.Equal(t, "new", read(t, path))
	release()
	require.Equal(t, "new", read(t, path))
}

// TestBegunToSync: what is written before and after is in the file, in its order.
func TestBegunToSync(t *testing.T) {
	path := filepath.Join(t.TempDir(), "feed.csv")
	f, err := Create(path)
	require.NoError(t, err)
	defer f.Abort()
	for _, text := range []string{"one ", "two ", "three"} {
		_, err := f.Write([]byte(text))
		require.NoError(t, err)
		f.BeginSync()
	}
	require.NoError(t, f.Commit())
	require.Equal(t, "one two three", read(t, path))
}
