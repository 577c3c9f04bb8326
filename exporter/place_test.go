package exporter

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestFilesThatAreNotOurs: neither in the feed's place nor beside it is anything written over
// that dropbridge did not write, but where a person says so.
func TestFilesThatAreNotOurs(t *testing.T) {
	for _, ending := range []string{"", ".gz", ChangesEnding, ReportEnding, RefusedEnding} {
		t.Run("feed.csv"+ending, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "feed.csv")
			feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out, OverwriteBy: wording.Literal("say so")}
			require.NoError(t, os.WriteFile(out+ending, []byte("mine\n"), 0o644))
			reports, err := Build(context.Background(), listOf(catalogue(3), 2), []Feed{feed}, testOptions())
			require.EqualError(t, err, "feed shop: "+out+ending+" is there, and dropbridge did not write it: it stays as it is")
			require.Equal(t, "move it away or name another file; to replace it, once: say so", failure.Hint(err))
			require.Equal(t, failure.Config, failure.KindOf(err))
			require.False(t, reports[0].Published)
			require.Equal(t, []string{"feed.csv" + ending}, filesIn(t, filepath.Dir(out)))
			data, err := os.ReadFile(out + ending)
			require.NoError(t, err)
			require.Equal(t, "mine\n", string(data))

			feed.Overwrite = true
			export(t, catalogue(3), feed)
			feed.Overwrite = false
			export(t, catalogue(3), feed)
		})
	}
}

// TestABrokenOffPublishingIsOurs: what ended the program between the feed and its memory
// leaves no file that nobody owns; another file in its place is not ours.
func TestABrokenOffPublishingIsOurs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "feed.csv")
	feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out}
	_, report := export(t, catalogue(3), feed)
	require.NoFileExists(t, publishingMark(out))
	require.NoError(t, os.Remove(history.Path(out)))
	require.Error(t, feed.CheckPlace())
	require.NoError(t, os.WriteFile(publishingMark(out), []byte(report.SHA256+"\n"), 0o644))
	require.NoError(t, feed.CheckPlace())
	require.NoError(t, os.WriteFile(out, []byte("mine\n"), 0o644))
	require.ErrorAs(t, feed.CheckPlace(), new(*place.Refusal))
}

// TestARefusedFirstBuildLeavesNothingForeign: the report of a feed that was never published
// is ours.
func TestARefusedFirstBuildLeavesNothingForeign(t *testing.T) {
	out := filepath.Join(t.TempDir(), "feed.csv")
	feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out}
	products := catalogue(3)
	demanding := feed
	demanding.Guard.Fields.Barcode = history.Percent(100)
	products[0].Barcode = ""
	_, err := Build(context.Background(), listOf(products, 2), []Feed{demanding}, testOptions())
	require.ErrorContains(t, err, "fields_missing")
	require.Equal(t, []string{"feed.csv.refused.csv", "feed.csv.report.csv"}, filesIn(t, filepath.Dir(out)))
	export(t, products, feed)
}
