package config_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestMistakesAreTheConfigs: whatever is wrong with the file is a mistake in the config, and
// what is asked for beside it a wrong use.
func TestMistakesAreTheConfigs(t *testing.T) {
	dir := t.TempDir()
	load := func(text string) (*config.Config, error) {
		file := filepath.Join(dir, "shop.yaml")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return config.Load(file)
	}
	for text, want := range map[string]string{
		"suplier: {}": "unknown key", "supplier: {base_url: shop}": "is not an address", "feeds: {a: {out: a.csv}}": "feeds.a.template is missing",
		"inbox: {carrier: pigeon}": "inbox.carrier: \"pigeon\" is not known", "filed: a": "unknown key", "-: a": "unknown key",
	} {
		_, err := load(text)
		require.ErrorContains(t, err, want)
		require.Equal(t, failure.Config, failure.KindOf(err), text)
	}
	_, err := config.Load(filepath.Join(dir, "none.yaml"))
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.Contains(t, failure.Hint(err), "dropbridge init")

	c, err := load("feeds: {prom: {template: csv, out: a.csv}}\n")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "a.csv"), c.Path(c.Feeds["prom"].Out))
	_, err = c.Chosen([]string{"porm"}, config.Feed{}, false)
	require.Equal(t, failure.Usage, failure.KindOf(err))
	require.Equal(t, `did you mean "prom"?`, failure.Hint(err))
	_, err = c.ReadOptions("keycrm")
	require.Equal(t, failure.Usage, failure.KindOf(err))
}

// TestFeedSchedule: what a feed's schedule says goes by the shop's own zone, and a mistake has its place.
func TestFeedSchedule(t *testing.T) {
	at := func(text string) (string, error) {
		c, err := config.Read("shop.yaml", []byte(text))
		if err != nil {
			return "", err
		}
		when, err := c.FeedSchedule("a")
		require.NoError(t, err)
		due := when.Due(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), func(most time.Duration) time.Duration { return most })
		return due.At.UTC().Format(time.RFC3339), nil
	}
	for text, want := range map[string]string{
		"feeds: {a: {template: csv, out: a.csv}}":                                                            "2026-11-30T12:30:00Z",
		"feeds: {a: {template: csv, out: a.csv, every: 15m, jitter: 1m}}":                                    "2026-11-30T12:16:00Z",
		"feeds: {a: {template: csv, out: a.csv, every: \"0 6 * * 1-5\"}}":                                    "2026-12-01T04:00:00Z",
		"shop: {time_zone: UTC}\nfeeds: {a: {template: csv, out: a.csv, every: \"0 6 * * 1-5\"}}":            "2026-12-01T06:00:00Z",
		"shop: {time_zone: UTC}\nfeeds: {a: {template: csv, out: a.csv, every: 1h, quiet: \"12:30-15:00\"}}": "2026-11-30T15:00:00Z",
	} {
		due, err := at(text)
		require.NoError(t, err, text)
		require.Equal(t, want, due, text)
	}
	for text, want := range map[string]string{
		"feeds:\n  a: {template: csv, out: a.csv, every: \"0 6 * * 1-7\"}": "shop.yaml:2:41: feeds.a.every: \"0 6 * * 1-7\" is no cron expression: day of the week 1-7",
		"feeds: {a: {template: csv, out: a.csv, every: 10ms}}":             "shop.yaml:1:47: feeds.a.every: 10ms is too short",
		"feeds: {a: {template: csv, out: a.csv, quiet: \"06:00-06:00\"}}":  "shop.yaml:1:47: feeds.a.quiet:",
		"feeds: {a: {template: csv, out: a.csv, jitter: often}}":           "shop.yaml:1:48: feeds.a.jitter:",
		"shop: {time_zone: Europe/Kiyv}":                                   "shop.yaml:1:19: shop.time_zone: \"Europe/Kiyv\" is not known",
	} {
		_, err := at(text)
		require.ErrorContains(t, err, want, text)
		require.NotEmpty(t, failure.Hint(err), text)
	}
}
