package journal_test

import (
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
)

func identity(t *testing.T, j *journal.Journal) state.Identity {
	t.Helper()
	id, err := j.Identity(t.Context())
	require.NoError(t, err)
	return id
}

// testIdentity: the id stays, attempts are counted by all processes and never fall.
func testIdentity(t *testing.T, where string) {
	j := open(t, where)
	first := identity(t, j)
	require.Len(t, first.ID, 32)
	require.Equal(t, state.Identity{ID: first.ID}, first)
	other := open(t, where)
	require.Equal(t, first.ID, identity(t, other).ID)

	f := record(t, j, file("a.csv"), draft("1", "a", 2), draft("2", "b", 3))
	held := links(t, j, f)
	one, two := held[0].Order, held[1].Order
	one.State, two.State = state.Sending, state.Sending
	one.Attempts, two.Attempts = 1, 1
	one = swap(t, j, one)
	require.Equal(t, int64(2), j.Reached(), "the file, and the attempt")
	_, err := j.Swap(t.Context(), held[0].Order)
	require.ErrorIs(t, err, state.ErrStale)
	swap(t, other, two)
	require.Equal(t, int64(3), other.Reached())
	one.State = state.Accepted
	swap(t, j, one)
	id := identity(t, j)
	require.Equal(t, state.Identity{ID: first.ID, Attempts: 3, Orders: true, Files: true}, id)

	require.NoError(t, j.Vouch(t.Context(), state.Identity{Attempts: 10, AdoptedAt: start, AdoptedBy: "olena", Unchecked: true}))
	id = identity(t, other)
	require.Equal(t, state.Identity{ID: first.ID, Attempts: 10, Adopted: 10, Orders: true, Files: true, AdoptedAt: start.UTC(), AdoptedBy: "olena", Unchecked: true}, id)
	require.NoError(t, j.Vouch(t.Context(), state.Identity{Attempts: 3}))
	require.Equal(t, int64(10), identity(t, j).Attempts)
	require.NoError(t, j.Present())
}

// testAccounts: accounts are listed, and spellings of one become one; what stood under two
// of them is not lost, and posted least of all.
func testAccounts(t *testing.T, where string) {
	j := open(t, where)
	in := func(account, name string, drafts ...state.Draft) {
		f := file(name)
		f.Account = account
		for i := range drafts {
			drafts[i].Account = account
		}
		record(t, j, f, drafts...)
	}
	set := func(account, id string, s state.State, remote string) {
		key := state.OrderKey{Account: account, Source: "keycrm", ExternalID: id}
		held, err := j.Orders(t.Context(), state.OrderQuery{Key: &key})
		require.NoError(t, err)
		held[0].State, held[0].RemoteID = s, remote
		swap(t, j, held[0])
	}
	in("HTTP://X/", "a.csv", draft("1", "a", 2), draft("2", "b", 3), draft("3", "c", 4))
	in("http://x/", "b.csv", draft("1", "a", 2), draft("2", "b", 3), draft("4", "d", 4))
	in("http://x/", "a.csv", draft("3", "c", 2))
	in("http://y", "a.csv", draft("1", "a", 2))
	set("HTTP://X/", "1", state.Accepted, "ord_1")
	set("http://x/", "1", state.Accepted, "ord_9")
	set("HTTP://X/", "2", state.Rejected, "")
	set("http://x/", "3", state.Unknown, "")
	require.NoError(t, j.SetNote(t.Context(), "http://x/", "follow.orders", "then"))
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
		require.Len(t, links(t, j, f), 3, f.Name)
	}
	notes, err := j.Notes(t.Context(), "http://x")
	require.NoError(t, err)
	require.Equal(t, "then", notes["follow.orders"])
}

