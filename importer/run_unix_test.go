//go:build unix

package importer_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
