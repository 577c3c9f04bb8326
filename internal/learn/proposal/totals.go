package proposal

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// leastProof is how many rows prove what is reckoned from them.
const leastProof = 3

// orderSums are what the lines of each order come to.
type orderSums struct{ retail, drop []money.Amount }

// profit is what the reseller keeps of each order.
func (s orderSums) profit() []money.Amount {
	var out []money.Amount
	for i := range min(len(s.retail), len(s.drop)) {
		left, err := s.retail[i].Sub(s.drop[i])
		if err != nil {
			return nil
		}
		out = append(out, left)
	}
	return out
}

// provenTotals finds the totals of orders by what their lines come to in each row. A place
// that has those sums is the total whatever it is called, and one that has not is none.
func (b *builder) provenTotals(matches []guess.Match, all []*guess.Candidate, items *guess.Candidate, rows []any) []guess.Match {
	if items == nil || len(rows) < leastProof {
		return matches
	}
	sums := b.sumsOf(items, rows)
	for _, total := range []struct {
		target, key string
		sums        []money.Amount
	}{
		{"total_retail", "learn.sum_retail", sums.retail}, {"total_drop", "learn.sum_drop", sums.drop},
		{"total_profit", "learn.sum_profit", sums.profit()},
	} {
		if len(total.sums) == len(rows) && distinctAmounts(total.sums) > 1 {
			matches = b.prove(matches, all, rows, b.words.Field(lexicon.Order, total.target), total.sums, say(total.key, len(rows)))
		}
	}
	return matches
}

// sumsOf reckons the lines of each order.
func (b *builder) sumsOf(items *guess.Candidate, rows []any) orderSums {
	each := items.Place.To(service.Step{Kind: service.ToEach})
	inner := guess.Assign(b.words.Fields(lexicon.OrderItem), guess.Candidates(items.Shape.Element, each.EveryIn(rows)))
	quantity, price, drop := guess.Find(inner, "quantity"), guess.Find(inner, "price"), guess.Find(inner, "drop_price")
	var out orderSums
	for _, row := range rows {
		lines := each.In(row)
		if sum, ok := sumOf(lines, quantity, price); ok {
			out.retail = append(out.retail, sum)
		}
		if sum, ok := sumOf(lines, quantity, drop); ok {
			out.drop = append(out.drop, sum)
		}
	}
	return out
}

// sumOf is the sum of quantity times price over the lines of one order.
func sumOf(lines []any, quantity, price *guess.Match) (sum money.Amount, ok bool) {
	if quantity == nil || price == nil || len(lines) == 0 {
		return sum, false
	}
	sum = money.Must("0")
	for _, line := range lines {
		one, _, okPrice := guess.Amount(price.From.Place.Text(line))
		n, okCount := wholeOf(quantity.From.Place.Text(line))
		if !okPrice || !okCount {
			return sum, false
		}
		value, err := one.Times(n)
		if err != nil {
			return sum, false
		}
		if sum, err = sum.Add(value); err != nil {
			return sum, false
		}
	}
	return sum, true
}

// wholeOf reads a number of pieces.
func wholeOf(text string) (n int64, ok bool) {
	if !guess.LooksWhole(text) {
		return 0, false
	}
	_, err := fmt.Sscan(text, &n)
	return n, err == nil
}

func distinctAmounts(amounts []money.Amount) int {
	seen := map[string]bool{}
	for _, amount := range amounts {
		seen[amount.String()] = true
	}
	return len(seen)
}

// prove gives a field the place whose amounts are the reckoned ones in each row.
func (b *builder) prove(matches []guess.Match, all []*guess.Candidate, rows []any, f lexicon.Field, want []money.Amount, evidence wording.Message) []guess.Match {
	if m := guess.Find(matches, f.Name); m != nil {
		if hasAmounts(m.From, rows, want) {
			proveMatch(m, evidence)
			return matches
		}
		if c := withAmounts(all, rows, want); c != nil {
			m.From.Used, c.Used = false, true
			m.From, m.Evidence, m.Confidence = c, nil, 0
			proveMatch(m, evidence)
		}
		return matches
	}
	c := withAmounts(all, rows, want)
	if c == nil {
		return matches
	}
	c.Used = true
	m := guess.Match{Field: f, From: c}
	proveMatch(&m, evidence)
	return append(matches, m)
}

// proveMatch raises a match that its rows prove.
func proveMatch(m *guess.Match, evidence wording.Message) {
	m.Proven, m.Confidence = true, max(m.Confidence, 0.95)
	m.Evidence = append(m.Evidence, evidence)
}

// withAmounts is a place that has the amounts, one a row.
func withAmounts(all []*guess.Candidate, rows []any, want []money.Amount) *guess.Candidate {
	for _, c := range all {
		if !c.Used && !c.List && c.Place.Single() && c.CanBe(lexicon.WantMoney) && hasAmounts(c, rows, want) {
			return c
		}
	}
	return nil
}

func hasAmounts(c *guess.Candidate, rows []any, want []money.Amount) bool {
	for i, row := range rows {
		amount, _, ok := guess.Amount(c.Place.Text(row))
		if !ok || amount.Cmp(want[i]) != 0 {
			return false
		}
	}
	return true
}
