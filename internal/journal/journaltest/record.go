package journaltest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// recording is what becomes of files and their orders when they come into the journal.
var recording = topic{
	"record and read back":                 testRecord,
	"a drop that was not finished":         testContinued,
	"rows joined to later orders":          testJoin,
	"results of an earlier journal":        testAdopt,
	"more orders than are written at once": testManyOrders,
}

func testRecord(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("orders \xff.csv"), Draft("1002", "b", 3, 4), Draft("1001", "a", 2))
	require.Equal(t, 1, f.Drops)
	got := Links(t, j, f)
	require.Len(t, got, 2)
	require.Equal(t, []int{3, 4}, got[0].Rows)
	require.Equal(t, state.Own, got[0].Relation)
	want := Draft("1002", "b").Order
	want.ID, want.Version, want.File, want.Waybills, want.Parcels = got[0].Order.ID, 1, f.ID, []string{}, []state.Parcel{}
	require.Equal(t, want, got[0].Order)
	files, err := j.Files(t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.File{f}, files)
	require.Equal(t, "orders \xff.csv", files[0].Name)

	broken := errors.New("no such order")
	_, err = j.Record(t.Context(), File("b.csv"), 2, func(n int) (state.Draft, error) {
		return Draft(fmt.Sprint(n), "c", 2), []error{nil, broken}[n]
	})
	require.ErrorIs(t, err, broken)
	files, err = j.Files(t.Context(), state.FileQuery{Account: "acme"})
	require.NoError(t, err)
	require.Equal(t, []state.File{f}, files, "nothing of the file stays")
}

func testContinued(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	o := Links(t, j, f)[0].Order
	o.State = state.Accepted
	Swap(t, j, o)
	same := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	require.Equal(t, f, same, "two processes that take one drop record it once")
	moved := File("a.csv")
	moved.Mark = "10 21 31"
	_, err := j.Record(t.Context(), moved, 0, listed())
	require.ErrorIs(t, err, state.ErrStale, "who did not see the first drop has an old picture of the inbox")
	moved.Drops = 1
	again := Record(t, j, moved, Draft("1", "a", 2), Draft("2", "b", 3))
	require.Equal(t, f.ID, again.ID)
	require.Equal(t, 2, again.Drops)
	require.Equal(t, []state.Relation{state.Own, state.Own}, relations(Links(t, j, again)))

	again.State, again.Placed = state.FileSettled, state.PlacedArchive
	_, err = j.SwapFile(t.Context(), again)
	require.NoError(t, err)
	anew := File("a.csv")
	anew.Drops = 2
	third := Record(t, j, anew, Draft("1", "a", 2), Draft("2", "b", 3))
	require.Equal(t, []state.Relation{state.Duplicate, state.Own}, relations(Links(t, j, third)))
	require.Equal(t, state.FileOpen, third.State)
}

// testManyOrders: an order is what it would be if each were recorded by itself, wherever in a long
// file it stands and whatever stands beside it.
func testManyOrders(t *testing.T, at Opener) {
	const count = 1203
	j := open(t, at)
	Record(t, j, File("first.csv"), Draft("7", "7", 2), Draft("600", "another", 3), Draft("1100", "1100", 4))
	drafts := make([]state.Draft, count)
	for n := range drafts {
		drafts[n] = Draft(fmt.Sprint(n), fmt.Sprint(n), n+2)
	}
	drafts[400] = Draft("399", "399", 402)    // twice, side by side
	drafts[1200] = Draft("12", "other", 1202) // and far away, as another order
	drafts[30].Skipped, drafts[7].Skipped = true, true
	second := File("second.csv")
	second.SHA256 = "bb22"
	for drop := range 2 {
		second.Drops = drop
		second.Mark = fmt.Sprint("10 20 3", drop)
		f := Record(t, j, second, drafts...)
		got := map[string]state.Link{}
		var ids []int64
		for link, err := range j.Links(t.Context(), f.ID) {
			require.NoError(t, err)
			got[link.Order.ExternalID] = link
			if link.Relation == state.Own {
				ids = append(ids, link.Order.ID)
			}
		}
		require.Len(t, got, count-3, "400 and 1200 are none, and nobody has 30")
		require.NotContains(t, got, "30")
		require.Equal(t, state.Duplicate, got["1100"].Relation)
		require.Equal(t, state.Clash, got["600"].Relation)
		require.Equal(t, []int{402}, got["399"].Rows, "what stands last")
		require.Equal(t, state.Own, got["399"].Relation)
		require.Equal(t, state.Clash, got["12"].Relation)
		require.True(t, got["12"].Differs)
		require.Equal(t, []int{1203}, got["1201"].Rows)
		require.Equal(t, state.Skips, got["7"].Relation)
		require.Len(t, ids, count-3-4)
		require.True(t, slices.IsSorted(ids), "they are posted as the file has them")
	}
	for _, number := range []string{"399", "499", "500", "999", "1150", "1202"} {
		page, err := j.Search(t.Context(), state.SearchQuery{Account: "acme", Text: number})
		require.NoError(t, err)
		require.Len(t, page.Orders, 1, number)
		require.Equal(t, number, page.Orders[0].ExternalID)
	}
}

