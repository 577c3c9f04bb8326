package schedule_test

import (
	"math/rand/v2"
	"strconv"
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

func parse(t *testing.T, text string) schedule.Schedule {
	t.Helper()
	s, err := schedule.Parse(text, kyiv(t))
	require.NoError(t, err, text)
	return s
}

// TestNext: clocks in Kyiv go from 03:00 to 04:00 on 28 March 2027, and from 04:00 back to 03:00 on
// 31 October 2027.
func TestNext(t *testing.T) {
	for _, c := range []struct{ text, after, want string }{
		{"30m", "2026-11-30T06:26:01+02:00", "2026-11-30T06:56:01+02:00"},
		{"0 6 * * 1-5", "2026-11-27T06:00:00+02:00", "2026-11-30T06:00:00+02:00"},
		{"0 6 * * MON-FRI", "2026-11-30T05:59:59+02:00", "2026-11-30T06:00:00+02:00"},
		{"*/15 8-20 * * *", "2026-11-30T20:45:00+02:00", "2026-12-01T08:00:00+02:00"},
		{"0 0 29 2 *", "2026-11-30T00:00:00+02:00", "2028-02-29T00:00:00+02:00"},
		{"0 12 1 * 1", "2026-11-30T12:00:00+02:00", "2026-12-01T12:00:00+02:00"}, // the first, and each Monday
		{"0 12 1 * 1", "2026-12-01T12:00:00+02:00", "2026-12-07T12:00:00+02:00"},
		{"30 3 * * *", "2027-03-27T03:30:00+02:00", "2027-03-28T04:00:00+03:00"}, // passed over: at the change
		{"30 3 * * *", "2027-03-28T04:00:00+03:00", "2027-03-29T03:30:00+03:00"},
		{"*/10 3 * * *", "2027-03-27T03:50:00+02:00", "2027-03-28T04:00:00+03:00"}, // once, not six times
		{"*/10 3 * * *", "2027-03-28T04:00:00+03:00", "2027-03-29T03:00:00+03:00"},
		{"30 3 * * *", "2027-10-30T03:30:00+03:00", "2027-10-31T03:30:00+03:00"}, // shown twice: the first time
		{"30 3 * * *", "2027-10-31T03:30:00+03:00", "2027-11-01T03:30:00+02:00"},
		{"30 3 * * *", "2027-10-31T03:10:00+02:00", "2027-11-01T03:30:00+02:00"},
		{"30 * * * *", "2027-10-31T03:30:00+03:00", "2027-10-31T03:30:00+02:00"}, // each hour: the hour more, too
		{"30 * * * *", "2027-03-28T02:30:00+02:00", "2027-03-28T04:30:00+03:00"},
		{"0 9 * * *", "2027-10-30T09:00:00+03:00", "2027-10-31T09:00:00+02:00"},
	} {
		after, err := time.Parse(time.RFC3339, c.after)
		require.NoError(t, err)
		require.Equal(t, c.want, parse(t, c.text).Next(after.UTC()).In(kyiv(t)).Format(time.RFC3339), "%s after %s", c.text, c.after)
	}
	require.Zero(t, schedule.Schedule{}.Next(time.Now()))
	require.Zero(t, schedule.Schedule{}.Due(time.Now(), nil))
	require.Equal(t, 90*time.Second, parse(t, " 1m30s ").Interval())
	require.Zero(t, parse(t, "0 6 * * *").Interval())
}

// TestNextAgainstEveryMinute: over the days of both changes each time of some expressions is found
// by a search of every minute, too, and nothing else is.
func TestNextAgainstEveryMinute(t *testing.T) {
	random := rand.New(rand.NewPCG(2027, 3))
	zone := kyiv(t)
	for _, change := range []time.Time{time.Date(2027, 3, 28, 1, 0, 0, 0, time.UTC), time.Date(2027, 10, 31, 1, 0, 0, 0, time.UTC)} {
		for range 40 {
			minute, hour := random.IntN(60), random.IntN(6)
			begin, end := change.Add(-30*time.Hour), change.Add(30*time.Hour)
			var want []string // once a day: when it is shown first, or the first minute behind what was passed over
			last := begin.In(zone).Format(time.DateOnly)
			for at := begin.Add(time.Minute); !at.After(end); at = at.Add(time.Minute) {
				local := at.In(zone)
				reached := local.Hour()*60+local.Minute() >= hour*60+minute
				if day := local.Format(time.DateOnly); reached && day != last {
					want, last = append(want, local.Format(time.RFC3339)), day
				}
			}
			daily := parse(t, strconv.Itoa(minute)+" "+strconv.Itoa(hour)+" * * *")
			require.Equal(t, want, times(daily, begin, end), "%d:%02d", hour, minute)
			hourly := times(parse(t, strconv.Itoa(minute)+" * * * *"), begin, end)
			require.Len(t, hourly, 60, "each of 60 hours, minute %d", minute)
		}
	}
}

func times(s schedule.Schedule, begin, end time.Time) (list []string) {
	for at := s.Next(begin); !at.After(end); at = s.Next(at) {
		list = append(list, at.Format(time.RFC3339))
	}
	return list
}

func TestWrongSchedules(t *testing.T) {
	for text, want := range map[string]string{
		"":               `"" is no length of time such as 30m`,
		"daily":          `"daily" is no length of time such as 30m, and no cron expression`,
		"30":             `"30" is no length of time`,
		"0s":             "0s is too short",
		"-5m":            "-5m is too short",
		"0 6 * *":        "it has 4 fields and not the five",
		"0 0 6 * * 1":    "it has 6 fields and not the five",
		"0 6 * * 1-7":    "day of the week 1-7: end of range (7) above maximum (6)",
		"60 6 * * *":     "minute 60: end of range (60) above maximum (59)",
		"0 24 * * *":     "hour 24: end of range (24) above maximum (23)",
		"0 6 0 * *":      "day of the month 0: beginning of range (0) below minimum (1)",
		"*/90 * * * *":   "minute */90: a step of 90 is beyond 59, and would be none",
		"0 */0 * * *":    "hour */0: step of range should be a positive number",
		"0 6 31 2 *":     "is never due: no month has that day",
		"TZ=UTC 6 * * *": "only the five fields may stand there",
		"@every 1h":      "only the five fields may stand there",
		"x 6 * * *":      "minute x: failed to parse int from x",
	} {
		_, err := schedule.Parse(text, time.UTC)
		require.ErrorContains(t, err, want, text)
	}
}

// TestHours: the quiet part of a day, and its end, on ordinary days and those of changed clocks.
func TestHours(t *testing.T) {
	night, err := schedule.ParseHours("22:00-08:00")
	require.NoError(t, err)
	for local, quiet := range map[string]bool{
		"2026-11-20 21:59": false, "2026-11-20 22:00": true, "2026-11-21 00:00": true, "2026-11-21 07:59": true, "2026-11-21 08:00": false,
		"2026-03-29 07:59": true, "2026-03-29 08:00": false, "2026-10-25 07:59": true, "2026-10-25 08:00": false,
	} {
		at, err := time.ParseInLocation("2006-01-02 15:04", local, kyiv(t))
		require.NoError(t, err)
		require.Equal(t, quiet, night.Hold(at), local)
	}
	nap, err := schedule.ParseHours("13:00 - 14:30")
	require.NoError(t, err)
	require.True(t, nap.Hold(time.Date(2026, 11, 20, 14, 29, 59, 0, time.UTC)))
	require.False(t, nap.Hold(time.Date(2026, 11, 20, 14, 30, 0, 0, time.UTC)))
	require.False(t, schedule.Hours{}.Hold(time.Now()), "none is no quiet")
	for _, wrong := range []string{"", "22:00", "22-08", "22:00-22:00", "24:00-08:00", "22:00-08:00-09:00"} {
		_, err := schedule.ParseHours(wrong)
		require.Error(t, err, wrong)
	}
}

// TestEnd: the end of hours is the first minute that is not in them, whatever clocks do meanwhile.
func TestEnd(t *testing.T) {
	zone := kyiv(t)
	for _, text := range []string{"22:00-08:00", "03:00-04:00", "03:30-03:45", "02:00-03:30", "23:59-03:01", "03:30-02:00"} {
		hours, err := schedule.ParseHours(text)
		require.NoError(t, err)
		for _, change := range []time.Time{time.Date(2027, 3, 28, 1, 0, 0, 0, time.UTC), time.Date(2027, 10, 31, 1, 0, 0, 0, time.UTC)} {
			for at := change.Add(-26 * time.Hour); at.Before(change.Add(4 * time.Hour)); at = at.Add(7 * time.Minute) {
				want := at.In(zone)
				for hours.Hold(want) {
					want = want.Add(time.Minute)
				}
				require.Equal(t, want, hours.End(at.In(zone)), "%s from %s", text, at.In(zone))
			}
		}
	}
}

// TestDue: jitter comes on top, nothing begins in quiet hours, and nothing of it is lost.
func TestDue(t *testing.T) {
	all := func(most time.Duration) time.Duration { return most }
	none := func(time.Duration) time.Duration { return 0 }
	at := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return at
	}
	night, err := schedule.ParseHours("23:00-06:00")
	require.NoError(t, err)
	for _, c := range []struct {
		text, jitter, after string
		draw                func(time.Duration) time.Duration
		want                string
		putOff              bool
	}{
		{"30m", "2m", "2026-11-30T12:00:00+02:00", all, "2026-11-30T12:32:00+02:00", false},
		{"30m", "0", "2026-11-30T22:29:59+02:00", all, "2026-11-30T22:59:59+02:00", false},
		{"30m", "0", "2026-11-30T22:30:00+02:00", all, "2026-12-01T06:00:00+02:00", true},
		{"30m", "2m", "2026-11-30T22:29:00+02:00", all, "2026-12-01T06:02:00+02:00", true}, // by the jitter alone
		{"30m", "2m", "2026-11-30T22:29:00+02:00", none, "2026-11-30T22:59:00+02:00", false},
		{"30m", "17h30m", "2026-11-30T11:30:00+02:00", all, "2026-12-01T06:00:00+02:00", true}, // the day is shorter
		{"0 3 * * *", "0", "2026-11-30T12:00:00+02:00", all, "2026-12-01T06:00:00+02:00", true},
		{"0 7 * * *", "5m", "2026-11-30T12:00:00+02:00", all, "2026-12-01T07:05:00+02:00", false},
	} {
		s := parse(t, c.text)
		s.Jitter, err = time.ParseDuration(c.jitter)
		require.NoError(t, err)
		s.Quiet = night
		due := s.Due(at(c.after), c.draw)
		require.Equal(t, c.want, due.At.In(s.Zone()).Format(time.RFC3339), "%s after %s", c.text, c.after)
		require.Equal(t, c.putOff, due.PutOff, "%s after %s", c.text, c.after)
	}
}

func TestForeseen(t *testing.T) {
	night, err := schedule.ParseHours("23:00-06:00")
	require.NoError(t, err)
	for _, c := range []struct {
		text, now, want string
		putOff          bool
	}{
		{"30m", "2026-11-30T12:00:00+02:00", "0001-01-01T00:00:00Z", false},
		{"30m", "2026-11-30T23:30:00+02:00", "2026-12-01T06:00:00+02:00", true},
		{"0 3 * * *", "2026-11-30T12:00:00+02:00", "2026-12-01T06:00:00+02:00", true},
		{"0 7 * * *", "2026-11-30T23:30:00+02:00", "2026-12-01T07:00:00+02:00", false},
	} {
		s := parse(t, c.text)
		s.Quiet, s.Jitter = night, time.Hour
		now, err := time.Parse(time.RFC3339, c.now)
		require.NoError(t, err)
		due := s.Foreseen(now)
		require.Equal(t, c.want, due.At.Format(time.RFC3339), "%+v", c)
		require.Equal(t, c.putOff, due.PutOff, "%+v", c)
	}
}
