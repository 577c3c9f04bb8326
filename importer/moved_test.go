package importer_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestJournalThatMoved: an importer that works on with the journal that was left posts nothing,
// writes no result, cannot adopt it, and says where it is; one with the new one goes on.
func TestJournalThatMoved(t *testing.T) {
	r := newRig(t)
	report := r.importFile(r.write("a.csv", orders("1")))
	require.Equal(t, "accepted", statuses(report))
	before, err := os.ReadFile(report.Result)
	require.NoError(t, err)
	to := r.path("state/new.db")
	_, err = move.Run(t.Context(), move.Options{From: r.path("state/journal.db"), To: to, Now: time.Now, After: time.After})
	require.NoError(t, err)

	r.clock.After(time.Hour)
	err = r.im.Trusted(t.Context())
	d, ok := errors.AsType[*told.Doubt](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, told.DoubtMoved, d.Code)
	require.Contains(t, d.In(wording.Ukrainian), "journal: "+to)
	_, err = r.im.Import(t.Context(), "", r.write("b.csv", orders("2")), nil)
	require.ErrorContains(t, err, "has moved")
	require.NoError(t, r.im.Resume(t.Context()))
	_, err = r.im.Adopt(t.Context(), doubt.AdoptOptions{})
	require.ErrorContains(t, err, "has moved")
	require.Equal(t, map[string]int{"1": 1}, r.shop.count())
	after, err := os.ReadFile(report.Result)
	require.NoError(t, err)
	require.Equal(t, before, after)

	r.stop()
	r.at = "state/new.db"
	r.start()
	require.Equal(t, "duplicate accepted", statuses(r.importFile(r.write("c.csv", orders("1", "2")))))
	require.Equal(t, map[string]int{"1": 1, "2": 1}, r.shop.count())
}
