//go:build unix

package place_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestDevicesAreNeverReplaced: the superuser could put a file in the place of /dev/null.
func TestDevicesAreNeverReplaced(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, path := range []string{"/dev/null", pipe} {
		for _, overwrite := range []bool{false, true} {
			err := place.Check(path, overwrite, wording.Literal("the command"), func() place.Origin { return place.Own })
			require.ErrorContains(t, err, path+" is no file but a device, a pipe or a socket")
			require.Equal(t, failure.Config, failure.KindOf(err))
		}
	}
}
