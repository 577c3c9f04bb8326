package pulse_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/pulse"
)

// TestStuck: whoever ticks or rests is not, whoever is silent for longer is, until it is heard of
// again or ends.
func TestStuck(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	m := &pulse.Monitor{Now: func() time.Time { return now }}
	ctx := pulse.With(t.Context(), m)
	posting, endPosting := pulse.Begin(ctx, "posting", 10*time.Minute)
	scan, endScan := pulse.Begin(ctx, "intake", time.Minute)
	require.Empty(t, m.Stuck())

	now = now.Add(time.Minute)
	require.Empty(t, m.Stuck(), "to the limit it may be silent")
	now = now.Add(time.Second)
	require.Equal(t, []pulse.Stuck{{Name: "intake", Silent: 61 * time.Second}}, m.Stuck())
	worker, cancel := context.WithCancel(context.WithoutCancel(scan))
	defer cancel()
	pulse.Tick(worker)
	require.Empty(t, m.Stuck(), "what was begun by the loop is a sign of it")

	pulse.Rest(posting, time.Hour)
	pulse.Tick(posting) // another worker of the same loop
	now = now.Add(70 * time.Minute)
	pulse.Tick(scan)
	require.Empty(t, m.Stuck(), "a supplier has asked to wait for an hour")
	now = now.Add(30 * time.Second)
	require.Equal(t, []pulse.Stuck{{Name: "posting", Silent: 70*time.Minute + 30*time.Second}}, m.Stuck())
	require.Equal(t, "posting: silent for 1h10m30s", m.String())
	endPosting()
	endScan()
	now = now.Add(time.Hour)
	require.Empty(t, m.Stuck(), "what has ended is not")
	pulse.Tick(scan)
}

// TestNobodyListens: nothing is needed where nothing is watched.
func TestNobodyListens(t *testing.T) {
	ctx, end := pulse.Begin(t.Context(), "intake", time.Nanosecond)
	defer end()
	pulse.Tick(ctx)
	require.Empty(t, (*pulse.Monitor)(nil).Stuck())
}
