package importer_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// flaky is a journal that fails at chosen writes.
type flaky struct {
	state.Journal
	fails func(state.Order) bool
}

func (f *flaky) Swap(ctx context.Context, o state.Order) (state.Order, error) {
	if f.fails != nil && f.fails(o) {
		return o, errors.New("disk I/O error")
	}
	return f.Journal.Swap(ctx, o)
}

// faultRow is one row of the table: what goes wrong with order 1001, and what there
// must be in the end. In every row the supplier has each order exactly once, or not at
// all where it refused it.
type faultRow struct {
	name    string
	script  []fault
	promise string // of the supplier, external_id where ""
	lag     int    // lookups that do not see the order yet
	journal func() func(state.Order) bool
	results bool // the results folder is missing at first
	posts   int  // attempts that reached the supplier
	state   state.State
	row     string
}

var faultTable = []faultRow{
	{name: "nothing", posts: 1, state: state.Accepted, row: "accepted"},
	{name: "before the request", script: []fault{notSent, notSent}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "refused", script: []fault{refusedSKU}, posts: 1, state: state.Rejected, row: "rejected"},
	{name: "token refused, then good", script: []fault{unauthorized}, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "timed out and not created", script: []fault{timeoutLost}, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "timed out but created", script: []fault{timeoutStored}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "created and seen late", script: []fault{timeoutStored}, lag: 2, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "created and seen too late", script: []fault{timeoutStored}, lag: 9, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "throttled", script: []fault{throttled}, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "500 then fine", script: []fault{serverError}, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "500 after it was stored", script: []fault{brokenStored}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "500 three times", script: []fault{serverError, serverError, serverError}, posts: 4, state: state.Accepted, row: "accepted"},
	{name: "cut in the middle of the answer", script: []fault{cutAnswer}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "answer without an id", script: []fault{answerWithoutID}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "answer about another order", script: []fault{foreignAnswer}, posts: 1, state: state.Unknown, row: "unknown"},
	{name: "no promise, not created", promise: "none", script: []fault{timeoutLost}, posts: 1, state: state.Unknown, row: "unknown"},
	{name: "no promise, created", promise: "none", script: []fault{timeoutStored}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "no promise, refused", promise: "none", script: []fault{refusedSKU}, posts: 1, state: state.Rejected, row: "rejected"},
	{name: "no promise, not sent", promise: "none", script: []fault{notSent}, posts: 1, state: state.Accepted, row: "accepted"},
	{name: "key, not created", promise: "key", script: []fault{timeoutLost}, posts: 2, state: state.Accepted, row: "accepted"},
	{name: "the intent cannot be noted", journal: failFirst(state.Sending, 1), posts: 1, state: state.Accepted, row: "accepted"},
	{name: "the answer cannot be noted", journal: failFirst(state.Accepted, 3), posts: 1, state: state.Accepted, row: "accepted"},
	{name: "the refusal cannot be noted", script: []fault{refusedSKU}, journal: failFirst(state.Rejected, 3), posts: 2, state: state.Accepted, row: "accepted"},
	{name: "the result cannot be written", results: true, posts: 1, state: state.Accepted, row: "accepted"},
}

// failFirst fails the first writes of a state.
func failFirst(s state.State, times int) func() func(state.Order) bool {
	return func() func(state.Order) bool {
		left := times
		return func(o state.Order) bool {
			if o.State == s && o.ExternalID == "1001" && left > 0 {
				left--
				return true
			}
			return false
		}
	}
}

func TestFaultTable(t *testing.T) {
	for _, c := range faultTable {
		for _, restarted := range []bool{false, true} {
			name := c.name + ", same process"
			if restarted {
				name = c.name + ", restarted"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runFault(t, c, restarted)
			})
		}
	}
}

