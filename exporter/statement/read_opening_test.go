package statement

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// amountsText is a balance with two decimals.
func amountsText(b supplier.Balance) string {
	return strings.Join([]string{rat(b.Posted).FloatString(2), rat(b.Held).FloatString(2), rat(b.Available).FloatString(2)}, " ")
}

// TestNewestFirst: a ledger that lists the newest entries first is put in order, and every
// figure is the same.
func TestNewestFirst(t *testing.T) {
	racing.Skip(t)
	zone := kyiv(t)
	for seed := range uint64(15) {
		b := newBooks(t, "")
		b.ledger = randomLedger(rand.New(rand.NewPCG(seed, 3)), zone)
		for i := range b.ledger.entries { // reversing leaves entries of one moment no order of their own
			b.ledger.entries[i].PostedAt = b.ledger.entries[i].PostedAt.Add(time.Duration(i) * time.Millisecond)
		}
		p, err := Days("2026-08-25", "2026-10-10", zone)
		require.NoError(t, err)
		want, wanted := b.export(p)
		b.folder, b.now = t.TempDir(), b.now.Add(-time.Hour)
		b.ledger.newestFirst = true
		got, rows := b.export(p)
		require.Equal(t, wanted, rows)
		texts := fmt.Sprint(figures(got))
		if len(b.ledger.entries) > 1 {
			require.True(t, checkOf(t, got, "entries_in_order").OK)
			texts = strings.Replace(texts, "the supplier lists the newest entries first; they were put in order", "entries come in the order of their time", 1)
		}
		require.Equal(t, fmt.Sprint(figures(want)), texts, seed)
	}
}

// TestManyNewestFirst goes through more entries than are in memory at once, and some of
// one moment at the list's end.
func TestManyNewestFirst(t *testing.T) {
	f := &fakeLedger{perPage: 200, newestFirst: true}
	for i := range 1700 {
		at := time.Date(2026, 10, 1, 0, max(i-20, 0), 0, 0, time.UTC)
		f.entries = append(f.entries, supplier.LedgerEntry{ID: fmt.Sprintf("e%05d", i), Kind: kindAccrual, Operation: "fee", Amount: money.Must("1"), PostedAt: at})
	}
	f.balance()
	s, k := october(t, f)
	require.Empty(t, failed(s))
	for i, line := range k.lines {
		require.Contains(t, line, fmt.Sprintf("%d e%05d d1", i+1, i))
	}
	require.Len(t, k.lines, 1700)
}

// TestFallingAtFirst: a list that falls and then rises is of no order, and left as it is.
func TestFallingAtFirst(t *testing.T) {
	f := ledgerOf(t, ten)
	f.entries[1], f.entries[2] = f.entries[2], f.entries[1]
	f.balance()
	s, k := october(t, f)
	require.Equal(t, "1 entries stand behind a later one, the first is a1 of 2026-10-01: balances and payouts may be wrong", failed(s)["entries_in_order"])
	require.Contains(t, k.lines[0], "1 a2 ")
}

// TestNewestFirstIncomplete: what came is given in order, and the rest is missed.
func TestNewestFirstIncomplete(t *testing.T) {
	f := ledgerOf(t, ten)
	f.newestFirst = true
	f.change = func(q url.Values, a *fakeAnswer) {
		if q.Get("from") != "" && q.Get("page") == "3" {
			a.entries = nil
		}
	}
	s, k := october(t, f)
	require.True(t, s.Partial())
	require.Len(t, k.lines, 6)
	require.Contains(t, k.lines[0], " a2 ")
}

const shown3 = `
	a0 order_margin 500 2026-06-10T08:00Z
	h0 hold_placed  -70 2026-06-11T08:00Z order=o0
	a1 order_margin 100 2026-08-10T08:00Z
	r0 hold_released 30 2026-10-02T08:00Z order=o0
	a2 order_margin   5 2026-10-03T08:00Z
	p1 payout_iban -200 2026-10-04T08:00Z
	r1 hold_released 40 2026-10-05T08:00Z reverses=h0`

