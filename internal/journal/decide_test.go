package journal_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// accept makes an order of a file accepted under an id of the supplier's.
func accept(t *testing.T, j state.Journal, o state.Order, id string) state.Order {
	t.Helper()
	o.State, o.RemoteID = state.Accepted, id
	return swap(t, j, o)
}

func testTaken(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3), draft("3", "c", 4))
	all := links(t, j, f)
	tried := func(n int, id string) state.Order {
		o := all[n].Order
		o.State, o.RemoteID, o.Tried = state.Accepted, id, &state.Attempt{Kind: state.Posted, State: state.Accepted}
		return o
	}
	first, err := j.Swap(t.Context(), tried(0, "ord_1"))
	require.NoError(t, err)
	require.Nil(t, first.Tried)
	_, err = j.Swap(t.Context(), tried(1, "ord_1"))
	var taken *state.TakenError
	require.ErrorAs(t, err, &taken)
	require.Equal(t, "1", taken.By.ExternalID)
	require.Equal(t, state.Ready, links(t, j, f)[1].Order.State)
	none, err := j.Attempts(t.Context(), all[1].Order.ID)
	require.NoError(t, err)
	require.Empty(t, none)

	_, err = j.Swap(t.Context(), tried(0, "ord_1"))
	require.ErrorIs(t, err, state.ErrStale)
	first.Tried = &state.Attempt{Kind: state.LookedUp}
	swap(t, j, first) // its own id again
	accept(t, j, all[2].Order, "ord_1")
}

