package deflate

import (
	"math/bits"
	"slices"
)

// code is a symbol's bits as they stand in the file; a symbol that is nowhere has none.
type code struct {
	bits  uint16
	count uint8
}

// huffman makes prefix codes. Its memory is used again.
type huffman struct {
	keys    [symbols]uint64 // frequency and symbol, rarest first
	lengths [symbols]uint32
}

// assign gives each symbol that has a frequency a code of at most limit bits, the shortest ones
// to the most frequent.
func (h *huffman) assign(frequencies []uint32, codes []code, limit int) {
	keys := h.keys[:0]
	for symbol, f := range frequencies {
		codes[symbol] = code{}
		if f > 0 {
			keys = append(keys, uint64(f)<<16|uint64(symbol))
		}
	}
	if len(keys) < 2 {
		for _, k := range keys { // a code of no bits is none
			codes[k&0xFFFF].count = 1
		}
		return
	}
	slices.Sort(keys)
	lengths := h.lengths[:len(keys)]
	for i, k := range keys {
		lengths[i] = uint32(k >> 16)
	}
	codeLengths(lengths)
	counts := limited(lengths, limit)
	for length := limit; length > 0; length-- {
		for range counts[length] {
			codes[keys[0]&0xFFFF].count = uint8(length)
			keys = keys[1:]
		}
	}
	canonical(codes, counts)
}

// limited counts the codes of each length, those over the limit cut to it. For each of these a
// shorter one gets a bit more, until there is room for all: that of Kraft's sum.
func limited(lengths []uint32, limit int) (counts [16]int) {
	room := 1 << limit
	for _, n := range lengths {
		n := min(int(n), limit)
		counts[n]++
		room -= 1 << (limit - n)
	}
	for ; room < 0; room++ {
		n := limit - 1
		for counts[n] == 0 {
			n--
		}
		counts[n]--
		counts[n+1] += 2
		counts[limit]--
	}
	return counts
}

// canonical numbers the codes of each length in the order of the symbols (RFC 1951, 3.2.2).
func canonical(codes []code, counts [16]int) {
	var next [16]uint16
	for n := 1; n < 15; n++ {
		next[n+1] = (next[n] + uint16(counts[n])) << 1
	}
	for i := range codes {
		if n := codes[i].count; n > 0 {
			codes[i].bits = bits.Reverse16(next[n]) >> (16 - n)
			next[n]++
		}
	}
}

// codeLengths turns rising frequencies, of two symbols or more, into the lengths of their codes,
// in place (Moffat and Katajainen, In-Place Calculation of Minimum-Redundancy Codes, 1995).
func codeLengths(a []uint32) {
	n := len(a)
	joinRarest(a)
	a[n-2] = 0 // the root; the others become depths
	for i := n - 3; i >= 0; i-- {
		a[i] = a[a[i]] + 1
	}
	inner, leaf := n-2, n-1
	for open, depth := 1, uint32(0); open > 0; depth++ {
		used := 0
		for ; inner >= 0 && a[inner] == depth; inner-- {
			used++
		}
		for ; open > used; open-- {
			a[leaf] = depth
			leaf--
		}
		open = 2 * used
	}
}

// joinRarest joins the two rarest of leaves and inner nodes until one is left; the inner nodes
// take the places of leaves, and then those of their parents.
func joinRarest(a []uint32) {
	inner, leaf := 0, 0
	for next := range len(a) - 1 {
		var sum uint32
		for range 2 {
			if leaf >= len(a) || inner < next && a[inner] < a[leaf] {
				sum += a[inner]
				a[inner] = uint32(next)
				inner++
			} else {
				sum += a[leaf]
				leaf++
			}
		}
		a[next] = sum
	}
}
