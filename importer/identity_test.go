package importer_test

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// promises are all that a supplier may promise about an order that is sent twice.
func promises() map[string]supplier.Idempotency {
	return map[string]supplier.Idempotency{"none": {Kind: "none"}, "external_id": {Kind: "external_id"}, "key": {Kind: "key", Lifetime: 24 * time.Hour}}
}

// loss is one way in which a journal is not the one any more that it was.
type loss struct {
	name  string
	early func(r *rig) // before the last file is posted
	lose  func(r *rig) // while nobody has it open
	code  string
}

func losses() []loss {
	return []loss{
		{name: "lost", lose: (*rig).removeJournal, code: told.DoubtOther},
		{name: "emptied file", lose: func(r *rig) {
			r.removeJournal()
			r.write("state/journal.db", "")
		}, code: told.DoubtOther},
		{name: "emptied tables", lose: func(r *rig) {
			r.sql("DELETE FROM links", "DELETE FROM orders", "DELETE FROM files", "DELETE FROM notes")
		}, code: told.DoubtEmptied},
		{name: "another journal", lose: func(r *rig) {
			r.removeJournal()
			other, err := journal.Open(r.t.Context(), r.path("state/journal.db"))
			require.NoError(r.t, err)
			_, err = other.Record(r.t.Context(), state.File{Account: "acme", SHA256: "aa", Name: "x.csv", State: state.FileFinal}, 0, nil)
			require.NoError(r.t, err)
			require.NoError(r.t, other.Close())
		}, code: told.DoubtOther},
		{name: "rolled back", early: func(r *rig) {
			require.NoError(r.t, r.journal.Backup(r.t.Context(), r.path("copy.db"), false))
		}, lose: func(r *rig) {
			r.removeJournal()
			r.copy("copy.db", "state/journal.db")
		}, code: told.DoubtRolledBack},
		{name: "without its log", early: func(r *rig) {
			r.copy("state/journal.db", "copy.db") // what is in the log alone is not in it
		}, lose: func(r *rig) {
			r.removeJournal()
			r.copy("copy.db", "state/journal.db")
		}},
		{name: "restored", early: func(r *rig) {
			require.NoError(r.t, r.journal.Backup(r.t.Context(), r.path("copy.db"), false))
		}, lose: func(r *rig) {
			_, err := journal.Restore(r.t.Context(), r.path("copy.db"), r.path("state/journal.db"), r.clock.Now())
			require.NoError(r.t, err)
		}, code: told.DoubtRestored},
		{name: "without the sign", lose: func(r *rig) {
			r.removeJournal()
			require.NoError(r.t, os.Remove(r.path("results/.dropbridge.journal")))
		}, code: told.DoubtLost},
	}
}

func (r *rig) removeJournal() {
	r.t.Helper()
	for _, name := range []string{"state/journal.db", "state/journal.db-wal", "state/journal.db-shm"} {
		if err := os.Remove(r.path(name)); !errors.Is(err, os.ErrNotExist) {
			require.NoError(r.t, err)
		}
	}
}

func (r *rig) copy(from, to string) {
	r.t.Helper()
	data, err := os.ReadFile(r.path(from))
	require.NoError(r.t, err)
	require.NoError(r.t, os.WriteFile(r.path(to), data, 0o600))
}

func (r *rig) sql(statements ...string) {
	r.t.Helper()
	db, err := sql.Open("sqlite", r.path("state/journal.db"))
	require.NoError(r.t, err)
	defer db.Close()
	for _, statement := range statements {
		_, err := db.ExecContext(r.t.Context(), statement)
		require.NoError(r.t, err)
	}
}

// doubt is the code of what Trusted says.
func (r *rig) doubt() string {
	r.t.Helper()
	why, ok := errors.AsType[*told.Doubt](r.im.Trusted(r.t.Context()))
	if !ok {
		return ""
	}
	require.NotEmpty(r.t, why.Hint())
	return why.Code
}

// resultTexts are the contents of the result files by name.
func (r *rig) resultTexts() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, name := range r.names("results") {
		data, err := os.ReadFile(r.path("results/" + name))
		require.NoError(r.t, err)
		out[name] = string(data)
	}
	return out
}

