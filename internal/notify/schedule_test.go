package notify

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"
)

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

func TestQuietHours(t *testing.T) {
	zone := kyiv(t)
	from, till, err := ParseQuiet("22:00-08:00")
	require.NoError(t, err)
	night := Schedule{Zone: zone, From: from, Till: till}
	for local, quiet := range map[string]bool{
		"2026-11-20 21:59": false, "2026-11-20 22:00": true, "2026-11-21 00:00": true, "2026-11-21 07:59": true, "2026-11-21 08:00": false,
		"2026-03-29 07:59": true, "2026-03-29 08:00": false, // clocks go forward at 03:00
		"2026-10-25 07:59": true, "2026-10-25 08:00": false, // and back at 04:00
	} {
		at, err := time.ParseInLocation("2006-01-02 15:04", local, zone)
		require.NoError(t, err)
		require.Equal(t, quiet, night.Quiet(at.UTC()), local)
	}
	// The night on which clocks go back has an hour twice, and is quiet for eleven hours.
	quiet := 0
	for at := time.Date(2026, 10, 24, 12, 0, 0, 0, zone); at.Before(time.Date(2026, 10, 25, 12, 0, 0, 0, zone)); at = at.Add(time.Hour) {
		if night.Quiet(at) {
			quiet++
		}
	}
	require.Equal(t, 11, quiet)
	from, till, err = ParseQuiet("13:00 - 14:30")
	require.NoError(t, err)
	nap := Schedule{Zone: time.UTC, From: from, Till: till}
	require.True(t, nap.Quiet(time.Date(2026, 11, 20, 14, 29, 59, 0, time.UTC)))
	require.False(t, nap.Quiet(time.Date(2026, 11, 20, 14, 30, 0, 0, time.UTC)))
	require.False(t, Schedule{Zone: time.UTC}.Quiet(time.Now()), "none is no quiet")
	for _, wrong := range []string{"", "22:00", "22-08", "22:00-22:00", "24:00-08:00", "22:00-08:00-09:00"} {
		_, _, err := ParseQuiet(wrong)
		require.Error(t, err, wrong)
	}
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
