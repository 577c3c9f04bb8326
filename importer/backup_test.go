package importer_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
)

// TestBackupWhileOrdersArePosted: a copy made at any moment is whole; put back, it loses
// nothing and doubles nothing, whatever the supplier promises.
func TestBackupWhileOrdersArePosted(t *testing.T) {
	for promise, idempotency := range promises() {
		for _, dies := range []bool{false, true} {
			t.Run(promise, func(t *testing.T) {
				t.Parallel()
				r := newRig(t)
				r.shop.promise = idempotency
				backUpUnderLoad(t, r, dies)
			})
		}
	}
}

func backUpUnderLoad(t *testing.T, r *rig, dies bool) {
	all, backups, restored := long.Or(40, 100), 5, 2
	var numbers []string
	for n := range all {
		numbers = append(numbers, "L-"+strings.Repeat("0", 3-len(strconv.Itoa(n)))+strconv.Itoa(n))
	}
	settled, copied := make(chan struct{}, all), make(chan struct{})
	r.ports.seesThrough = true // what was on its way in the copy came to the supplier
	r.ports.atPoints(func(point string) error {
		if point != "settled" {
			return nil
		}
		settled <- struct{}{}
		if len(r.shop.count()) <= all/2 {
			return nil
		}
		<-copied // however slow a copy is, orders are left to be posted after it
		if dies {
			return errStopped
		}
		return nil
	})
	ended := make(chan error, 1)
	path := r.write("a.csv", orders(numbers...))
	go func() {
		_, err := r.im.Import(t.Context(), "", path, nil)
		ended <- err
	}()
	<-settled
	release := sync.OnceFunc(func() { close(copied) })
	defer release() // of a copy that failed, too
	for n := range backups {
		other, err := journal.Open(t.Context(), r.path("state/journal.db"))
		require.NoError(t, err)
		require.NoError(t, other.Backup(t.Context(), r.path("copy"+strconv.Itoa(n)+".db"), false))
		require.NoError(t, other.Close())
		if n == restored {
			release()
		}
	}
	err := <-ended
	require.Equal(t, dies, errors.Is(err, errStopped), "%v", err)
	require.NoError(t, r.im.Die())
	require.NoError(t, r.journal.Close())

	_, err = journal.Restore(t.Context(), r.path("copy"+strconv.Itoa(restored)+".db"), r.path("state/journal.db"), r.clock.Now())
	require.NoError(t, err)
	posts := r.shop.allPosts()
	r.start()
	r.settle()
	require.Equal(t, posts, r.shop.allPosts())
	r.adopt()
	r.clock.After(time.Hour) // the lease of what was on its way in the backup
	r.settle()
	report := r.importFile(path)
	require.Zero(t, report.Counts.Pending+report.Counts.Unknown+report.Counts.Rejected+report.Counts.Conflict)
	require.Len(t, r.shop.count(), all)
	for number, n := range r.shop.count() {
		require.Equal(t, 1, n, number)
	}
}
