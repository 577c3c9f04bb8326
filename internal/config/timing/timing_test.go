package timing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// part is a part of a config that has the keys.
type part struct {
	timing.Timing `yaml:",inline"`

	Out string `yaml:"out"`
}

func TestSchedule(t *testing.T) {
	for text, want := range map[string]string{
		`out: a`: "2026-11-30T22:30:00Z",
		`{out: a, every: 15m, jitter: 2m, quiet: "23:00-06:00"}`: "2026-11-30T22:17:00Z",
		`{every: "0 6 * * 1-5", jitter: 0}`:                      "2026-12-01T06:00:00Z",
		`every: 30 22 * * *`:                                     "2026-11-30T22:30:00Z",
		`{every: 1h, quiet: 23:00-06:00}`:                        "2026-12-01T06:00:00Z",
		`{every: null}`:                                          "2026-11-30T22:30:00Z",
	} {
		var p part
		require.NoError(t, strictyaml.Decode("shop.yaml", []byte(text), &p), text)
		s, err := p.Schedule("shop.yaml", "feeds.prom", 30*time.Minute, time.UTC)
		require.NoError(t, err, text)
		due := s.Due(time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC), func(most time.Duration) time.Duration { return most })
		require.Equal(t, want, due.At.Format(time.RFC3339), text)
	}
}

func TestWrongTimes(t *testing.T) {
	for text, want := range map[string][2]string{
		"out: a\nevery: soon":            {`shop.yaml:2:8: feeds.prom.every: "soon" is no length of time`, "0 or sun is Sunday"},
		"out: a\nevery: \"0 6 * * 1-7\"": {`shop.yaml:2:8: feeds.prom.every: "0 6 * * 1-7" is no cron expression: day of the week 1-7`, "the five fields of cron"},
		"every: 0":                       {`shop.yaml:1:8: feeds.prom.every: 0 is too short`, "like 30m"},
		"jitter: -1s":                    {`shop.yaml:1:9: feeds.prom.jitter: "-1s" is no length of time`, "like 2m"},
		"quiet: night":                   {`shop.yaml:1:8: feeds.prom.quiet: "night" are no hours`, `"23:00-06:00"`},
	} {
		var p part
		require.NoError(t, strictyaml.Decode("shop.yaml", []byte(text), &p), text)
		_, err := p.Schedule("shop.yaml", "feeds.prom", 30*time.Minute, time.UTC)
		require.ErrorContains(t, err, want[0])
		require.Contains(t, failure.Hint(err), want[1])
		require.Equal(t, failure.Config, failure.KindOf(err))
	}
}

func TestForeseen(t *testing.T) {
	now := time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"every: 30m":                               "",
		"{every: 30m, quiet: 23:00-06:00}":         "; feed_next_quiet 2026-12-01 06:00 UTC",
		`{every: "0 7 * * *", quiet: 23:00-06:00}`: "; feed_next 2026-12-01 07:00 UTC",
	} {
		var p part
		require.NoError(t, strictyaml.Decode("shop.yaml", []byte(text), &p), text)
		s, err := p.Schedule("shop.yaml", "feeds.prom", 30*time.Minute, time.UTC)
		require.NoError(t, err)
		word := func(key string, values ...any) string {
			return strings.TrimSpace(fmt.Sprintln(append([]any{key}, values...)...))
		}
		require.Equal(t, want, timing.Foreseen(s, now, word), text)
		require.Equal(t, strings.Replace(want, "feed", "due", 1), timing.Due(s, now, word), text)
	}
}
