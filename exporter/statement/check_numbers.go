package statement

import (
	"fmt"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// numberGaps finds numbers that are missing among entries that are numbered one by one.
type numberGaps struct {
	off         bool // the numbers are not decimal, or do not rise
	last        uint64
	steps, wide int64
	missing     uint64
	named       wording.List
}

func (g *numberGaps) take(e *supplier.LedgerEntry) {
	if g.off {
		return
	}
	n, err := strconv.ParseUint(e.Number, 10, 63)
	if err != nil || n <= g.last && g.steps > 0 {
		g.off = true
		return
	}
	if g.steps > 0 && n != g.last+1 {
		g.wide++
		g.missing += n - g.last - 1
		if len(g.named) < maxNamed {
			g.named = append(g.named, wording.Literal(gap(g.last+1, n-1, len(e.Number))))
		}
	}
	g.steps, g.last = g.steps+1, n
}

func gap(from, to uint64, width int) string {
	if from == to {
		return fmt.Sprintf("%0*d", width, from)
	}
	return fmt.Sprintf("%0*d–%0*d", width, from, width, to)
}

// found reports whether numbers are missing: where most numbers follow one another, for
// others number the entries of all of their clients together.
func (g *numberGaps) found() bool { return !g.off && g.wide > 0 && 2*g.wide < g.steps }
