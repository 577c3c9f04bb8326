package payouts

import (
	"cmp"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// dated is an amount of a day: a payout or a line of the bank.
type dated struct {
	index    int // where it stands
	day      time.Time
	amount   money.Amount
	currency string
}

// pair are the indexes of a payout and a line.
type pair struct{ payout, line int }

// matchEqual pairs payouts and lines of one amount and currency whose days lie at most so
// many days apart: as many as can be, and so that the days between come to the least.
func matchEqual(paid, came []dated, days int) (pairs []pair) {
	order := func(a, b dated) int {
		return cmp.Or(a.amount.Cmp(b.amount), cmp.Compare(a.currency, b.currency), a.day.Compare(b.day), cmp.Compare(a.index, b.index))
	}
	equal := func(a, b dated) bool { return a.currency == b.currency && a.amount.Cmp(b.amount) == 0 }
	paid, came = sorting.Sorted(slices.Values(paid), order), sorting.Sorted(slices.Values(came), order)
	for len(paid) > 0 {
		n := 1
		for n < len(paid) && equal(paid[0], paid[n]) {
			n++
		}
		from := 0
		for from < len(came) && !equal(came[from], paid[0]) {
			from++
		}
		to := from
		for to < len(came) && equal(came[to], paid[0]) {
			to++
		}
		pairs = append(pairs, align(paid[:n], came[from:to], days)...)
		paid = paid[n:]
	}
	return pairs
}

// score is how good a matching is: more pairs first, then fewer days between them.
type score struct{ pairs, days int }

func (s score) less(other score) bool {
	return s.pairs < other.pairs || s.pairs == other.pairs && s.days > other.days
}

// align matches two rows that ascend by day. Two pairs never need to cross: uncrossed,
// neither is further apart than the wider of the two was.
func align(paid, came []dated, days int) (pairs []pair) {
	best := make([][]score, len(paid)+1)
	for i := range best {
		best[i] = make([]score, len(came)+1)
	}
	together := func(i, j int) (score, bool) {
		n := apart(paid[i].day, came[j].day)
		return score{best[i+1][j+1].pairs + 1, best[i+1][j+1].days + n}, n <= days
	}
	for i := len(paid) - 1; i >= 0; i-- {
		for j := len(came) - 1; j >= 0; j-- {
			best[i][j] = best[i+1][j]
			if best[i][j].less(best[i][j+1]) {
				best[i][j] = best[i][j+1]
			}
			if s, near := together(i, j); near && best[i][j].less(s) {
				best[i][j] = s
			}
		}
	}
	for i, j := 0, 0; i < len(paid) && j < len(came); {
		s, near := together(i, j)
		switch {
		case near && s == best[i][j]:
			pairs = append(pairs, pair{paid[i].index, came[j].index})
			i, j = i+1, j+1
		case best[i+1][j] == best[i][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// mostJoined is among how many amounts a sum is looked for: beyond it, by chance, nearly
// any sum can be made.
const mostJoined = 16

// parts finds the amounts that together are a whole, each at most so many days from it. It
// says how many choices there are, of which it counts no more than two.
func parts(whole dated, of []dated, days int) (chosen []int, choices int) {
	var near []dated
	for _, d := range of {
		if d.currency == whole.currency && apart(d.day, whole.day) <= days && d.amount.Cmp(whole.amount) < 0 {
			near = append(near, d)
		}
	}
	sorting.StableFunc(near, func(a, b dated) int { return cmp.Compare(apart(a.day, whole.day), apart(b.day, whole.day)) })
	s := subset{of: near[:min(len(near), mostJoined)]}
	s.find(0, whole.amount)
	return s.found, s.choices
}

// subset looks for amounts with a sum.
type subset struct {
	of      []dated
	taken   []int
	found   []int // the first choice
	choices int
}

// find goes on from the amount at an index, with what is left of the sum.
func (s *subset) find(from int, left money.Amount) {
	if left.Sign() == 0 {
		if s.choices++; s.choices == 1 {
			s.found = slices.Clone(s.taken)
		}
		return
	}
	for i := from; i < len(s.of) && s.choices < 2; i++ {
		rest, err := left.Sub(s.of[i].amount)
		if err != nil || rest.Sign() < 0 {
			continue
		}
		s.taken = append(s.taken, s.of[i].index)
		s.find(i+1, rest)
		s.taken = s.taken[:len(s.taken)-1]
	}
}
