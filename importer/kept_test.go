package importer_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
)

// loseJournal takes the journal away, and with it what was decided, where the file beside
// the results is not kept either; then it is adopted.
func (r *rig) loseJournal(decisions bool) *doubt.Adoption {
	r.t.Helper()
	r.stop()
	r.removeJournal()
	if !decisions {
		require.NoError(r.t, os.RemoveAll(r.path("results/.dropbridge.decisions")))
	}
	r.start()
	report, err := r.im.Adopt(r.t.Context(), doubt.AdoptOptions{By: "olena"})
	require.NoError(r.t, err)
	return report
}

// What was decided is known again after the journal was lost.
func TestDecisionsOutliveTheJournal(t *testing.T) {
	t.Run("keep", func(t *testing.T) {
		for _, decisions := range []bool{true, false} { // the result tells it as well
			r := newRig(t)
			r.importFile(r.write("a.csv", orders("1")))
			r.importFile(r.write("b.csv", other("1")))
			r.decide(state.DecidedKeep, "1", "")
			report := r.loseJournal(decisions)
			require.Empty(t, report.Lost)
			require.Equal(t, 1, report.Decisions)
			require.Equal(t, "duplicate", statuses(r.importFile(r.path("b.csv"))))
			require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))))
			require.Equal(t, "conflict", statuses(r.importFile(r.write("c.csv", heading+rowOf("1", "KB-03", 1)))))
			require.Equal(t, 1, r.shop.allPosts())
		}
	})
	t.Run("changed there", func(t *testing.T) {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		r.importFile(r.write("b.csv", other("1")))
		r.decide(state.DecidedChanged, "1", "")
		require.Empty(t, r.loseJournal(true).Lost)
		require.Contains(t, string(r.order("1").Content), "KB-02")
		require.Equal(t, "duplicate", statuses(r.importFile(r.path("b.csv"))))
		require.Equal(t, "conflict", statuses(r.importFile(r.write("c.csv", orders("1")+"\n"))), "the old content is news")
	})
	t.Run("as", func(t *testing.T) {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		r.importFile(r.write("b.csv", other("1")))
		r.decide(state.DecidedAs, "1", "1-2")
		r.settle()
		report := r.loseJournal(true)
		require.Empty(t, report.Lost)
		require.Equal(t, 2, report.Orders.Accepted)
		require.Equal(t, r.shop.idOf("1-2"), r.order("1-2").RemoteID)
		require.Equal(t, r.shop.idOf("1"), r.order("1").RemoteID)
		again := r.importFile(r.write("c.csv", other("1")+"\n"))
		require.Equal(t, []string{"duplicate", r.shop.idOf("1-2")}, []string{statuses(again), text(again.Rows[0].OrderID)})
		status := r.query(overview.StatusQuery{Number: "1-2"})
		require.Equal(t, "olena", status.Orders[0].Story.Decisions[0].Person)
		require.Equal(t, 2, r.shop.allPosts())
		require.Empty(t, r.loseJournal(true).Lost, "and once more")
	})
	t.Run("as, not sent yet", func(t *testing.T) {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		report := r.importFile(r.write("b.csv", other("1")))
		r.decide(state.DecidedAs, "1", "1-2")
		require.Equal(t, "pending", cellsOf(t, report.Result)["1"][0])
		require.Empty(t, r.loseJournal(true).Lost)
		r.settle()
		require.Equal(t, map[string]int{"1": 1, "1-2": 1}, r.shop.count())
		require.Equal(t, "accepted", cellsOf(t, report.Result)["1"][0])
	})
	t.Run("undone", func(t *testing.T) {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		r.importFile(r.write("b.csv", other("1")))
		r.decide(state.DecidedKeep, "1", "")
		r.decide(state.DecidedUndo, "1", "")
		require.Zero(t, r.loseJournal(true).Decisions)
		require.Equal(t, 1, r.status().Conflicts)
		r.decide(state.DecidedAs, "1", "1-2") // what the result's row holds is known
		r.settle()
		require.Equal(t, []string{"1", "1-2"}, r.shop.externals())
	})
	t.Run("cancelled and revived", func(t *testing.T) {
		r := skippingRig(t)
		r.importFile(r.write("a.csv", orders("1", "2")))
		r.importFile(r.write("b.csv", heading+inState("1", "Скасовано")))
		r.decide(state.DecidedKeep, "1", "")
		r.clock.After(1)
		r.shopSays("2", "cancelled")
		require.NoError(t, r.im.Follow(t.Context()))
		r.importFile(r.write("b2.csv", heading+inState("2", "Скасовано")))
		require.Equal(t, "conflict", statuses(r.importFile(r.write("c.csv", orders("2")))))
		r.decide(state.DecidedKeep, "2", "")
		report := r.loseJournal(true)
		r.im.SetReading(withStates)
		require.Empty(t, report.Lost)
		require.Equal(t, "skipped", statuses(r.importFile(r.write("d.csv", heading+inState("1", "Скасовано")+"\n"))))
		require.Equal(t, "duplicate", statuses(r.importFile(r.write("e.csv", orders("2")+"\n"))))
		require.Empty(t, r.status().Findings)
	})
}

// A decision that is known no more is named with its order, and nothing is sent twice.
func TestLostDecisionsAreNamed(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", other("1")))
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	report := r.loseJournal(false)
	require.Len(t, report.Lost, 1)
	require.Equal(t, "1", report.Lost[0].Order)
	require.Contains(t, report.Lost[0].Reason, "do not send it again")
	again := r.importFile(r.write("c.csv", other("1")+"\n"))
	require.Equal(t, []string{"duplicate", r.shop.idOf("1-2")}, []string{statuses(again), text(again.Rows[0].OrderID)}, "the result tells which order that content is")
	require.Equal(t, 2, r.shop.allPosts())

	r = newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	b := r.importFile(r.write("b.csv", other("1")))
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	require.NoError(t, os.Remove(b.Result))
	report = r.loseJournal(true)
	require.Len(t, report.Lost, 1)
	require.Contains(t, report.Lost[0].Reason, `the decision "send it under the number 1-2" is lost`)
	require.Contains(t, report.Lost[0].Reason, "dropbridge status 1")

	r = newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.write("results/.dropbridge.decisions", "{\n")
	report = r.loseJournal(true)
	require.Contains(t, report.Unread[0].Reason, "1 lines cannot be read")
}

// A backup that knows a decision needs nothing beside it.
func TestDecisionsOfABackup(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", other("1")))
	r.decide(state.DecidedAs, "1", "1-2")
	r.settle()
	require.NoError(t, r.journal.Backup(t.Context(), r.path("saved.db"), false))
	r.importFile(r.write("c.csv", orders("3")))
	r.stop()
	_, err := journal.Restore(t.Context(), r.path("saved.db"), r.path("state/journal.db"), r.clock.Now())
	require.NoError(t, err)
	r.start()
	report := r.adopt()
	require.Empty(t, report.Lost)
	require.Zero(t, report.Decisions)
	require.Equal(t, r.shop.idOf("1-2"), r.order("1-2").RemoteID)
	require.Equal(t, "duplicate", statuses(r.importFile(r.path("b.csv"))))
	require.Equal(t, "duplicate", statuses(r.importFile(r.path("c.csv"))))
	require.Len(t, r.query(overview.StatusQuery{Number: "1-2"}).Orders[0].Story.Decisions, 1)
}
