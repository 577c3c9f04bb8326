package journal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

var start = time.Date(2026, 10, 1, 9, 30, 0, 123456789, time.UTC)

func TestSQLite(t *testing.T) {
	conformance(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "state", "a ?#%20 journal.db") })
}

func TestPostgres(t *testing.T) {
	server := startPostgres(t)
	conformance(t, server.newDatabase)
}

// conformance is what the importer relies on, whatever the database.
func conformance(t *testing.T, fresh func(*testing.T) string) {
	for name, test := range map[string]func(*testing.T, string){
		"record and read back":            testRecord,
		"all fields of an order":          testSwapKeepsAll,
		"all fields of a file":            testSwapFile,
		"swap is compare and swap":        testStale,
		"duplicates, clashes, renewals":   testMeet,
		"a drop that was not finished":    testContinued,
		"rows joined to later orders":     testJoin,
		"queries":                         testQueries,
		"each order":                      testEachOrder,
		"notes":                           testNotes,
		"one id, one order":               testTaken,
		"attempts":                        testAttempts,
		"clashes":                         testClashes,
		"decisions":                       testDecisions,
		"skipped orders":                  testSkipped,
		"orders that files revive":        testRevived,
		"counts of queries":               testCountQueries,
		"reopen":                          testReopen,
		"two processes":                   testTwoProcesses,
		"one winner among many":           testOneWinner,
		"a failing write spares the rest": testFailingWrite,
		"commits are shared":              testGroupCommit,
		"after close":                     testClosed,
		"the journal's own id":            testIdentity,
		"accounts and their spellings":    testAccounts,
		"results of an earlier journal":   testAdopt,
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

func open(t *testing.T, where string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}

func file(name string) state.File {
	return state.File{Account: "acme", Source: "keycrm", SHA256: "aa11", Name: name, Spool: "spool/x", Result: "results/x.csv",
		Origin: "inbox/" + name, Mark: "10 20 30", Placed: state.PlacedInbox, State: state.FileOpen, CreatedAt: start, ChangedAt: start}
}

func draft(id, content string, rows ...int) state.Draft {
	return state.Draft{Rows: rows, Order: state.Order{
		OrderKey: state.OrderKey{Account: "acme", Source: "keycrm", ExternalID: id},
		Hash:     "hash of " + content, Content: []byte(content), Body: []byte("body of " + content), Key: "key " + id,
		State: state.Ready, CreatedAt: start, ChangedAt: start}}
}

// listed gives drafts one by one.
func listed(drafts ...state.Draft) func(int) (state.Draft, error) {
	return func(n int) (state.Draft, error) { return drafts[n], nil }
}

func record(t *testing.T, j state.Journal, f state.File, drafts ...state.Draft) state.File {
	t.Helper()
	f, err := j.Record(t.Context(), f, len(drafts), listed(drafts...))
	require.NoError(t, err)
	return f
}

func links(t *testing.T, j state.Journal, f state.File) []state.Link {
	t.Helper()
	var out []state.Link
	for link, err := range j.Links(t.Context(), f.ID) {
		require.NoError(t, err)
		require.Empty(t, link.Order.Content)
		require.Empty(t, link.Order.Body)
		out = append(out, link)
	}
	for i := range out { // what links leave out
		whole, err := j.Orders(t.Context(), state.OrderQuery{Key: &out[i].Order.OrderKey})
		require.NoError(t, err)
		out[i].Order.Content, out[i].Order.Body = whole[0].Content, whole[0].Body
	}
	return out
}

func swap(t *testing.T, j state.Journal, o state.Order) state.Order {
	t.Helper()
	o, err := j.Swap(t.Context(), o)
	require.NoError(t, err)
	return o
}

func testRecord(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("orders \xff.csv"), draft("1002", "b", 3, 4), draft("1001", "a", 2))
	require.Equal(t, 1, f.Drops)
	got := links(t, j, f)
	require.Len(t, got, 2)
	require.Equal(t, []int{3, 4}, got[0].Rows)
	require.Equal(t, state.Own, got[0].Relation)
	want := draft("1002", "b").Order
	want.ID, want.Version, want.File, want.Waybills, want.Parcels = got[0].Order.ID, 1, f.ID, []string{}, []state.Parcel{}
	require.Equal(t, want, got[0].Order)
	files, err := j.Files(t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.File{f}, files)
	require.Equal(t, "orders \xff.csv", files[0].Name)

	broken := errors.New("no such order")
	_, err = j.Record(t.Context(), file("b.csv"), 2, func(n int) (state.Draft, error) {
		return draft(fmt.Sprint(n), "c", 2), []error{nil, broken}[n]
	})
	require.ErrorIs(t, err, broken)
	files, err = j.Files(t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.File{f}, files, "nothing of the file stays")
}

func testSwapKeepsAll(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	o := links(t, j, f)[0].Order
	o.State, o.Attempts, o.Doubtful, o.Owner = state.Unknown, 3, true, "me"
	o.LeaseUntil, o.SentAt, o.NotBefore, o.FirstMiss = start.Add(1), start.Add(2), start.Add(3), start.Add(4)
	o.Misses, o.Code, o.Message = 2, "outcome_unknown", wording.Literal("не відомо")
	o.RemoteID, o.RemoteStatus, o.RemoteAt = "ord_1", "new", start.Add(5)
	o.Waybills = []string{"20450000000001", "20450000000002"}
	o.Parcels = []state.Parcel{{ID: "s1", Waybill: "20450000000001", State: "created", At: start.Add(6)}}
	o.Faults = []state.ItemFault{{Item: 1, Code: "unknown_sku", Message: "немає"}}
	o.ChangedAt = start.Add(7)
	o = swap(t, j, o)
	require.Equal(t, int64(2), o.Version)
	require.Equal(t, o, links(t, j, f)[0].Order)

	o.Body, o.Code = []byte(`{"written":"anew"}`), "posted_again"
	stale := o
	o, err := j.SwapBody(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, int64(3), o.Version)
	require.Equal(t, o, links(t, j, f)[0].Order)
	stale.Body = []byte("late")
	_, err = j.SwapBody(t.Context(), stale)
	require.ErrorIs(t, err, state.ErrStale)
	require.Equal(t, o, links(t, j, f)[0].Order)
}

func testSwapFile(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"))
	f.Spool, f.Result, f.Origin, f.Mark, f.Placed = "base64:s", "r", "o\x00", "m", state.PlacedStuck
	f.State, f.Digest, f.Reason, f.ChangedAt = state.FileSettled, "d", "why", start.Add(time.Hour)
	f.Counts = state.Counts{Accepted: 3, Rejected: 1}
	got, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	files, err := j.Files(t.Context(), state.FileQuery{ID: f.ID})
	require.NoError(t, err)
	require.Equal(t, []state.File{got}, files)
	_, err = j.SwapFile(t.Context(), f)
	require.ErrorIs(t, err, state.ErrStale)
}

func testStale(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	old := links(t, j, f)[0].Order
	sending := old
	sending.State = state.Sending
	swap(t, j, sending)
	_, err := j.Swap(t.Context(), sending)
	require.ErrorIs(t, err, state.ErrStale)
	require.Equal(t, state.Sending, links(t, j, f)[0].Order.State)
}

func testMeet(t *testing.T, where string) {
	j := open(t, where)
	first := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3), draft("3", "c", 4))
	for i, s := range []state.State{state.Accepted, state.Rejected, state.Ready} {
		o := links(t, j, first)[i].Order
		o.State, o.Code, o.Message = s, "code", wording.Literal("the reason")
		swap(t, j, o)
	}
	second := record(t, j, file("b.csv"), draft("1", "a", 2), draft("2", "corrected", 3), draft("3", "other", 4), draft("4", "d", 5))
	got := links(t, j, second)
	require.Equal(t, []state.Relation{state.Duplicate, state.Own, state.Clash, state.Own}, relations(got))
	require.Equal(t, state.Accepted, got[0].Order.State)
	require.Equal(t, state.Ready, got[1].Order.State)
	require.Equal(t, 1, got[1].Order.Round)
	require.Equal(t, "body of corrected", string(got[1].Order.Body))
	require.Equal(t, second.ID, got[1].Order.File)
	require.Empty(t, got[1].Order.Message)
	require.Equal(t, "body of c", string(got[2].Order.Body), "an order that waits is not replaced in silence")
	require.Equal(t, "order_conflict", got[2].Code)
	old := links(t, j, first)
	require.Equal(t, []state.Relation{state.Own, state.Past, state.Own}, relations(old))
	require.Equal(t, wording.Literal("the reason"), old[1].Message)
}

