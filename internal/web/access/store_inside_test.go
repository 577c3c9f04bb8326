package access

import (
	"log/slog"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSessionsAreBounded: those that have ended go, and of too many the one that ends first.
func TestSessionsAreBounded(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	s := openStore("", func() time.Time { return now }, slog.New(slog.DiscardHandler))
	for n := range mostSessions + 1 {
		require.NoError(t, s.Commit(strconv.Itoa(n), nil, now.Add(time.Hour+time.Duration(n)*time.Second)))
	}
	require.Len(t, s.all, mostSessions)
	for token, want := range map[string]bool{"0": false, "1": true, strconv.Itoa(mostSessions): true} {
		_, found, err := s.Find(token)
		require.NoError(t, err)
		require.Equal(t, want, found, token)
	}
	now = now.Add(3 * time.Hour)
	require.NoError(t, s.Commit("new", nil, now.Add(time.Hour)))
	require.Len(t, s.all, 1)
}

// TestSessionsLeaveNothingBehind: the settings may be read anew as often as anybody likes. A bubble
// panics where something in it goes on.
func TestSessionsLeaveNothingBehind(t *testing.T) {
	synctest.Test(t, func(*testing.T) { newSessions(openStore("", time.Now, slog.New(slog.DiscardHandler))) })
}
