package deflate

import (
	"encoding/binary"
	"slices"
)

// codes are those of a block, and the memory in which they are made.
type codes struct {
	huffman
	symbol   [symbols]code
	distance [distances]code
	lengths  [256]uint32 // a match's length: the bits, and from codeCount on how many
	runs     []run       // of the code lengths
	counts   []uint8
}

const codeCount = 24

// run is a symbol of the alphabet in which code lengths are written, with what it leaves open.
type run struct{ symbol, rest uint8 }

// The symbols of runs (RFC 1951, 3.2.7): a length, or one that comes so many times again.
const (
	runAgain = 16 // 3 to 6 times the one before
	runNone  = 17 // 3 to 10 times none
	runNones = 18 // 11 to 138 times none
	runKinds = 19
)

// endBlock writes the tokens so far as a block, if there are any.
func (e *Encoder) endBlock() {
	if e.tokens.count == 0 {
		return
	}
	e.tokens.symbols[endSymbol] = 1
	e.codes.assign(e.tokens.symbols[:], e.codes.symbol[:], 15)
	e.codes.assign(e.tokens.distance[:], e.codes.distance[:], 15)
	e.codes.writeHeader(&e.out)
	e.codes.writeTokens(&e.out, e.tokens.list[:e.tokens.count])
	e.tokens.clear()
}

// writeHeader writes the code lengths of both alphabets, as runs that have codes themselves.
func (c *codes) writeHeader(w *bitWriter) {
	var symbols, distances int
	c.counts, symbols = appendCounts(c.counts[:0], c.symbol[:], lengthSymbol)
	c.counts, distances = appendCounts(c.counts, c.distance[:], 1)
	c.runs = appendRuns(c.runs[:0], c.counts)
	var frequencies [runKinds]uint32
	for _, r := range c.runs {
		frequencies[r.symbol]++
	}
	var of [runKinds]code
	c.assign(frequencies[:], of[:], 7)
	w.write(0b100, 3) // not the last block, codes of its own
	w.write(uint32(symbols-lengthSymbol), 5)
	w.write(uint32(distances-1), 5)
	writeRuns(w, c.runs, &of)
}

// appendCounts appends the lengths of codes, but for the last symbols that have none, and how
// many these are: at least so many.
func appendCounts(counts []uint8, codes []code, least int) (_ []uint8, used int) {
	used = len(codes)
	for used > least && codes[used-1].count == 0 {
		used--
	}
	for _, code := range codes[:used] {
		counts = append(counts, code.count)
	}
	return counts, used
}

// writeRuns writes the codes of runs, in the order in which the last ones are most likely none, and the runs.
func writeRuns(w *bitWriter, runs []run, of *[runKinds]code) {
	order := [runKinds]uint8{runAgain, runNone, runNones, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	n := len(order)
	for n > 4 && of[order[n-1]].count == 0 {
		n--
	}
	w.write(uint32(n-4), 4)
	for _, symbol := range order[:n] {
		w.write(uint32(of[symbol].count), 3)
	}
	extra := [runKinds]uint{runAgain: 2, runNone: 3, runNones: 7}
	for _, r := range runs {
		w.write(uint32(of[r.symbol].bits), uint(of[r.symbol].count))
		w.write(uint32(r.rest), extra[r.symbol])
	}
}

// appendRuns puts code lengths together to runs.
func appendRuns(runs []run, counts []uint8) []run {
	for i := 0; i < len(counts); {
		n := 1
		for i+n < len(counts) && counts[i+n] == counts[i] {
			n++
		}
		runs = appendRun(runs, counts[i], n)
		i += n
	}
	return runs
}

// appendRun appends a length that stands n times.
func appendRun(runs []run, count uint8, n int) []run {
	if count > 0 {
		runs = append(runs, run{symbol: count})
		n--
	}
	for n >= 3 {
		r, times := run{symbol: runAgain}, min(n, 6)
		if count == 0 && n < 11 {
			r, times = run{symbol: runNone}, n
		} else if count == 0 {
			r, times = run{symbol: runNones, rest: 0}, min(n, 138)
		}
		least := 3
		if r.symbol == runNones {
			least = 11
		}
		r.rest = uint8(times - least)
		runs = append(runs, r)
		n -= times
	}
	for ; n > 0; n-- {
		runs = append(runs, run{symbol: count})
	}
	return runs
}

// writeTokens writes tokens and the end of the block. A token takes six bytes at most.
func (c *codes) writeTokens(w *bitWriter, list []token) {
	for i, l := range lengths {
		of := c.symbol[l.symbol]
		c.lengths[i] = uint32(of.bits) | uint32(l.rest)<<of.count | uint32(of.count+l.extra)<<codeCount
	}
	n := len(w.bytes)
	out := slices.Grow(w.bytes, 6*len(list)+wordBytes)
	out = out[:cap(out)]
	open, count := w.open, w.count
	for _, t := range list {
		if t < matchMark {
			of := c.symbol[t&0xFF]
			open |= uint64(of.bits) << (count & 63)
			count += uint(of.count)
		} else {
			bits, more := c.match(t)
			open |= bits << (count & 63)
			count += more
		}
		binary.LittleEndian.PutUint64(out[n:], open)
		n += int(count >> 3)
		open >>= count &^ 7 & 63
		count &= 7
	}
	w.bytes, w.open, w.count = out[:n], open, count
	w.write(uint32(c.symbol[endSymbol].bits), uint(c.symbol[endSymbol].count))
}

// match are the bits of a match, of which there are at most 48.
func (c *codes) match(t token) (bits uint64, count uint) {
	length, symbol := c.lengths[t>>16&0xFF], uint32(t>>24&0x1F)
	bits, count = uint64(length&(1<<codeCount-1)), uint(length>>codeCount)
	of := c.distance[symbol]
	bits |= uint64(of.bits) << (count & 63)
	count += uint(of.count)
	extra := distanceExtra(symbol)
	bits |= uint64(t&(1<<(extra&31)-1)) << (count & 63)
	return bits, count + uint(extra)
}
