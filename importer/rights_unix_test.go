//go:build unix

package importer_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/result"
)

// rightsOf are the mode and group of a file.
func rightsOf(t *testing.T, path string) (fs.FileMode, int) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	return info.Mode() & (fs.ModePerm | fs.ModeSetgid), int(info.Sys().(*syscall.Stat_t).Gid)
}

// sharedGroup is a group that this user may give files to: as the superuser any, else one
// that the user is in.
func sharedGroup(t *testing.T) int {
	t.Helper()
	if os.Geteuid() == 0 {
		return 4242
	}
	groups, err := os.Getgroups()
	require.NoError(t, err)
	return groups[len(groups)-1]
}

// TestResultsAreAsReadableAsTheInbox, the folders that are made for them too.
func TestResultsAreAsReadableAsTheInbox(t *testing.T) {
	group := sharedGroup(t)
	for name, c := range map[string]struct {
		inbox, mode  fs.FileMode // mode is inbox.mode
		file, folder fs.FileMode
		shared       bool
	}{
		"a shared folder of a group":       {0o770 | fs.ModeSetgid, 0, 0o660, 0o770 | fs.ModeSetgid, true},
		"a folder that a group may read":   {0o750, 0, 0o640, 0o750, true},
		"a private folder":                 {0o700, 0, 0o600, 0o700, false},
		"a folder for everybody to read":   {0o755, 0, 0o644, 0o755, false},
		"a folder that everybody may fill": {0o777, 0, 0o664, 0o775, false},
		"made narrower by the config":      {0o775, 0o600, 0o600, 0o700, true},
		"made wider by the config":         {0o700, 0o664, 0o664, 0o775, true},
	} {
		t.Run(name, func(t *testing.T) {
			running(t, func(t *testing.T, r *rig) {
				r.shop.script["1001"] = []fault{refusedSKU}
				r.write("inbox/orders.csv", orders("1001", "1002"))
				r.write("inbox/bad.csv", "one;two\n1;2\n")
				wait(time.Minute)
				file := r.reportOf("orders.csv")
				for _, path := range []string{file.Result, result.RejectedPath(r.im.Desk, file), r.path("failed/bad.csv.reason.txt"), r.path("failed/bad.csv"), r.path("archive/orders.csv")} {
					mode, gid := rightsOf(t, path)
					require.Equal(t, c.file, mode, path)
					if c.shared {
						require.Equal(t, group, gid, path)
					}
				}
				for _, dir := range []string{"results", "archive", "failed"} {
					mode, gid := rightsOf(t, r.path(dir))
					require.Equal(t, c.folder.Perm(), mode.Perm(), dir)
					require.Equal(t, c.folder&0o020 != 0 && c.shared, mode&fs.ModeSetgid != 0, dir)
					if c.shared {
						require.Equal(t, group, gid, dir)
					}
				}
				mode, _ := rightsOf(t, r.path("state/spool"))
				require.Equal(t, fs.FileMode(0o700), mode.Perm())
			}, func(config *desk.Config) {
				config.Mode = c.mode
				require.NoError(t, os.MkdirAll(config.Inbox, 0o755))
				if c.shared {
					require.NoError(t, os.Chown(config.Inbox, -1, group))
				}
				require.NoError(t, os.Chmod(config.Inbox, c.inbox))
			})
		})
	}
}

// TestWhatComesFromThePrivateCopyIsReadable: the spool is private, the archive is not.
func TestWhatComesFromThePrivateCopyIsReadable(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.Chmod(r.path("inbox"), 0o750))
		r.shop.always = notSent
		r.write("inbox/orders.csv", orders("1"))
		wait(20 * time.Second)
		require.NoError(t, os.Remove(r.path("inbox/orders.csv")))
		r.shop.mu.Lock()
		r.shop.always = none
		r.shop.mu.Unlock()
		wait(3 * time.Minute)
		names := r.names("archive")
		require.Len(t, names, 1)
		require.True(t, strings.HasPrefix(names[0], "orders."))
		mode, _ := rightsOf(t, filepath.Join(r.path("archive"), names[0]))
		require.Equal(t, fs.FileMode(0o640), mode)
	})
}
