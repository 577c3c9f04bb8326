package exporter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// oddPages are pages of which some products could not be read.
type oddPages struct {
	*fakePages
	odd   map[int][]supplier.Unreadable // by page
	twice []supplier.RepeatedKey        // of the first page
}

func (o *oddPages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	err := o.fakePages.Decode(raw, into)
	into.Unreadable, into.Twice = o.odd[raw.Index], nil
	if raw.Index == 0 {
		into.Twice = o.twice
	}
	return err
}

func TestProductsThatCannotBeReadAreNamedInOrder(t *testing.T) {
	products := catalogue(4)
	pages := &oddPages{fakePages: listOf(products, 2), odd: map[int][]supplier.Unreadable{
		0: {{Name: "X-1", Before: 0, Problem: "a: want b, got c", Mend: "do"}},
		1: {{Position: 5, Before: 1, Problem: "want an id, got none", Mend: "do"}, {ID: "x3", Name: "id x3", Before: 2, Problem: "p", Mend: "do"}},
	}, twice: []supplier.RepeatedKey{{Product: products[0].SKU, Key: "name"}}}
	half, err := history.ParseShare("50%")
	require.NoError(t, err)
	opts := testOptions()
	opts.Unreadable = half
	feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: filepath.Join(t.TempDir(), "shop.csv")}
	reports, err := Build(t.Context(), pages, []Feed{feed}, opts)
	require.NoError(t, err)
	r := reports[0]
	require.Equal(t, []remark.Skip{
		remark.NewSkip("X-1", remark.ProductUnreadable, wording.Literal("a: want b, got c: do")),
		remark.NewSkip("product 5 of the list", remark.ProductUnreadable, wording.Literal("want an id, got none: do")),
		remark.NewSkip("id x3", remark.ProductUnreadable, wording.Literal("p: do")),
	}, inEnglish(r.Skipped))
	require.Equal(t, []int64{7, 4}, []int64{r.Products, r.Offers})
	require.Contains(t, lines(r.Warnings), products[0].SKU+`: key_repeated: the product has the key "name" twice, with the same value: ask the supplier to write it once`)
}

func TestTooManyThatCannotBeReadKeepTheOldFeed(t *testing.T) {
	odd := func(n int) *oddPages {
		var all []supplier.Unreadable
		for range n {
			all = append(all, supplier.Unreadable{Name: "X", Problem: "p", Mend: "do"})
		}
		return &oddPages{fakePages: listOf(catalogue(10), 5), odd: map[int][]supplier.Unreadable{1: all}}
	}
	feed := Feed{Name: "shop", Template: builtin(t, "csv"), Out: filepath.Join(t.TempDir(), "shop.csv")}
	_, err := Build(t.Context(), odd(1), []Feed{feed}, testOptions())
	require.NoError(t, err, "one always may")
	before, err := os.ReadFile(feed.Out)
	require.NoError(t, err)
	_, err = Build(t.Context(), odd(7), []Feed{feed}, testOptions())
	require.Equal(t, supplier.KindProtocol, supplier.KindOf(err))
	require.EqualError(t, err, "list products: 7 of 17 products cannot be read, and 1 may be left out: X: p; X: p; X: p; X: p; X: p; and 2 more")
	after, err := os.ReadFile(feed.Out)
	require.NoError(t, err)
	require.Equal(t, before, after)
	left, err := filepath.Glob(filepath.Join(filepath.Dir(feed.Out), ".*tmp*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestHowManyMayBeUnreadable(t *testing.T) {
	for share, want := range map[string][]int64{"": {1, 1, 2}, "0%": {0, 0, 0}, "2.5%": {1, 2, 5}, "100%": {1, 100, 200}} {
		o := oddities{}
		if share != "" {
			var err error
			o.allowed, err = history.ParseShare(share)
			require.NoError(t, err)
		}
		require.Equal(t, want, []int64{o.limit(1), o.limit(100), o.limit(200)}, share)
	}
	o := oddities{}
	page := &supplier.ProductPage{Unreadable: make([]supplier.Unreadable, oddUnbounded)}
	require.NoError(t, o.note(page, 20_000, 0), "nobody knows how long the list is")
	require.Error(t, o.note(&supplier.ProductPage{Unreadable: make([]supplier.Unreadable, 1)}, 1, 0))
}
