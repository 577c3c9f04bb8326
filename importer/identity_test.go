package importer_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// promises are all that a supplier may promise about an order that is sent twice.
func promises() map[string]supplier.Idempotency {
	return map[string]supplier.Idempotency{"none": {Kind: "none"}, "external_id": {Kind: "external_id"}, "key": {Kind: "key", Lifetime: 24 * time.Hour}}
}

// loss is one way in which a journal is not the one any more that it was.
type loss struct {
	name  string
	early func(r *rig) // before the last file is posted
	lose  func(r *rig) // while nobody has it open
	code  string
}

func losses() []loss {
	return []loss{
		{name: "lost", lose: (*rig).removeJournal, code: told.DoubtOther},
		{name: "emptied file", lose: func(r *rig) {
			r.removeJournal()
			r.write("state/journal.db", "")
		}, code: told.DoubtOther},
		{name: "emptied tables", lose: func(r *rig) {
			r.sql("DELETE FROM links", "DELETE FROM orders", "DELETE FROM files", "DELETE FROM notes")
		}, code: told.DoubtEmptied},
		{name: "another journal", lose: func(r *rig) {
			r.removeJournal()
			other, err := journal.Open(r.t.Context(), r.path("state/journal.db"))
			require.NoError(r.t, err)
			_, err = other.Record(r.t.Context(), state.File{Account: "acme", SHA256: "aa", Name: "x.csv", State: state.FileFinal}, 0, nil)
			require.NoError(r.t, err)
			require.NoError(r.t, other.Close())
		}, code: told.DoubtOther},
		{name: "rolled back", early: func(r *rig) {
			require.NoError(r.t, r.journal.Backup(r.t.Context(), r.path("copy.db"), false))
		}, lose: func(r *rig) {
			r.removeJournal()
			r.copy("copy.db", "state/journal.db")
		}, code: told.DoubtRolledBack},
		{name: "without its log", early: func(r *rig) {
			r.copy("state/journal.db", "copy.db") // what is in the log alone is not in it
		}, lose: func(r *rig) {
			r.removeJournal()
			r.copy("copy.db", "state/journal.db")
		}},
		{name: "restored", early: func(r *rig) {
			require.NoError(r.t, r.journal.Backup(r.t.Context(), r.path("copy.db"), false))
		}, lose: func(r *rig) {
			_, err := journal.Restore(r.t.Context(), r.path("copy.db"), r.path("state/journal.db"), r.clock.Now())
			require.NoError(r.t, err)
		}, code: told.DoubtRestored},
		{name: "without the sign", lose: func(r *rig) {
			r.removeJournal()
			require.NoError(r.t, os.Remove(r.path("results/.dropbridge.journal")))
		}, code: told.DoubtLost},
	}
}

func (r *rig) removeJournal() {
	r.t.Helper()
	for _, name := range []string{"state/journal.db", "state/journal.db-wal", "state/journal.db-shm"} {
		if err := os.Remove(r.path(name)); !errors.Is(err, os.ErrNotExist) {
			require.NoError(r.t, err)
		}
	}
}

func (r *rig) copy(from, to string) {
	r.t.Helper()
	data, err := os.ReadFile(r.path(from))
	require.NoError(r.t, err)
	require.NoError(r.t, os.WriteFile(r.path(to), data, 0o600))
}

func (r *rig) sql(statements ...string) {
	r.t.Helper()
	db, err := sql.Open("sqlite", r.path("state/journal.db"))
	require.NoError(r.t, err)
	defer db.Close()
	for _, statement := range statements {
		_, err := db.ExecContext(r.t.Context(), statement)
		require.NoError(r.t, err)
	}
}

// doubt is the code of what Trusted says.
func (r *rig) doubt() string {
	r.t.Helper()
	why, ok := errors.AsType[*told.Doubt](r.im.Trusted(r.t.Context()))
	if !ok {
		return ""
	}
	require.NotEmpty(r.t, why.Hint())
	return why.Code
}

// resultTexts are the contents of the result files by name.
func (r *rig) resultTexts() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, name := range r.names("results") {
		data, err := os.ReadFile(r.path("results/" + name))
		require.NoError(r.t, err)
		out[name] = string(data)
	}
	return out
}

// TestLostJournals: whatever becomes of a journal, nothing is posted before a person has
// said so, and nothing twice after that, whatever the supplier promises.
func TestLostJournals(t *testing.T) {
	for _, way := range losses() {
		for promise, idempotency := range promises() {
			for _, kept := range []bool{true, false} {
				name := way.name + ", " + promise
				if !kept {
					name += ", a result is gone"
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					r := newRig(t)
					r.shop.promise = idempotency
					loseJournal(t, r, way, kept)
				})
			}
		}
	}
}

