//go:build unix

package importer_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
)

func TestRunRefusesLinksAndFolders(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		outside := r.write("secret.csv", orders("1"))
		require.NoError(t, os.MkdirAll(r.path("inbox/old"), 0o755))
		r.write("inbox/old/orders.csv", orders("1"))
		require.NoError(t, os.Symlink(outside, r.path("inbox/link.csv")))
		require.NoError(t, os.Link(outside, r.path("inbox/hard.csv")))
		require.NoError(t, syscall.Mkfifo(r.path("inbox/fifo.csv"), 0o644))
		wait(time.Minute)
		require.Zero(t, r.shop.allPosts())
		problems := r.problems()
		for _, part := range []string{"link.csv is not taken: it is a symbolic link", "hard.csv is not taken: it is a hard link",
			"fifo.csv is not taken: it is not a regular file", "old is not taken: it is a folder that is no source"} {
			require.Contains(t, problems, part)
		}
		require.NoError(t, os.Remove(r.path("inbox/link.csv")))
		wait(10 * time.Second)
		require.NotContains(t, r.problems(), "link.csv")
	})
}

// TestRunRefusesForeignOwners needs the right to give files away.
func TestRunRefusesForeignOwners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give a file to another user")
	}
	running(t, func(t *testing.T, r *rig) {
		for name, uid := range map[string]int{"stranger.csv": 4242, "crm.csv": 4243} {
			path := r.write(name, orders(name))
			require.NoError(t, os.Chown(path, uid, -1))
			require.NoError(t, os.Rename(path, r.path("inbox/"+name)))
		}
		wait(time.Minute)
		require.Equal(t, map[string]int{"crm.csv": 1}, r.shop.posts)
		require.Contains(t, r.problems(), "stranger.csv is not taken: it belongs to user 4242")
		require.NoError(t, os.Chown(r.path("inbox"), 4242, -1))
		wait(time.Minute)
		require.Equal(t, map[string]int{"crm.csv": 1, "stranger.csv": 1}, r.shop.posts)
		require.Empty(t, r.problems())
	}, func(c *desk.Config) { c.Owners = []int{4243} })
}
