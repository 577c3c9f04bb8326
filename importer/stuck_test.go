package importer_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/internal/pulse"
)

// hangingDisk is one on which the inbox cannot be listed: nothing comes back.
type hangingDisk struct {
	desk.Disk
	hangs atomic.Bool
	free  chan struct{}
}

func (d *hangingDisk) List(dir string) ([]fs.DirEntry, error) {
	if d.hangs.Load() && filepath.Base(dir) == "inbox" {
		<-d.free
	}
	return d.Disk.List(dir)
}

// TestAStuckLoopIsTold: one that hangs is, those beside it are not; nor is one that has nothing to do, or that
// waits for a supplier who has asked for that.
func TestAStuckLoopIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk, m := &hangingDisk{Disk: desk.Durably{}, free: make(chan struct{})}, &pulse.Monitor{}
		r := newRig(t, func(c *desk.Config) {
			c.Now, c.After, c.Poll, c.Scan, c.Disk = time.Now, time.After, true, time.Minute, disk
		})
		r.shop.now, r.shop.always, r.shop.wait = time.Now, throttled, 50*time.Minute
		ctx, cancel := context.WithCancel(pulse.With(context.Background(), m))
		ended := make(chan error, 1)
		go func() { ended <- r.im.Run(ctx) }()
		r.write("inbox/a.csv", orders("1"))
		for range 120 {
			wait(time.Minute)
			require.Empty(t, m.Stuck())
		}
		require.NotZero(t, r.shop.allPosts(), "it was tried, and waits")
		disk.hangs.Store(true)
		wait(32 * time.Minute)
		require.Len(t, m.Stuck(), 1)
		require.Equal(t, "intake", m.Stuck()[0].Name)
		disk.hangs.Store(false)
		close(disk.free)
		wait(time.Minute)
		require.Empty(t, m.Stuck())
		cancel()
		require.NoError(t, <-ended)
		require.Empty(t, m.Stuck())
	})
}
