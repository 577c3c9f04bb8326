package spreadsheet

import "math/bits"

// The scan of a text looks at eight bytes at a time, the first one lowest in a word. A mark
// is the highest bit of a byte.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
	letters  = lowBits * 'a' // fill a word up
)

// marks marks the bytes of a word at which a text cannot be copied on as it is: those that may
// need an escape, and those that begin anything but ASCII and the two-byte sequences of UTF-8,
// which are proved here; and apart from that the bytes that begin sequences. The word begins
// with a character. Above the lowest stop more may be marked, never fewer: only the lowest is
// used. Of a sequence that is not right the byte behind its first one may be marked.
func marks(word uint64) (stops, leads uint64) {
	high := word & highBits
	leads = high & (word << 1)
	following := high &^ leads
	long := leads & (word << 2)                                  // over two bytes
	short := leads &^ ((word & (lowBits * 0x1E)) + lowBits*0x7F) // would fit one byte
	amp, underscore := word^lowBits*'&', word^lowBits*'_'
	angle := (word | lowBits*2) ^ lowBits*'>' // '<' and '>' differ in that bit
	special := (amp-lowBits)&^amp | (underscore-lowBits)&^underscore | (angle-lowBits)&^angle | (word-lowBits*' ')&^word
	return special&highBits | long | short | (following ^ leads<<8), leads
}

// firstStop is the index of the lowest stop, or of the first byte of the sequence in which
// it stands.
func firstStop(stops, leads uint64) int {
	lowest := stops & -stops
	if leads&(lowest>>8) != 0 {
		lowest >>= 8
	}
	return bits.TrailingZeros64(lowest) / 8
}

// load is the first eight bytes of a text.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// loadRest is a text of one to seven bytes, filled up with letters.
func loadRest(s string) uint64 {
	word := uint64(letters) << (8 * len(s))
	for i := range len(s) {
		word |= uint64(s[i]) << (8 * i)
	}
	return word
}
