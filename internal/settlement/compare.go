package settlement

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// The codes of differences.
const (
	OnlyOurs      = "only_ours"      // an entry that the other party does not have
	OnlyTheirs    = "only_theirs"    // an entry that the other party alone has
	AmountDiffers = "amount_differs" // the same document with another amount, or on the other side
	DateDiffers   = "date_differs"   // the same document and amount on another day
	Opening       = "opening_differs"
	Closing       = "closing_differs"
	TheirSums     = "their_sums" // their own figures do not add up
)

// Difference is something in which two accounts of the same settlements differ. Amounts are
// debit balances, a credit negative, from the side of Ours.
type Difference struct {
	Code                 string
	Ours, Theirs         *Entry // nil where the party has none
	OurAmount, TheirSide money.Amount
}

// Pair is an entry of ours with the one of theirs that it is taken for; one of both may be nil.
type Pair struct {
	Ours, Theirs *Entry
	Code         string // of a difference, "" where they agree
}

// Comparison is what a comparison found: of the balances first, then line by line.
type Comparison struct {
	Pairs       []Pair // in our order, what only they have by its day among them
	Differences []Difference
	Unstated    []string // of opening and closing, what their account does not state
}

// Compare holds our account against theirs, both from our side. Documents are the same that
// share a number; after that, entries of one amount within so many days. A difference of days
// within them is none.
func Compare(ours, theirs Account, days int) (*Comparison, error) {
	m, err := newMatcher(ours.Entries, theirs.Entries, days)
	if err != nil {
		return nil, err
	}
	m.byNumberAndAmount()
	m.bySums()
	m.byAmount()
	m.byNumber()
	out := &Comparison{Pairs: m.pairs()}
	if err := out.balances(ours, theirs); err != nil {
		return nil, err
	}
	for _, pair := range out.Pairs {
		if pair.Code != "" {
			out.Differences = append(out.Differences, m.difference(pair))
		}
	}
	return out, nil
}

// Agreed is how many entries of ours have their like in theirs.
func (c *Comparison) Agreed() (n int) {
	for _, pair := range c.Pairs {
		if pair.Ours != nil && pair.Theirs != nil && pair.Code == "" {
			n++
		}
	}
	return n
}

// balances compares what both state of the beginning and the end, and their own sums.
func (c *Comparison) balances(ours, theirs Account) error {
	for _, balance := range []struct {
		code         string
		ours, theirs money.Amount
	}{{Opening, ours.Opening, theirs.Opening}, {Closing, ours.Closing, theirs.Closing}} {
		switch {
		case !balance.theirs.IsSet():
			c.Unstated = append(c.Unstated, balance.code)
		case balance.ours.Cmp(balance.theirs) != 0:
			c.Differences = append(c.Differences, Difference{Code: balance.code, OurAmount: balance.ours, TheirSide: balance.theirs})
		}
	}
	return c.theirSums(theirs)
}

// theirSums holds their turnover and closing against their entries: a file of which a row was
// lost does not add up.
func (c *Comparison) theirSums(theirs Account) error {
	debit, credit, err := theirs.Sums()
	if err != nil {
		return err
	}
	for _, sum := range []struct{ stated, found money.Amount }{{theirs.Debit, debit}, {turned(theirs.Credit), credit.Negated()}} {
		if sum.stated.IsSet() && sum.stated.Cmp(sum.found) != 0 {
			c.Differences = append(c.Differences, Difference{Code: TheirSums, OurAmount: sum.found, TheirSide: sum.stated})
		}
	}
	if !theirs.Opening.IsSet() || !theirs.Closing.IsSet() {
		return nil
	}
	end, err := theirs.Opening.Add(debit)
	if err == nil {
		end, err = end.Sub(credit)
	}
	if err != nil {
		return fmt.Errorf("sum up their account: %w", err)
	}
	if end.Cmp(theirs.Closing) != 0 {
		c.Differences = append(c.Differences, Difference{Code: TheirSums, OurAmount: end, TheirSide: theirs.Closing})
	}
	return nil
}

// booked is an entry while its like is looked for.
type booked struct {
	*Entry
	amount money.Amount
	keys   []string // its numbers, folded
	like   *booked
	group  bool // one of several that come to the same as several of theirs
}

// matcher pairs the entries of two accounts.
type matcher struct {
	ours, theirs []*booked
	numbered     map[string][]*booked // theirs, by each of their numbers
	days         int
}

func newMatcher(ours, theirs []Entry, days int) (*matcher, error) {
	m := &matcher{days: days, numbered: map[string][]*booked{}}
	for _, side := range []struct {
		entries []Entry
		into    *[]*booked
	}{{ours, &m.ours}, {theirs, &m.theirs}} {
		for i := range side.entries {
			e := &side.entries[i]
			amount, err := e.Amount()
			if err != nil {
				return nil, fmt.Errorf("compare the accounts: %w", err)
			}
			*side.into = append(*side.into, &booked{Entry: e, amount: amount, keys: folded(e.Numbers)})
		}
	}
	for _, b := range m.theirs {
		for _, key := range b.keys {
			m.numbered[key] = append(m.numbered[key], b)
		}
	}
	return m, nil
}

// folded are numbers without what people write differently: capitals, signs, leading zeros.
func folded(numbers []string) (keys []string) {
	for _, number := range numbers {
		key := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToUpper(r)
			}
			return -1
		}, number)
		if key = strings.TrimLeft(key, "0"); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// byNumberAndAmount pairs entries that share a number and have the same amount: those of one
