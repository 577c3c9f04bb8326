package posting

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGate(t *testing.T) {
	noon := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	var g gate
	why := errors.New("refused")
	require.Equal(t, time.Second, closed(&g, noon, 0, false, why))
	require.Equal(t, time.Second, closed(&g, noon, 0, false, why), "workers that fail together count once")
	now := noon.Add(time.Second)
	require.Equal(t, 2*time.Second, closed(&g, now, 0, false, why))
	require.Equal(t, time.Hour, closed(&g, now, time.Hour, false, why), "as the supplier asks")
	g.open()
	wait, err := g.wait(now)
	require.NoError(t, err)
	require.LessOrEqual(t, wait, time.Duration(0))
	for range 100 {
		now = now.Add(closed(&g, now, 0, false, why))
	}
	require.Equal(t, longestPause, closed(&g, now, 0, false, why))
	require.Equal(t, longestPause, closed(&g, now.Add(time.Hour), 0, true, why))
	_, blocked := g.state()
	require.True(t, blocked)
}

// closed closes the gate and gives how long it stays so.
func closed(g *gate, now time.Time, asked time.Duration, blocked bool, why error) time.Duration {
	g.close(now, asked, blocked, why)
	wait, _ := g.wait(now)
	return wait
}