func testContinued(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	o := links(t, j, f)[0].Order
	o.State = state.Accepted
	swap(t, j, o)
	same := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	require.Equal(t, f, same, "two processes that take one drop record it once")
	moved := file("a.csv")
	moved.Mark = "10 21 31"
	_, err := j.Record(t.Context(), moved, 0, listed())
	require.ErrorIs(t, err, state.ErrStale, "who did not see the first drop has an old picture of the inbox")
	moved.Drops = 1
	again := record(t, j, moved, draft("1", "a", 2), draft("2", "b", 3))
	require.Equal(t, f.ID, again.ID)
	require.Equal(t, 2, again.Drops)
	require.Equal(t, []state.Relation{state.Own, state.Own}, relations(links(t, j, again)))

	again.State, again.Placed = state.FileSettled, state.PlacedArchive
	_, err = j.SwapFile(t.Context(), again)
	require.NoError(t, err)
	anew := file("a.csv")
	anew.Drops = 2
	third := record(t, j, anew, draft("1", "a", 2), draft("2", "b", 3))
	require.Equal(t, []state.Relation{state.Duplicate, state.Own}, relations(links(t, j, third)))
	require.Equal(t, state.FileOpen, third.State)
}

func relations(links []state.Link) []state.Relation {
	var out []state.Relation
	for _, l := range links {
		out = append(out, l.Relation)
	}
	return out
}

