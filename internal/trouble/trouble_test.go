package trouble_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/trouble"
)

// TestKept: what is written is read, and none leaves no file.
func TestKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "settings.json")
	none, err := trouble.Read(file)
	require.NoError(t, err)
	require.Zero(t, none)
	require.NoError(t, trouble.Write(file, none))

	away := trouble.Trouble{Error: "no such key", Mend: "leave it out", Since: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC), Of: "ab"}
	require.NoError(t, trouble.Write(file, away))
	read, err := trouble.Read(file)
	require.NoError(t, err)
	require.Equal(t, away, read)

	require.NoError(t, os.WriteFile(file, []byte("{"), 0o600))
	_, err = trouble.Read(file)
	require.Error(t, err)
	require.NoError(t, trouble.Write(file, trouble.Trouble{}))
	require.NoFileExists(t, file)
}