func testAttempts(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	o := links(t, j, f)[0].Order
	want := []state.Attempt{
		{Kind: state.Posted, Began: start, Ended: start.Add(1), Round: 1, State: state.Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown", "why"), RequestID: "r-1"},
		{Kind: state.LookedUp, Began: start.Add(2), Ended: start.Add(3), State: state.Accepted, RemoteID: "ord_1"},
	}
	for i := range want {
		o.State, o.Tried = want[i].State, &want[i]
		o = swap(t, j, o)
	}
	swap(t, j, o)
	got, err := j.Attempts(t.Context(), o.ID)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func testClashes(t *testing.T, where string) {
	j := open(t, where)
	a := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	accept(t, j, links(t, j, a)[0].Order, "ord_1")
	d := draft("1", "other", 5, 6)
	d.ItemRows = []int{5, 6, 6}
	b := record(t, j, file("b.csv"), d)
	c := record(t, j, file("c.csv"), draft("1", "third", 2), draft("2", "b", 3))
	found, all, err := j.Clashes(t.Context(), "acme", 1)
	require.NoError(t, err)
	require.Equal(t, 2, all)
	require.Len(t, found, 1)
	require.Equal(t, c.ID, found[0].File.ID, "the newest file first")
	found, _, err = j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Equal(t, b.ID, found[1].File.ID)
	require.Equal(t, []string{"hash of other", "other", "b.csv"}, []string{found[1].Hash, string(found[1].Content), found[1].File.Name})
	require.Equal(t, []int{5, 6, 6}, found[1].ItemRows)
	require.Equal(t, "a", string(found[1].Order.Content))

	of, err := j.OrderLinks(t.Context(), found[0].Order.ID)
	require.NoError(t, err)
	require.Len(t, of, 3)
	require.Equal(t, []state.Relation{state.Clash, state.Clash, state.Own}, []state.Relation{of[0].Relation, of[1].Relation, of[2].Relation})
	require.Empty(t, of[2].Hash)
	_, all, err = j.Clashes(t.Context(), "other", 0)
	require.NoError(t, err)
	require.Zero(t, all)
}

func testDecisions(t *testing.T, where string) {
	j := open(t, where)
	a := record(t, j, file("a.csv"), draft("1", "a", 2))
	held := accept(t, j, links(t, j, a)[0].Order, "ord_1")
	b := record(t, j, file("b.csv"), draft("1", "other", 3))
	before, err := j.Orders(t.Context(), state.OrderQuery{Number: "1"})
	require.NoError(t, err)
	decision := state.Decision{Account: "acme", Order: held.ID, At: start, Person: "olena", Kind: state.DecidedAs, Value: "1-2", Number: "1",
		Before: before[0], Files: []int64{b.ID}, Hashes: []string{"hash of other"}}
	made := draft("1-2", "made", 3).Order
	made.File = b.ID
	r, err := j.Decide(t.Context(), state.Ruling{Decision: decision, Order: before[0], Made: &made, Known: map[string]int64{"hash of other": 0},
		Links: []state.LinkChange{{File: b.ID, Order: held.ID, Relation: state.Own, Hash: "hash of other"}}})
	require.NoError(t, err)
	require.NotZero(t, r.Made.ID)
	_, err = j.Decide(t.Context(), state.Ruling{Decision: decision, Order: before[0]})
	require.ErrorIs(t, err, state.ErrStale)

	moved := links(t, j, b)
	require.Equal(t, "1-2", moved[0].Order.ExternalID)
	require.Equal(t, state.Own, moved[0].Relation)
	again := record(t, j, file("c.csv"), draft("1", "other", 7))
	known := links(t, j, again)
	require.Equal(t, "1-2", known[0].Order.ExternalID, "what was decided is known")
	require.Equal(t, state.Duplicate, known[0].Relation)
	alias, err := j.Orders(t.Context(), state.OrderQuery{Account: "acme", Alias: "1"})
	require.NoError(t, err)
	require.Equal(t, "1-2", alias[0].ExternalID)

	for _, id := range []int64{held.ID, r.Made.ID} {
		list, err := j.Decisions(t.Context(), id)
		require.NoError(t, err)
		decision.ID, decision.Made = list[0].ID, r.Made.ID
		require.Equal(t, []state.Decision{decision}, list)
	}
	decision.UndoneAt, decision.UndoneBy = start.Add(time.Hour), "petro"
	undo := state.Ruling{Decision: decision, Order: r.Order, Unmade: r.Made.ID}
	for _, f := range []state.File{b, again} {
		undo.Links = append(undo.Links, state.LinkChange{File: f.ID, Order: r.Made.ID, To: held.ID, Relation: state.Clash, Code: "order_conflict", Hash: "hash of other"})
	}
	_, err = j.Decide(t.Context(), undo)
	require.NoError(t, err)
	every, err := j.AllDecisions(t.Context())
	require.NoError(t, err)
	require.Equal(t, []state.Decision{decision}, every)
	list, err := j.Decisions(t.Context(), held.ID)
	require.NoError(t, err)
	require.Equal(t, []state.Decision{decision}, list)
	_, all, err := j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Equal(t, 2, all)
	gone, err := j.Orders(t.Context(), state.OrderQuery{Number: "1-2"})
	require.NoError(t, err)
	require.Empty(t, gone)
	require.Equal(t, state.Clash, links(t, j, record(t, j, file("d.csv"), draft("1", "other", 8)))[0].Relation)
}

func testSkipped(t *testing.T, where string) {
	j := open(t, where)
	a := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3), draft("3", "c", 4))
	accept(t, j, links(t, j, a)[0].Order, "ord_1")
	accept(t, j, links(t, j, a)[1].Order, "ord_2")
	skip := func(id string, cancelled bool) state.Draft {
		d := draft(id, "", 9)
		d.Hash, d.Content, d.Body, d.Skipped, d.Cancelled = state.HashCancelled, nil, nil, true, cancelled
		if !cancelled {
			d.Hash = state.HashSkipped
		}
		return d
	}
	b := record(t, j, file("b.csv"), skip("1", true), skip("2", false), skip("3", true), skip("4", true))
	got := links(t, j, b)
	require.Len(t, got, 3, "of an order that nobody holds there is nothing to keep")
	require.Equal(t, []state.Relation{state.Clash, state.Skips, state.Skips}, relations(got))
	require.Equal(t, state.CodeCancelled, got[0].Code)
	require.Equal(t, []any{state.Rejected, state.CodeCancelled}, []any{got[2].Order.State, got[2].Order.Code}, "it waited, and is not sent")
	require.Equal(t, state.Accepted, got[1].Order.State)
	_, all, err := j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Equal(t, 1, all)
	there := got[0].Order
	there.RemoteStatus = "cancelled"
	swap(t, j, there)
	_, all, err = j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Zero(t, all, "the supplier has cancelled it, too")
}