func testQueries(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3), draft("3", "c", 4))
	all := links(t, j, f)
	accepted, waiting := all[0].Order, all[1].Order
	accepted.State, accepted.RemoteID, accepted.RemoteStatus, accepted.ChangedAt = state.Accepted, "ord_1", "new", start.Add(time.Hour)
	swap(t, j, accepted)
	waiting.NotBefore = start.Add(time.Minute)
	swap(t, j, waiting)
	other := draft("1", "z", 2)
	other.Account = "other"
	g := file("b.csv")
	g.Account, g.Placed, g.State = "other", state.PlacedArchive, state.FileFinal
	g = record(t, j, g, other)

	for name, c := range map[string]struct {
		query state.OrderQuery
		want  []string
	}{
		"account":    {state.OrderQuery{Account: "acme"}, []string{"1", "2", "3"}},
		"ready":      {state.OrderQuery{Account: "acme", States: []state.State{state.Ready}}, []string{"2", "3"}},
		"due":        {state.OrderQuery{Account: "acme", States: []state.State{state.Ready}, Due: start}, []string{"3"}},
		"due later":  {state.OrderQuery{Account: "acme", Due: start.Add(time.Minute), Limit: 2}, []string{"1", "2"}},
		"two states": {state.OrderQuery{States: []state.State{state.Ready, state.Accepted}}, []string{"1", "2", "3", "1"}},
		"file":       {state.OrderQuery{File: g.ID}, []string{"1"}},
		"remote":     {state.OrderQuery{RemoteIDs: []string{"ord_1", "ord_2"}}, []string{"1"}},
		"open":       {state.OrderQuery{Account: "acme", Open: true}, []string{"1"}},
		"after":      {state.OrderQuery{Account: "acme", After: waiting.ID}, []string{"3"}},
		"newest":     {state.OrderQuery{Account: "acme", Newest: true, Limit: 1}, []string{"1"}},
		"key":        {state.OrderQuery{Key: &state.OrderKey{Account: "other", Source: "keycrm", ExternalID: "1"}}, []string{"1"}},
		"none":       {state.OrderQuery{RemoteIDs: []string{"' OR 1=1 --"}}, nil},
	} {
		orders, err := j.Orders(t.Context(), c.query)
		require.NoError(t, err, name)
		var ids []string
		for _, o := range orders {
			ids = append(ids, o.ExternalID)
		}
		require.Equal(t, c.want, ids, name)
	}
	for name, c := range map[string]struct {
		query state.FileQuery
		want  []string
	}{
		"states": {state.FileQuery{States: []state.FileState{state.FileFinal, state.FileSettled}}, []string{"b.csv"}},
		"placed": {state.FileQuery{Placed: []state.Placed{state.PlacedInbox}}, []string{"a.csv"}},
		"sha":    {state.FileQuery{SHA256: "aa11", Newest: true}, []string{"b.csv", "a.csv"}},
		"result": {state.FileQuery{Account: "acme", Result: "results/x.csv"}, []string{"a.csv"}},
		"orders": {state.FileQuery{Orders: []int64{accepted.ID, waiting.ID}}, []string{"a.csv"}},
		"limit":  {state.FileQuery{Limit: 1}, []string{"a.csv"}},
	} {
		files, err := j.Files(t.Context(), c.query)
		require.NoError(t, err, name)
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
		}
		require.Equal(t, c.want, names, name)
	}
	counts, err := j.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Ready: 2, state.Accepted: 1}, counts)
}

func testNotes(t *testing.T, where string) {
	j := open(t, where)
	require.NoError(t, j.SetNote(t.Context(), "acme", "cursor", "1"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "cursor", "2"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "gone", "x"))
	require.NoError(t, j.SetNote(t.Context(), "acme", "gone", ""))
	require.NoError(t, j.SetNote(t.Context(), "other", "cursor", "3"))
	notes, err := j.Notes(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"cursor": "2"}, notes)
}

