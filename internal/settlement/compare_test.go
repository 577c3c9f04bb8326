package settlement_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/settlement"
)

// day is a day of October 2026.
func day(n int) time.Time { return time.Date(2026, 10, n, 0, 0, 0, 0, time.UTC) }

// booked is an entry of an amount, a credit negative.
func booked(on int, amount string, numbers ...string) settlement.Entry {
	e := settlement.Entry{Day: day(on), Numbers: numbers}
	if m := money.Must(amount); m.Sign() < 0 {
		e.Credit = m.Negated()
	} else {
		e.Debit = m
	}
	return e
}

func compare(t *testing.T, ours, theirs []settlement.Entry) *settlement.Comparison {
	t.Helper()
	c, err := settlement.Compare(settlement.Account{Entries: ours}, settlement.Account{Entries: theirs}, 3)
	require.NoError(t, err)
	return c
}

func codes(c *settlement.Comparison) []string {
	out := []string{}
	for _, d := range c.Differences {
		out = append(out, d.Code)
	}
	return out
}

func TestEntriesAreMatched(t *testing.T) {
	for name, c := range map[string]struct {
		ours, theirs []settlement.Entry
		want         []string
	}{
		"same":                             {[]settlement.Entry{booked(5, "100", "A-1")}, []settlement.Entry{booked(5, "100.00", "A-1")}, nil},
		"numbers as people write them":     {[]settlement.Entry{booked(5, "100", "№ 0012/а")}, []settlement.Entry{booked(25, "100", "12-А")}, []string{settlement.DateDiffers}},
		"a day within the tolerance":       {[]settlement.Entry{booked(5, "100", "1")}, []settlement.Entry{booked(8, "100", "1")}, nil},
		"no number, a day apart":           {[]settlement.Entry{booked(5, "100")}, []settlement.Entry{booked(6, "100")}, nil},
		"no number, too many days apart":   {[]settlement.Entry{booked(5, "100")}, []settlement.Entry{booked(9, "100")}, []string{settlement.OnlyOurs, settlement.OnlyTheirs}},
		"another number does not part":     {[]settlement.Entry{booked(5, "100", "1")}, []settlement.Entry{booked(5, "100", "77")}, nil},
		"another amount":                   {[]settlement.Entry{booked(5, "100", "1")}, []settlement.Entry{booked(5, "100.01", "1")}, []string{settlement.AmountDiffers}},
		"the other side":                   {[]settlement.Entry{booked(5, "100", "1")}, []settlement.Entry{booked(5, "-100", "1")}, []string{settlement.AmountDiffers}},
		"the other side without a number":  {[]settlement.Entry{booked(5, "100")}, []settlement.Entry{booked(5, "-100")}, []string{settlement.OnlyOurs, settlement.OnlyTheirs}},
		"two of ours are one of theirs":    {[]settlement.Entry{booked(5, "70", "1"), booked(6, "30", "1")}, []settlement.Entry{booked(6, "100", "1")}, nil},
		"one of ours is two of theirs":     {[]settlement.Entry{booked(6, "100", "1")}, []settlement.Entry{booked(5, "70", "1"), booked(6, "30", "1")}, nil},
		"equal ones are one to one":        {[]settlement.Entry{booked(5, "10"), booked(5, "10")}, []settlement.Entry{booked(5, "10")}, []string{settlement.OnlyOurs}},
		"the same number goes before days": {[]settlement.Entry{booked(5, "10", "1"), booked(5, "10", "2")}, []settlement.Entry{booked(5, "10", "2"), booked(6, "10", "1")}, nil},
		"the nearest day first":            {[]settlement.Entry{booked(5, "10"), booked(7, "10")}, []settlement.Entry{booked(7, "10"), booked(2, "10")}, nil},
	} {
		require.Equal(t, append([]string{}, c.want...), codes(compare(t, c.ours, c.theirs)), name)
	}
}

