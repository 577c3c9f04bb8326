package daemon

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/schedule"
)

// TestWhenAFeedIsDue: at once without a file, then as the schedule says; what it asked for while no
// process ran is made up for, what failed is tried again soon, and nothing begins in quiet hours.
func TestWhenAFeedIsDue(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	at := func(text string) time.Time {
		at, err := time.Parse("02 15:04", text)
		require.NoError(t, err)
		return time.Date(2026, 11, at.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
	}
	for _, c := range []struct {
		every, quiet, built string
		first, next, retry  string
	}{
		{"30m", "", "", "30 12:00", "30 12:30", "30 12:01"},
		{"30m", "", "30 11:50", "30 12:00", "30 12:30", "30 12:01"},
		{"10s", "", "", "30 12:00", "30 12:00", "30 12:00"},
		{"0 18 * * *", "", "", "30 12:00", "30 18:00", "30 12:01"},
		{"0 18 * * *", "", "29 18:00", "30 18:00", "30 18:00", "30 12:01"},
		{"0 18 * * *", "", "29 17:59", "30 12:00", "30 18:00", "30 12:01"},
		{"30m", "11:00-13:00", "", "30 13:00", "30 13:00", "30 13:00"},
		{"0 18 * * *", "17:00-18:30", "29 18:30", "30 18:30", "30 18:30", "30 12:01"},
	} {
		when, err := schedule.Parse(c.every, time.UTC)
		require.NoError(t, err)
		if c.quiet != "" {
			when.Quiet, err = schedule.ParseHours(c.quiet)
			require.NoError(t, err)
		}
		s := &scheduledFeed{when: when}
		if c.built != "" {
			s.built = at(c.built)
		}
		s.begin(now)
		require.Equal(t, at(c.first), s.next, "%+v", c)
		s.reckon(now, false)
		require.Equal(t, at(c.next), s.next.Truncate(time.Minute), "%+v", c)
		s.reckon(now, true)
		require.Equal(t, at(c.retry), s.next.Truncate(time.Minute), "%+v", c)
	}
}

// TestWhatANotedBuildIsDue: a guard's refusal is not tried again soon, a person's wish is at once.
func TestWhatANotedBuildIsDue(t *testing.T) {
	when, err := schedule.Parse("1h", time.UTC)
	require.NoError(t, err)
	d := &Daemon{Program: Program{Logger: slog.New(slog.DiscardHandler), Hint: func(error) string { return "" }}}
	for _, c := range []struct {
		err   error
		again bool
		want  time.Duration
	}{{nil, false, time.Hour}, {&exporter.GuardError{}, false, time.Hour}, {io.ErrUnexpectedEOF, false, retryAfter}, {io.ErrUnexpectedEOF, true, 0}} {
		s := &scheduledFeed{when: when, again: c.again}
		before := time.Now()
		d.note(t.Context(), s, exporter.Report{Err: c.err})
		require.WithinRange(t, s.next, before.Add(c.want), time.Now().Add(c.want), "%+v", c)
	}
}
