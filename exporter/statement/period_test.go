package statement

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPeriods(t *testing.T) {
	zone := kyiv(t)
	for name, c := range map[string]struct {
		month, from, to        string
		wantFrom, wantTo, last string
	}{
		"a month over a clock change": {month: "2026-10", wantFrom: "2026-10-01T00:00:00+03:00", wantTo: "2026-11-01T00:00:00+02:00", last: "2026-10-31T00:00:00+02:00"},
		"december":                    {month: "2026-12", wantFrom: "2026-12-01T00:00:00+02:00", wantTo: "2027-01-01T00:00:00+02:00", last: "2026-12-31T00:00:00+02:00"},
		"a leap february":             {month: "2028-02", wantFrom: "2028-02-01T00:00:00+02:00", wantTo: "2028-03-01T00:00:00+02:00", last: "2028-02-29T00:00:00+02:00"},
		"one day of 25 hours":         {from: "2026-10-25", to: "2026-10-25", wantFrom: "2026-10-25T00:00:00+03:00", wantTo: "2026-10-26T00:00:00+02:00", last: "2026-10-25T00:00:00+03:00"},
		"one day of 23 hours":         {from: "2026-03-29", to: "2026-03-29", wantFrom: "2026-03-29T00:00:00+02:00", wantTo: "2026-03-30T00:00:00+03:00", last: "2026-03-29T00:00:00+02:00"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Month(c.month, zone)
			if c.from != "" {
				p, err = Days(c.from, c.to, zone)
			}
			require.NoError(t, err)
			require.Equal(t, []string{c.wantFrom, c.wantTo, c.wantFrom, c.last},
				[]string{p.From.Format(time.RFC3339), p.To.Format(time.RFC3339), p.First().Format(time.RFC3339), p.Last().Format(time.RFC3339)})
			require.Equal(t, zone, p.From.Location())
			require.Equal(t, zone, p.To.Location())
			require.True(t, p.Contains(p.From))
			require.True(t, p.Contains(p.To.Add(-time.Nanosecond)))
			require.False(t, p.Contains(p.To))
			require.False(t, p.Contains(p.From.Add(-time.Nanosecond)))
		})
	}
}

// TestPeriodWithoutMidnight: where a clock change skips midnight, a day begins at one.
func TestPeriodWithoutMidnight(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago")
	require.NoError(t, err)
	p, err := Days("2026-09-06", "2026-09-06", zone)
	require.NoError(t, err)
	require.Equal(t, "2026-09-06T01:00:00-03:00", p.From.Format(time.RFC3339))
	require.Equal(t, "2026-09-07T00:00:00-03:00", p.To.Format(time.RFC3339))
	require.Equal(t, p.From, p.Last())
	before, err := Days("2026-09-05", "2026-09-05", zone)
	require.NoError(t, err)
	require.Equal(t, p.From.UTC(), before.To.UTC())
}

func TestPeriodsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "2026", "2026-13", "2026-1", "10.2026", "2026-10-01"} {
		_, err := Month(text, time.UTC)
		require.EqualError(t, err, `"`+text+`" is no month: write it like 2026-10`)
	}
	for want, days := range map[string][2]string{
		`"2026-02-30" is no day: write it like 2026-10-31`:              {"2026-02-30", "2026-03-01"},
		`"" is no day: write it like 2026-10-31`:                        {"2026-02-28", ""},
		"the period ends on 2026-10-01, before it begins on 2026-10-02": {"2026-10-02", "2026-10-01"},
	} {
		_, err := Days(days[0], days[1], time.UTC)
		require.EqualError(t, err, want)
	}
}
