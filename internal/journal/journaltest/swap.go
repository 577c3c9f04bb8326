package journaltest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// swapping is how one record is changed by whoever saw it last.
var swapping = topic{
	"all fields of an order":   testSwapKeepsAll,
	"all fields of a file":     testSwapFile,
	"swap is compare and swap": testStale,
	"one id, one order":        testTaken,
	"attempts":                 testAttempts,
}

func testSwapKeepsAll(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	o := Links(t, j, f)[0].Order
	o.State, o.Attempts, o.Doubtful, o.Owner = state.Unknown, 3, true, "me"
	o.LeaseUntil, o.SentAt, o.NotBefore, o.FirstMiss = Start.Add(1), Start.Add(2), Start.Add(3), Start.Add(4)
	o.Misses, o.Code, o.Message = 2, "outcome_unknown", wording.Literal("не відомо")
	o.RemoteID, o.RemoteStatus, o.RemoteAt = "ord_1", "new", Start.Add(5)
	o.Waybills = []string{"20450000000001", "20450000000002"}
	o.Parcels = []state.Parcel{{ID: "s1", Waybill: "20450000000001", State: "created", At: Start.Add(6)}}
	o.Faults = []state.ItemFault{{Item: 1, Code: "unknown_sku", Message: "немає"}}
	o.ChangedAt = Start.Add(7)
	o = Swap(t, j, o)
	require.Equal(t, int64(2), o.Version)
	require.Equal(t, o, Links(t, j, f)[0].Order)

	o.Body, o.Code = []byte(`{"written":"anew"}`), "posted_again"
	stale := o
	o, err := j.SwapBody(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, int64(3), o.Version)
	require.Equal(t, o, Links(t, j, f)[0].Order)
	stale.Body = []byte("late")
	_, err = j.SwapBody(t.Context(), stale)
	require.ErrorIs(t, err, state.ErrStale)
	require.Equal(t, o, Links(t, j, f)[0].Order)

	for _, id := range []string{o.RemoteID, "ord_2"} { // what the supplier has told stays, or is news
		o.State, o.Owner, o.RemoteID, o.Attempts = state.Sending, "sender of "+id, id, o.Attempts+1
		o = Swap(t, j, o)
		require.Equal(t, o, Links(t, j, f)[0].Order)
	}
	_, err = j.Swap(t.Context(), stale)
	require.ErrorIs(t, err, state.ErrStale)
}

func testSwapFile(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"))
	f.Spool, f.Result, f.Origin, f.Mark, f.Placed = "base64:s", "r", "o\x00", "m", state.PlacedStuck
	f.State, f.Digest, f.Reason, f.ChangedAt = state.FileSettled, "d", "why", Start.Add(time.Hour)
	f.Counts = state.Counts{Accepted: 3, Rejected: 1}
	got, err := j.SwapFile(t.Context(), f)
	require.NoError(t, err)
	files, err := j.Files(t.Context(), state.FileQuery{ID: f.ID})
	require.NoError(t, err)
	require.Equal(t, []state.File{got}, files)
	_, err = j.SwapFile(t.Context(), f)
	require.ErrorIs(t, err, state.ErrStale)
}

func testStale(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	old := Links(t, j, f)[0].Order
	sending := old
	sending.State = state.Sending
	Swap(t, j, sending)
	_, err := j.Swap(t.Context(), sending)
	require.ErrorIs(t, err, state.ErrStale)
	require.Equal(t, state.Sending, Links(t, j, f)[0].Order.State)
}

func testTaken(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	all := Links(t, j, f)
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
	require.Equal(t, state.Ready, Links(t, j, f)[1].Order.State)
	none, err := j.Attempts(t.Context(), all[1].Order.ID)
	require.NoError(t, err)
	require.Empty(t, none)

	_, err = j.Swap(t.Context(), tried(0, "ord_1"))
	require.ErrorIs(t, err, state.ErrStale)
	first.Tried = &state.Attempt{Kind: state.LookedUp}
	Swap(t, j, first) // its own id again
	accept(t, j, all[2].Order, "ord_1")
}

func testAttempts(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	o := Links(t, j, f)[0].Order
	want := []state.Attempt{
		{Kind: state.Posted, Began: Start, Ended: Start.Add(1), Round: 1, State: state.Unknown, Code: "outcome_unknown",
			Message: wording.NewMessage("outcome_unknown", "why"), RequestID: "r-1"},
		{Kind: state.LookedUp, Began: Start.Add(2), Ended: Start.Add(3), State: state.Accepted, RemoteID: "ord_1"},
	}
	for i := range want {
		o.State, o.Tried = want[i].State, &want[i]
		o = Swap(t, j, o)
	}
	Swap(t, j, o)
	got, err := j.Attempts(t.Context(), o.ID)
	require.NoError(t, err)
	require.Equal(t, want, got)
}
