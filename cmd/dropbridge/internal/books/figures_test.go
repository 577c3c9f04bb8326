package books

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFiguresAreKept over a restart, exactly; of a damaged file that is said.
func TestFiguresAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	closer := (&Program{}).NewCloser(c, Connection{})
	none, err := closer.LastFigures()
	require.NoError(t, err)
	require.Nil(t, none)
	kept := &standing.Money{At: time.Now().Truncate(time.Second).UTC(), Available: money.Must("125400.50"), Held: money.Must("0.00"), Moved: map[string]int{"2026-10": 2},
		Misfits: []wording.Message{wording.NewMessage("page.month_moved", 2)}, AllMisfits: 1}
	require.NoError(t, closer.KeepFigures(kept))
	read, err := closer.LastFigures()
	require.NoError(t, err)
	require.Equal(t, "125400.50", read.Available.String())
	require.Equal(t, kept.Misfits[0].In(wording.Ukrainian), read.Misfits[0].In(wording.Ukrainian))
	require.True(t, read.At.Equal(kept.At))
	require.NoError(t, os.WriteFile(c.Money(), []byte("{"), 0o600))
	_, err = closer.LastFigures()
	require.ErrorContains(t, err, "money.json")
}
