package ledgertest

import (
	"slices"
	"sort"
	"time"
)

// book is a ledger in the order of its times.
type book interface {
	len() int
	at(i int) time.Time
	// walk gives the entries from lo on, with the balance after each, until yield
	// returns false. An entry is good until the next one.
	walk(lo int, yield func(i int, e *Entry, after Balance) bool)
}

// before is how many entries were posted before a moment.
func before(b book, t time.Time) int {
	return sort.Search(b.len(), func(i int) bool { return !b.at(i).Before(t) })
}

// written is a ledger whose entries were written down.
type written []Entry

func (w written) len() int           { return len(w) }
func (w written) at(i int) time.Time { return w[i].PostedAt }

func (w written) walk(lo int, yield func(int, *Entry, Balance) bool) {
	var sum Balance
	for i := range w {
		sum = sum.with(&w[i])
		if i >= lo && !yield(i, &w[i], sum) {
			return
		}
	}
}

func write(entries []Entry, from time.Time) written {
	w := written(slices.Clone(entries))
	for i := range w {
		w[i].fill(i, from)
	}
	slices.SortStableFunc(w, func(x, y Entry) int { return x.PostedAt.Compare(y.PostedAt) })
	return w
}

// generated is a ledger of any length that takes no memory: an entry follows from its
// number, and balances from the nearest one that was kept.
type generated struct {
	n        int
	seed     uint64
	from, to time.Time
	kept     []Balance // before entry 0, 200, 400, …
}

const keptEach = 200

func generate(n int, seed int64, from, to time.Time) *generated {
	g := &generated{n: n, seed: uint64(seed), from: from, to: to} //nolint:gosec // any bits do
	var sum Balance
	var e Entry
	for i := range n {
		if i%keptEach == 0 {
			g.kept = append(g.kept, sum)
		}
		g.entry(i, sum, &e)
		sum = sum.with(&e)
	}
	return g
}

func (g *generated) len() int { return g.n }

// at spreads the entries evenly, to the microsecond.
func (g *generated) at(i int) time.Time {
	span := g.to.Sub(g.from).Microseconds()
	each, rest := span/int64(g.n), span%int64(g.n)
	return g.from.Add(time.Duration(int64(i)*each+int64(i)*rest/int64(g.n)) * time.Microsecond)
}

func (g *generated) walk(lo int, yield func(int, *Entry, Balance) bool) {
	if lo >= g.n {
		return
	}
	start := lo / keptEach * keptEach
	sum := g.kept[start/keptEach]
	var e Entry
	for i := start; i < g.n; i++ {
		g.entry(i, sum, &e)
		if sum = sum.with(&e); i >= lo && !yield(i, &e, sum) {
			return
		}
	}
}

// drop is what the goods of an order cost, in kopecks.
func (g *generated) drop(order int) int64 { return 100 + int64(mix(g.seed, order)%1_000_000) } //nolint:gosec // below 2^63

// entry makes entry i. Ten entries are the life of three orders: their holds, the
// margin of the first, the cost of the second, the third cancelled (its hold stays open
// each fiftieth time, and a fee is booked instead); after each twentieth such life all
// that is available is paid out, and anything else is a correction.
func (g *generated) entry(i int, sum Balance, e *Entry) {
	life, step := i/10, i%10
	order := 3 * life
	switch step {
	case 0, 1, 2:
		order += step
		*e = Entry{Kind: "hold", Operation: "hold_placed", Kopecks: -g.drop(order)}
	case 3, 5, 7:
		order += step/2 - 1
		*e = Entry{Kind: "hold", Operation: "hold_released", Kopecks: g.drop(order), Reverses: entryID(10*life + order - 3*life)}
		if step == 7 && life%50 == 49 {
			*e = Entry{Kind: "accrual", Operation: "fee", Kopecks: -7000}
		}
	case 4:
		*e = Entry{Kind: "accrual", Operation: "order_margin", Kopecks: g.drop(order) / 2}
	case 6:
		order++
		*e = Entry{Kind: "accrual", Operation: "order_cost", Kopecks: -g.drop(order) / 7}
	default:
		order += 2
		*e = Entry{Kind: "accrual", Operation: "correction", Kopecks: int64(mix(g.seed, -i)%2001) - 1000} //nolint:gosec // below 2^63
		if available := sum.Posted - sum.Held; step == 9 && life%20 == 19 && available > 0 {
			*e = Entry{Kind: "payout", Operation: "payout_iban", Kopecks: -available, PayoutID: "pay_" + entryID(i)}
			order = -1
		}
	}
	if order >= 0 {
		e.OrderID, e.OrderExternalID = OrderName(order), ExternalName(order)
	}
	e.ID, e.PostedAt, e.Description, e.CounterpartyName = entryID(i), g.at(i), "рух за договором", "ТОВ «Зразок»"
	e.fill(i, g.from)
}

// OrderName is the id of a generated ledger's order, ExternalName the client's number of it.
func OrderName(order int) string { return "ord_" + digits(order) }

// ExternalName is the client's number of a generated ledger's order.
func ExternalName(order int) string { return "KC-" + digits(order) }

func entryID(i int) string { return "led_" + digits(i+1) }

// digits is a number of at least seven digits.
func digits(n int) string {
	var b [20]byte
	at := len(b)
	for ; n > 0 || at > len(b)-7; n /= 10 {
		at--
		b[at] = byte('0' + n%10)
	}
	return string(b[at:])
}

// mix is a well spread number that follows from two (the finalizer of SplitMix64).
func mix(seed uint64, n int) uint64 {
	z := seed + uint64(n)*0x9E3779B97F4A7C15 //nolint:gosec // any bits do
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