func loseJournal(t *testing.T, r *rig, way loss, kept bool) {
	r.importFile(r.write("a.csv", orders("1001", "1002")))
	r.shop.always = notSent
	_, err := r.im.Import(t.Context(), "", r.write("c.csv", orders("1004")), nil)
	require.Error(t, err)
	r.shop.always = none
	if way.early != nil {
		way.early(r)
	}
	b := r.importFile(r.write("b.csv", orders("1003")))
	if way.name == "without its log" { // it waits in the copy
		require.Equal(t, 3, len(r.shop.count()))
	}
	r.stop()
	way.lose(r)
	shown, posts := r.resultTexts(), r.shop.allPosts()
	r.start()

	why := r.doubt()
	require.NotEmpty(t, why)
	if way.code != "" {
		require.Equal(t, way.code, why)
	}
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} {
		_, err := r.im.Import(t.Context(), "", r.path(name), nil)
		_, doubted := errors.AsType[*told.Doubt](err)
		require.True(t, doubted, "%v", err)
	}
	for range 3 {
		require.NoError(t, r.im.Resume(t.Context()))
		r.clock.After(time.Hour)
	}
	require.Contains(t, r.problems(), "dropbridge adopt")
	require.Equal(t, posts, r.shop.allPosts())
	require.Equal(t, shown, r.resultTexts(), "orders are read back from them")

	if !kept {
		require.NoError(t, os.Remove(b.Result))
	}
	r.adopt()
	require.Equal(t, posts, r.shop.allPosts())
	r.settle()
	a := r.importFile(r.path("a.csv"))
	require.Equal(t, "duplicate duplicate", statuses(a))
	require.Contains(t, []string{"duplicate", "accepted"}, statuses(r.importFile(r.path("b.csv"))))
	require.Contains(t, []string{"duplicate", "accepted"}, statuses(r.importFile(r.path("c.csv"))))
	require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1, "1004": 1}, r.shop.count())
	require.Equal(t, 1, r.shop.postsOf("1003"), "it was found, and not sent again")
	require.Equal(t, 1, r.shop.postsOf("1004"))
	require.Equal(t, r.shop.idOf("1001"), text(a.Rows[0].OrderID))
	require.Empty(t, r.problems())
}

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

// After an adoption an order whose supplier cannot be asked waits.
func TestOrdersWaitWhereTheSupplierCannotBeAsked(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	r.removeJournal()
	r.start()
	r.adopt()
	path := r.write("b.csv", orders("1002"))
	r.shop.listing = &supplier.Error{Kind: supplier.KindTransient, Op: "list orders", Detail: "out of order"}
	report, err := r.im.Import(t.Context(), "", path, nil)
	require.ErrorContains(t, err, "out of order")
	require.Equal(t, "pending", statuses(report))
	for _, none := range []*supplier.Error{{Kind: supplier.KindRejected, Op: "list orders", Err: supplier.ErrUnmapped},
		{Kind: supplier.KindNotFound, Op: "list orders", Status: 404}, {Kind: supplier.KindRejected, Op: "list orders", Status: 405}} {
		r.shop.listing = none
		r.clock.After(time.Hour)
		report, err = r.im.Import(t.Context(), "", path, nil)
		require.ErrorContains(t, err, "no list of orders")
		var way interface{ Hint() string }
		require.ErrorAs(t, err, &way)
		require.Contains(t, way.Hint(), "dropbridge adopt --unchecked")
		require.Equal(t, "not_looked_up", report.Rows[0].Error.Code)
		require.Contains(t, codes(r.status()), overview.FindingWaiting)
	}
	require.Zero(t, r.shop.postsOf("1002"))
	_, err = r.im.Adopt(t.Context(), doubt.AdoptOptions{Unchecked: true, By: "olena"})
	require.NoError(t, err)
	r.clock.After(time.Hour)
	require.Equal(t, "accepted", statuses(r.importFile(path)))
}

// A list that lags does not hide what the earlier journal sent last.
func TestLookBeforeTheFirstSendIsPatient(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.lag = 2
	a := r.importFile(r.write("a.csv", orders("1001")))
	r.stop()
	r.removeJournal()
	require.NoError(t, os.Remove(a.Result))
	r.start()
	r.adopt()
	require.Equal(t, "accepted", statuses(r.importFile(r.path("a.csv"))))
	require.Equal(t, 1, r.shop.allPosts())
	r.clock.After(24 * time.Hour)
	looks := r.shop.lookups
	r.importFile(r.write("b.csv", orders("1002")))
	require.Equal(t, looks+1, r.shop.lookups, "by then one look is enough")
	r.clock.After(91 * 24 * time.Hour)
	r.importFile(r.write("c.csv", orders("1003")))
	require.Equal(t, looks+1, r.shop.lookups, "and at last none is needed")
}

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
	const all, backups = 400, 5
	var numbers []string
	for n := range all {
		numbers = append(numbers, "L-"+strings.Repeat("0", 3-len(strconv.Itoa(n)))+strconv.Itoa(n))
	}
	settled := make(chan struct{}, all)
	r.ports.atPoints(func(point string) error {
		if point == "settled" {
			settled <- struct{}{}
			if dies && len(r.shop.count()) > all/2 {
				return errStopped
			}
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
	for n := range backups {
		other, err := journal.Open(t.Context(), r.path("state/journal.db"))
		require.NoError(t, err)
		require.NoError(t, other.Backup(t.Context(), r.path("copy"+strconv.Itoa(n)+".db"), false))
		require.NoError(t, other.Close())
	}
	err := <-ended
	require.Equal(t, dies, errors.Is(err, errStopped), "%v", err)
	require.NoError(t, r.im.Die())
	require.NoError(t, r.journal.Close())

	_, err = journal.Restore(t.Context(), r.path("copy2.db"), r.path("state/journal.db"), r.clock.Now())
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
