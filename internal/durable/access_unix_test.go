//go:build unix

package durable

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAccessLikeAFolder(t *testing.T) {
	for folder, want := range map[fs.FileMode]fs.FileMode{
		0o755: 0o644, 0o750: 0o640, 0o700: 0o600, 0o770: 0o660, 0o775: 0o664, 0o777: 0o664, 0o711: 0o600, 0o500: 0o600,
	} {
		dir := t.TempDir()
		require.NoError(t, os.Chmod(dir, folder))
		access, err := AccessLike(dir)
		require.NoError(t, err)
		require.Equal(t, want, access.Mode, "%o", folder)
	}
	_, err := AccessLike(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestWriteFileFor(t *testing.T) {
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "result.csv")
	write := func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }
	mode := func() fs.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	note := func(err error) { t.Fatal(err) }
	require.NoError(t, WriteFileFor(path, Access{Mode: 0o664}, note, write))
	require.Equal(t, fs.FileMode(0o664), mode(), "whatever the umask is")
	require.NoError(t, WriteFileFor(path, OwnerAndGroup(), note, write))
	require.Equal(t, fs.FileMode(0o640), mode(), "it is replaced, with its access")
	require.NoError(t, WriteFileFor(path, Access{}, note, write))
	require.Equal(t, fs.FileMode(0o600), mode(), "as the umask says")
}

func TestMoveKeepsTheModeAcrossFileSystems(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	require.NoError(t, os.WriteFile(from, []byte("x"), 0o600))
	require.NoError(t, os.Chmod(from, 0o640))
	require.NoError(t, copyNew(from, to))
	info, err := os.Stat(to)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
}
