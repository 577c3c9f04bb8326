package dispatch

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestQuiet: what is said again and again is said once a minute, whoever says it.
func TestQuiet(t *testing.T) {
	var out bytes.Buffer
	log := newQuiet(slog.NewTextHandler(&out, nil))
	at := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	say := func(after time.Duration, level slog.Level, text string) bool {
		out.Reset()
		handler := log.With("queue", after).WithGroup("g").Handler()
		if handler.Enabled(context.Background(), level) {
			require.NoError(t, handler.Handle(context.Background(), slog.NewRecord(at.Add(after), level, text, 0)))
		}
		return out.Len() > 0
	}
	require.False(t, say(0, slog.LevelInfo, "a job"))
	require.True(t, say(0, slog.LevelError, "away"))
	require.False(t, say(time.Second, slog.LevelError, "away"))
	require.True(t, say(time.Second, slog.LevelWarn, "slow"))
	require.False(t, say(59*time.Second, slog.LevelError, "away"))
	require.True(t, say(time.Minute, slog.LevelError, "away"))
}
