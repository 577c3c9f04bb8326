package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/result"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// unreadable is an order that our reader refuses.
func unreadable(number string) string {
	return strings.Replace(row(number), "+380670000101", "0", 1)
}

// TestAFirstResultFollowsItsCorrectedRows, whoever refused them, wherever they were
// corrected, and to the end: with their ids, statuses and waybills.
func TestAFirstResultFollowsItsCorrectedRows(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.script["1001"] = []fault{refusedSKU}
		r.write("inbox/orders.csv", heading+row("1001")+unreadable("1002")+unreadable("1003")+row("1004"))
		wait(20 * time.Second)
		first := r.reportOf("orders.csv")
		require.Equal(t, state.Counts{Rejected: 3, Accepted: 1}, first.Counts)
		require.NotEmpty(t, result.RejectedPath(r.im.Desk, first))

		// Somebody takes the rejected file to correct it; one row is brought by another file.
		require.NoError(t, os.Remove(result.RejectedPath(r.im.Desk, first)))
		r.write("inbox/corrected.csv", heading+rowOf("1001", "KB-02", 1))
		r.write("inbox/other.csv", orders("1002"))
		wait(20 * time.Second)
		first = r.reportOf("orders.csv")
		require.Equal(t, state.Counts{Rejected: 1, Accepted: 3}, first.Counts)
		require.Empty(t, result.RejectedPath(r.im.Desk, first), "who has it knows of it")
		shown := cellsOf(t, first.Result)
		require.Equal(t, []string{"accepted", r.shop.idOf("1001"), "new", "", "corrected: corrected in the file corrected.csv"}, shown["1001"])
		require.Equal(t, []string{"accepted", r.shop.idOf("1002"), "new", "", "corrected: corrected in the file other.csv"}, shown["1002"])
		require.Equal(t, "rejected", shown["1003"][0])

		r.shop.change("1002", func(o *supplier.Order) {
			o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", time.Now(), "20450000000001"
		})
		wait(2 * time.Minute)
		require.Equal(t, []string{"shipped", "20450000000001"}, cellsOf(t, first.Result)["1002"][2:4])
		require.NotEqual(t, state.FileFinal, r.reportOf("orders.csv").State)
		for _, number := range []string{"1001", "1002", "1004"} {
			r.shop.change(number, func(o *supplier.Order) { o.Status, o.UpdatedAt = "completed", time.Now() })
		}
		wait(3 * time.Minute)
		require.Equal(t, state.FileFinal, r.reportOf("orders.csv").State)
		require.Equal(t, "completed", cellsOf(t, first.Result)["1001"][2])
		require.Empty(t, r.problems())
	})
}

// TestARefusalStaysUntilTheCorrectionIsAccepted: a correction that is refused too changes
// nothing, and an order that was there before the refused row is no correction of it.
func TestARefusalStaysUntilTheCorrectionIsAccepted(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.script["1001"] = []fault{refusedSKU, refusedSKU}
		r.write("inbox/before.csv", orders("1003"))
		wait(20 * time.Second)
		r.write("inbox/orders.csv", heading+row("1001")+unreadable("1003"))
		wait(20 * time.Second)
		r.write("inbox/second.csv", heading+rowOf("1001", "KB-02", 1))
		wait(20 * time.Second)
		shown := cellsOf(t, r.reportOf("orders.csv").Result)
		require.Equal(t, "rejected", shown["1001"][0])
		require.Contains(t, shown["1001"][4], "unknown_sku")
		require.Equal(t, "rejected", shown["1003"][0])

		r.write("inbox/third.csv", heading+rowOf("1001", "KB-03", 1))
		wait(20 * time.Second)
		for name, want := range map[string]string{"orders.csv": "corrected: corrected in the file third.csv", "second.csv": "corrected: corrected in the file third.csv", "third.csv": ""} {
			require.Equal(t, []string{"accepted", r.shop.idOf("1001"), "new", "", want}, cellsOf(t, r.reportOf(name).Result)["1001"], name)
		}
	})
}

