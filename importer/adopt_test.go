package importer_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// adopt is a person's word, said twice and interrupted in between.
func (r *rig) adopt() *doubt.Adoption {
	r.t.Helper()
	dry, err := r.im.Adopt(r.t.Context(), doubt.AdoptOptions{DryRun: true, By: "olena"})
	require.NoError(r.t, err)
	require.True(r.t, dry.Needed)
	require.NotEmpty(r.t, r.doubt())
	report, err := r.im.Adopt(r.t.Context(), doubt.AdoptOptions{By: "olena"})
	require.NoError(r.t, err)
	require.Equal(r.t, dry.Orders, report.Orders)
	require.Equal(r.t, "olena", report.AdoptedBy)
	require.Empty(r.t, r.doubt())
	again, err := r.im.Adopt(r.t.Context(), doubt.AdoptOptions{By: "petro"})
	require.NoError(r.t, err)
	require.False(r.t, again.Needed)
	require.Equal(r.t, "olena", again.AdoptedBy)
	return report
}

// The journal that was adopted for another one is the wrong one from then on.
func TestTheOldJournalComesBack(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	require.NoError(t, os.Rename(r.path("state/journal.db"), r.path("old.db")))
	r.start()
	r.adopt()
	r.stop()
	r.removeJournal()
	r.copy("old.db", "state/journal.db")
	r.start()
	require.Equal(t, told.DoubtOther, r.doubt())
}

// An adopted result goes on being completed, and tells what it told.
func TestAdoptedResultsAreCompleted(t *testing.T) {
	r := newRig(t)
	r.shop.script["1002"] = []fault{refusedSKU}
	r.importFile(r.write("a.csv", orders("1001", "1002")))
	clash := r.importFile(r.write("b.csv", heading+rowOf("1001", "KB-01", 9)))
	require.Equal(t, "conflict", statuses(clash))
	r.stop()
	r.removeJournal()
	require.NoError(t, os.RemoveAll(r.path("state/spool")))
	r.start()
	report := r.adopt()
	require.Equal(t, doubt.AdoptedOrders{Accepted: 1, Rejected: 1, Conflict: 0}, report.Orders)
	r.shop.change("1001", func(o *supplier.Order) {
		o.Status, o.WaybillNumber, o.UpdatedAt = "shipped", "20450000000001", r.clock.Now().Add(time.Second)
	})
	require.NoError(t, r.im.Follow(t.Context()))
	require.NoError(t, r.im.Resume(t.Context()))
	cells := cellsOf(t, r.path("results/a."+clashFree(r, "a")+".result.csv"))
	require.Equal(t, []string{"accepted", r.shop.idOf("1001"), "shipped", "20450000000001", ""}, cells["1001"])
	require.Equal(t, "rejected", cells["1002"][0])
	require.Contains(t, cells["1002"][4], "unknown_sku")
	require.Equal(t, "conflict", cellsOf(t, clash.Result)["1001"][0])
	require.Equal(t, "duplicate rejected", strings.Replace(statuses(r.importFile(r.path("a.csv"))), "accepted", "rejected", 1), "a refused order may be tried again")
}

// clashFree is the part of a result's name that is of its content.
func clashFree(r *rig, stem string) string {
	for _, name := range r.names("results") {
		if parts := strings.Split(name, "."); parts[0] == stem {
			return parts[1]
		}
	}
	return ""
}

// What is known of an order by its number alone is a duplicate, whatever it holds.
func TestAdoptedRowsThatCannotBeReadAnyMore(t *testing.T) {
	r := newRig(t)
	a := r.importFile(r.write("a.csv", orders("1001")))
	data, err := os.ReadFile(a.Result)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(a.Result, []byte(strings.Replace(string(data), "+380670000101", "12", 1)), 0o644))
	r.stop()
	r.removeJournal()
	r.start()
	require.Equal(t, 1, r.adopt().Orders.Accepted)
	require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))))
	require.Equal(t, 1, r.shop.allPosts())
}

// Orders of a source have its prefix and its key; the sign says which source a result is of,
// and without it an order counts as posted in each.
func TestAdoptKnowsTheSources(t *testing.T) {
	for _, signed := range []bool{true, false} {
		r := newRig(t, func(c *desk.Config) { c.Sources = map[string]desk.Source{"keycrm": {Prefix: "KC-"}} })
		path := r.write("a.csv", orders("1001"))
		_, err := r.im.Import(t.Context(), "keycrm", path, nil)
		require.NoError(t, err)
		r.stop()
		require.NoError(t, os.RemoveAll(r.path("state")))
		if !signed {
			require.NoError(t, os.Remove(r.path("results/.dropbridge.journal")))
		}
		r.start()
		report := r.adopt()
		require.Equal(t, map[bool]int{true: 0, false: 1}[signed], len(report.Guessed))
		again, err := r.im.Import(t.Context(), "keycrm", path, nil)
		require.NoError(t, err)
		require.Equal(t, "duplicate", statuses(again))
		require.Equal(t, 1, r.shop.allPosts())
		plain := r.importFile(r.write("b.csv", orders("1001")))
		require.Equal(t, map[bool]string{true: "accepted", false: "duplicate"}[signed], statuses(plain))
	}
}

// An order that was sent under another number is not lost by an adoption where nobody knows
// that number: it is followed under a number with its id, and named.
func TestAdoptKeepsWhatWasSentUnderAnotherNumber(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("8")))
	second := r.write("b.csv", other("8"))
	require.Equal(t, "conflict", statuses(r.importFile(second)))
	r.decide(state.DecidedAs, "8", "8-2")
	r.settle()
	require.Equal(t, 2, r.shop.allPosts())
	r.stop()
	require.NoError(t, os.RemoveAll(r.path("state")))
	require.NoError(t, os.Remove(r.path("results/.dropbridge.decisions")))
	r.start()
	report := r.adopt()
	require.Equal(t, 2, report.Orders.Accepted)
	require.Len(t, report.Lost, 1)
	require.Contains(t, report.Lost[0].Reason, "do not send it again")
	ids := []string{r.order("8").RemoteID}
	for _, id := range []string{r.shop.idOf("8"), r.shop.idOf("8-2")} {
		if id != ids[0] {
			ids = append(ids, r.order("8 ["+id+"]").RemoteID)
		}
	}
	require.ElementsMatch(t, []string{r.shop.idOf("8"), r.shop.idOf("8-2")}, ids)
	require.Equal(t, 2, r.shop.allPosts())
}
