package importer_test

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
)

// An importer that dies while it moves an original leaves it both in the inbox and in
// the archive. The next one archives it once.
func TestMoveThatADeathInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(c *desk.Config) { c.Now, c.After, c.Poll = time.Now, time.After, true })
		path := r.write("inbox/orders.csv", orders("1001"))
		r.ports.atPoints(func(point string) error {
			if point == "published" {
				_ = os.Link(path, r.path("archive/orders.csv"))
			}
			return nil
		})
		stop := r.run()
		defer stop()
		wait(15 * time.Second)
		require.Equal(t, []string{"orders.csv"}, r.names("archive"))
		require.NoFileExists(t, path)
		require.Empty(t, r.problems())
		require.Equal(t, 1, r.shop.allPosts())
	})
}
