package importer_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// badRow is an order whose phone cannot be read.
func badRow(number string) string { return strings.Replace(row(number), "+380670000101", "12345", 1) }

func TestRejectedRowsAreCorrectedAndDroppedAgain(t *testing.T) {
	r := newRig(t)
	report := r.importFile(r.write("orders.csv", heading+row("1")+badRow("2")+badRow("3")))
	require.Equal(t, strings.Replace(report.Result, ".result.", ".rejected.", 1), report.Rejected)
	text := read(t, report.Rejected)
	require.Equal(t, 3, strings.Count(text, "\n"))
	require.NotContains(t, text, "\n1;")

	again := r.importFile(r.write("unchanged.csv", text))
	require.Equal(t, "rejected rejected", statuses(again))

	r.write("half.csv", strings.Replace(text, "12345", "0670000102", 1))
	half := r.importFile(r.path("half.csv"))
	require.Equal(t, "accepted rejected", statuses(half))
	text = read(t, report.Rejected)
	require.NotContains(t, text, "\n2;", "the corrected row is no longer to be corrected")
	require.Contains(t, text, "\n3;")

	r.importFile(r.write("rest.csv", strings.Replace(text, "12345", "0670000103", 1)))
	require.NoFileExists(t, report.Rejected)
	require.NoFileExists(t, again.Rejected)
	require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1}, r.shop.posts)
}

func TestRejectedRowsOfTheSupplierGoWithRetry(t *testing.T) {
	r := newRig(t)
	r.shop.script["1"] = []fault{refusedSKU}
	report := r.importFile(r.write("orders.csv", orders("1", "2")))
	require.Equal(t, "rejected accepted", statuses(report))
	require.Contains(t, read(t, report.Rejected), "unknown_sku")
	require.NoError(t, r.im.Retry(t.Context(), "", "1"))
	require.NoError(t, r.im.Resume(t.Context()))
	require.NoFileExists(t, report.Rejected)
	fresh, err := r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, "accepted accepted", statuses(fresh))
	require.Empty(t, fresh.Rejected)
}

// TestRejectedRowsThatAPersonHasInHand: what a person corrects in place is not written
// over, and what was taken away does not come back.
func TestRejectedRowsThatAPersonHasInHand(t *testing.T) {
	r := newRig(t)
	report := r.importFile(r.write("orders.csv", heading+badRow("2")+badRow("3")))
	mine := strings.Replace(read(t, report.Rejected), "12345", "0670000102", 1)
	require.NoError(t, os.WriteFile(report.Rejected, []byte(mine), 0o644))
	r.importFile(r.write("other.csv", orders("2")))
	require.Equal(t, mine, read(t, report.Rejected))

	second := r.importFile(r.write("second.csv", heading+badRow("7")+badRow("8")))
	require.NoError(t, os.Rename(second.Rejected, r.path("taken.csv")))
	r.importFile(r.write("third.csv", orders("7")))
	require.NoFileExists(t, second.Rejected)
}

func TestRejectedRowsInRun(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", heading+row("1")+badRow("2"))
		wait(15 * time.Second)
		rejected := result.RejectedPath(r.im.Desk, r.reportOf("orders.csv"))
		require.FileExists(t, rejected)
		text := read(t, rejected)
		wait(2 * time.Minute)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts, "the results folder is no inbox")
		r.write("inbox/"+filepath.Base(rejected), strings.Replace(text, "12345", "0670000102", 1))
		wait(15 * time.Second)
		require.NoFileExists(t, rejected)
		require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.posts)
		require.Regexp(t, `^orders\.[0-9a-f]{8}\.result\.csv$`, filepath.Base(r.reportOf(filepath.Base(rejected)).Result))
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func TestRunWaitsForADoneFile(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", orders("1"))
		wait(time.Minute)
		require.Zero(t, r.shop.allPosts())
		require.Empty(t, r.problems())
		wait(15 * time.Minute)
		require.Contains(t, r.problems(), "waits for orders.csv.done")
		r.write("inbox/orders.csv.done", "")
		wait(15 * time.Second)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.Empty(t, r.names("inbox"))
		require.Empty(t, r.problems())
	}, func(c *desk.Config) { c.DoneSuffix = ".done" })
}

// TestRunLeavesAnInboxToAnotherJournal: with a journal of its own an importer would
// post again what the first one has posted.
func TestRunLeavesAnInboxToAnotherJournal(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		wait(time.Second)
		other := newRig(t, func(c *desk.Config) {
			c.Now, c.After, c.Poll, c.Inbox = time.Now, time.After, true, r.path("inbox")
		})
		other.shop.now = time.Now
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- other.im.Run(ctx) }()
		wait(time.Second)
		r.write("inbox/orders.csv", orders("1"))
		wait(time.Minute)
		require.Equal(t, map[string]int{"1": 1}, r.shop.posts)
		require.Zero(t, other.shop.allPosts())
		require.Contains(t, other.problems(), "watched by another dropbridge")
		require.Empty(t, r.problems())
		cancel()
		require.NoError(t, <-ended)
	})
}

// TestRunTakesNothingBesideANamelessLock: whoever has just locked the inbox may have
// another journal. Once it lets go, the file is taken.
func TestRunTakesNothingBesideANamelessLock(t *testing.T) {
	running(t, func(t *testing.T, _ *rig) {
		inbox := t.TempDir()
		lock, err := os.Create(filepath.Join(inbox, ".dropbridge.lock"))
		require.NoError(t, err)
		locked, err := durable.TryLock(lock)
		require.NoError(t, err)
		require.True(t, locked)
		other := newRig(t, func(c *desk.Config) { c.Now, c.After, c.Poll, c.Inbox = time.Now, time.After, true, inbox })
		other.shop.now = time.Now
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- other.im.Run(ctx) }()
		require.NoError(t, os.WriteFile(filepath.Join(inbox, "orders.csv"), []byte(orders("1")), 0o644))
		wait(time.Minute)
		require.Zero(t, other.shop.allPosts())
		require.Contains(t, other.problems(), "does not say who it is")
		require.NoError(t, lock.Close())
		wait(time.Minute)
		require.Equal(t, map[string]int{"1": 1}, other.shop.posts)
		require.Empty(t, other.problems())
		cancel()
		require.NoError(t, <-ended)
	})
}
