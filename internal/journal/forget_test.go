package journal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/journaltest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// Of a person who was forgotten no byte is left in the files of an SQLite journal.
func TestForgottenLeavesNoByte(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	var drafts []state.Draft
	for n := range 300 {
		d := journaltest.Draft(fmt.Sprint(n), fmt.Sprint(n), n+1)
		d.Content = fmt.Appendf(nil, `{"external_id":"%d","recipient":{"name":"Zhuravel Olena %d","phone":"+380671112233"},"items":[]}`, n, n)
		d.Body = d.Content
		drafts = append(drafts, d)
	}
	f := journaltest.Record(t, j, journaltest.File("a.csv"), drafts...)
	var final []state.Order
	for _, link := range journaltest.Links(t, j, f) {
		o := link.Order
		o.State, o.RemoteID, o.RemoteStatus = state.Accepted, "ord_"+o.ExternalID, "completed"
		final = append(final, journaltest.Swap(t, j, o))
	}
	require.NotEmpty(t, filesWith(t, path, "Zhuravel"))
	n, err := j.Forget(t.Context(), final, time.Now())
	require.NoError(t, err)
	require.Equal(t, len(final), n)
	require.NoError(t, j.Scrub(t.Context()))
	for _, word := range []string{"Zhuravel", "zhuravel", "671112233"} {
		require.Empty(t, filesWith(t, path, word), word)
	}
}

// TestTidy: a journal of which much was forgotten gives its room back, once, and one of which little was
// is left as it is.
func TestTidy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	var drafts []state.Draft
	for n := range 60 {
		d := journaltest.Draft(fmt.Sprint(n), fmt.Sprint(n), n+1)
		d.Body = fmt.Appendf(nil, `{"comment":"%s"}`, strings.Repeat("Zhuravel ", 20_000))
		drafts = append(drafts, d)
	}
	f := journaltest.Record(t, j, journaltest.File("a.csv"), drafts...)
	var final []state.Order
	for _, link := range journaltest.Links(t, j, f) {
		o := link.Order
		o.State, o.RemoteID, o.RemoteStatus = state.Accepted, "ord_"+o.ExternalID, "completed"
		final = append(final, journaltest.Swap(t, j, o))
	}
	for _, part := range []struct{ from, to, least, most int }{{0, 20, 0, 0}, {20, 60, 10_000_000, 12_000_000}, {60, 60, 0, 0}} {
		_, err := j.Forget(t.Context(), final[part.from:part.to], time.Now())
		require.NoError(t, err)
		freed, err := j.Tidy(t.Context())
		require.NoError(t, err)
		require.GreaterOrEqual(t, freed, int64(part.least), "after %d", part.to)
		require.LessOrEqual(t, freed, int64(part.most), "after %d", part.to)
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(1<<20))
	require.Empty(t, filesWith(t, path, "Zhuravel"))
}

// filesWith are the files of an SQLite journal that hold some bytes.
func filesWith(t *testing.T, path, word string) (found []string) {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		if bytes.Contains(data, []byte(word)) {
			found = append(found, name)
		}
	}
	return found
}

// What people did is only added to, whoever asks the database itself.
func TestActionsAreKept(t *testing.T) {
	t.Parallel()
	for name, where := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "journal.db"), "postgres": rig.SharedPostgres(t).NewDatabase(t)} {
		j := open(t, where)
		require.NoError(t, j.Act(t.Context(), state.Action{Account: "ACME", At: journaltest.Start, Person: "clerk", Kind: state.ActedBackup, About: "a"}))
		db, err := journal.OpenDatabase(t.Context(), where, false)
		require.NoError(t, err)
		for _, statement := range []string{"UPDATE actions SET person = 'another'", "UPDATE actions SET at = 1", "DELETE FROM actions"} {
			_, err := db.ExecContext(t.Context(), statement)
			require.ErrorContains(t, err, "only added to", "%s: %s", name, statement)
		}
		_, err = db.ExecContext(t.Context(), "UPDATE actions SET account = 'acme'")
		require.NoError(t, err, "it may be spelled anew")
		require.NoError(t, db.Close())
		list, err := j.Actions(t.Context(), state.ActionQuery{Account: "acme"})
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, "clerk", list[0].Person)
	}
}
