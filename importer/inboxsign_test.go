package importer_test

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// TestJournalAndResultsLost: where the results tell nothing, the inbox and the archive do, also
// after a clean end, and whatever the supplier promises.
func TestJournalAndResultsLost(t *testing.T) {
	for promise, idempotency := range promises() {
		for _, left := range []string{"inbox", "archive"} {
			t.Run(promise+", "+left, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, func(c *desk.Config) { c.Now, c.After, c.Poll = time.Now, time.After, true })
					r.shop.now, r.shop.promise = time.Now, idempotency
					stop := r.run()
					r.write("inbox/a.csv", orders("1001", "1002"))
					wait(15 * time.Second)
					stop()
					require.Equal(t, 2, r.shop.allPosts())
					require.NoFileExists(t, r.path("inbox/.dropbridge.lock"))
					require.FileExists(t, r.path("inbox/.dropbridge.journal"))
					r.stop()
					require.NoError(t, os.RemoveAll(r.path("state")))
					require.NoError(t, os.RemoveAll(r.path("results")))
					code := told.DoubtOther
					if left == "archive" {
						require.NoError(t, os.Remove(r.path("inbox/.dropbridge.journal")))
						code = told.DoubtLost
					}
					r.start()
					require.Equal(t, code, r.doubt())
					stop = r.run()
					r.write("inbox/c.csv", orders("1001", "1003"))
					wait(time.Minute)
					require.Equal(t, 2, r.shop.allPosts(), "nothing is posted before a person says so")
					stop()
					r.adopt()
					stop = r.run()
					wait(3 * time.Minute)
					stop()
					require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1}, r.shop.count())
					require.Equal(t, 1, r.shop.postsOf("1001"), "it was found at the supplier")
					require.Empty(t, r.doubt())
				})
			})
		}
	}
}

// TestImportAloneSignsTheInbox: `import` watches nothing, and leaves the journal's id all the same.
func TestImportAloneSignsTheInbox(t *testing.T) {
	r := newRig(t)
	require.Empty(t, r.doubt())
	require.NoFileExists(t, r.path("inbox/.dropbridge.journal"), "there is nothing to remember")
	r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	require.NoError(t, os.Rename(r.path("state"), r.path("away")))
	require.NoError(t, os.RemoveAll(r.path("results")))
	r.start()
	_, err := r.im.Import(t.Context(), "", r.path("a.csv"), nil)
	require.ErrorContains(t, err, r.path("inbox"))
	require.Equal(t, 1, r.shop.allPosts())
	r.adopt()
	r.stop()
	require.NoError(t, os.RemoveAll(r.path("state")))
	require.NoError(t, os.RemoveAll(r.path("results")))
	require.NoError(t, os.Rename(r.path("away"), r.path("state")))
	r.start()
	require.Equal(t, told.DoubtOther, r.doubt(), "the journal that was adopted is another one")
}

// TestRolledBackWithoutResults: the inbox knows how much the journal once knew.
func TestRolledBackWithoutResults(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1001")))
	require.NoError(t, r.journal.Backup(t.Context(), r.path("copy.db"), false))
	r.importFile(r.write("b.csv", orders("1002")))
	r.stop()
	r.removeJournal()
	r.copy("copy.db", "state/journal.db")
	require.NoError(t, os.RemoveAll(r.path("results")))
	r.start()
	require.Equal(t, told.DoubtRolledBack, r.doubt())
	r.adopt()
	require.Empty(t, r.doubt())
}

// TestTrialLeavesNoDoubt: what went to the sandbox is no reason to hold back real orders.
func TestTrialLeavesNoDoubt(t *testing.T) {
	account := state.EmbeddedAccount
	r := newRig(t, func(c *desk.Config) { c.Account = account })
	r.importFile(r.write("a.csv", orders("1001")))
	r.write("archive/a.csv", orders("1001"))
	r.stop()
	require.NoError(t, os.RemoveAll(r.path("state")))
	require.NoError(t, os.RemoveAll(r.path("results")))
	account = "acme"
	r.start()
	require.Empty(t, r.doubt())
	r.importFile(r.write("b.csv", orders("1001")))
	r.stop()
	require.NoError(t, os.RemoveAll(r.path("state")))
	require.NoError(t, os.RemoveAll(r.path("results")))
	r.start()
	require.Equal(t, told.DoubtOther, r.doubt(), "this one was real")
}
