package importer_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestMissingFileAndFolder(t *testing.T) {
	r := newRig(t)
	_, err := r.im.Import(t.Context(), "", r.path("none.csv"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = r.im.Import(t.Context(), "", r.dir, nil)
	require.ErrorContains(t, err, "not a regular file")
	entries, err := os.ReadDir(r.path("state/spool"))
	require.NoError(t, err)
	require.Len(t, entries, 1, "only the lock of the importer itself")
}

func TestUnreachableSupplierLeavesRowsPending(t *testing.T) {
	r := newRig(t)
	r.shop.always = notSent
	path := r.write("a.csv", orders("1001", "1002"))
	start := r.clock.Now()
	report, err := r.im.Import(t.Context(), "", path, nil)
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.Equal(t, state.Counts{Pending: 2}, report.Counts)
	require.Less(t, r.clock.Now().Sub(start), time.Minute)
	require.Equal(t, "pending", cellsOf(t, report.Result)["1001"][0])

	r.shop.always = none
	r.clock.After(time.Minute)
	report = r.importFile(path)
	require.Equal(t, "accepted accepted", statuses(report), "the same drop goes on")
	require.Equal(t, map[string]int{"1001": 1, "1002": 1}, r.shop.count())
}

func TestRefusedTokenStopsAndBurnsNothing(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
	r.shop.script["1002"] = []fault{unauthorized}
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1001", "1002", "1003")), nil)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, "accepted pending pending", statuses(report))
	require.Zero(t, r.shop.postsOf("1003"), "nothing more is sent once the token is refused")
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Contains(t, status.Problems[0].Text, "the supplier refuses the token")

	r.settle()
	require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1}, r.shop.count())
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
	require.Equal(t, map[state.State]int{state.Accepted: 3}, status.Counts.Orders)
}

// TestRefusedTokenHoldsBackWhatWasAboutToGo: orders whose intent was written ahead are not
// sent after another one met the refusal.
func TestRefusedTokenHoldsBackWhatWasAboutToGo(t *testing.T) {
	const atOnce = 4
	r := newRig(t, func(c *desk.Config) { c.Concurrency = atOnce })
	r.shop.always = unauthorized
	var numbers []string
	for n := range 40 {
		numbers = append(numbers, fmt.Sprint(1001+n))
	}
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders(numbers...)), nil)
	require.Equal(t, supplier.KindUnauthorized, supplier.KindOf(err))
	require.Equal(t, state.Counts{Pending: 40}, report.Counts)
	sent := 0
	for _, number := range numbers {
		sent += r.shop.postsOf(number)
	}
	require.Positive(t, sent)
	require.LessOrEqual(t, sent, atOnce)
	r.shop.always = none
	r.settle()
	require.Len(t, r.shop.count(), 40)
	for number, times := range r.shop.count() {
		require.Equal(t, 1, times, number)
	}
}

func TestThrottledImportWaitsAsAsked(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{throttled, throttled}
	start := r.clock.Now()
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.GreaterOrEqual(t, r.clock.Now().Sub(start), 14*time.Second)
	require.Equal(t, 3, r.shop.postsOf("1001"))
}

func TestInterruptedImportSeesItsAttemptsThrough(t *testing.T) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
	ctx, cancel := context.WithCancel(t.Context())
	r.ports.atPoints(func(point string) error {
		if point == "posted" {
			cancel()
		}
		return nil
	})
	report, err := r.im.Import(ctx, "", r.write("a.csv", orders("1001", "1002")), nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "accepted pending", statuses(report))
}

func TestResultThatCannotBeWritten(t *testing.T) {
	r := newRig(t)
	require.NoError(t, os.RemoveAll(r.path("results")))
	require.NoError(t, os.WriteFile(r.path("results"), nil, 0o644))
	report, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1001")), nil)
	require.ErrorContains(t, err, "write the result")
	require.Equal(t, "accepted", statuses(report), "what was posted is reported all the same")

	require.NoError(t, os.Remove(r.path("results")))
	require.NoError(t, os.Mkdir(r.path("results"), 0o755))
	r.settle()
	require.Equal(t, "accepted", cellsOf(t, report.Result)["1001"][0])
	require.Equal(t, 1, r.shop.allPosts())
}
