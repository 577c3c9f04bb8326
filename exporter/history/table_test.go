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
		packed.rest |= bitSeen
		require.Equal(t, s, packed.state(), "also when seen")
	}
}

// TestTableFinds: every slot, in the order of the feed and in others, and nothing else.
func TestTableFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 1, 2, 3, 7, 8, 9, 1000, 4097} {
		hashes := []uint64{1<<64 - 1, 1}[:min(size, 2)]
		for len(hashes) < size {
			hashes = append(hashes, random.Uint64())
		}
		for name, shuffle := range map[string]func(int, func(i, j int)){"in order": func(int, func(i, j int)) {}, "in another": random.Shuffle} {
			offers, known := tableOf(hashes), map[uint64]bool{}
			wanted := append([]uint64(nil), hashes...)
			shuffle(size, func(i, j int) { wanted[i], wanted[j] = wanted[j], wanted[i] })
			for i, hash := range wanted {
				require.Equal(t, size-i, offers.unseen, name)
				found := offers.find(hash)
				require.NotNil(t, found, name)
				require.Equal(t, hash/3, found.coef)
				known[hash] = true
			}
			require.Zero(t, offers.unseen)
			for range 1000 {
				if hash := random.Uint64(); !known[hash] {
					require.Nil(t, offers.find(hash))
				}
			}
		}
	}
}

func tableOf(hashes []uint64) *table {
	var offers table
	for _, hash := range hashes {
		offers.slots = append(offers.slots, slot{hash: hash, coef: hash / 3})
	}
	offers.index()
	return &offers
}

// TestRepeatedHashes: the first stands for all, also where a later one is next in order.
func TestRepeatedHashes(t *testing.T) {
	offers := tableOf([]uint64{5, 6, 5, 7, 5, 6})
	require.Equal(t, 3, offers.unseen)
	for _, hash := range []uint64{6, 5, 7} {
		require.Equal(t, hash/3, offers.find(hash).coef)
	}
	require.Zero(t, offers.unseen)
	for number := range offers.slots {
		require.False(t, offers.gone(number))
	}
}
