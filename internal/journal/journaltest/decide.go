package journaltest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// deciding is what waits for a person, and what people say about it.
var deciding = topic{
	"clashes":       testClashes,
	"clashed there": testClashedThere,
	"actions":       testActions,
	"decisions":     testDecisions,
}

func testClashes(t *testing.T, at Opener) {
	j := open(t, at)
	a := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	accept(t, j, Links(t, j, a)[0].Order, "ord_1")
	d := Draft("1", "other", 5, 6)
	d.ItemRows = []int{5, 6, 6}
	b := Record(t, j, File("b.csv"), d)
	c := Record(t, j, File("c.csv"), Draft("1", "third", 2), Draft("2", "b", 3))
	found := Clashes(t, j, state.ClashQuery{Account: "acme", Code: state.CodeConflict, Limit: 1})
	require.Len(t, found, 2)
	require.Equal(t, c.ID, found[0].File.ID, "the newest file first")
	require.Equal(t, b.ID, found[1].File.ID)
	require.Equal(t, []string{"hash of other", "other", "b.csv"}, []string{found[1].Hash, string(found[1].Content), found[1].File.Name})
	require.Equal(t, []int{5, 6, 6}, found[1].ItemRows)
	require.Equal(t, "a", string(found[1].Order.Content))

	of, err := j.OrderLinks(t.Context(), found[0].Order.ID)
	require.NoError(t, err)
	require.Len(t, of, 3)
	require.Equal(t, []state.Relation{state.Clash, state.Clash, state.Own}, []state.Relation{of[0].Relation, of[1].Relation, of[2].Relation})
	require.Empty(t, of[2].Hash)
	require.Empty(t, Clashes(t, j, state.ClashQuery{Account: "other"}))
	require.Empty(t, Clashes(t, j, state.ClashQuery{Orders: []int64{found[0].Order.ID + 1}}))
	require.Empty(t, Clashes(t, j, state.ClashQuery{Code: state.CodeRevived}))
	require.Empty(t, Clashes(t, j, state.ClashQuery{Sources: []string{""}}))
	keys, err := j.ClashKeys(t.Context(), state.ClashQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.OrderKey{found[0].Order.OrderKey}, keys)
}

// testClashedThere: what the supplier has in another form waits for a person too.
func testClashedThere(t *testing.T, at Opener) {
	j := open(t, at)
	a := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	there := Links(t, j, a)[1].Order
	there.State, there.Code, there.RemoteID = state.Conflict, state.CodeConflict, "ord_9"
	there = Swap(t, j, there)
	require.Empty(t, Clashes(t, j, state.ClashQuery{Account: "acme"}))
	list, err := j.ClashedThere(t.Context(), state.ClashQuery{Account: "acme", Code: state.CodeConflict, Limit: 5})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, there, list[0])
	require.Equal(t, map[string]int{state.CodeConflict: 1}, Kept(t, j, "acme").Conflicts)
	there.State = state.Rejected
	Swap(t, j, there)
	require.Empty(t, Kept(t, j, "acme").Conflicts)
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
	require.Len(t, Clashes(t, j, state.ClashQuery{Account: "acme"}), 2)
	gone, err := j.Orders(t.Context(), state.OrderQuery{Number: "1-2"})
	require.NoError(t, err)
	require.Empty(t, gone)
	require.Equal(t, state.Clash, Links(t, j, Record(t, j, File("d.csv"), Draft("1", "other", 8)))[0].Relation)
}

// testActions: what people did is listed in pages, that of decisions with them and only then.
func testActions(t *testing.T, at Opener) {
	j := open(t, at)
	login := state.Action{Account: "acme", At: Start, Person: "olena", Kind: state.ActedLogin, Origin: "192.0.2.7"}
	require.NoError(t, j.Act(t.Context(), login))
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	held := Links(t, j, f)[0].Order
	decision := state.Decision{Account: "acme", Order: held.ID, At: Start.Add(time.Minute), Person: "petro", Kind: state.DecidedRetry, Number: "1", Before: held}
	r := state.Ruling{Decision: decision, Order: held, Action: decision.Acted(decision.Kind, "keycrm", state.OriginCommand)}
	r, err := j.Decide(t.Context(), r)
	require.NoError(t, err)
	_, err = j.Decide(t.Context(), state.Ruling{Decision: decision, Order: held, Action: r.Action})
	require.ErrorIs(t, err, state.ErrStale)
	r.Decision.UndoneAt, r.Decision.UndoneBy = Start.Add(time.Hour), "ivan"
	r.Action = r.Decision.Acted(state.DecidedUndo, "keycrm", "198.51.100.1")
	_, err = j.Decide(t.Context(), r)
	require.NoError(t, err)
	require.NoError(t, j.Act(t.Context(), state.Action{Account: "other", At: Start, Kind: state.ActedKeyMade, About: "1"}))

	list := func(q state.ActionQuery) (told []string) {
		actions, err := j.Actions(t.Context(), q)
		require.NoError(t, err)
		for _, a := range actions {
			told = append(told, string(a.Kind)+" "+a.Person+" "+a.About+" "+a.Detail+" "+a.Origin)
		}
		return told
	}
	undone, retried, in := "undo ivan 1 retry 198.51.100.1", "retry petro 1  command", "login olena   192.0.2.7"
	require.Equal(t, []string{undone, retried, in}, list(state.ActionQuery{Account: "acme"}))
	require.Equal(t, []string{undone, retried}, list(state.ActionQuery{Account: "acme", About: "1"}))
	require.Equal(t, []string{retried}, list(state.ActionQuery{Person: "petro"}))
	require.Equal(t, []string{undone, retried}, list(state.ActionQuery{Since: decision.At}))
	first, err := j.Actions(t.Context(), state.ActionQuery{Account: "acme", Limit: 2})
	require.NoError(t, err)
	require.Len(t, first, 2)
	require.Equal(t, []string{in}, list(state.ActionQuery{Account: "acme", Before: first[1].ID, Limit: 2}))
	rest, err := j.Actions(t.Context(), state.ActionQuery{Account: "acme", Before: first[1].ID})
	require.NoError(t, err)
	login.ID = rest[0].ID
	require.Equal(t, login, rest[0])
}
