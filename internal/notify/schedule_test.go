package notify

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/schedule"
)

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

// TestQuietHours: what hours are is pinned where they are read; here they go by the zone's clock.
func TestQuietHours(t *testing.T) {
	hours, err := schedule.ParseHours("22:00-08:00")
	require.NoError(t, err)
	night := Schedule{Zone: kyiv(t), Silent: hours}
	require.False(t, night.Quiet(time.Date(2026, 11, 20, 19, 59, 59, 0, time.UTC)))
	require.True(t, night.Quiet(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)))
	require.False(t, Schedule{Zone: time.UTC}.Quiet(time.Now()), "none is no quiet")
	// The night on which clocks go back has an hour twice, and is quiet for eleven hours.
	quiet := 0
	for at := time.Date(2026, 10, 24, 12, 0, 0, 0, night.Zone); at.Before(time.Date(2026, 10, 25, 12, 0, 0, 0, night.Zone)); at = at.Add(time.Hour) {
		if night.Quiet(at) {
			quiet++
		}
	}
	require.Equal(t, 11, quiet)
}

func TestDigestIsDueOnceADay(t *testing.T) {
	s := Schedule{Zone: kyiv(t), Digest: 9 * time.Hour}
	day, due := s.DigestDue(time.Date(2026, 11, 20, 6, 59, 59, 0, time.UTC), "2026-11-19")
	require.False(t, due)
	require.Equal(t, "2026-11-20", day)
	_, due = s.DigestDue(time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC), "2026-11-19")
	require.True(t, due)
	_, due = s.DigestDue(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC), "2026-11-20")
	require.False(t, due)
	day, due = s.DigestDue(time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC), "2026-11-20")
	require.False(t, due, "it is half past midnight there")
	require.Equal(t, "2026-11-21", day)
	_, due = s.DigestDue(time.Date(2026, 11, 23, 7, 0, 0, 0, time.UTC), "2026-11-20")
	require.True(t, due, "the program was down for two days")
	// On the day on which 03:30 is not there, and on that on which it is twice.
	s.Digest = 3*time.Hour + 30*time.Minute
	_, due = s.DigestDue(time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC), "2026-03-28")
	require.True(t, due)
	day, due = s.DigestDue(time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC), "2026-10-24")
	require.True(t, due)
	_, due = s.DigestDue(time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC), day)
	require.False(t, due)
}
