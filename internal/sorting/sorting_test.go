package sorting

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

type pair struct{ key, place int }

func byKey(a, b pair) int { return cmp.Compare(a.key, b.key) }

// TestLikeSlices: the same lists come out, of equals in the same order where that is promised.
func TestLikeSlices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{random.IntN(n/2 + 1), i}
		}
		want, stable, sorted := slices.Clone(list), slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		StableFunc(stable, byKey)
		require.Equal(t, want, stable)
		all := func(a, b pair) int { return cmp.Or(byKey(a, b), cmp.Compare(a.place, b.place)) }
		Func(sorted, all)
		require.Equal(t, want, sorted)
	}
}

func TestSorted(t *testing.T) {
	require.Equal(t, []pair{{1, 7}, {2, 5}, {3, 6}}, Sorted(maps.Values(map[string]pair{"c": {3, 6}, "a": {1, 7}, "b": {2, 5}}), byKey))
	require.Empty(t, Sorted(slices.Values([]pair{}), byKey))
}
