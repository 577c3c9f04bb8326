package history

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/money"
)

// maxScale is the most decimals that an amount of money has.
const maxScale = 19

// amount is an exact price in parts that can be packed: coef / 10^scale. It has the
// fewest decimals that hold it, so equal amounts are equal structs. The zero value is
// an absent price.
type amount struct {
	coef            uint64
	scale           uint8
	negative, known bool
}

// amountOf takes money apart.
func amountOf(money money.Amount) amount {
	if !money.IsSet() {
		return amount{}
	}
	coef, scale := money.Parts()
	a := amount{coef: coef, scale: uint8(scale), negative: money.Sign() < 0, known: true}
	return a.shortest()
}

// shortest leaves out trailing zeros behind the point, and a zero's sign.
func (a amount) shortest() amount {
	for a.scale > 0 && a.coef%10 == 0 {
		a.coef /= 10
		a.scale--
	}
	a.negative = a.negative && a.coef != 0
	return a
}

// appendText writes the amount with at least two decimals, an absent one as nothing.
func (a amount) appendText(b []byte) []byte {
	if !a.known {
		return b
	}
	if a.negative {
		b = append(b, '-')
	}
	start := len(b)
	b = strconv.AppendUint(b, a.coef, 10)
	for len(b)-start <= int(a.scale) {
		b = slices.Insert(b, start, '0') // 0.05
	}
	if a.scale > 0 {
		b = slices.Insert(b, len(b)-int(a.scale), '.')
	} else {
		b = append(b, '.')
	}
	for scale := a.scale; scale < 2; scale++ {
		b = append(b, '0')
	}
	return b
}

// outside reports whether a price that was old left the band from low to high times
// what it was, the limits included in the band. A price that is gone did.
func (a amount) outside(old amount, low, high Factor) bool {
	if a.negative != old.negative || !a.known {
		return true
	}
	now, then := product(a.coef, tens(old.scale)), product(old.coef, tens(a.scale))
	return now.times(millionth).compare(then.times(low.millionths)) < 0 ||
		now.times(millionth).compare(then.times(high.millionths)) > 0
}

// tens is 10^n for n up to 19, the last power that 64 bits hold.
func tens(n uint8) uint64 {
	power := uint64(1)
	for range n {
		power *= 10
	}
	return power
}

// wide is a number of 192 bits, high word first: a coefficient times a power of ten
// times a factor always fits.
type wide [3]uint64

func product(a, b uint64) wide {
	high, low := bits.Mul64(a, b)
	return wide{0, high, low}
}

// times multiplies a product of two words by a third.
func (w wide) times(factor uint64) wide {
	carry, low := bits.Mul64(w[2], factor)
	high, middle := bits.Mul64(w[1], factor)
	middle, over := bits.Add64(middle, carry, 0)
	return wide{high + over, middle, low}
}

func (w wide) compare(other wide) int { return slices.Compare(w[:], other[:]) }
