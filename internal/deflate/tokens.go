package deflate

import "math/bits"

// blockTokens is how many tokens share their codes.
const blockTokens = 1 << 15

// Symbols of the first alphabet: bytes, the end of the block, and lengths.
const (
	endSymbol    = 256
	lengthSymbol = 257 // of a match of three bytes
	symbols      = 286
	distances    = 30
)

// token is a literal's byte, or a match: matchMark, the symbol of its distance from bit 24 on, its
// length less 3 from bit 16 on, its distance less 1 below.
type token uint32

const matchMark token = 1 << 31

// tokens are those of the block that is being written, with how often each symbol stands in it.
type tokens struct {
	list     [blockTokens]token
	count    int
	symbols  [symbols]uint32
	distance [distances]uint32
}

func (t *tokens) literal(c byte) {
	t.list[t.count] = token(c)
	t.count++
	t.symbols[c]++
}

func (t *tokens) match(length, distance int) {
	symbol := distanceSymbol(uint32(distance - 1))
	t.list[t.count] = matchMark | token(symbol)<<24 | token(length-3)<<16 | token(distance-1)
	t.count++
	t.symbols[lengths[length-3].symbol]++
	t.distance[symbol]++
}

// unwrite takes the last token back, if it is a literal.
func (t *tokens) unwrite() bool {
	if t.count == 0 || t.list[t.count-1] >= matchMark {
		return false
	}
	t.count--
	t.symbols[t.list[t.count]]--
	return true
}

// full reports that a block has to end; there is room for a few tokens more.
func (t *tokens) full() bool { return t.count >= blockTokens-wordBytes-4 }

func (t *tokens) clear() {
	t.count = 0
	clear(t.symbols[:])
	clear(t.distance[:])
}

// length is how a match's length is written: its symbol, and what that leaves open.
type length struct {
	symbol uint16
	extra  uint8 // how many bits
	rest   uint8 // their value
}

// lengths are those of matches of three bytes and more (RFC 1951, 3.2.5).
var lengths = func() (all [256]length) {
	symbol, extra := uint16(lengthSymbol), uint8(0)
	for i := 0; i < 255; {
		for range 4 {
			for rest := range 1 << extra {
				if i < 255 {
					all[i] = length{symbol, extra, uint8(rest)}
				}
				i++
			}
			symbol++
		}
		if i >= 8 {
			extra++
		}
	}
	all[255] = length{symbol: symbols - 1}
	return all
}()

// distanceSymbol is that of a distance less 1.
func distanceSymbol(d uint32) uint32 {
	if d < 4 {
		return d
	}
	extra := uint32(bits.Len32(d)) - 2
	return 2*extra + d>>extra
}

// distanceExtra is how many bits the symbol of a distance leaves open.
func distanceExtra(symbol uint32) uint32 { return max(symbol>>1, 1) - 1 }
