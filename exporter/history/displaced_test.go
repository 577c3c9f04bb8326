package history

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatesSurvivePacking(t *testing.T) {
	for _, s := range []state{
		{}, {available: true}, {counted: true}, {counted: true, quantity: quantityKept, available: true}, {counted: true, quantity: -quantityKept},
		{price: amountFrom(t, "-0.0000000000000000001"), counted: true, quantity: -1}, {price: amountFrom(t, "9999999999999999999")},
	} {
		packed := pack(7, &s)
		require.Equal(t, uint32(7), packed.number)
		packed.taken = true
		require.Equal(t, s, packed.state(), "also when taken")
	}
}

// TestDisplaced: what was added is given once, in any order, and what is empty is let go.
func TestDisplaced(t *testing.T) {
	const size = 3 * runLength
	for _, step := range []int{1, 3} {
		var d displaced
		_, ok := d.take(0)
		require.False(t, ok)
		for i := range size {
			d.add(step*i+1, &state{counted: true, quantity: int64(i)})
		}
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(size) {
			found, ok := d.take(step*i + 1)
			require.True(t, ok)
			require.Equal(t, int64(i), found.quantity)
			_, ok = d.take(step*i + 1)
			require.False(t, ok, "twice")
			if step > 1 {
				_, ok = d.take(step*i + 2)
				require.False(t, ok, "never added")
			}
		}
		requireAllLetGo(t, &d)
	}
}

func requireAllLetGo(t *testing.T, d *displaced) {
	t.Helper()
	require.Len(t, d.runs, 3)
	require.Nil(t, d.runs[0].slots)
	require.Nil(t, d.runs[1].slots)
	require.Empty(t, d.runs[2].slots)
}

// TestDisplacedSwaps: one that is soon taken again needs no more room each time.
func TestDisplacedSwaps(t *testing.T) {
	var d displaced
	number := 0
	swap := func() {
		d.add(number, &state{})
		if _, ok := d.take(number); !ok {
			panic("not found")
		}
		number++
	}
	swap()
	require.Zero(t, testing.AllocsPerRun(3*runLength, swap))
	require.Len(t, d.runs, 1)
}

func TestDisplacedThatAreKept(t *testing.T) {
	d := displaced{keep: true}
	d.add(4, &state{available: true})
	for range 3 {
		found, ok := d.take(4)
		require.True(t, ok)
		require.True(t, found.available)
	}
}