// testAdopt: an order of a result is what the result says, unless more is known of it.
func testAdopt(t *testing.T, at Opener) {
	j := open(t, at)
	Record(t, j, File("held.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	known := Draft("2", "b").Order
	held, err := j.Orders(t.Context(), state.OrderQuery{Key: &known.OrderKey})
	require.NoError(t, err)
	held[0].State, held[0].RemoteID = state.Accepted, "ord_2"
	Swap(t, j, held[0])

	shown := func(id string, s state.State, remote string) state.AdoptDraft {
		d := state.AdoptDraft{Draft: Draft(id, "x", 2), Relation: state.Own, Sure: s == state.Accepted}
		d.State, d.RemoteID, d.RemoteStatus, d.Waybills = s, remote, "shipped", []string{"20450000000001"}
		return d
	}
	f := File("old.csv")
	f.SHA256, f.State = "cafe0123", state.FileSettled
	clash := shown("2", state.Conflict, "")
	clash.Relation, clash.Order.Code = state.Clash, "order_conflict"
	drafts := []state.AdoptDraft{shown("1", state.Accepted, "ord_1"), clash, shown("3", state.Accepted, "ord_3"), shown("4", state.Rejected, "")}
	for range 2 { // again, as after an interruption
		require.NoError(t, j.Adopt(t.Context(), f, drafts))
		files, err := j.Files(t.Context(), state.FileQuery{Account: "acme", SHA256: "cafe0123"})
		require.NoError(t, err)
		require.Len(t, files, 1)
		got := Links(t, j, files[0])
		require.Len(t, got, 4)
		require.Equal(t, []string{"ord_1", "ord_2", "ord_3", ""}, []string{got[0].Order.RemoteID, got[1].Order.RemoteID, got[2].Order.RemoteID, got[3].Order.RemoteID})
		require.Equal(t, state.Clash, got[1].Relation)
		require.Equal(t, "order_conflict", got[1].Code)
		require.Equal(t, state.Accepted, got[1].Order.State)
		require.Equal(t, state.Rejected, got[3].Order.State)
		require.Equal(t, []string{"20450000000001"}, got[0].Order.Waybills)
		require.Equal(t, "hash of a", got[0].Order.Hash, "what it was made of stays")
		f = files[0]
	}
	f.SHA256, f.Name = strings.Repeat("cafe0123", 8), "old orders.csv"
	require.NoError(t, j.Complete(t.Context(), f))
	require.ErrorIs(t, j.Complete(t.Context(), f), state.ErrStale)
}

// testJoin: rows of a file that could not be read are linked to the orders that a later
// file brought, and links say which file that is.
func testJoin(t *testing.T, at Opener) {
	j := open(t, at)
	first := Record(t, j, File("first.csv"), Draft("1001", "a", 2))
	later := File("later \xff.csv")
	later.SHA256 = "bb22"
	later = Record(t, j, later, Draft("1002", "b", 2), Draft("1003", "c", 3))

	key := func(id string) state.OrderKey {
		return state.OrderKey{Account: "acme", Source: "keycrm", ExternalID: id}
	}
	found, err := j.Orders(t.Context(), state.OrderQuery{Keys: []state.OrderKey{key("1003"), key("none"), key("1002"),
		{Account: "acme", Source: "other", ExternalID: "1001"}}})
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, []string{"1002", "1003"}, []string{found[0].ExternalID, found[1].ExternalID})

	refusal := wording.Literal("no phone")
	join := state.Link{Order: found[0], Rows: []int{3, 4}, Relation: state.Past, Code: "phone_invalid", Message: refusal}
	again := join
	again.Rows, again.Code = []int{9}, "another"
	for _, links := range [][]state.Link{{join}, {again}, nil} { // a link that is there stays
		require.NoError(t, j.Join(t.Context(), first.ID, links))
	}
	got := Links(t, j, first)
	require.Len(t, got, 2)
	require.Equal(t, "first.csv", got[0].From)
	join.Order, join.From = got[1].Order, "later \xff.csv"
	require.Equal(t, join, got[1])
	require.Equal(t, "1002", got[1].Order.ExternalID)
	files, err := j.Files(t.Context(), state.FileQuery{Account: "acme", Orders: []int64{found[0].ID}})
	require.NoError(t, err)
	require.Len(t, files, 2)
	require.Len(t, Links(t, j, later), 2)
}
