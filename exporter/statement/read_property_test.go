package statement

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// randomLedger is some months of accruals, holds, releases (whole or in parts), payouts
// and rejections, of odd amounts, many at the same moment.
func randomLedger(random *rand.Rand, zone *time.Location) *fakeLedger {
	f := &fakeLedger{perPage: 20 + random.IntN(180)}
	at := time.Date(2026, 8, 20, 0, 0, 0, 0, zone)
	available := new(big.Rat)
	type hold struct {
		id   string
		rest int64
	}
	var open []hold
	type payout struct {
		id     string
		amount int64
	}
	var payouts []payout
	for i := range random.IntN(400) {
		at = at.Add(time.Duration(random.IntN(4)) * time.Duration(random.IntN(8)) * time.Hour)
		e := supplier.LedgerEntry{ID: fmt.Sprintf("e%05d", i), Number: fmt.Sprintf("%06d", i+1), Currency: "UAH", PostedAt: at}
		amount := random.Int64N(1_000_000) - 300_000
		e.Kind, e.Operation = kindAccrual, []string{"order_margin", "order_cost", "fee", "return", "correction"}[random.IntN(5)]
		switch n := random.IntN(10); {
		case n < 3:
			amount = -1 - random.Int64N(50_000)
			e.Kind, e.Operation = kindHold, "hold_placed"
			open = append(open, hold{e.ID, -amount})
		case n < 6 && len(open) > 0:
			h := random.IntN(len(open))
			amount = open[h].rest
			if random.IntN(4) == 0 {
				amount = 1 + random.Int64N(amount)
			}
			e.Kind, e.Operation, e.ReversesEntryID = kindHold, "hold_released", open[h].id
			if open[h].rest -= amount; open[h].rest == 0 {
				open = slices.Delete(open, h, h+1)
			}
		case n == 6 && available.Sign() > 0:
			paid, _ := new(big.Rat).Mul(available, big.NewRat(100, 1)).Float64()
			amount = -int64(paid)
			e.Kind, e.Operation = kindPayout, "payout_iban"
			payouts = append(payouts, payout{e.ID, -amount})
		case n == 7 && len(payouts) > 0:
			p := random.IntN(len(payouts))
			amount, e.Kind, e.Operation, e.ReversesEntryID = payouts[p].amount, kindPayout, "payout_rejected", payouts[p].id
			payouts = slices.Delete(payouts, p, p+1)
		}
		e.Amount = kopecks(amount)
		available.Add(available, rat(e.Amount))
		f.entries = append(f.entries, e)
	}
	f.balance()
	return f
}

func kopecks(n int64) money.Amount {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return money.Must(fmt.Sprintf("%s%d.%02d", sign, n/100, n%100))
}

// TestEveryFigureOfRandomLedgers compares every figure with a naive sum of fractions.
func TestEveryFigureOfRandomLedgers(t *testing.T) {
	racing.Skip(t)
	zone := kyiv(t)
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 11))
		f := randomLedger(random, zone)
		p, err := Days(fmt.Sprintf("2026-%02d-%02d", 8+random.IntN(3), 1+random.IntN(28)), fmt.Sprintf("2026-%02d-%02d", 11+random.IntN(2), 1+random.IntN(28)), zone)
		require.NoError(t, err)
		lines := noTurnover()
		sum := func(into *money.Amount, m money.Amount) {
			*into, err = into.Add(m)
			require.NoError(t, err)
		}
		s, err := Read(t.Context(), f.client(t), Options{Period: p, Now: p.To}, Sink{Entry: func(l *Line) error {
			sum(&lines.Debit, l.Debit)
			sum(&lines.Credit, l.Credit)
			sum(&lines.Hold, l.Hold)
			require.False(t, l.Debit.IsSet() && l.Credit.IsSet())
			return nil
		}})
		require.NoError(t, err)
		require.Empty(t, failed(s), seed)
		requireNaive(t, f, s, lines, seed)
	}
}

