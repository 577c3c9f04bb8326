package deflate

import (
	"encoding/binary"
	"math/bits"
)

const (
	wordBytes = 8
	tableBits = 13
)

// places knows where in the text its words stood last, by the hashes of four and of seven bytes.
// A place counts from base on, which is so far from those of the text before that these are
// too far back for any match.
type places struct {
	base  uint32
	next  uint32 // base of the next text
	short [1 << tableBits]uint32
	long  [1 << tableBits]uint32
}

// begin makes room for the places of a text.
func (p *places) begin(length int) {
	if p.next == 0 || p.next > 1<<31 {
		*p = places{next: window + 1}
	}
	p.base = p.next
	p.next += uint32(length) + window + 1
}

// of are the entries of a word.
func (p *places) of(x uint64) (long, short *uint32) {
	const prime = 2654435761
	return p.longOf(x), &p.short[uint32(x)*prime>>(32-tableBits)]
}

func (p *places) longOf(x uint64) *uint32 {
	const prime = 0x9E3779B185EBCA87
	return &p.long[x<<8*prime>>(64-tableBits)]
}

// learn notes each step-th place of long matches.
func (p *places) learn(text []byte, from, to, step int) {
	to = min(to, len(text)-wordBytes)
	for i := from; i < to; i += step {
		*p.longOf(word(text, i)) = p.base + uint32(i)
	}
}

// word is the eight bytes at a place.
func word(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }

// matchLength is how many bytes at a place are those from an earlier one on, at most maxMatch;
// 0: fewer than four. There are eight bytes at the place.
func matchLength(text []byte, from, at int) int {
	x := word(text, from) ^ word(text, at)
	if uint32(x) != 0 {
		return 0
	}
	if x != 0 {
		return bits.TrailingZeros64(x) / 8
	}
	b := text[at:min(len(text), at+maxMatch)]
	a := text[from:][:len(b)]
	n := wordBytes
	for ; n <= len(b)-wordBytes; n += wordBytes {
		if x := word(a, n) ^ word(b, n); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	return n + samePrefix(a[n:], b[n:])
}

// samePrefix is how many bytes of b are those of a, which is no shorter.
func samePrefix(a, b []byte) int {
	for i := range b {
		if a[i] != b[i] {
			return i
		}
	}
	return len(b)
}

// What the format allows (RFC 1951, 3.2.5), and from where on a match is worth its bits.
const (
	window   = 1 << 15 // bytes back at most
	maxMatch = 258
	minMatch = 4
	minFar   = 5 // of a match further back than near
	near     = 4096
)
