package payouts

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

func on(day int) time.Time { return time.Date(2026, 10, day, 0, 0, 0, 0, time.UTC) }

func dates(days ...int) (out []dated) {
	for i, d := range days {
		out = append(out, dated{i, on(d), money.Must("100.00"), "UAH"})
	}
	return out
}

func TestMatchEqual(t *testing.T) {
	for name, c := range map[string]struct {
		paid, came []int
		want       []pair
	}{
		"the same day":                     {[]int{5}, []int{5}, []pair{{0, 0}}},
		"the nearest":                      {[]int{5}, []int{8, 6, 3}, []pair{{0, 1}}},
		"at the edge":                      {[]int{5}, []int{8}, []pair{{0, 0}}},
		"beyond it":                        {[]int{5}, []int{9}, nil},
		"before":                           {[]int{5}, []int{2}, []pair{{0, 0}}},
		"no line for two":                  {[]int{5, 5}, []int{6}, []pair{{0, 0}}},
		"more pairs before nearer ones":    {[]int{1, 3}, []int{3, 6}, []pair{{0, 0}, {1, 1}}},
		"each its own":                     {[]int{1, 10}, []int{11, 2}, []pair{{0, 1}, {1, 0}}},
		"one line too many, the far stays": {[]int{5}, []int{5, 7}, []pair{{0, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, matchEqual(dates(c.paid...), dates(c.came...), 3))
		})
	}
	usd := dates(5)
	usd[0].currency = "USD"
	require.Empty(t, matchEqual(dates(5), usd, 3))
}

// best counts by trying every way.
func best(paid, came []int, days int, used map[int]bool) (most score) {
	if len(paid) == 0 {
		return score{}
	}
	most = best(paid[1:], came, days, used)
	for j, day := range came {
		if n := apart(on(paid[0]), on(day)); !used[j] && n <= days {
			used[j] = true
			rest := best(paid[1:], came, days, used)
			delete(used, j)
			if s := (score{rest.pairs + 1, rest.days + n}); most.less(s) {
				most = s
			}
		}
	}
	return most
}

func TestMatchIsTheBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	days := func() (out []int) {
		for range random.IntN(7) {
			out = append(out, 1+random.IntN(20))
		}
		return out
	}
	for range 500 {
		paid, came := days(), days()
		got, seenPaid, seenCame := score{}, map[int]bool{}, map[int]bool{}
		for _, p := range matchEqual(dates(paid...), dates(came...), 3) {
			n := apart(on(paid[p.payout]), on(came[p.line]))
			require.LessOrEqual(t, n, 3)
			require.False(t, seenPaid[p.payout] || seenCame[p.line], "no one counts twice")
			seenPaid[p.payout], seenCame[p.line] = true, true
			got = score{got.pairs + 1, got.days + n}
		}
		require.Equal(t, best(paid, came, 3, map[int]bool{}), got, "%v %v", paid, came)
	}
}

func TestParts(t *testing.T) {
	of := func(amounts ...string) (out []dated) {
		for i, a := range amounts {
			out = append(out, dated{i, on(5), money.Must(a), "UAH"})
		}
		return out
	}
	whole := dated{0, on(6), money.Must("350.50"), "UAH"}
	for name, c := range map[string]struct {
		of      []dated
		chosen  []int
		choices int
	}{
		"two":          {of("100.25", "250.25", "7"), []int{0, 1}, 1},
		"three":        {of("100.00", "50.50", "200", "999"), []int{0, 1, 2}, 1},
		"not exactly":  {of("100.25", "250.24"), nil, 0},
		"itself alone": {of("350.50"), nil, 0},
		"two ways":     {of("100.50", "250", "100.50"), []int{0, 1}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			chosen, choices := parts(whole, c.of, 3)
			require.Equal(t, c.choices, choices)
			require.Equal(t, c.chosen, chosen)
		})
	}
	far := of("100.25", "250.25")
	far[1].day = on(15)
	_, choices := parts(whole, far, 3)
	require.Zero(t, choices)
	many := []dated{}
	for i := range 100 {
		many = append(many, dated{i, on(5), money.Must(fmt.Sprintf("%d.%02d", 10+i, i)), "UAH"})
	}
	parts(whole, many, 3) // ends soon, however many there are
}
