package spreadsheet

import (
	"hash/crc32"
	"math/bits"
	"sync"
)

// combineCRC is the CRC-32 (IEEE) of two texts one behind the other, from the CRC of
// each and the length of the second, so that workers can sum their own pages. Appending
// a zero bit to a text is a linear map of its CRC over GF(2); n of them are that map's
// n-th power.
func combineCRC(first, second uint32, length int64) uint32 {
	if length <= 0 {
		return first
	}
	zeros := zeroBytes()
	for left := uint64(length); left != 0; left &= left - 1 {
		first = zeros[bits.TrailingZeros64(left)].times(first)
	}
	return first ^ second
}

// zeroBytes are the maps of appending 1, 2, 4 … zero bytes, each the square of the one before.
var zeroBytes = sync.OnceValue(func() *[63]matrix {
	var zeros [63]matrix
	var bit, pair, four matrix
	bit[0] = crc32.IEEE
	for i := 1; i < 32; i++ {
		bit[i] = 1 << (i - 1)
	}
	pair.squareOf(&bit)
	four.squareOf(&pair)
	zeros[0].squareOf(&four)
	for i := 1; i < len(zeros); i++ {
		zeros[i].squareOf(&zeros[i-1])
	}
	return &zeros
})

// matrix is a linear map of 32 bits: the images of the single bits.
type matrix [32]uint32

func (m *matrix) times(v uint32) (sum uint32) {
	for i := 0; v != 0; i, v = i+1, v>>1 {
		if v&1 != 0 {
			sum ^= m[i]
		}
	}
	return sum
}

func (m *matrix) squareOf(other *matrix) {
	for i := range m {
		m[i] = other.times(other[i])
	}
}