// testRevived: an order that the supplier has called off, and that a file wants after another
// one has cancelled it, is a conflict until the supplier revives it too.
func testRevived(t *testing.T, where string) {
	j := open(t, where)
	a := file("a.csv")
	first := record(t, j, a, draft("1", "a", 2))
	held := accept(t, j, links(t, j, first)[0].Order, "ord_1")
	off := draft("1", "", 2)
	off.Hash, off.Content, off.Body, off.Skipped, off.Cancelled = state.HashCancelled, nil, nil, true, true
	b := file("b.csv")
	b.SHA256, b.ChangedAt = "bb", start.Add(time.Hour)
	record(t, j, b, off)
	there := links(t, j, first)[0].Order
	there.RemoteStatus = "cancelled"
	held = swap(t, j, there)
	said, err := j.Orders(t.Context(), state.OrderQuery{Files: []int64{first.ID}, Said: []string{state.HashCancelled}})
	require.NoError(t, err)
	require.Len(t, said, 1)

	copied := file("copy.csv") // the same bytes, dropped last
	copied.ChangedAt = start.Add(2 * time.Hour)
	same := links(t, j, record(t, j, copied, draft("1", "a", 2)))[0]
	require.Equal(t, []any{state.Duplicate, state.CodeCalledOff}, []any{same.Relation, same.Code})
	said2, err := j.Remarked(t.Context(), "acme", start, 10)
	require.NoError(t, err)
	require.Len(t, said2, 1)
	a = file("a.csv")
	a.SHA256, a.ChangedAt = "cc", start.Add(3*time.Hour) // other bytes
	first = record(t, j, a, draft("1", "a", 2))
	require.Equal(t, state.Clash, links(t, j, first)[0].Relation)
	of, err := j.OrderLinks(t.Context(), held.ID)
	require.NoError(t, err)
	require.Equal(t, "a.csv", of[0].File.Name, "what was dropped last comes first")
	require.Equal(t, []any{state.CodeRevived, a.ChangedAt.UTC(), state.Duplicate, state.Skips}, []any{of[0].Code, of[0].DroppedAt, of[1].Relation, of[2].Relation})
	_, all, err := j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Equal(t, 1, all)

	there = of[0].Order
	there.RemoteStatus = "confirmed"
	held = swap(t, j, there)
	_, all, err = j.Clashes(t.Context(), "acme", 0)
	require.NoError(t, err)
	require.Zero(t, all, "the supplier has revived it, too")

	change := []state.LinkChange{{File: first.ID, Order: held.ID, To: held.ID, Relation: state.Duplicate}}
	require.NoError(t, j.Relink(t.Context(), held, change))
	require.ErrorIs(t, j.Relink(t.Context(), held, change), state.ErrStale)
	require.Equal(t, state.Duplicate, links(t, j, first)[0].Relation)
}

func testCountQueries(t *testing.T, where string) {
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	f.Counts = state.Counts{Accepted: 1, Skipped: 2}
	f, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	g := file("b.csv")
	g.Source, g.ChangedAt = "", start.Add(time.Hour)
	other := draft("3", "c", 4)
	other.Source, other.ChangedAt = "", start.Add(time.Hour)
	g = record(t, j, g, other)
	g.Counts = state.Counts{Accepted: 1}
	_, err = j.SwapFile(t.Context(), g)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		orders state.OrderQuery
		want   int
	}{
		"all": {state.OrderQuery{Account: "acme"}, 3}, "source": {state.OrderQuery{Sources: []string{""}}, 1},
		"since": {state.OrderQuery{Since: start.Add(time.Minute)}, 1}, "files": {state.OrderQuery{Files: []int64{f.ID, 0}}, 2},
		"linked":          {state.OrderQuery{Linked: []state.Relation{state.Own}}, 3},
		"state or linked": {state.OrderQuery{States: []state.State{state.Ready}, Linked: []state.Relation{state.Clash}}, 3},
		"number":          {state.OrderQuery{Number: "2"}, 1},
	} {
		counts, err := j.CountOrders(t.Context(), c.orders)
		require.NoError(t, err, name)
		require.Equal(t, c.want, counts[state.Ready], name)
	}
	for name, c := range map[string]struct {
		files state.FileQuery
		want  state.Counts
	}{
		"all": {state.FileQuery{Account: "acme"}, state.Counts{Accepted: 2, Skipped: 2}}, "name": {state.FileQuery{Names: []string{"a.csv", "z"}}, f.Counts},
		"source": {state.FileQuery{Sources: []string{""}}, g.Counts}, "since": {state.FileQuery{Since: start.Add(time.Minute)}, g.Counts},
	} {
		counts, err := j.CountRows(t.Context(), c.files)
		require.NoError(t, err, name)
		require.Equal(t, c.want, counts, name)
	}
}