// TestALedgerThatBeginsWithABalance: a supplier who keeps three months states what was
// before; the ledger is opened with it, and that is said.
func TestALedgerThatBeginsWithABalance(t *testing.T) {
	f := ledgerOf(t, shown3)
	f.since = time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	s, k := october(t, f)
	require.True(t, s.OK(), failed(s))
	require.Empty(t, codes(s), "the releases are of holds that are not shown")
	require.Equal(t, "600.00 70.00 530.00", amountsText(s.Opening))
	require.Equal(t, "405.00 0.00 405.00", amountsText(s.Closing))
	require.Equal(t, "the supplier states a balance of 430.00 before its first entry of 2026-08-10 11:00, and shows none before that", s.OpeningFrom.Named().String())
	from := s.Report("", 0, "").OpeningFrom
	require.Equal(t, []string{"supplier", "2026-08-10T08:00:00Z", "430.00"}, []string{from.Source, from.Begins, from.Stated.String()[:6]})
	require.Contains(t, groupTexts(s), "2026-10 opening opening 0: 430.00 +0.00 -0.00 0.00 = 430.00")
	require.Equal(t, []string{"p1 200.00 = a1:100.00 r0:30.00 a2:5.00 sum 135.00 rest 65.00 n3 carried 65.00 of 430.00"}, k.payouts)

	august := monthOf2026(t, "08")
	s, _ = october(t, f, func(o *Options) { o.Period = august })
	require.True(t, s.OK(), failed(s))
	require.Equal(t, "500.00 70.00 430.00", amountsText(s.Opening), "where the supplier states it of the period alone")
	require.Len(t, s.Holds, 1)
	require.Equal(t, []string{"", "70.000"}, []string{s.Holds[0].Entry.ID, s.Holds[0].Amount.String()})

	f.change = func(_ url.Values, a *fakeAnswer) { clear(a.meta) }
	s, _ = october(t, f)
	require.True(t, s.OK(), failed(s))
	require.Equal(t, "600.00 70.00 530.00", amountsText(s.Opening), "the first entry tells it as well")

	f.change = nil
	for i := range f.entries {
		f.entries[i].BalanceAfter = supplier.Balance{}
	}
	s, _ = october(t, f)
	require.Equal(t, "530.00 0.00 530.00", amountsText(s.Opening), "what of it is held, nobody states")
}

// TestAWindowThatMoves: what the supplier shows no more is not gone, and is gone on from
// where it was exported.
func TestAWindowThatMoves(t *testing.T) {
	b := newBooks(t, shown3)
	require.True(t, b.month("08").OK())
	b.ledger.since = time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC)
	s := b.month("09")
	require.True(t, s.OK(), failed(s))
	require.Equal(t, OpeningRemembered, s.OpeningFrom.Source)
	s = b.month("10", fromTheStart)
	require.True(t, s.OK(), failed(s))
	require.Equal(t, OpeningStated, s.OpeningFrom.Source)
	require.Empty(t, s.Moved())
	require.Equal(t, "600.00 70.00 530.00", amountsText(s.Opening))
	b.entry("a0").Amount = money.Must("400") // nobody can name it any more
	b.settle()
	s = b.month("10")
	require.Contains(t, failed(s)["history_unchanged"], "the opening was 530.00 (70.00 held), now it is 430.00 (70.00 held)")
	require.Empty(t, s.Moved())
	require.False(t, b.month("10", accepted).OK())
	require.True(t, b.month("10").OK())
	s = b.month("11")
	require.True(t, s.OK(), failed(s))
	require.Contains(t, s.OpeningFrom.Named().String(), "ended with, the supplier states a balance of 430.00 before its first entry of 2026-10-02 11:00, and shows none before that")
}

// TestUnknownKind is refused by name where the supplier does not state what his accruals come to:
// it could be money that is reserved or that was paid out, before the period too.
func TestUnknownKind(t *testing.T) {
	for _, day := range []string{"2026-10-02", "2026-09-02"} {
		f := ledgerOf(t, "a1 fee 50 2026-09-01T08:00Z\na2 w -20 "+day+"T08:00Z kind=withdrawal\na3 fee 5 2026-10-03T08:00Z")
		s, _ := october(t, f)
		require.Equal(t, "35.00", s.Closing.Available.String(), "the supplier's sum says that it is an accrual")
		f.silent = true
		_, err := Read(t.Context(), f.client(t), Options{Period: octoberPeriod(t), Now: octoberPeriod(t).To}, Sink{})
		require.EqualError(t, err, `the ledger has an entry of a kind that nobody knows: a2 of `+day+`, "withdrawal"`)
		require.Equal(t, `say what it is under ledger: in the supplier's mapping (supplier.mapping): kind: {at: …, map: {"withdrawal": accrual}} (or hold, payout)`, failure.Hint(err))
	}
}

