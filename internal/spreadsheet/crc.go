package spreadsheet

import "hash/crc32"

// combineCRC is the CRC-32 (IEEE) of two texts one behind the other, from the CRC of
// each and the length of the second, so that workers can sum their own pages. Appending
// a zero bit to a text is a linear map of its CRC over GF(2); n of them are that map's
// n-th power, by repeated squaring.
func combineCRC(first, second uint32, length int64) uint32 {
	if length <= 0 {
		return first
	}
	var power, square matrix
	power[0] = crc32.IEEE // one zero bit
	for i := 1; i < 32; i++ {
		power[i] = 1 << (i - 1)
	}
	square.squareOf(&power) // two
	power.squareOf(&square) // four
	for ; length > 0; length >>= 1 {
		square.squareOf(&power) // the zero bits of 1, 2, 4 … bytes
		if length&1 != 0 {
			first = square.times(first)
		}
		power = square
	}
	return first ^ second
}

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
