package daemon

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/bucket"
)

// awayDisk is one whose store does not answer.
type awayDisk struct{ desk.Disk }

func (awayDisk) List(string) ([]fs.DirEntry, error) { return nil, errAway }

// TestWhatLiesInABucket is counted there, now and then, and the page shows what was counted last.
func TestWhatLiesInABucket(t *testing.T) {
	dir := t.TempDir()
	s := working(t, "files: 'file://"+dir+"'\n")
	b, err := bucket.Open(t.Context(), s.Config.Files, bucket.Options{})
	require.NoError(t, err)
	for _, key := range []string{"inbox/a.csv", "inbox/keycrm/b.csv", "inbox/.dropbridge.lock", "failed/c.csv", "failed/c.csv.reason.txt"} {
		_, err := b.Put(t.Context(), key, strings.NewReader("x"))
		require.NoError(t, err)
	}
	count := func() {
		ended, end := context.WithCancel(t.Context())
		end()
		require.ErrorIs(t, s.watchLying(ended), context.Canceled)
	}
	require.Zero(t, s.inbox().Waiting, "it was not asked yet")
	count()
	lying := s.inbox()
	require.Equal(t, 2, lying.Waiting)
	require.Equal(t, 1, lying.Failed)
	require.Equal(t, s.Config.Path(s.Config.Inbox.Dir), lying.Dir)

	s.Orders.Config.Disk = awayDisk{s.Orders.Config.Disk}
	count()
	require.Equal(t, 2, s.inbox().Waiting, "a bucket that is away says nothing")
}

// TestBackupBehindABucket: what keeps names of objects stands before a journal that can be copied.
func TestBackupBehindABucket(t *testing.T) {
	s := working(t, "files: 'file://"+t.TempDir()+"'\n")
	opened := s.Orders.Journal.(interface{ Unwrap() state.Journal }).Unwrap().(*leaving)
	s.Orders.Journal = s.Orders.Config.Disk.Journal(opened.Journal)
	require.NoError(t, s.noBackup())
}