func testReopen(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	want := links(t, j, f)
	require.NoError(t, j.Close())
	require.Equal(t, want, links(t, open(t, where), f))
}

func testTwoProcesses(t *testing.T, where string) {
	var group sync.WaitGroup
	for process := range 2 {
		j := open(t, where)
		for worker := range 4 {
			group.Go(func() {
				for n := range 5 {
					f := file(fmt.Sprintf("%d-%d-%d.csv", process, worker, n))
					_, err := j.Record(context.Background(), f, 2, listed(draft(fmt.Sprint("order ", n), "same", 2), draft(fmt.Sprint("other ", n), "same", 2)))
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	counts, err := open(t, where).Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Ready: 10}, counts)
}

func testOneWinner(t *testing.T, where string) {
	a, b := open(t, where), open(t, where)
	f := record(t, a, file("a.csv"), draft("1", "a", 2))
	order := links(t, a, f)[0].Order
	order.State = state.Sending
	var wins atomic.Int64
	var group sync.WaitGroup
	for n := range 32 {
		j := []*journal.Journal{a, b}[n%2]
		group.Go(func() {
			switch _, err := j.Swap(context.Background(), order); err {
			case nil:
				wins.Add(1)
			case state.ErrStale:
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	require.Equal(t, int64(1), wins.Load())
}

func testFailingWrite(t *testing.T, where string) {
	j := open(t, where)
	var drafts []state.Draft
	for n := range 40 {
		drafts = append(drafts, draft(fmt.Sprint(n), "a", 2+n))
	}
	f := record(t, j, file("a.csv"), drafts...)
	var failed atomic.Int64
	var group sync.WaitGroup
	for n, l := range links(t, j, f) {
		o := l.Order
		o.State = state.Sending
		if n%10 == 0 {
			o.State = "nonsense" // refused by the table's check
		}
		group.Go(func() {
			if _, err := j.Swap(context.Background(), o); err != nil {
				failed.Add(1)
			}
		})
	}
	group.Wait()
	require.Equal(t, int64(4), failed.Load())
	counts, err := j.Counts(t.Context(), "acme")
	require.NoError(t, err)
	require.Equal(t, map[state.State]int{state.Sending: 36, state.Ready: 4}, counts)
}

// testGroupCommit: 64 workers that each write an intent and a result need few commits.
func testGroupCommit(t *testing.T, where string) {
	const orders, workers = 2000, 64
	j := open(t, where)
	var drafts []state.Draft
	for n := range orders {
		drafts = append(drafts, draft(fmt.Sprint(n), "a", 2+n))
	}
	f := record(t, j, file("a.csv"), drafts...)
	queue := make(chan state.Order, orders)
	for _, l := range links(t, j, f) {
		queue <- l.Order
	}
	close(queue)
	before := j.Commits()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for o := range queue {
				for _, s := range []state.State{state.Sending, state.Accepted} {
					var err error
					o.State = s
					if o, err = j.Swap(context.Background(), o); err != nil {
						t.Error(err)
					}
					runtime.Gosched() // where the answer of the supplier would come
				}
			}
		})
	}
	group.Wait()
	perOrder := float64(j.Commits()-before) / orders
	t.Logf("%.3f commits an order", perOrder)
	require.LessOrEqual(t, perOrder, 0.15)
}

func testClosed(t *testing.T, where string) {
	j := open(t, where)
	require.NoError(t, j.Close())
	require.NoError(t, j.Close())
	require.Error(t, j.SetNote(t.Context(), "acme", "a", "b"))
}

func TestSQLiteFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "journal.db")
	j := open(t, path)
	record(t, j, file("a.csv"))
	if runtime.GOOS == "windows" {
		return // rights are lists there, and the profile's folder has them
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	require.NoError(t, os.WriteFile(path, []byte("this is no database, but a text that is long enough to look at"), 0o600))
	_, err := journal.Open(t.Context(), path)
	require.ErrorContains(t, err, "open the journal "+path)

	_, err = journal.Open(t.Context(), "postgres://u:secret@127.0.0.1:1/x?connect_timeout=1")
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}

func TestCancelledBeforeHandingOver(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// Handing over may win against the cancelled context; what is reported must be true.
	err := j.SetNote(ctx, "acme", "a", "b")
	notes, readErr := j.Notes(t.Context(), "acme")
	require.NoError(t, readErr)
	require.Equal(t, err == nil, notes["a"] == "b")
}
