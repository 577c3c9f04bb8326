package drift

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

func TestBaselinesKeepASupplierApart(t *testing.T) {
	b := Baselines{File: filepath.Join(t.TempDir(), "state", "profile.json")}
	nothing, err := b.Compare("a", nil, false)
	require.NoError(t, err)
	require.Empty(t, nothing)
	require.NoFileExists(t, b.File)
	for supplier, first := range map[string]bool{"a": true, "b": true} {
		got, err := b.Compare(supplier, []Profile{{Operation: "products", Rows: 3}}, false)
		require.NoError(t, err)
		require.Equal(t, []Compared{{Operation: "products", Rows: 3, First: first, Changes: got[0].Changes}}, got)
	}
	got, err := b.Compare("a", []Profile{{Operation: "products", Rows: 3}}, false)
	require.NoError(t, err)
	require.False(t, got[0].First)

	require.NoError(t, os.WriteFile(b.File, []byte(`{"version": 2}`), 0o600))
	_, err = b.Compare("a", []Profile{{Operation: "products", Rows: 3}}, false)
	require.ErrorContains(t, err, "it is of version 2, and this program writes version 1")
	require.Contains(t, failure.Hint(err), "move that file away")
}

// TestWhatWasAcceptedIsTakenBack, once: what was usual before is usual again, of that supplier alone.
func TestWhatWasAcceptedIsTakenBack(t *testing.T) {
	b := Baselines{File: filepath.Join(t.TempDir(), "profile.json")}
	there, gone := []Profile{seen(200, 200)}, []Profile{seen(50, 0)}
	for _, supplier := range []string{"a", "b"} {
		_, err := b.Compare(supplier, there, false)
		require.NoError(t, err)
	}
	changes := func(supplier string) int {
		t.Helper()
		got, err := b.Compare(supplier, gone, false)
		require.NoError(t, err)
		return len(got[0].Changes)
	}
	require.ErrorIs(t, b.Restore("a"), ErrNothingAccepted)
	_, err := b.Compare("a", gone, true)
	require.NoError(t, err)
	require.Zero(t, changes("a"))
	for supplier, want := range map[string]bool{"a": true, "b": false} {
		can, err := b.Accepted(supplier)
		require.NoError(t, err)
		require.Equal(t, want, can, supplier)
	}
	require.NoError(t, b.Restore("a"))
	require.Equal(t, 1, changes("a"), "it is told again")
	require.Equal(t, 1, changes("b"))
	require.ErrorIs(t, b.Restore("a"), ErrNothingAccepted)
}

func TestWatchTellsWhatIsNewAndWhatIsOver(t *testing.T) {
	early, late := time.Unix(100, 0), time.Unix(200, 0)
	gone := Change{Operation: "products", Field: "rrp", Kind: "gone"}
	odd := Change{Operation: "orders", Field: "status", Kind: "word"}
	var w Watch
	begun, over := w.Note([]Compared{{Operation: "products", Changes: []Change{gone}}, {Operation: "orders", Changes: []Change{odd}}}, early)
	require.Equal(t, []Change{gone, odd}, begun)
	require.Empty(t, over)
	begun, over = w.Note([]Compared{{Operation: "products", Changes: []Change{gone}}}, late)
	require.Empty(t, begun)
	require.Empty(t, over, "the orders were not looked at")
	require.ElementsMatch(t, []Dated{{gone, early}, {odd, early}}, w.Changes)
	require.Equal(t, late, w.Sampled)
	begun, over = w.Note([]Compared{{Operation: "orders"}}, late)
	require.Empty(t, begun)
	require.Equal(t, []Change{odd}, over)
}