func requireNaive(t *testing.T, f *fakeLedger, s *Statement, lines Turnover, seed uint64) {
	t.Helper()
	amounts := make([]*big.Rat, len(f.entries))
	for i := range f.entries {
		amounts[i] = rat(f.entries[i].Amount)
	}
	only := func(of func(*supplier.LedgerEntry) bool) string {
		total := new(big.Rat)
		for i := range f.entries {
			if of(&f.entries[i]) {
				total.Add(total, amounts[i])
			}
		}
		return total.FloatString(2)
	}
	minus := func(m money.Amount) string { return new(big.Rat).Neg(rat(m)).FloatString(2) }
	in := func(e *supplier.LedgerEntry) bool { return s.Period.Contains(e.PostedAt) }
	until := func(at time.Time, hold, booked bool) string {
		return only(func(e *supplier.LedgerEntry) bool {
			return e.PostedAt.Before(at) && (hold && e.Kind == kindHold || booked && e.Kind != kindHold)
		})
	}
	requireBalance := func(at time.Time, b supplier.Balance) {
		t.Helper()
		require.Equal(t, []string{until(at, false, true), until(at, true, false), until(at, true, true)}, []string{b.Posted.String(), minus(b.Held), b.Available.String()}, seed)
	}
	requireBalance(s.Period.From, s.Opening)
	requireBalance(s.Period.To, s.Closing)
	for _, d := range s.Days {
		requireBalance(time.Date(d.Day.Year(), d.Day.Month(), d.Day.Day()+1, 0, 0, 0, 0, d.Day.Location()), d.Balance)
	}
	of := func(kind string, sign int) string {
		return only(func(e *supplier.LedgerEntry) bool {
			return in(e) && (e.Kind == kind || kind == "booked" && e.Kind != kindHold) && (sign == 0 || sign == e.Amount.Sign())
		})
	}
	require.Equal(t, []string{of(kindAccrual, 0), of(kindHold, 0), of(kindPayout, 0), of("booked", 1), of("booked", -1)},
		[]string{s.Turnover.Accrual.String(), s.Turnover.Hold.String(), s.Turnover.Payout.String(), s.Turnover.Debit.String(), minus(s.Turnover.Credit)}, seed)
	require.Equal(t, []string{of("booked", 1), of("booked", -1), of(kindHold, 0)}, []string{lines.Debit.String(), minus(lines.Credit), lines.Hold.String()}, seed)
	requireGroups(t, f, s, only, minus, seed)
	held := new(big.Rat)
	for _, h := range s.Holds {
		require.Positive(t, h.Amount.Sign())
		held.Add(held, rat(h.Amount))
	}
	require.Equal(t, s.Closing.Held.String(), held.FloatString(2), seed)
}

func requireGroups(t *testing.T, f *fakeLedger, s *Statement, only func(func(*supplier.LedgerEntry) bool) string, minus func(money.Amount) string, seed uint64) {
	t.Helper()
	entries := int64(0)
	for _, g := range s.Groups {
		month := func(e *supplier.LedgerEntry) bool {
			at := e.PostedAt.In(g.Month.Location())
			return s.Period.Contains(at) && at.Year() == g.Month.Year() && at.Month() == g.Month.Month()
		}
		of := func(e *supplier.LedgerEntry) bool { return e.Kind == g.Kind && e.Operation == g.Operation }
		entries += g.Entries
		require.Equal(t, 1, g.Month.Day())
		end := g.Month.AddDate(0, 1, 0)
		if end.After(s.Period.To) {
			end = s.Period.To
		}
		require.Equal(t, only(func(e *supplier.LedgerEntry) bool {
			return of(e) && month(e) && e.Kind != kindHold && e.Amount.Sign() > 0
		}), g.Debit.String(), seed)
		require.Equal(t, only(func(e *supplier.LedgerEntry) bool {
			return of(e) && month(e) && e.Kind != kindHold && e.Amount.Sign() < 0
		}), minus(g.Credit), seed)
		require.Equal(t, only(func(e *supplier.LedgerEntry) bool { return of(e) && month(e) && e.Kind == kindHold }), g.Hold.String(), seed)
		require.Equal(t, only(func(e *supplier.LedgerEntry) bool { return of(e) && e.PostedAt.Before(end) }), g.Closing.String(), seed)
		require.Equal(t, only(func(e *supplier.LedgerEntry) bool {
			return of(e) && e.PostedAt.Before(end) && !month(e)
		}), g.Opening.String(), seed)
	}
	require.Equal(t, s.Entries, entries)
	inPeriod := 0
	for i := range f.entries {
		if s.Period.Contains(f.entries[i].PostedAt) {
			inPeriod++
		}
	}
	require.EqualValues(t, inPeriod, s.Entries)
}