func runFault(t *testing.T, c faultRow, restarted bool) {
	r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
	if c.promise != "" {
		r.shop.promise = supplier.Idempotency{Kind: c.promise, Lifetime: 24 * time.Hour}
	}
	r.shop.script["1001"], r.shop.lag = c.script, c.lag
	broken := &flaky{Journal: r.journal}
	if c.journal != nil {
		broken.fails = c.journal()
	}
	config := r.config()
	config.Owner = "flaky"
	ports := newPorts()
	im, err := ports.open(config, r.shop, broken)
	require.NoError(t, err)
	if c.results {
		require.NoError(t, os.Remove(r.path("results")))
	}
	path := r.write("a.csv", orders("1001", "1002"))
	if restarted { // the process dies when its first attempt was noted
		ports.seesThrough = true
		ports.atPoints(stopAt("settled"))
	}
	first, importErr := im.Import(t.Context(), "", path, nil)
	if !restarted && first != nil && importErr == nil {
		require.Equal(t, c.row, string(first.Rows[0].Status))
	}
	if restarted {
		require.NoError(t, im.Die())
		r.crash()
	} else {
		require.NoError(t, im.Close())
	}
	if c.results {
		require.NoError(t, os.MkdirAll(r.path("results"), 0o755))
	}
	r.settle()

	report := r.reportOf("a.csv")
	order := r.order("1001")
	require.Equal(t, c.state, order.State)
	require.Empty(t, order.Owner, "nobody sends it any more")
	require.GreaterOrEqual(t, order.Attempts, c.posts, "no request without an intent in the journal")
	require.Equal(t, c.state != state.Unknown, report.State != state.FileOpen, "the file is open as long as something is undecided")
	require.Equal(t, c.row, cellsOf(t, report.Result)["1001"][0])
	require.Equal(t, "accepted", cellsOf(t, report.Result)["1002"][0], "the others are not touched by it")
	require.Equal(t, c.posts, r.shop.postsOf("1001"), "import said: %v", importErr)
	created := 0
	if c.state == state.Accepted {
		created = 1
		require.Equal(t, r.order("1001").RemoteID, cellsOf(t, report.Result)["1001"][1])
	}
	if c.name == "answer about another order" {
		created = 1 // it is there, and a person has to say that it is this one
	}
	require.Equal(t, created, r.shop.count()["1001"])
	require.Equal(t, 1, r.shop.count()["1002"])
	require.Len(t, unique(r.shop.keys["1001"]), min(1, c.posts), "every attempt carries the same key")
}

// stopAt ends the work the first time that one of the points is passed, however far
// the fault let it come.
func stopAt(points ...string) func(string) error {
	return func(point string) error {
		for _, p := range points {
			if p == point {
				return errStopped
			}
		}
		return nil
	}
}

func unique(texts []string) map[string]bool {
	out := map[string]bool{}
	for _, text := range texts {
		out[text] = true
	}
	return out
}

// reportOf is the journal's file of a name.
func (r *rig) reportOf(name string) state.File {
	r.t.Helper()
	files, err := r.journal.Files(r.t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(r.t, err)
	for _, f := range files {
		if f.Name == name {
			return f
		}
	}
	r.t.Fatalf("no file %s in the journal", name)
	return state.File{}
}

// An import that dies at any point and is started again, by hand or by Run, posts each
// order exactly once and shows it.
func TestDiesAtEveryPoint(t *testing.T) {
	for _, point := range slices.Concat(pointsBefore, pointsAfter) {
		for _, nth := range []int{1, 2} {
			t.Run(point, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, func(c *desk.Config) { c.Concurrency = 1 })
				var passed atomic.Int64 // an outcome is committed while the next order is sent
				r.ports.atPoints(func(p string) error {
					if p == point {
						passed.Add(1)
					}
					if passed.Load() >= int64(nth) {
						return errStopped
					}
					return nil
				})
				path := r.write("a.csv", orders("1001", "1002", "1003"))
				_, _ = r.im.Import(t.Context(), "", path, nil)
				r.crash()
				r.settle()
				report := r.importFile(path)
				require.Zero(t, report.Counts.Pending+report.Counts.Unknown+report.Counts.Rejected+report.Counts.Conflict)
				require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1}, r.shop.count())
				for number, cells := range cellsOf(t, report.Result) {
					require.Equal(t, r.order(number).RemoteID, cells[1])
				}
			})
		}
	}
}

// A person decides about what nobody can find out.
func TestUnknownForAPersonIsShownAndNeverRepeated(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1001"] = []fault{timeoutLost}
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "unknown", statuses(report))
	require.Contains(t, report.Rows[0].Error.Message, "dropbridge resolve")
	for range 3 {
		r.settle()
		r.clock.After(time.Hour)
	}
	require.Equal(t, 1, r.shop.postsOf("1001"))
	require.Greater(t, r.shop.lookups, 3, "it is still looked for")
}

