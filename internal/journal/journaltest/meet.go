package journaltest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// meeting is what becomes of an order whose number the journal knows already.
var meeting = topic{
	"duplicates, clashes, renewals": testMeet,
	"skipped orders":                testSkipped,
	"orders that files revive":      testRevived,
}

func testMeet(t *testing.T, at Opener) {
	j := open(t, at)
	first := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	for i, s := range []state.State{state.Accepted, state.Rejected, state.Ready} {
		o := Links(t, j, first)[i].Order
		o.State, o.Code, o.Message = s, "code", wording.Literal("the reason")
		Swap(t, j, o)
	}
	second := Record(t, j, File("b.csv"), Draft("1", "a", 2), Draft("2", "corrected", 3), Draft("3", "other", 4), Draft("4", "d", 5))
	got := Links(t, j, second)
	require.Equal(t, []state.Relation{state.Duplicate, state.Own, state.Clash, state.Own}, relations(got))
	require.Equal(t, state.Accepted, got[0].Order.State)
	require.Equal(t, state.Ready, got[1].Order.State)
	require.Equal(t, 1, got[1].Order.Round)
	require.Equal(t, "body of corrected", string(got[1].Order.Body))
	require.Equal(t, second.ID, got[1].Order.File)
	require.Empty(t, got[1].Order.Message)
	require.Equal(t, "body of c", string(got[2].Order.Body), "an order that waits is not replaced in silence")
	require.Equal(t, "order_conflict", got[2].Code)
	old := Links(t, j, first)
	require.Equal(t, []state.Relation{state.Own, state.Past, state.Own}, relations(old))
	require.Equal(t, wording.Literal("the reason"), old[1].Message)
}

func testSkipped(t *testing.T, at Opener) {
	j := open(t, at)
	a := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	accept(t, j, Links(t, j, a)[0].Order, "ord_1")
	accept(t, j, Links(t, j, a)[1].Order, "ord_2")
	skip := func(id string, cancelled bool) state.Draft {
		d := Draft(id, "", 9)
		d.Hash, d.Content, d.Body, d.Skipped, d.Cancelled = state.HashCancelled, nil, nil, true, cancelled
		if !cancelled {
			d.Hash = state.HashSkipped
		}
		return d
	}
	b := Record(t, j, File("b.csv"), skip("1", true), skip("2", false), skip("3", true), skip("4", true))
	got := Links(t, j, b)
	require.Len(t, got, 3, "of an order that nobody holds there is nothing to keep")
	require.Equal(t, []state.Relation{state.Clash, state.Skips, state.Skips}, relations(got))
	require.Equal(t, state.CodeCancelled, got[0].Code)
	require.Equal(t, []any{state.Rejected, state.CodeCancelled}, []any{got[2].Order.State, got[2].Order.Code}, "it waited, and is not sent")
	require.Equal(t, state.Accepted, got[1].Order.State)
	require.Len(t, Clashes(t, j, state.ClashQuery{Account: "acme"}), 1)
	there := got[0].Order
	there.RemoteStatus = "cancelled"
	Swap(t, j, there)
	require.Empty(t, Clashes(t, j, state.ClashQuery{Account: "acme"}), "the supplier has cancelled it, too")
}

// testRevived: an order that the supplier has called off, and that a file wants after another
// one has cancelled it, is a conflict until the supplier revives it too.
func testRevived(t *testing.T, at Opener) {
	j := open(t, at)
	a := File("a.csv")
	first := Record(t, j, a, Draft("1", "a", 2))
	held := accept(t, j, Links(t, j, first)[0].Order, "ord_1")
	off := Draft("1", "", 2)
	off.Hash, off.Content, off.Body, off.Skipped, off.Cancelled = state.HashCancelled, nil, nil, true, true
	b := File("b.csv")
	b.SHA256, b.ChangedAt = "bb", Start.Add(time.Hour)
	Record(t, j, b, off)
	there := Links(t, j, first)[0].Order
	there.RemoteStatus = "cancelled"
	held = Swap(t, j, there)
	said, err := j.Orders(t.Context(), state.OrderQuery{Files: []int64{first.ID}, Said: []string{state.HashCancelled}})
	require.NoError(t, err)
	require.Len(t, said, 1)

	copied := File("copy.csv") // the same bytes, dropped last
	copied.ChangedAt = Start.Add(2 * time.Hour)
	same := Links(t, j, Record(t, j, copied, Draft("1", "a", 2)))[0]
	require.Equal(t, []any{state.Duplicate, state.CodeCalledOff}, []any{same.Relation, same.Code})
	said2, err := j.Remarked(t.Context(), "acme", Start, 10)
	require.NoError(t, err)
	require.Len(t, said2, 1)
	a = File("a.csv")
	a.SHA256, a.ChangedAt = "cc", Start.Add(3*time.Hour) // other bytes
	first = Record(t, j, a, Draft("1", "a", 2))
	require.Equal(t, state.Clash, Links(t, j, first)[0].Relation)
	of, err := j.OrderLinks(t.Context(), held.ID)
	require.NoError(t, err)
	require.Equal(t, "a.csv", of[0].File.Name, "what was dropped last comes first")
	require.Equal(t, []any{state.CodeRevived, a.ChangedAt.UTC(), state.Duplicate, state.Skips}, []any{of[0].Code, of[0].DroppedAt, of[1].Relation, of[2].Relation})
	require.Len(t, Clashes(t, j, state.ClashQuery{Account: "acme"}), 1)

	there = of[0].Order
	there.RemoteStatus = "confirmed"
	held = Swap(t, j, there)
	require.Empty(t, Clashes(t, j, state.ClashQuery{Account: "acme"}), "the supplier has revived it, too")

	change := []state.LinkChange{{File: first.ID, Order: held.ID, To: held.ID, Relation: state.Duplicate}}
	require.NoError(t, j.Relink(t.Context(), held, change))
	require.ErrorIs(t, j.Relink(t.Context(), held, change), state.ErrStale)
	require.Equal(t, state.Duplicate, Links(t, j, first)[0].Relation)
}
