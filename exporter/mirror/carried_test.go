package mirror_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestCarriedFeeds: what was carried into a bucket by other means is what the next build begins
// with, and what was published here since is newer.
func TestCarriedFeeds(t *testing.T) {
	b, _ := faulty(t)
	dir := t.TempDir()
	feeds := []reading.Feed{{Feed: exporter.Feed{Name: "a", Out: filepath.Join(dir, "a.csv")}}}
	list := filepath.Join(dir, "catalog/products.copy")
	build := func(text string) func([]reading.Feed) []exporter.Report {
		return func(built []reading.Feed) []exporter.Report {
			if text != "" {
				require.NoError(t, os.WriteFile(built[0].Out, []byte(text), 0o644))
			}
			return []exporter.Report{{Feed: "a", Published: text != ""}}
		}
	}
	shared := mirror.NewFeeds(b, []string{list})
	var prefixes []string
	for _, p := range shared.Places(feeds) {
		require.True(t, p.Set)
		prefixes = append(prefixes, p.Prefix)
		require.False(t, p.Takes("other.csv"))
	}
	require.Equal(t, []string{"state/catalog/catalog", "feeds/a"}, prefixes)

	_, err := b.Put(t.Context(), "feeds/a/a.csv", strings.NewReader("carried"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(feeds[0].Out, []byte("built meanwhile"), 0o644))
	require.NoError(t, shared.Know(t.Context(), feeds))
	later := mirror.NewFeeds(b, []string{list})
	require.NoError(t, later.Build(t.Context(), feeds, build(""))[0].Err)
	text, err := os.ReadFile(feeds[0].Out)
	require.NoError(t, err)
	require.Equal(t, "built meanwhile", string(text), "what lies here is newer")
	require.NoError(t, later.Settle(t.Context(), feeds))
	require.Equal(t, "built meanwhile", buckettest.Text(t, b, "feeds/a/a.csv"))

	// Where the files have left the bucket, nothing is built there.
	require.NoError(t, carry.WriteSign(t.Context(), b, carry.Sign{Journal: "j", Left: true, To: "s3://other"}))
	err = later.Build(t.Context(), feeds, build("late"))[0].Err
	require.ErrorContains(t, err, "the files have moved to s3://other")
	require.Equal(t, failure.Config, failure.KindOf(err))
	require.Equal(t, "built meanwhile", buckettest.Text(t, b, "feeds/a/a.csv"))
}