func TestExpiredKeyIsNotTrusted(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "key", Lifetime: time.Hour}
	r.shop.script["1001"] = []fault{timeoutLost}
	r.ports.atPoints(stopAt("posted"))
	_, err := r.im.Import(t.Context(), "", r.write("a.csv", orders("1001")), nil)
	require.ErrorIs(t, err, errStopped)
	r.clock.After(58 * time.Minute)
	r.crash()
	r.settle()
	require.Equal(t, state.Unknown, r.order("1001").State)
	require.Equal(t, 1, r.shop.postsOf("1001"))
}

func TestFailedLookupConcludesNothing(t *testing.T) {
	r := newRig(t)
	r.shop.script["1001"] = []fault{timeoutStored}
	r.shop.lag = 100 // the list does not hold it,
	r.shop.listing = &supplier.Error{Kind: supplier.KindIncomplete, Op: "list orders"}
	report := r.importFile(r.write("a.csv", orders("1001"))) // and breaks off
	require.Equal(t, "unknown", statuses(report))
	r.settle()
	require.Equal(t, 1, r.shop.postsOf("1001"))
	require.Zero(t, r.order("1001").Misses)
}

func TestLookupFindsAnotherOrderUnderTheNumber(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1001","items":[{"sku":"X","quantity":1}]}`), "")
	require.NoError(t, err)
	r.shop.script["1001"] = []fault{timeoutLost}
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "conflict", statuses(report))
	require.Contains(t, report.Rows[0].Error.Message, "ord_1")
}

// Another process takes the order of a paused importer for abandoned; the answer that
// the paused one then gets is noted all the same.
func TestAnswerThatComesAfterTheLease(t *testing.T) {
	r := newRig(t)
	config := r.config()
	config.Owner = "other"
	other, err := importer.New(config, r.shop, r.journal)
	require.NoError(t, err)
	defer other.Close()
	r.shop.lag = 1
	r.ports.atPoints(func(point string) error {
		if point == "posted" {
			r.clock.After(10 * time.Minute)
			require.NoError(t, other.Reconcile(t.Context()))
			require.Equal(t, state.Unknown, r.order("1001").State)
		}
		return nil
	})
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.Equal(t, 1, r.shop.postsOf("1001"))
}

func TestRunningImporterIsNotTakenForDead(t *testing.T) {
	r := newRig(t)
	config := r.config()
	config.Owner = "other"
	other, err := importer.New(config, r.shop, r.journal)
	require.NoError(t, err)
	defer other.Close()
	r.ports.atPoints(func(point string) error {
		if point == "posted" {
			require.NoError(t, other.Resume(t.Context()))
			require.Equal(t, state.Sending, r.order("1001").State)
		}
		return nil
	})
	require.Equal(t, "accepted", statuses(r.importFile(r.write("a.csv", orders("1001")))))
	require.Equal(t, 1, r.shop.postsOf("1001"))
}

func TestAPersonResolvesAndRetries(t *testing.T) {
	r := newRig(t)
	r.shop.promise = supplier.Idempotency{Kind: "none"}
	r.shop.script["1"] = []fault{timeoutLost}
	r.shop.script["2"] = []fault{timeoutLost}
	r.shop.script["3"] = []fault{refusedSKU}
	report := r.importFile(r.write("a.csv", orders("1", "2", "3")))
	require.Equal(t, "unknown unknown rejected", statuses(report))
	require.NoError(t, r.im.Resolve(t.Context(), "", "1", ""))
	require.ErrorContains(t, r.im.Resolve(t.Context(), "", "2", "ord_9"), "the supplier does not know order ord_9")
	_, err := r.im.Decide(t.Context(), decide.Answer{Number: "2", Kind: state.DecidedPosted, Value: "ord_9", Force: true})
	require.NoError(t, err)
	require.NoError(t, r.im.Retry(t.Context(), "", "3"))
	r.settle()
	report, err = r.im.Refresh(t.Context(), report)
	require.NoError(t, err)
	require.Equal(t, "accepted accepted accepted", statuses(report))
	require.Equal(t, "ord_9", text(report.Rows[1].OrderID))
	require.Equal(t, map[string]int{"1": 1, "3": 1}, r.shop.count())

	require.ErrorContains(t, r.im.Resolve(t.Context(), "", "1", "x"), "its outcome is not unknown")
	require.ErrorContains(t, r.im.Resolve(t.Context(), "", "none", "x"), "does not know it")
	require.ErrorContains(t, r.im.Retry(t.Context(), "", "1"), "only refused orders")
}
