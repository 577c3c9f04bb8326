package journaltest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// lasting is what a journal keeps of itself while processes come and go.
var lasting = topic{
	"reopen":                       testReopen,
	"after close":                  testClosed,
	"the journal's own id":         testIdentity,
	"accounts and their spellings": testAccounts,
}

func testReopen(t *testing.T, at Opener) {
	j := open(t, at)
	f := Record(t, j, File("a.csv"), Draft("1", "a", 2))
	want := Links(t, j, f)
	require.NoError(t, j.Close())
	require.Equal(t, want, Links(t, open(t, at), f))
}

func testClosed(t *testing.T, at Opener) {
	j := open(t, at)
	require.NoError(t, j.Close())
	require.NoError(t, j.Close())
	require.Error(t, j.SetNote(t.Context(), "acme", "a", "b"))
}

// testIdentity: the id stays, attempts are counted by all processes and never fall.
func testIdentity(t *testing.T, at Opener) {
	j := open(t, at)
	first := Identity(t, j)
	require.Len(t, first.ID, 32)
	require.Equal(t, state.Identity{ID: first.ID}, first)
	other := open(t, at)
	require.Equal(t, first.ID, Identity(t, other).ID)

	f := Record(t, j, File("a.csv"), Draft("1", "a", 2), Draft("2", "b", 3))
	held := Links(t, j, f)
	one, two := held[0].Order, held[1].Order
	one.State, two.State = state.Sending, state.Sending
	one.Attempts, two.Attempts = 1, 1
	one = Swap(t, j, one)
	require.Equal(t, int64(2), j.Reached(), "the file, and the attempt")
	_, err := j.Swap(t.Context(), held[0].Order)
	require.ErrorIs(t, err, state.ErrStale)
	Swap(t, other, two)
	require.Equal(t, int64(3), other.Reached())
	one.State = state.Accepted
	Swap(t, j, one)
	id := Identity(t, j)
	require.Equal(t, state.Identity{ID: first.ID, Attempts: 3, Orders: true, Files: true}, id)

	require.NoError(t, j.Vouch(t.Context(), state.Identity{Attempts: 10, AdoptedAt: Start, AdoptedBy: "olena", Unchecked: true}))
	id = Identity(t, other)
	require.Equal(t, state.Identity{ID: first.ID, Attempts: 10, Adopted: 10, Orders: true, Files: true, AdoptedAt: Start.UTC(), AdoptedBy: "olena", Unchecked: true}, id)
	require.NoError(t, j.Vouch(t.Context(), state.Identity{Attempts: 3}))
	require.Equal(t, int64(10), Identity(t, j).Attempts)
	require.NoError(t, j.Present())
}

// testAccounts: accounts are listed, and spellings of one become one; what stood under two
// of them is not lost, and posted least of all.
func testAccounts(t *testing.T, at Opener) {
	j := open(t, at)
	recordSpellings(t, j)
	accounts, err := j.Accounts(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"HTTP://X/", "http://x/", "http://y"}, accounts)

	normal := func(account string) string { return strings.TrimRight(strings.ToLower(account), "/") }
	found, err := j.Respell(t.Context(), "http://x", normal)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"HTTP://X/", "http://x/"}, found)
	again, err := j.Respell(t.Context(), "http://x", normal)
	require.NoError(t, err)
	require.Empty(t, again)
	accounts, err = j.Accounts(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"http://x", "http://y"}, accounts)
	requireOneAccount(t, j)
}

// recordSpellings records orders under three spellings of two accounts, some orders under two.
func recordSpellings(t *testing.T, j state.Journal) {
	t.Helper()
	in := func(account, name string, drafts ...state.Draft) {
		f := File(name)
		f.Account = account
		for i := range drafts {
			drafts[i].Account = account
		}
		Record(t, j, f, drafts...)
	}
	set := func(account, id string, s state.State, remote string) {
		key := state.OrderKey{Account: account, Source: "keycrm", ExternalID: id}
		held, err := j.Orders(t.Context(), state.OrderQuery{Key: &key})
		require.NoError(t, err)
		held[0].State, held[0].RemoteID = s, remote
		Swap(t, j, held[0])
	}
	in("HTTP://X/", "a.csv", Draft("1", "a", 2), Draft("2", "b", 3), Draft("3", "c", 4))
	in("http://x/", "b.csv", Draft("1", "a", 2), Draft("2", "b", 3), Draft("4", "d", 4))
	in("http://x/", "a.csv", Draft("3", "c", 2))
	in("http://y", "a.csv", Draft("1", "a", 2))
	set("HTTP://X/", "1", state.Accepted, "ord_1")
	set("http://x/", "1", state.Accepted, "ord_9")
	set("HTTP://X/", "2", state.Rejected, "")
	set("http://x/", "3", state.Unknown, "")
	require.NoError(t, j.SetNote(t.Context(), "http://x/", "follow.orders", "then"))
}

// requireOneAccount asks for all that the spellings of an account had, under its one name.
func requireOneAccount(t *testing.T, j state.Journal) {
	t.Helper()
	held, err := j.Orders(t.Context(), state.OrderQuery{Account: "http://x"})
	require.NoError(t, err)
	states := map[string]state.State{}
	for _, o := range held {
		states[o.ExternalID] = o.State
		if o.ExternalID == "1" {
			require.Equal(t, "ord_1", o.RemoteID)
			require.Equal(t, "posted_twice", o.Code)
		}
	}
	require.Equal(t, map[string]state.State{"1": state.Accepted, "2": state.Rejected, "3": state.Unknown, "4": state.Ready}, states)
	require.Len(t, held, 4)
	files, err := j.Files(t.Context(), state.FileQuery{Account: "http://x"})
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		require.Len(t, Links(t, j, f), 3, f.Name)
	}
	notes, err := j.Notes(t.Context(), "http://x")
	require.NoError(t, err)
	require.Equal(t, "then", notes["follow.orders"])
}