// day first, the others in their order.
func (m *matcher) byNumberAndAmount() {
	type place struct {
		number, amount string
		day            time.Time // zero for any
	}
	waiting := map[place][]*booked{}
	for _, other := range m.theirs {
		for _, key := range other.keys {
			for _, day := range []time.Time{other.Day, {}} {
				at := place{key, amountKey(other.amount), day}
				waiting[at] = append(waiting[at], other)
			}
		}
	}
	for _, sameDay := range []bool{true, false} {
		for _, one := range m.ours {
			for _, key := range one.keys {
				at := place{number: key, amount: amountKey(one.amount)}
				if sameDay {
					at.day = one.Day
				}
				waiting[at] = one.pairFirst(waiting[at])
			}
		}
	}
}

// byNumber pairs what is left and shares a number, whatever the amounts.
func (m *matcher) byNumber() {
	for _, one := range m.ours {
		for _, key := range one.keys {
			m.numbered[key] = one.pairFirst(m.numbered[key])
		}
	}
}

// bySums takes entries of one number for the same where they come to the same: an order that
// one party books in two lines and the other in one.
func (m *matcher) bySums() {
	groups, keys := map[string][]*booked{}, []string{}
	for _, one := range m.ours {
		if one.matched() || len(one.keys) == 0 {
			continue
		}
		if len(groups[one.keys[0]]) == 0 {
			keys = append(keys, one.keys[0])
		}
		groups[one.keys[0]] = append(groups[one.keys[0]], one)
	}
	for _, key := range keys {
		ours, theirs := groups[key], slices.DeleteFunc(slices.Clone(m.numbered[key]), (*booked).matched)
		if len(theirs) == 0 || !sameSum(ours, theirs) {
			continue
		}
		for _, one := range slices.Concat(ours, theirs) {
			one.group = true
		}
		for i, one := range ours {
			if i < len(theirs) {
				one.pair(theirs[i])
			}
		}
	}
}

// byAmount pairs entries of the same amount within the days, the nearest first.
func (m *matcher) byAmount() {
	type place struct {
		amount string
		day    time.Time
	}
	waiting := map[place][]*booked{}
	for _, other := range m.theirs {
		if !other.matched() {
			at := place{amountKey(other.amount), other.Day}
			waiting[at] = append(waiting[at], other)
		}
	}
	for apart := range m.days + 1 {
		for _, one := range m.ours {
			for _, days := range []int{-apart, apart} {
				at := place{amountKey(one.amount), one.Day.AddDate(0, 0, days)}
				waiting[at] = one.pairFirst(waiting[at])
			}
		}
	}
}

// amountKey is the same for equal amounts, however many decimals they were written with.
func amountKey(amount money.Amount) string { return strings.TrimRight(amount.String(), "0") }

func (m *matcher) within() time.Duration { return time.Duration(m.days) * 24 * time.Hour }

// pairs lists our entries with theirs, and behind those of its day what they alone have.
func (m *matcher) pairs() []Pair {
	var out []Pair
	for _, one := range m.ours {
		out = append(out, m.judged(one))
	}
	for _, other := range m.theirs {
		switch {
		case other.like != nil:
		case other.group:
			out = append(out, Pair{Theirs: other.Entry})
		default:
			out = append(out, Pair{Theirs: other.Entry, Code: OnlyTheirs})
		}
	}
	sorting.StableFunc(out, func(x, y Pair) int { return x.day().Compare(y.day()) })
	return out
}

// day is where a pair stands: that of our entry, where there is one.
func (p Pair) day() time.Time {
	if p.Ours != nil {
		return p.Ours.Day
	}
	return p.Theirs.Day
}

// judged is our entry with its like, and in what they differ.
func (m *matcher) judged(one *booked) Pair {
	switch {
	case one.like == nil && one.group:
		return Pair{Ours: one.Entry}
	case one.like == nil:
		return Pair{Ours: one.Entry, Code: OnlyOurs}
	}
	pair := Pair{Ours: one.Entry, Theirs: one.like.Entry}
	switch {
	case one.group:
	case one.amount.Cmp(one.like.amount) != 0:
		pair.Code = AmountDiffers
	case one.apart(one.like) > m.within():
		pair.Code = DateDiffers
	}
	return pair
}

// difference is a pair that differs, with its amounts.
func (m *matcher) difference(p Pair) Difference {
	d := Difference{Code: p.Code, Ours: p.Ours, Theirs: p.Theirs}
	if p.Ours != nil {
		d.OurAmount, _ = p.Ours.Amount() // newMatcher has computed it
	}
	if p.Theirs != nil {
		d.TheirSide, _ = p.Theirs.Amount()
	}
	return d
}

func (b *booked) matched() bool { return b.like != nil || b.group }

func (b *booked) pair(other *booked) { b.like, other.like = other, b }

// pairFirst pairs an entry with the first of those that wait, unless it has its like, and
// returns those that wait on.
func (b *booked) pairFirst(waiting []*booked) []*booked {
	for len(waiting) > 0 && waiting[0].matched() {
		waiting = waiting[1:]
	}
	if len(waiting) == 0 || b.matched() {
		return waiting
	}
	b.pair(waiting[0])
	return waiting[1:]
}

// apart is how far the days of two entries are from each other.
func (b *booked) apart(other *booked) time.Duration { return b.Day.Sub(other.Day).Abs() }

func sameSum(ours, theirs []*booked) bool {
	sum := money.Amount{}.OrZero()
	for _, one := range ours {
		next, err := sum.Add(one.amount)
		if err != nil {
			return false
		}
		sum = next
	}
	for _, other := range theirs {
		next, err := sum.Sub(other.amount)
		if err != nil {
			return false
		}
		sum = next
	}
	return sum.Sign() == 0
}
