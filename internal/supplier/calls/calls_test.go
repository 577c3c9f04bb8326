package calls

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestLines: a day and the running hour count, and what is older does not.
func TestLines(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 30, 0, 0, time.UTC)
	tally := New(func() time.Time { return now })
	require.Empty(t, tally.Lines())
	tally.Note("list orders", nil, 2*time.Second)
	now = now.Add(time.Hour)
	tally.Note("list orders", &supplier.Error{Kind: supplier.KindThrottled}, time.Second)
	tally.Note("create order", errors.New("cut"), 4*time.Second)
	require.Equal(t, []Line{{"list orders", 2, 1, 1, 3 * time.Second}, {"create order", 1, 1, 0, 4 * time.Second}}, tally.Lines())
	require.Equal(t, 1500*time.Millisecond, tally.Lines()[0].Average())
	require.Zero(t, Line{}.Average())

	now = now.Add(24 * time.Hour) // the first hour is over a day ago
	require.Equal(t, []Line{{"create order", 1, 1, 0, 4 * time.Second}, {"list orders", 1, 1, 1, time.Second}}, tally.Lines())
	now = now.Add(time.Hour)
	require.Empty(t, tally.Lines())
	tally.Note("list orders", nil, time.Second) // in the place of an old hour
	require.Equal(t, []Line{{"list orders", 1, 0, 0, time.Second}}, tally.Lines())
}