// testAdopt: an order of a result is what the result says, unless more is known of it.
func testAdopt(t *testing.T, where string) {
	j := open(t, where)
	record(t, j, file("held.csv"), draft("1", "a", 2), draft("2", "b", 3))
	known := draft("2", "b").Order
	held, err := j.Orders(t.Context(), state.OrderQuery{Key: &known.OrderKey})
	require.NoError(t, err)
	held[0].State, held[0].RemoteID = state.Accepted, "ord_2"
	swap(t, j, held[0])

	shown := func(id string, s state.State, remote string) state.AdoptDraft {
		d := state.AdoptDraft{Draft: draft(id, "x", 2), Relation: state.Own, Sure: s == state.Accepted}
		d.State, d.RemoteID, d.RemoteStatus, d.Waybills = s, remote, "shipped", []string{"20450000000001"}
		return d
	}
	f := file("old.csv")
	f.SHA256, f.State = "cafe0123", state.FileSettled
	clash := shown("2", state.Conflict, "")
	clash.Relation, clash.Order.Code = state.Clash, "order_conflict"
	drafts := []state.AdoptDraft{shown("1", state.Accepted, "ord_1"), clash, shown("3", state.Accepted, "ord_3"), shown("4", state.Rejected, "")}
	for range 2 { // again, as after an interruption
		require.NoError(t, j.Adopt(t.Context(), f, drafts))
		files, err := j.Files(t.Context(), state.FileQuery{Account: "acme", SHA256: "cafe0123"})
		require.NoError(t, err)
		require.Len(t, files, 1)
		got := links(t, j, files[0])
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

// TestAttemptsOfAnEarlierVersion are counted from the orders that it left.
func TestAttemptsOfAnEarlierVersion(t *testing.T) {
	where := filepath.Join(t.TempDir(), "journal.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	o := links(t, j, f)[0].Order
	o.Attempts = 7
	swap(t, j, o)
	require.NoError(t, j.Close())
	execute(t, where, "DELETE FROM identity") // as the migration finds it
	j = open(t, where)
	require.Equal(t, int64(7), identity(t, j).Attempts)
}

// TestJournalReplacedInPlace: a database that went back under the open journal takes no
// further attempts.
func TestJournalReplacedInPlace(t *testing.T) {
	where := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, where)
	f := record(t, j, file("a.csv"), draft("1", "a", 2))
	o := links(t, j, f)[0].Order
	o.State = state.Sending
	o = swap(t, j, o)
	execute(t, where, "UPDATE identity SET attempts = 0")
	_, err := j.Swap(t.Context(), o)
	require.ErrorContains(t, err, "earlier state")
	require.ErrorContains(t, j.Present(), "earlier state")
}

func execute(t *testing.T, where string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", where)
	require.NoError(t, err)
	defer db.Close()
	for _, statement := range statements {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
}

// TestBackupAndRestore: whole, private, never over another file by chance, and refused where
// it would hurt.
func TestBackupAndRestore(t *testing.T) {
	dir := t.TempDir()
	where, copied := filepath.Join(dir, "state", "a ?#%20 journal.db"), filepath.Join(dir, "copy 'x'.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	record(t, j, file("a.csv"), draft("1", "a", 2))
	require.NoError(t, j.Backup(t.Context(), copied, false))
	require.ErrorIs(t, j.Backup(t.Context(), copied, false), fs.ErrExist)
	require.NoError(t, j.Backup(t.Context(), copied, true))
	info, err := os.Stat(copied)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	id := identity(t, j).ID
	record(t, j, file("b.csv"), draft("2", "b", 2))

	_, err = journal.Restore(t.Context(), copied, where, start)
	require.ErrorIs(t, err, journal.ErrInUse)
	require.NoError(t, j.Present())
	require.NoError(t, j.Close())
	broken := filepath.Join(dir, "broken.db")
	require.NoError(t, os.WriteFile(broken, []byte("SQLite format 3\x00 and no more"), 0o600))
	for _, bad := range []string{broken, filepath.Join(dir, "none.db")} {
		_, err = journal.Restore(t.Context(), bad, where, start)
		require.Error(t, err)
	}
	newer := filepath.Join(dir, "newer.db")
	data, err := os.ReadFile(copied)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(newer, data, 0o600))
	execute(t, newer, "INSERT INTO schema_version (version) VALUES (9999)")
	_, err = journal.Restore(t.Context(), newer, where, start)
	require.ErrorContains(t, err, "newer version")
	entries, err := os.ReadDir(filepath.Dir(where))
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left of what was refused")

	replaced, err := journal.Restore(t.Context(), copied, where, start)
	require.NoError(t, err)
	require.Equal(t, where+".replaced-20261001-093000", replaced)
	back := open(t, where)
	got := identity(t, back)
	require.Equal(t, id, got.ID)
	require.True(t, got.Restored)
	files, err := back.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	require.Len(t, files, 1)
	old := open(t, replaced)
	files, err = old.Files(t.Context(), state.FileQuery{})
	require.NoError(t, err)
	require.Len(t, files, 2, "what was there is kept whole")
}

// TestRestoreOverADamagedJournal: a backup is for that above all.
func TestRestoreOverADamagedJournal(t *testing.T) {
	dir := t.TempDir()
	where, copied := filepath.Join(dir, "journal.db"), filepath.Join(dir, "copy.db")
	j, err := journal.Open(t.Context(), where)
	require.NoError(t, err)
	require.NoError(t, j.Backup(t.Context(), copied, false))
	require.NoError(t, j.Close())
	require.NoError(t, os.WriteFile(where, []byte("no database"), 0o600))
	require.NoError(t, os.WriteFile(where+"-wal", []byte("no log"), 0o600))
	replaced, err := journal.Restore(t.Context(), copied, where, start)
	require.NoError(t, err)
	require.FileExists(t, replaced)
	require.FileExists(t, replaced+"-wal")
	require.True(t, identity(t, open(t, where)).Restored)
}