// TestPayoutsOfTheOtherSign add to what the supplier owes: no more can be given back than was paid.
func TestPayoutsOfTheOtherSign(t *testing.T) {
	f := ledgerOf(t, "a1 fee 50 2026-10-01T08:00Z\na2 payout_iban 30 2026-10-02T08:00Z")
	s, _ := october(t, f)
	require.Equal(t, "payouts given back come to 30.00 more than was ever paid out: see whether the mapping (supplier.mapping) has the sign of payouts the other way round", failed(s)["payouts_covered"])
	s, _ = october(t, ledgerOf(t, "a1 fee 50 2026-09-01T08:00Z\na2 payout_iban -30 2026-09-02T08:00Z\na3 payout_rejected 30 2026-10-02T08:00Z"))
	require.True(t, s.OK(), failed(s))
}

const mixed = "a1 fee 1 2026-09-01T08:00Z\na2 fee 2 2026-10-01T08:00Z\na3 fee -3.5 2026-10-02T08:00Z currency=EUR\na4 fee 1 2026-10-03T08:00Z currency=EUR"

// TestTwoCurrencies are never added up.
func TestTwoCurrencies(t *testing.T) {
	period := octoberPeriod(t)
	_, err := Read(t.Context(), ledgerOf(t, mixed).client(t), Options{Period: period, Now: period.To}, Sink{})
	require.EqualError(t, err, "the ledger is in two currencies, whose amounts cannot be added up: entry a1 of 2026-09-01 is in UAH, entry a3 of 2026-10-02 in EUR")
	require.Equal(t, "--currency UAH or --currency EUR makes the books of one of them, and books: {currency: UAH} in the config makes all of them so", failure.Hint(err))
	s, k := october(t, ledgerOf(t, mixed), func(o *Options) { o.Currency = "EUR" })
	require.True(t, s.OK(), failed(s))
	require.Equal(t, []string{"EUR", "0.00", "-2.50"}, []string{s.Currency, s.Opening.Available.String(), s.Closing.Available.String()})
	require.Len(t, k.lines, 2)
	require.Equal(t, "all amounts are in EUR, as asked; entries in other currencies are left out: 2 in UAH, the first is a1 of 2026-09-01", checkOf(t, s, "one_currency").Detail.String())
	require.Contains(t, unchecked(s), "running_balance: entries are in several currencies, and their balances may be of all of them")
	require.Contains(t, unchecked(s), "closing_agrees: what the supplier states may be of all currencies")
	_, err = Read(t.Context(), ledgerOf(t, mixed+" currency=").client(t), Options{Period: period, Now: period.To, Currency: "UAH"}, Sink{})
	require.EqualError(t, err, "the ledger is in several currencies, and entry a4 of 2026-10-03 names none")
	s, _ = october(t, ledgerOf(t, "a1 fee 1 2026-10-01T08:00Z currency=\na2 fee 2 2026-10-01T08:00Z"))
	require.Equal(t, "3.00 UAH", s.Closing.Available.String()+" "+s.Currency, "a blank is of the one currency that there is")
}

// TestReadingThatFails leaves nothing of what would have been remembered.
func TestReadingThatFails(t *testing.T) {
	folder, period := t.TempDir(), octoberPeriod(t)
	f := ledgerOf(t, ten)
	c := ledgertest.ClientOf(t, ledgertest.Answers(func(r *http.Request) []byte {
		if r.URL.Query().Get("from") != "" {
			return []byte("{")
		}
		return f.answer(r.URL.Query())
	}))
	_, err := Read(t.Context(), c, Options{Period: period, Now: period.To, Memory: folder}, Sink{})
	require.ErrorContains(t, err, "read the ledger: ")
	require.Empty(t, filesOf(t, folder))
}
