//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// asNobody runs the program as a user without rights: the superuser, as whom CI runs,
// may write everywhere.
func asNobody(t *testing.T, program, dir string, args ...string) (string, int) {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = dir
	command.Env = []string{"HOME=/nonexistent", "TMPDIR=/tmp"}
	if os.Geteuid() == 0 {
		const nobody = 65534
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := command.CombinedOutput()
	if _, failed := err.(*exec.ExitError); !failed {
		require.NoError(t, err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// publicProgram is this program where every user can run it.
func publicProgram(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	in, err := os.Open(self)
	require.NoError(t, err)
	defer in.Close()
	program := filepath.Join(dir, "dropbridge") // by this name the test binary is the program
	out, err := os.OpenFile(program, os.O_CREATE|os.O_WRONLY, 0o755)
	require.NoError(t, err)
	_, err = io.Copy(out, in)
	require.NoError(t, err)
	require.NoError(t, out.Close())
	return program
}

// TestFolderWithoutRights: what cannot be written is said with the mend, the old feed
// stays, and no order is posted whose result could not be kept.
func TestFolderWithoutRights(t *testing.T) {
	public, err := os.MkdirTemp("", "dropbridge-rights-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(public)) })
	require.NoError(t, os.Chmod(public, 0o755))
	program := publicProgram(t, public)
	shop := filepath.Join(public, "shop")
	for name, mode := range map[string]os.FileMode{"": 0o777, "feeds": 0o755, "results": 0o755, "state": 0o777} {
		require.NoError(t, os.MkdirAll(filepath.Join(shop, name), 0o755))
		require.NoError(t, os.Chmod(filepath.Join(shop, name), mode))
	}
	feed := filepath.Join(shop, "feeds", "feed.csv")
	require.NoError(t, os.WriteFile(feed, []byte("the last good feed\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(shop, "feeds", ".feed.csv.published"), nil, 0o644))
	orders := filepath.Join(shop, "orders.csv")
	require.NoError(t, os.WriteFile(orders, readFile(t, filepath.Join(samplesDir, "orders-utf8.csv")), 0o644))
	if os.Geteuid() != 0 { // then the folders are ours, and have to be closed to us
		for _, name := range []string{"feeds", "results"} {
			require.NoError(t, os.Chmod(filepath.Join(shop, name), 0o555))
		}
	}

	out, code := asNobody(t, program, shop, "export", "--template", "csv", "--out", "feeds/feed.csv")
	require.Equal(t, exitFailed, code, out)
	require.Contains(t, out, "write feed feeds/feed.csv")
	require.Contains(t, out, "permission denied")
	require.Contains(t, out, "hint: ")
	require.Equal(t, "the last good feed\n", string(readFile(t, feed)))

	out, code = asNobody(t, program, shop, "check")
	require.Equal(t, exitFailed, code, out)
	require.Regexp(t, `FAIL +folder .*results: .*permission denied`, out)
	require.Contains(t, out, "give this user the right to write there")

	out, code = asNobody(t, program, shop, "import", "orders.csv")
	require.Equal(t, exitFailed, code, out)
	require.Contains(t, out, "permission denied")
	entries, err := os.ReadDir(filepath.Join(shop, "results"))
	require.NoError(t, err)
	require.Empty(t, entries)

	// The rights are given: everything that was meant to be done is done once.
	require.NoError(t, os.Chmod(filepath.Join(shop, "results"), 0o777))
	out, code = asNobody(t, program, shop, "import", "orders.csv")
	require.Equal(t, exitDone, code, out)
	require.Regexp(t, "6 (accepted|duplicate)", out)
}
