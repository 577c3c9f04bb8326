package history

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTableFinds: every slot, in the order of the feed and in others, and nothing else.
func TestTableFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 1, 2, 3, 7, 8, 9, 1000, 4097} {
		hashes := []uint64{1<<64 - 1, 1}[:min(size, 2)]
		for len(hashes) < size {
			hashes = append(hashes, random.Uint64())
		}
		for name, shuffle := range map[string]func(int, func(i, j int)){"in order": func(int, func(i, j int)) {}, "in another": random.Shuffle} {
			offers, known := newTable(hashes), map[uint64]bool{}
			wanted := append([]uint64(nil), hashes...)
			shuffle(size, func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
			for i, hash := range wanted {
				require.Equal(t, size-i, offers.unseen, name)
				number, ok := offers.find(hash)
				require.True(t, ok, name)
				require.Equal(t, hash, hashes[number], name)
				known[hash] = true
			}
			require.Zero(t, offers.unseen)
			for range 1000 {
				if hash := random.Uint64(); !known[hash] {
					_, ok := offers.find(hash)
					require.False(t, ok)
				}
			}
		}
	}
}

// TestIndexOnlyWhenNeeded: the order of the old feed needs none.
func TestIndexOnlyWhenNeeded(t *testing.T) {
	offers := newTable([]uint64{5, 6, 7, 8})
	for number, hash := range []uint64{5, 6} {
		found, ok := offers.find(hash)
		require.True(t, ok)
		require.Equal(t, number, found)
	}
	require.Nil(t, offers.order)
	found, ok := offers.find(8)
	require.True(t, ok)
	require.Equal(t, 3, found)
	require.NotNil(t, offers.order)
	require.Equal(t, []bool{false, false, true, false}, []bool{offers.gone(0), offers.gone(1), offers.gone(2), offers.gone(3)})
}

// TestRepeatedHashes: the first stands for all, also where a later one is next in order.
func TestRepeatedHashes(t *testing.T) {
	const high = 1 << 63
	offers := newTable([]uint64{5, high, 5, 7, 5, high})
	require.Equal(t, 3, offers.unseen)
	for _, c := range []struct {
		hash   uint64
		number int
	}{{5, 0}, {high, 1}, {5, 0}, {7, 3}, {5, 0}, {high, 1}} {
		number, ok := offers.find(c.hash)
		require.True(t, ok)
		require.Equal(t, c.number, number)
	}
	require.Zero(t, offers.unseen)
	for number := range offers.hashes {
		require.False(t, offers.gone(number))
	}
}

func TestRepeatedAreNoticed(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	hashes := make([]uint64, 1000)
	for i := range hashes {
		hashes[i] = random.Uint64()
	}
	require.False(t, hasRepeated(hashes))
	require.False(t, hasRepeated(hashes[:1]))
	require.False(t, hasRepeated(nil))
	for range 100 {
		i, j := random.IntN(len(hashes)), random.IntN(len(hashes)-1)
		if j >= i {
			j++
		}
		was := hashes[i]
		hashes[i] = hashes[j]
		require.True(t, hasRepeated(hashes))
		hashes[i] = was
	}
	for i := range hashes { // a part that is larger than the usual ones, and 0 in it
		hashes[i] = uint64(i)
	}
	require.False(t, hasRepeated(hashes))
	require.True(t, hasRepeated(append(hashes, 0)))
	require.True(t, hasRepeated(append(hashes, 999)))
}
