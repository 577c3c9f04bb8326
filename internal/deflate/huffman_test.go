package deflate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCodesAreBest: the codes fill all room that there is, and cost what Huffman's algorithm,
// written as it is told, comes to. Frequencies are such that none comes to the limit.
func TestCodesAreBest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var h huffman
	for n := 2; n <= symbols; n++ {
		frequencies := make([]uint32, symbols)
		for range n {
			frequencies[random.IntN(symbols)] += 1 << random.IntN(1+n%7)
		}
		codes := make([]code, symbols)
		h.assign(frequencies, codes, 15)
		room, cost := 1<<15, 0
		for i, c := range codes {
			require.Equal(t, frequencies[i] > 0, c.count > 0)
			if c.count > 0 {
				room -= 1 << (15 - c.count)
			}
			cost += int(frequencies[i]) * int(c.count)
		}
		if len(used(frequencies)) > 1 {
			require.Zero(t, room)
			require.Equal(t, bestCost(used(frequencies)), cost)
		}
	}
}

// TestCodesKeepTheLimit: frequencies like Fibonacci's numbers make codes as long as there are
// symbols.
func TestCodesKeepTheLimit(t *testing.T) {
	for _, limit := range []int{7, 15} {
		frequencies := []uint32{1, 1}
		for len(frequencies) < 19 {
			frequencies = append(frequencies, frequencies[len(frequencies)-1]+frequencies[len(frequencies)-2])
		}
		codes := make([]code, len(frequencies))
		new(huffman).assign(frequencies, codes, limit)
		room := 1 << limit
		for i, c := range codes {
			require.LessOrEqual(t, int(c.count), limit)
			require.True(t, i == 0 || c.count <= codes[i-1].count, "what is more frequent has no longer code")
			room -= 1 << (limit - int(c.count))
		}
		require.Zero(t, room)
	}
}

func used(frequencies []uint32) (out []int) {
	for _, f := range frequencies {
		if f > 0 {
			out = append(out, int(f))
		}
	}
	return out
}

// bestCost joins the two smallest weights until one is left.
func bestCost(weights []int) (cost int) {
	for len(weights) > 1 {
		var sum int
		for range 2 {
			least := 0
			for i := range weights {
				if weights[i] < weights[least] {
					least = i
				}
			}
			sum += weights[least]
			weights[least] = weights[len(weights)-1]
			weights = weights[:len(weights)-1]
		}
		weights = append(weights, sum)
		cost += sum
	}
	return cost
}
