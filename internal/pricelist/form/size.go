package form

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/money"
)

const (
	eighths    = 3  // how many bits of an amount count behind its first one
	amountBits = 56 // no price has more
)

// sizes counts amounts by their size, so finely that a middle one is known to one part in eight,
// in the same little memory for a list of any length.
type sizes [(amountBits + 1) << eighths]int64

// note counts an amount. Its whole part alone tells its size; one of zero has none.
func (s *sizes) note(amount money.Amount) {
	if amount.Sign() <= 0 {
		return
	}
	whole, _, _ := strings.Cut(amount.String(), ".")
	n, err := strconv.ParseUint(whole, 10, amountBits)
	if err != nil {
		return
	}
	n = max(n, 1) << eighths // so that small ones have bits behind the first, too
	octave := bits.Len64(n) - 1 - eighths
	s[octave<<eighths|int(n>>octave)&(1<<eighths-1)]++
}

// middle is the amount that half of those counted do not reach, 0 where none was counted.
func (s *sizes) middle() int64 {
	var all, below int64
	for _, n := range s {
		all += n
	}
	for at, n := range s {
		if below += n; n > 0 && below*2 > all {
			return int64(1<<eighths|at&(1<<eighths-1)) << (at >> eighths) >> eighths
		}
	}
	return 0
}

// Middle is about the amount that half of a column's prices do not reach, in whole units of its
// currency; 0 where the column has no prices.
func (c *Column) Middle() int64 {
	if c.sizes == nil {
		return 0
	}
	return c.sizes.middle()
}