// TestLostJournals: whatever becomes of a journal, nothing is posted before a person has
// said so, and nothing twice after that, whatever the supplier promises. That a result is gone as well
// goes with one promise of each three, with -long with all.
func TestLostJournals(t *testing.T) {
	racing.Skip(t)
	for nth, way := range losses() {
		for n, promise := range slices.Sorted(maps.Keys(promises())) {
			for _, kept := range []bool{true, false} {
				name := way.name + ", " + promise
				if !kept {
					name += ", a result is gone"
				}
				if !kept && (n+nth)%long.Or(3, 1) != 0 {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					r := newRig(t)
					r.shop.promise = promises()[promise]
					loseJournal(t, r, way, kept)
				})
			}
		}
	}
}

func loseJournal(t *testing.T, r *rig, way loss, kept bool) {
	r.importFile(r.write("a.csv", orders("1001", "1002")))
	r.shop.always = notSent
	_, err := r.im.Import(t.Context(), "", r.write("c.csv", orders("1004")), nil)
	require.Error(t, err)
	r.shop.always = none
	if way.early != nil {
		way.early(r)
	}
	b := r.importFile(r.write("b.csv", orders("1003")))
	if way.name == "without its log" { // it waits in the copy
		require.Equal(t, 3, len(r.shop.count()))
	}
	r.stop()
	way.lose(r)
	shown, posts := r.resultTexts(), r.shop.allPosts()
	r.start()

	why := r.doubt()
	require.NotEmpty(t, why)
	if way.code != "" {
		require.Equal(t, way.code, why)
	}
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} {
		_, err := r.im.Import(t.Context(), "", r.path(name), nil)
		_, doubted := errors.AsType[*told.Doubt](err)
		require.True(t, doubted, "%v", err)
	}
	for range 3 {
		require.NoError(t, r.im.Resume(t.Context()))
		r.clock.After(time.Hour)
	}
	require.Contains(t, r.problems(), "dropbridge adopt")
	require.Equal(t, posts, r.shop.allPosts())
	require.Equal(t, shown, r.resultTexts(), "orders are read back from them")

	if !kept {
		require.NoError(t, os.Remove(b.Result))
	}
	r.adopt()
	require.Equal(t, posts, r.shop.allPosts())
	r.settle()
	a := r.importFile(r.path("a.csv"))
	require.Equal(t, "duplicate duplicate", statuses(a))
	require.Contains(t, []string{"duplicate", "accepted"}, statuses(r.importFile(r.path("b.csv"))))
	require.Contains(t, []string{"duplicate", "accepted"}, statuses(r.importFile(r.path("c.csv"))))
	require.Equal(t, map[string]int{"1001": 1, "1002": 1, "1003": 1, "1004": 1}, r.shop.count())
	require.Equal(t, 1, r.shop.postsOf("1003"), "it was found, and not sent again")
	require.Equal(t, 1, r.shop.postsOf("1004"))
	require.Equal(t, r.shop.idOf("1001"), text(a.Rows[0].OrderID))
	require.Empty(t, r.problems())
}

// askedMeanwhile is a journal in which another process goes on right after it was asked who it is.
type askedMeanwhile struct {
	state.Journal
	goOn func()
}

func (j *askedMeanwhile) Identity(ctx context.Context) (state.Identity, error) {
	id, err := j.Journal.Identity(ctx)
	j.goOn()
	return id, err
}

// TestOthersAtWorkRaiseNoDoubt: what another process leaves in the folders while the journal is asked
// is no sign of a journal that knew more, be it the first that was ever left there or one more.
func TestOthersAtWorkRaiseNoDoubt(t *testing.T) {
	for _, before := range []string{"", "1001"} {
		r := newRig(t)
		if before != "" {
			r.importFile(r.write("a.csv", orders(before)))
		}
		j := &askedMeanwhile{r.journal, func() { r.importFile(r.write("b.csv", orders("1002"))) }}
		require.NoError(t, doubt.Examine(t.Context(), r.config(), j), "after %q", before)
		require.Equal(t, 1, r.shop.postsOf("1002"))
	}
}
