package durable

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRemove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mark")
	require.NoError(t, Remove(path), "it is gone already")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, Remove(path))
	require.NoFileExists(t, path)
	require.NoError(t, os.MkdirAll(filepath.Join(path, "within"), 0o700))
	require.Error(t, Remove(path))
}