// TestACorrectionIsShownAfterACrash: the correction was recorded, and everything stopped.
func TestACorrectionIsShownAfterACrash(t *testing.T) {
	r := newRig(t)
	first := r.importFile(r.write("a.csv", heading+unreadable("1001")+row("1002")))
	require.Equal(t, "rejected accepted", statuses(first))
	r.ports.atPoints(func(point string) error {
		if point == "recorded" {
			return errStopped
		}
		return nil
	})
	_, err := r.im.Import(t.Context(), "", r.write("b.csv", orders("1001")), nil)
	require.ErrorIs(t, err, errStopped)
	r.crash()
	r.settle()
	require.Equal(t, "accepted", cellsOf(t, first.Result)["1001"][0])
}

// TestAClosedFirstResultStays: of a file that was final for so long that its private copy
// was removed nothing is written any more, and nobody is told that something is missing.
func TestAClosedFirstResultStays(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.shop.script["1001"] = []fault{refusedSKU}
		r.write("inbox/orders.csv", orders("1001"))
		wait(20 * time.Second)
		first := r.reportOf("orders.csv")
		require.Equal(t, state.FileFinal, first.State)
		require.NoError(t, os.Remove(first.Spool))
		r.write("inbox/corrected.csv", heading+rowOf("1001", "KB-02", 1))
		wait(3 * time.Minute)
		require.Equal(t, "accepted", cellsOf(t, r.reportOf("corrected.csv").Result)["1001"][0])
		require.Equal(t, "rejected", cellsOf(t, first.Result)["1001"][0])
		require.Empty(t, r.problems())
	})
}

// TestAResultIsWrittenOnceForWhatIsKnown, whatever language its file speaks where the config
// names none.
func TestAResultIsWrittenOnceForWhatIsKnown(t *testing.T) {
	for _, head := range []string{heading, "Order number;Recipient;Phone;City;Branch;SKU;Quantity;Price\n"} {
		running(t, func(t *testing.T, r *rig) {
			r.shop.script["1001"] = []fault{refusedSKU}
			r.write("inbox/orders.csv", head+row("1001"))
			wait(20 * time.Second)
			r.write("inbox/corrected.csv", head+rowOf("1001", "KB-02", 1))
			wait(time.Minute)
			first := r.reportOf("orders.csv")
			require.Equal(t, "accepted", cellsOf(t, first.Result)["1001"][0])
			before, err := os.Stat(first.Result)
			require.NoError(t, err)
			wait(5 * time.Minute)
			after, err := os.Stat(first.Result)
			require.NoError(t, err)
			require.True(t, os.SameFile(before, after))
		}, anyFile, func(c *desk.Config) { c.Language = "" })
	}
}

// TestARowThatCanBeReadByNowFollowsItsOrder: once a word has its meaning, the row that it was
// refused for is refused until it is brought again, and then shows its order. Nothing pends.
func TestARowThatCanBeReadByNowFollowsItsOrder(t *testing.T) {
	known := map[string]string{}
	r := newRig(t, anyFile, func(c *desk.Config) { c.Default.Words = lexicon.Overlay{States: known} })
	first := r.importFile(r.write("orders.csv", withColumn("Статус", "Бурмосимо", "Новий")))
	require.Equal(t, state.Counts{Rejected: 1, Accepted: 1}, first.Counts)

	r.stop()
	known["Бурмосимо"] = "post"
	r.start()
	r.shop.change("2", func(o *supplier.Order) {
		o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", r.clock.Now().Add(time.Hour), "20450000000001"
	})
	r.settle()
	first, err := r.im.Refresh(t.Context(), first)
	require.NoError(t, err)
	require.Equal(t, state.Counts{Rejected: 1, Accepted: 1}, first.Counts, "nobody has brought it again")
	require.FileExists(t, first.Rejected)

	require.NoError(t, r.im.ReadAgain(t.Context(), "", "orders.csv"))
	dropped, err := filepath.Glob(filepath.Join(r.config().Inbox, "orders*.rejected.csv"))
	require.NoError(t, err)
	require.Len(t, dropped, 1)
	require.Equal(t, "accepted", statuses(r.importFile(dropped[0])))
	first, err = r.im.Refresh(t.Context(), first)
	require.NoError(t, err)
	require.Equal(t, state.Counts{Accepted: 2}, first.Counts)
	require.Contains(t, cellsOf(t, first.Result)["1"][4], "corrected: corrected in the file orders")
	require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.posts)
}
