package whereabouts

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinksLeadToOnePlace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making a link takes a right there")
	}
	dir := Resolved(t.TempDir())
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, "link")
	require.NoError(t, os.MkdirAll(filepath.Join(there, "deep"), 0o700))
	require.NoError(t, os.Symlink(there, link))

	require.Equal(t, filepath.Join(there, "new", "a.csv"), Resolved(filepath.Join(link, "new", "a.csv")), "what is not there yet")
	require.True(t, Same(filepath.Join(link, "a.csv"), filepath.Join(there, "a.csv")))
	require.False(t, Same(filepath.Join(link, "a.csv"), filepath.Join(there, "b.csv")))
	require.True(t, Inside(link, filepath.Join(there, "deep", "a.csv")))
	require.True(t, Inside(there, filepath.Join(link, "a.csv")))
	require.False(t, Inside(filepath.Join(link, "deep"), filepath.Join(there, "a.csv")))
	require.Equal(t, there, Target(link))
	require.Equal(t, filepath.Join(dir, "none"), Target(filepath.Join(dir, "none")))
	require.True(t, Within(dir, dir))
	require.False(t, Within(there, filepath.Join(dir, "thereby")), "a name that begins in the same way")
}
