package exporter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// TestFailedBuilds: whatever fails and wherever, the old feeds stay, nothing else is
// left in the folder and no goroutine is left behind.
func TestFailedBuilds(t *testing.T) {
	broken := errors.New("broken")
	at := func(step string, page int) func(*fakePages, context.CancelFunc) {
		return func(f *fakePages, _ context.CancelFunc) {
			f.fault = func(s string, p int) error {
				if s == step && p == page {
					return broken
				}
				return nil
			}
		}
	}
	for name, c := range map[string]struct {
		set  func(*fakePages, context.CancelFunc)
		want error
	}{
		"first fetch": {at("fetch", 0), broken},
		"late fetch":  {at("fetch", 20), broken},
		"decode":      {at("decode", 9), broken},
		"admit":       {at("admit", 9), broken},
		"cancelled": {func(f *fakePages, cancel context.CancelFunc) {
			f.fault = func(step string, page int) error {
				if step == "decode" && page == 12 {
					cancel()
				}
				return nil
			}
		}, context.Canceled},
		"incomplete": {func(f *fakePages, _ context.CancelFunc) {
			f.result.Complete, f.result.Problem = false, "the supplier announced 9 products, the list had 8"
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			// The bubble fails the test where a goroutine outlives it.
			synctest.Test(t, func(t *testing.T) { requireOldFeedsStay(t, c.set, c.want) })
		})
	}
}

func requireOldFeedsStay(t *testing.T, set func(*fakePages, context.CancelFunc), want error) {
	dir := t.TempDir()
	var feeds []Feed
	for _, format := range []string{"csv", "xlsx", "yml"} {
		f := Feed{Name: format, Template: builtin(t, format), Out: filepath.Join(dir, format), Gzip: format != "xlsx"}
		require.NoError(t, os.WriteFile(f.Out, []byte("old"), 0o644))
		feeds = append(feeds, f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pages := listOf(catalogue(200), 5)
	set(pages, cancel)
	reports, err := Build(ctx, pages, feeds, testOptions())
	require.Error(t, err)
	if want != nil {
		require.ErrorIs(t, err, want)
	}
	for _, r := range reports {
		require.False(t, r.Published)
	}
	require.Equal(t, []string{"csv", "xlsx", "yml"}, filesIn(t, dir))
	for _, f := range feeds {
		data, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		require.Equal(t, "old", string(data))
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	out := filepath.Join(t.TempDir(), "feed")
	csvFeed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: out}
	with := func(change func(*Feed)) []Feed {
		f := csvFeed
		change(&f)
		return []Feed{f}
	}
	for want, feeds := range map[string][]Feed{
		"feed shop: price.base: drop without a markup above 0 shows what we pay to everybody who reads the feed": with(func(f *Feed) { f.Price = pricing.Rule{Base: pricing.Drop} }),
		`feed shop: price.base: unknown base "retail"`:                                                           with(func(f *Feed) { f.Price = pricing.Rule{Base: "retail"} }),
		"feed shop: no output file":                            with(func(f *Feed) { f.Out = "" }),
		"feed shop: no template":                               with(func(f *Feed) { f.Template = nil }),
		"feed shop: a byte order mark is for csv, not for yml": with(func(f *Feed) { f.Template, f.BOM = builtin(t, "yml"), true }),
		"feed shop: a xlsx file is compressed already":         with(func(f *Feed) { f.Template, f.Gzip = builtin(t, "xlsx"), true }),
		"feed shop: compression has no level 0":                with(func(f *Feed) { f.Template, f.Compression = builtin(t, "xlsx"), new(int) }),
		"feed shop: nothing of a csv file is compressed":       with(func(f *Feed) { level := 9; f.Compression = &level }),
		"feed shop: feed shop writes " + out + " too":          {csvFeed, csvFeed},
		"feed (none): no feed to build":                        nil,
	} {
		_, err := Build(context.Background(), listOf(catalogue(1), 1), feeds, testOptions())
		require.EqualError(t, err, want)
		var config *ConfigError
		require.ErrorAs(t, err, &config)
		require.NotEmpty(t, config.Hint())
	}
	require.NoFileExists(t, out)

	pages := listOf(catalogue(1), 1)
	pages.result.Complete, pages.result.Problem = false, "page 3 repeats page 2"
	_, err := Build(context.Background(), pages, []Feed{csvFeed}, testOptions())
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err))
	require.EqualError(t, err, "list products: page 3 repeats page 2")

	pages = listOf(nil, 1)
	_, err = Build(context.Background(), pages, []Feed{csvFeed}, testOptions())
	require.EqualError(t, err, "feed shop: the supplier's list holds no products")

	unsellable := hardCases()[5:7]
	_, err = Build(context.Background(), listOf(unsellable, 1), []Feed{csvFeed}, testOptions())
	var empty *EmptyError
	require.ErrorAs(t, err, &empty)
	require.EqualError(t, err, "feed shop: none of the supplier's 2 products can be in it")
	require.NoFileExists(t, out)
}

