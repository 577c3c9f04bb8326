package importer_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestJournalRemovedUnderTheDaemon: it is noticed, nothing is posted, and what the journal
// held is saved.
func TestJournalRemovedUnderTheDaemon(t *testing.T) {
	for name, lose := range map[string]func(*rig){
		"removed":      (*rig).removeJournal,
		"replaced":     func(r *rig) { r.removeJournal(); r.write("state/journal.db", "") },
		"without log":  func(r *rig) { require.NoError(r.t, os.Remove(r.path("state/journal.db-wal"))) },
		"whole folder": func(r *rig) { require.NoError(r.t, os.Rename(r.path("state"), r.path("gone"))) },
	} {
		for promise, idempotency := range promises() {
			t.Run(name+", "+promise, func(t *testing.T) {
				removeUnder(t, idempotency, lose)
			})
		}
	}
}

func removeUnder(t *testing.T, promise supplier.Idempotency, lose func(*rig)) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(c *desk.Config) { c.Now, c.After, c.Poll = time.Now, time.After, true })
		r.shop.now, r.shop.promise = time.Now, promise
		stop := r.run()
		r.write("inbox/a.csv", orders("1001"))
		wait(15 * time.Second)
		require.Equal(t, 1, r.shop.allPosts())
		lose(r)
		r.write("inbox/b.csv", orders("1002"))
		wait(30 * time.Second)
		require.Equal(t, 1, r.shop.allPosts())
		require.Contains(t, r.problems(), "journal: ")
		require.Contains(t, r.problems(), "dropbridge restore "+r.path("state/journal.db.saved-"))
		status, err := r.im.Status(t.Context())
		require.NoError(t, err)
		for _, problem := range status.Problems {
			require.False(t, problem.Minor && problem.Name == told.ProblemJournal)
		}
		stop()
		_ = r.im.Close() // its folder may be gone
		require.NoError(t, r.journal.Close())

		saved, err := filepath.Glob(r.path("state/journal.db.saved-*"))
		require.NoError(t, err)
		require.Len(t, saved, 1)
		_, err = journal.Restore(t.Context(), saved[0], r.path("state/journal.db"), time.Now())
		require.NoError(t, err)
		r.start()
		r.adopt()
		stop = r.run()
		r.write("inbox/a2.csv", orders("1001"))
		wait(time.Minute)
		stop()
		require.Equal(t, map[string]int{"1001": 1, "1002": 1}, r.shop.count())
		require.Equal(t, 2, r.shop.allPosts())
		require.Empty(t, r.problems())
	})
}

// A file that comes back is taken as it is.
func TestJournalPutBackUnderTheDaemon(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1001")))
	require.NoError(t, os.Rename(r.path("state/journal.db"), r.path("state/elsewhere.db")))
	require.Equal(t, told.DoubtRemoved, r.doubt())
	require.NoError(t, os.Rename(r.path("state/elsewhere.db"), r.path("state/journal.db")))
	r.clock.After(time.Minute)
	require.Empty(t, r.doubt())
	require.Equal(t, "accepted", statuses(r.importFile(r.write("b.csv", orders("1002")))))
}

// TestDeadLockOfAnotherJournal: the inbox knows its journal, too.
func TestDeadLockOfAnotherJournal(t *testing.T) {
	r := newRig(t)
	r.write("inbox/.dropbridge.lock", "somebody\nprocess 1 on elsewhere\njournal 0123456789abcdef\n")
	require.Equal(t, told.DoubtOther, r.doubt())
	r.adopt()
	require.NoFileExists(t, r.path("inbox/.dropbridge.lock"))
}
