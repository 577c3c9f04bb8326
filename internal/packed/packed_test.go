package packed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPack: what is packed comes out as it was, in the order of names, in less room, and the
// archive is the same wherever and whenever it is made.
func TestPack(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("maps", 0o700))
	want := []File{{Name: "maps/a.csv", Data: []byte(strings.Repeat("чайник,751\n", 1000))}, {Name: "maps/b.csv", Data: []byte{}}}
	for _, file := range want {
		require.NoError(t, os.WriteFile(filepath.FromSlash(file.Name), file.Data, 0o600))
	}
	require.NoError(t, os.WriteFile("maps/notes.txt", []byte("x"), 0o600))
	archive, files, err := Pack("maps/*.csv")
	require.NoError(t, err)
	require.Equal(t, want, files)
	require.Less(t, len(archive), len(want[0].Data)/7)
	got, err := Files(archive)
	require.NoError(t, err)
	require.Equal(t, want, got)

	require.NoError(t, os.Chtimes(filepath.FromSlash("maps/a.csv"), time.Unix(1, 0), time.Unix(1, 0)))
	again, _, err := Pack("maps/*.csv")
	require.NoError(t, err)
	require.Equal(t, archive, again)
}

// TestFilesRefuses: an archive that is cut or that holds other bytes than it says is an error.
func TestFilesRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.csv", []byte(strings.Repeat("чайник,751\n", 100)), 0o600))
	archive, _, err := Pack("*.csv")
	require.NoError(t, err)
	_, err = Files(archive[:len(archive)-1])
	require.Error(t, err)
	broken := append([]byte(nil), archive...)
	broken[len("PKabcdefghijklmnopqrstuvwxyz0a.csv")+2] ^= 0x55
	_, err = Files(broken)
	require.Error(t, err)
}