// TestEmptyFeedSaysWhy: the old feed stays, and the report beside it is that of this build.
func TestEmptyFeedSaysWhy(t *testing.T) {
	f := Feed{Name: "shop", Template: builtin(t, "prom"), Out: filepath.Join(t.TempDir(), "shop.yml")}
	build := func(products []supplier.Product) error {
		_, err := Build(t.Context(), listOf(products, 2), []Feed{f}, testOptions())
		return err
	}
	products := catalogue(3)
	require.NoError(t, build(products))
	old, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	for i := range products {
		products[i].Currency = "PLN"
	}
	err = build(products)
	require.EqualError(t, err, "feed shop: none of the supplier's 3 products can be in it")
	require.Equal(t, f.Out+".report.csv names why; the feed of last time stays", failure.Hint(err))
	report, err := os.ReadFile(f.Out + ".report.csv")
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(string(report), "currency_unknown"))
	f.Selector, err = (&selection.Filter{Brands: selection.Names{"Ніхто"}}).Compile(nil)
	require.NoError(t, err)
	require.EqualError(t, build(products), "feed shop: its filter takes none of the supplier's 3 products")
	report, err = os.ReadFile(f.Out + ".report.csv")
	require.NoError(t, err)
	require.Contains(t, string(report), "filter_unused")
	now, err := os.ReadFile(f.Out)
	require.NoError(t, err)
	require.Equal(t, old, now)
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	_, err := Build(context.Background(), listOf(catalogue(1), 1),
		[]Feed{{Name: "a", Template: builtin(t, "csv"), Out: filepath.Join(file, "feed.csv")}}, testOptions())
	require.ErrorContains(t, err, "make its folder")
}

// TestPlaceThatIsTaken: a file cannot take the place of a full folder.
func TestPlaceThatIsTaken(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "feed.csv")
	require.NoError(t, os.MkdirAll(filepath.Join(out, "full"), 0o755))
	reports, err := Build(context.Background(), listOf(catalogue(3), 1), []Feed{{Name: "a", Template: builtin(t, "csv"), Out: out}}, testOptions())
	require.ErrorContains(t, err, "feed a: "+out+" is a folder")
	require.False(t, reports[0].Published)
	require.Equal(t, []string{"feed.csv"}, filesIn(t, dir))
}

// TestWarningsAreBounded: a catalogue without pictures does not fill the memory.
func TestWarningsAreBounded(t *testing.T) {
	products := catalogue(1200)
	for i := range products {
		products[i].Images = nil
	}
	_, report := export(t, products, Feed{Name: "csv", Template: builtin(t, "csv")})
	require.Len(t, lines(report.Warnings), remark.MissingKept+1)
	require.Equal(t, "SKU-000000: pictures_missing: no pictures", lines(report.Warnings)[0])
	require.Equal(t, "all: warnings_not_shown: 200 more of pictures_missing are not listed", lines(report.Warnings)[remark.MissingKept])
	require.False(t, report.Partial())
}

// TestLossesAreNamed: what a feed has no place for is named, however often something
// else is missing.
func TestLossesAreNamed(t *testing.T) {
	products := catalogue(1200)
	for i := range products {
		products[i].Images = nil
	}
	for n := range 12 {
		products[1199].Images = append(products[1199].Images, fmt.Sprintf("https://img.example/%d.jpg", n))
	}
	_, report := export(t, products, Feed{Name: "csv", Template: builtin(t, "csv")})
	require.Contains(t, lines(report.Warnings), "SKU-001199: pictures_beyond_columns: 12 pictures, the feed has columns for 10")
}
