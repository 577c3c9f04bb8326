package journaltest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// deciding is what waits for a person, and what people say about it.
var deciding = topic{
	"clashes":   testClashes,
	"decisions": testDecisions,
}

func testClashes(t *testing.T, at Opener) {
	j := open(t, at)
	a := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	accept(t, j, Links(t, j, a)[0].Order, "ord_1")
	d := Draft("1", "other", 5, 6)
	d.ItemRows = []int{5, 6, 6}
	b := Record(t, j, File("b.csv"), d)
	c := Record(t, j, File("c.csv"), Draft("1", "third", 2), Draft("2", "b", 3))
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

func testDecisions(t *testing.T, at Opener) {
	j := open(t, at)
	a := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	held := accept(t, j, Links(t, j, a)[0].Order, "ord_1")
	b := Record(t, j, File("b.csv"), Draft("1", "other", 3))
	before, err := j.Orders(t.Context(), state.OrderQuery{Number: "1"})
	require.NoError(t, err)
	decision := state.Decision{Account: "acme", Order: held.ID, At: Start, Person: "olena", Kind: state.DecidedAs, Value: "1-2", Number: "1",
		Before: before[0], Files: []int64{b.ID}, Hashes: []string{"hash of other"}}
	made := Draft("1-2", "made", 3).Order
	made.File = b.ID
	r, err := j.Decide(t.Context(), state.Ruling{Decision: decision, Order: before[0], Made: &made, Known: map[string]int64{"hash of other": 0},
		Links: []state.LinkChange{{File: b.ID, Order: held.ID, Relation: state.Own, Hash: "hash of other"}}})
	require.NoError(t, err)
	require.NotZero(t, r.Made.ID)
	_, err = j.Decide(t.Context(), state.Ruling{Decision: decision, Order: before[0]})
	require.ErrorIs(t, err, state.ErrStale)

	moved := Links(t, j, b)
	require.Equal(t, "1-2", moved[0].Order.ExternalID)
	require.Equal(t, state.Own, moved[0].Relation)
	again := Record(t, j, File("c.csv"), Draft("1", "other", 7))
	known := Links(t, j, again)
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
	decision.UndoneAt, decision.UndoneBy = Start.Add(time.Hour), "petro"
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
	require.Equal(t, state.Clash, Links(t, j, Record(t, j, File("d.csv"), Draft("1", "other", 8)))[0].Relation)
}
