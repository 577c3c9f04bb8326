package exporter

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAPrivateFeedMadePublic: nothing of what the file held for partners shows, neither
// in the feed nor beside it, and until a public one is there it is for partners still.
func TestAPrivateFeedMadePublic(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shop.csv")
	products := catalogue(20)
	for i := range products {
		products[i].DropPrice = money.Must(secretPrice)
	}
	private := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out, Private: true, Price: pricing.Rule{Base: pricing.Drop}}
	public := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out}
	require.False(t, MayShowDropPrices(out), "there is no file")
	export(t, products, private)
	require.True(t, MayShowDropPrices(out))
	require.True(t, FitForPartners(out, true))
	require.False(t, FitForPartners(out, false), "the keys of a public feed are for others")
	_, report := export(t, products[:19], private)
	require.EqualValues(t, 1, report.Changes.Gone)

	// A public build that is refused leaves the private file, which stays private.
	demanding := public
	demanding.Guard.Fields.Barcode = history.Percent(100)
	bare := append(catalogue(1), products...)
	bare[0].ID, bare[0].Barcode = "bare", ""
	reports, err := Build(context.Background(), listOf(bare, 5), []Feed{demanding}, testOptions())
	require.ErrorContains(t, err, "fields_missing")
	require.True(t, reports[0].Changes.First, "it is compared with nothing")
	require.True(t, MayShowDropPrices(out))
	requireNoSecret(t, out+RefusedEnding)

	_, report = export(t, products, public)
	require.True(t, report.Changes.First)
	require.Empty(t, report.Guard, "prices that were for partners have not moved")
	require.False(t, MayShowDropPrices(out))
	entries, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	for _, entry := range entries {
		requireNoSecret(t, filepath.Join(filepath.Dir(out), entry.Name()))
	}
	_, report = export(t, products, public)
	require.False(t, report.Changes.First)
	export(t, products, private)
	require.True(t, MayShowDropPrices(out))
	require.NoError(t, os.Remove(privateMark(out)))
	require.NoError(t, os.Remove(history.Path(out)))
	require.True(t, MayShowDropPrices(out), "nobody knows how it was built")
	require.False(t, FitForPartners(out, true))
	require.False(t, FitForPartners(out, false))
}

func requireNoSecret(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NotContains(t, string(data), secretPrice, file)
}

// TestAGuardWithoutItsMemory: a damaged one holds the feed back until a person accepts,
// a missing one is told.
func TestAGuardWithoutItsMemory(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shop.csv")
	feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out, AcceptBy: wording.Literal("say so")}
	good, _ := export(t, catalogue(10), feed)
	for name, damaged := range map[string][]byte{"empty": {}, "cut": []byte("dropbridge published 1\n\x00"), "of another version": []byte("dropbridge published 9\n" + string(make([]byte, 64)))} {
		require.NoError(t, os.WriteFile(history.Path(out), damaged, 0o644))
		reports, err := Build(context.Background(), listOf(catalogue(4), 2), []Feed{feed}, testOptions())
		var refused *GuardError
		require.ErrorAs(t, err, &refused, name)
		require.Equal(t, "memory_unreadable", reports[0].Guard[0].Code)
		require.Contains(t, refused.Hint(), "once: say so")
		require.Contains(t, err.Error(), "the last good one stays")
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, good, data)
	}
	accepted := feed
	accepted.Accept = true
	export(t, catalogue(4), accepted)
	_, report := export(t, catalogue(4), feed)
	require.Empty(t, report.Guard)

	require.NoError(t, os.Remove(history.Path(out)))
	feed.Overwrite = true // nobody knows whose it is
	_, report = export(t, catalogue(1), feed)
	require.Len(t, lines(report.Warnings), 1)
	require.Contains(t, lines(report.Warnings)[0], "nothing is known of what it holds")
}

// TestFeedsThatWouldOverwriteWhatLiesBesideAnother are refused before anything is read.
func TestFeedsThatWouldOverwriteWhatLiesBesideAnother(t *testing.T) {
	for _, file := range []string{".changes.csv", ".report.csv", ".refused.csv", ".gz"} {
		err := Check([]Feed{{Name: "a", Template: builtin(t, "yml"), Out: "x/shop", Gzip: true}, {Name: "b", Template: builtin(t, "csv"), Out: "x/../x/shop" + file}})
		require.ErrorContains(t, err, "feed b: feed a writes x/shop"+file+" too")
	}
	for _, hidden := range []string{"published", "categories", "private", "publishing"} {
		require.Error(t, Check([]Feed{{Name: "a", Template: builtin(t, "yml"), Out: "shop"}, {Name: "b", Template: builtin(t, "csv"), Out: ".shop." + hidden}}))
	}
}