// TestEachEntryStandsOnce: whatever is matched, each entry of either side is in one pair, and
// the amounts of the differences explain all of the gap.
func TestEachEntryStandsOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	side := func() (out []settlement.Entry) {
		for range random.IntN(20) {
			e := booked(1+random.IntN(28), strconv.Itoa(random.IntN(9)-4))
			if random.IntN(2) == 0 {
				e.Numbers = []string{strconv.Itoa(1 + random.IntN(9))}
			}
			out = append(out, e)
		}
		return out
	}
	for range 500 {
		ours, theirs := side(), side()
		c := compare(t, ours, theirs)
		one, other := 0, 0
		for i, pair := range c.Pairs {
			if pair.Ours != nil {
				one++
			}
			if pair.Theirs != nil {
				other++
			}
			require.True(t, i == 0 || !before(pair, c.Pairs[i-1]), "in the order of their days")
		}
		require.Equal(t, []int{len(ours), len(theirs)}, []int{one, other})
		gap := total(t, ours).Cmp(total(t, theirs))
		explained := money.Must("0")
		for _, d := range c.Differences {
			explained = must(explained.Add(must(d.OurAmount.OrZero().Sub(d.TheirSide.OrZero()))))
		}
		require.Equal(t, must(total(t, ours).Sub(total(t, theirs))).String(), must(explained.Add(money.Must("0.00"))).String())
		require.Equal(t, gap, explained.Sign())
	}
}

func before(x, y settlement.Pair) bool { return dayOf(x).Before(dayOf(y)) }

func dayOf(p settlement.Pair) time.Time {
	if p.Ours != nil {
		return p.Ours.Day
	}
	return p.Theirs.Day
}

func total(t *testing.T, entries []settlement.Entry) money.Amount {
	t.Helper()
	debit, credit, err := settlement.Account{Entries: entries}.Sums()
	require.NoError(t, err)
	return must(debit.Sub(credit))
}

func must(m money.Amount, err error) money.Amount {
	if err != nil {
		panic(err)
	}
	return m
}

// TestManyOfOneNumber are compared in their number's time, and not in its square's.
func TestManyOfOneNumber(t *testing.T) {
	var entries []settlement.Entry
	for n := range 20_000 {
		entries = append(entries, booked(1+n%28, strconv.Itoa(1+n%3), "1", "2"))
	}
	begun := time.Now()
	require.Empty(t, compare(t, entries, entries).Differences)
	require.Less(t, time.Since(begun), 10*time.Second)
}

func TestBalancesAreCompared(t *testing.T) {
	ours := settlement.Account{Opening: money.Must("100"), Closing: money.Must("150"), Entries: []settlement.Entry{booked(5, "50", "1")}}
	same, err := settlement.Compare(ours, ours.Mirrored().Mirrored(), 0)
	require.NoError(t, err)
	require.Empty(t, same.Differences)
	require.Empty(t, same.Unstated)

	silent, err := settlement.Compare(ours, settlement.Account{Entries: ours.Entries}, 0)
	require.NoError(t, err)
	require.Empty(t, silent.Differences, "absent is not zero")
	require.Equal(t, []string{settlement.Opening, settlement.Closing}, silent.Unstated)

	theirs := settlement.Account{Opening: money.Must("90"), Closing: money.Must("150"), Debit: money.Must("60"), Entries: ours.Entries}
	wrong, err := settlement.Compare(ours, theirs, 0)
	require.NoError(t, err)
	require.Equal(t, []string{settlement.Opening, settlement.TheirSums, settlement.TheirSums}, codes(wrong))
	require.Equal(t, []string{"50.00", "60.00"}, []string{wrong.Differences[1].OurAmount.String(), wrong.Differences[1].TheirSide.String()})
	require.Equal(t, []string{"140.00", "150.00"}, []string{wrong.Differences[2].OurAmount.String(), wrong.Differences[2].TheirSide.String()})
}

func TestMirrored(t *testing.T) {
	theirs := settlement.Account{Opening: money.Must("-5"), Debit: money.Must("1"), Entries: []settlement.Entry{booked(1, "-7", "x")}}
	ours := theirs.Mirrored()
	require.Equal(t, "5.00", ours.Opening.String())
	require.False(t, ours.Closing.IsSet())
	require.Equal(t, "1.00", ours.Credit.String())
	require.Equal(t, "7.00", ours.Entries[0].Debit.String())
	require.False(t, ours.Entries[0].Credit.IsSet())
	require.Equal(t, "7.00", theirs.Entries[0].Credit.String(), "the other stays as it is")
}
