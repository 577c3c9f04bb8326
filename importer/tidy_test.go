package importer_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/state"
)

// TestTidyLeavesWhatIsBeingTaken: a clock that was set three days ahead makes a copy of
// this moment look like a leftover.
func TestTidyLeavesWhatIsBeingTaken(t *testing.T) {
	r := newRig(t)
	r.clock.After(72 * time.Hour)
	r.ports.atPoints(func(point string) error {
		if point == "spooled" {
			return r.im.Resume(t.Context())
		}
		return nil
	})
	report := r.importFile(r.write("a.csv", orders("1001")))
	require.Equal(t, "accepted", statuses(report))
	require.Len(t, copies(t, r), 1)
}

// TestLostCopyIsSaidAndMended: without its private copy a file has no result, which is
// said; the same file dropped again brings it back, and posts nothing twice.
func TestLostCopyIsSaidAndMended(t *testing.T) {
	r := newRig(t)
	path := r.write("a.csv", orders("1001"))
	report := r.importFile(path)
	require.NoError(t, os.Remove(copies(t, r)[0]))
	require.NoError(t, os.Remove(report.Result))
	require.NoError(t, r.im.Resume(t.Context()))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Contains(t, status.Problems[0].Text, "drop the same file again, its orders are not posted twice")

	r.clock.After(time.Minute)
	report = r.importFile(path)
	require.Equal(t, state.Counts{Duplicate: 1}, report.Counts)
	require.FileExists(t, report.Result)
	require.Equal(t, map[string]int{"1001": 1}, r.shop.count())
	require.NoError(t, r.im.Resume(t.Context()))
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
}

func copies(t *testing.T, r *rig) []string {
	t.Helper()
	found, err := filepath.Glob(r.path("state/spool/*.copy"))
	require.NoError(t, err)
	return found
}
