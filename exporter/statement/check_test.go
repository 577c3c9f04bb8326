package statement

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

const ten = `
	a0 order_margin 100 2026-09-10T08:00Z number=009
	a1 order_margin 1 2026-10-01T08:00Z number=010
	a2 order_margin 2 2026-10-02T08:00Z number=011
	a3 order_margin 3 2026-10-03T08:00Z number=012
	a4 order_margin 4 2026-10-04T08:00Z number=013
	a5 order_margin 5 2026-10-05T08:00Z number=014
	a6 order_margin 6 2026-10-06T08:00Z number=015
	a7 order_margin 7 2026-10-07T08:00Z number=016
`

// inOctober changes the answers about October, on one page or on all (0).
func inOctober(page string, change func(*fakeAnswer)) func(url.Values, *fakeAnswer) {
	return func(q url.Values, a *fakeAnswer) {
		if q.Get("from") != "" && (page == "" || q.Get("page") == page) {
			change(a)
		}
	}
}

// TestWhatDoesNotFit: each way in which a service's ledger goes wrong is found and named,
// with figures, and what is not wrong is not.
func TestWhatDoesNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		ledger string // ten, where empty
		tamper func(f *fakeLedger)
		want   map[string]string
	}{
		"a missing entry": {tamper: func(f *fakeLedger) {
			f.change = inOctober("2", func(a *fakeAnswer) { a.entries = slices.Delete(a.entries, 0, 1) })
		}, want: map[string]string{
			"entries_complete":         "in the period: read 6 distinct items of 7 announced, 0 came twice; numbers 013 are missing (1): export again",
			"running_balance":          "1 of 7 entries do not go on from the one before: a5 of 2026-10-05: posted was 106.00 and had to be 111.00, it says 115.00",
			"turnover_agrees":          "accruals come to 24.00, the supplier says 28.00: 4.00 too little",
			"closing_agrees":           "the entries up to 2026-10-31 come to 124.00, the supplier says 128.00: 4.00 too little",
			"opening_turnover_closing": "opening 100.00 + turnover 24.00 = 124.00, the closing says 128.00: 4.00 too little",
		}},
		"a missing entry before": {tamper: func(f *fakeLedger) {
			f.change = func(q url.Values, a *fakeAnswer) {
				if q.Get("from") == "" {
					a.entries = nil
				}
			}
		}, want: map[string]string{
			"entries_complete": "before the period: read 0 distinct items of 1 announced, 0 came twice: export again",
			"running_balance":  "1 of 7 entries do not go on from the one before: a1 of 2026-10-01: posted was 0.00 and had to be 1.00, it says 101.00",
			"opening_agrees":   "the entries before 2026-10-01 come to 0.00, the supplier says 100.00: 100.00 too little",
			"closing_agrees":   "the entries up to 2026-10-31 come to 28.00, the supplier says 128.00: 100.00 too little",
		}},
		"a doubled entry": {tamper: func(f *fakeLedger) {
			f.change = inOctober("2", func(a *fakeAnswer) { a.entries = append([]supplier.LedgerEntry{f.entries[3]}, a.entries...) })
		}, want: map[string]string{"entries_unique": "1 came twice and count once: a3 of 2026-10-03"}},
		"a changed entry": {tamper: func(f *fakeLedger) {
			f.change = inOctober("2", func(a *fakeAnswer) {
				a.entries = append([]supplier.LedgerEntry{f.entries[3]}, a.entries...)
				a.entries[0].Description = "інше"
				a.entries[0].OrderID = "o"
			})
		}, want: map[string]string{"entries_unique": "1 came twice and were changed in between, the first counts: a3 of 2026-10-03"}},
		"an entry in both readings": {tamper: func(f *fakeLedger) {
			f.change = inOctober("1", func(a *fakeAnswer) {
				moved := f.entries[0]
				moved.PostedAt = f.entries[1].PostedAt
				a.entries, a.total = append(a.entries, moved), a.total+1
			})
		}, want: map[string]string{
			"entries_complete": "in the period: read 8 distinct items of 7 announced, 0 came twice: export again",
			"entries_unique":   "1 came twice and were changed in between, the first counts: a0 of 2026-10-01",
		}},
		"a filter ignored": {tamper: func(f *fakeLedger) {
			f.change = inOctober("1", func(a *fakeAnswer) { a.entries = append([]supplier.LedgerEntry{f.entries[0]}, a.entries...); a.total++ })
		}, want: map[string]string{
			"entries_complete":  "in the period: read 8 distinct items of 7 announced, 0 came twice: export again",
			"entries_in_period": "1 entries were not asked for and are left out, the first is a0 of 2026-09-10: the supplier ignores the period",
		}},
		"a wrong closing": {tamper: func(f *fakeLedger) { f.change = inOctober("", func(a *fakeAnswer) { a.meta["closing"] = "127.90" }) }, want: map[string]string{
			"closing_agrees":           "the entries up to 2026-10-31 come to 128.00, the supplier says 127.90: 0.10 too much",
			"opening_turnover_closing": "opening 100.00 + turnover 28.00 = 128.00, the closing says 127.90: 0.10 too much",
		}},
		"a wrong turnover": {tamper: func(f *fakeLedger) {
			f.change = inOctober("", func(a *fakeAnswer) {
				a.meta["turnover"] = map[string]any{"accrual": "28", "hold": "0.01", "payout": "0"}
			})
		}, want: map[string]string{"turnover_agrees": "holds come to 0.00, the supplier says 0.01: 0.01 too little"}},
		"a beginning that its first entry contradicts": {tamper: func(f *fakeLedger) {
			f.change = func(q url.Values, a *fakeAnswer) {
				if q.Get("from") == "" {
					a.meta["opening"], a.meta["closing"] = "7.00", "107.00"
				}
			}
		}, want: map[string]string{
			"opening_agrees":  "the entries before 2026-10-01 come to 107.00, the supplier says 100.00: 7.00 too much",
			"running_balance": "1 of 8 entries do not go on from the one before: a0 of 2026-09-10: posted was 7.00 and had to be 107.00, it says 100.00",
			"closing_agrees":  "the entries up to 2026-10-31 come to 135.00, the supplier says 128.00: 7.00 too much",
		}},
		"a wrong turnover before": {tamper: func(f *fakeLedger) {
			f.change = func(q url.Values, a *fakeAnswer) {
				if q.Get("from") == "" {
					a.meta["turnover"] = map[string]any{"accrual": "99", "hold": "0", "payout": "0"}
				}
			}
		}, want: map[string]string{"opening_agrees": "before 2026-10-01, accruals come to 100.00, the supplier says 99.00: 1.00 too much"}},
		"a wrong balance": {tamper: func(f *fakeLedger) {
			f.entries[3].BalanceAfter.Available = money.Must("106.50")
			f.entries[5].BalanceAfter.Held = money.Must("-1")
		}, want: map[string]string{"running_balance": "4 of 8 entries do not go on from the one before: a3 of 2026-10-03: available was 103.00 and had to be 106.00, it says 106.50; " +
			"a4 of 2026-10-04: available was 106.50 and had to be 110.50, it says 110.00; a5 of 2026-10-05: held was 0.00 and had to be 0.00, it says -1.00; " +
			"a6 of 2026-10-06: held was -1.00 and had to be -1.00, it says 0.00"}},
		"entries out of order": {tamper: func(f *fakeLedger) { f.entries[4], f.entries[5] = f.entries[5], f.entries[4]; f.balance() }, want: map[string]string{
			"entries_in_order": "1 entries stand behind a later one, the first is a4 of 2026-10-04: balances and payouts may be wrong",
		}},
		"numbers that are not of this client alone": {ledger: "a1 fee 1 2026-10-01T08:00Z number=7\na2 fee 2 2026-10-01T08:00Z number=19\na3 fee 1 2026-10-02T08:00Z number=20\na4 fee 1 2026-10-02T08:00Z number=31"},
		"numbers that are none":                     {ledger: "a1 fee 1 2026-10-01T08:00Z number=7\na2 fee 2 2026-10-01T08:00Z number=8\na3 fee 1 2026-10-02T08:00Z number=B9\na4 fee 1 2026-10-02T08:00Z number=31"},
		"numbers that fall":                         {ledger: "a1 fee 1 2026-10-01T08:00Z number=7\na2 fee 2 2026-10-01T08:00Z number=8\na3 fee 1 2026-10-02T08:00Z number=8\na4 fee 1 2026-10-02T08:00Z number=31"},
		"a kind that nobody knows":                  {ledger: "a1 bonus 1.5 2026-10-01T08:00Z kind=bonus\na2 fee -2 2026-10-01T08:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.ledger == "" {
				c.ledger = ten
			}
			f := ledgerOf(t, c.ledger)
			if c.tamper != nil {
				c.tamper(f)
			}
			s, _ := october(t, f)
			if c.want == nil {
				c.want = map[string]string{}
			}
			require.Equal(t, c.want, failed(s))
			require.Equal(t, c.want["entries_complete"] != "", s.Partial())
		})
	}
}

// TestMissingNumbers: they are named where nothing shows that no entry is missing.
func TestMissingNumbers(t *testing.T) {
	f := ledgerOf(t, strings.Replace(ten, "a3 order_margin 3 2026-10-03T08:00Z number=012", "", 1))
	s, _ := october(t, f)
	require.Empty(t, failed(s))
	require.Equal(t, "6 entries of the period and 1 before it; numbers 012 are missing (1), and no amount is", s.Checks[0].Detail.String())
	f.change = func(_ url.Values, a *fakeAnswer) {
		for i := range a.entries {
			a.entries[i].BalanceAfter = supplier.Balance{}
		}
	}
	s, _ = october(t, f)
	require.Empty(t, failed(s), "the turnover that the supplier states shows it as well")
	change := f.change
	f.change = func(q url.Values, a *fakeAnswer) {
		change(q, a)
		delete(a.meta, "turnover")
	}
	s, _ = october(t, f)
	require.Equal(t, map[string]string{"entries_complete": "numbers 012 are missing (1): export again"}, failed(s))
}

// TestManyWrongEntries: twenty are named, the rest is counted.
func TestManyWrongEntries(t *testing.T) {
	f := &fakeLedger{perPage: 50}
	for i := range 30 {
		f.entries = append(f.entries, supplier.LedgerEntry{ID: string(rune('A' + i)), Kind: kindAccrual, Operation: "fee", Amount: money.Must("1"),
			PostedAt: time.Date(2026, 10, 5, 0, i, 0, 0, time.UTC), BalanceAfter: supplier.Balance{Available: zero()}})
	}
	s, _ := october(t, f)
	require.Contains(t, failed(s)["running_balance"], "30 of 30 entries")
	require.Contains(t, failed(s)["running_balance"], "; T of 2026-10-05: available was 0.00 and had to be 1.00, it says 0.00; and 10 more")
}

// TestASilentSupplier: what the supplier does not state is not checked, and said so.
func TestASilentSupplier(t *testing.T) {
	f := ledgerOf(t, ten)
	for i := range f.entries {
		f.entries[i].BalanceAfter = supplier.Balance{}
	}
	f.change = func(_ url.Values, a *fakeAnswer) { a.meta = map[string]any{} }
	s, _ := october(t, f)
	require.True(t, s.OK(), failed(s))
	require.Equal(t, []string{"running_balance: the supplier states no balance with its entries", "opening_agrees: the supplier does not state it",
		"turnover_agrees: the supplier does not state it", "closing_agrees: the supplier does not state it"}, unchecked(s)[:4])
	require.Equal(t, "128.00 0.00 128.00", balanceText(s.Closing))
}

// TestHoldTurnoverAsHeld: a supplier that states the turnover of holds as what is held is right too.
func TestHoldTurnoverAsHeld(t *testing.T) {
	f := ledgerOf(t, "h1 hold_placed -10 2026-10-02T10:00Z")
	f.change = func(_ url.Values, a *fakeAnswer) { a.meta["turnover"].(map[string]any)["hold"] = "10.00" }
	s, _ := october(t, f)
	require.Contains(t, failed(s)["opening_agrees"], "holds come to 0.00, the supplier says 10.00")
	f.change = inOctober("", func(a *fakeAnswer) { a.meta["turnover"].(map[string]any)["hold"] = "10.00" })
	s, _ = october(t, f)
	require.True(t, s.OK(), failed(s))
}

// TestProgress: the reading shows how far it is.
func TestProgress(t *testing.T) {
	f := &fakeLedger{perPage: 200}
	for i := range 500 {
		at := time.Date(2026, 9, 30, 0, i*6, 0, 0, time.UTC)
		f.entries = append(f.entries, supplier.LedgerEntry{ID: at.String(), Kind: kindAccrual, Operation: "fee", Amount: money.Must("1"), PostedAt: at})
	}
	f.balance()
	var seen [][2]int64
	s, _ := october(t, f, func(o *Options) { o.Progress = func(done, total int64) { seen = append(seen, [2]int64{done, total}) } })
	require.True(t, s.OK(), failed(s))
	require.Equal(t, [][2]int64{{200, 210}, {210, 210}, {400, 500}, {500, 500}}, seen)
}

// TestBlankEntries: an entry without its amount, time or kind is left out and named.
func TestBlankEntries(t *testing.T) {
	period, err := Month("2026-10", time.UTC)
	require.NoError(t, err)
	c := ledgertest.ClientOf(t, ledgertest.Answers(func(*http.Request) []byte {
		return []byte(`{"data":[{"id":"a1","kind":"accrual","amount":"1"},{"id":"a2","kind":"accrual","posted_at":"2026-10-01T00:00:00Z"},
			{"id":"a3","amount":"1","posted_at":"2026-10-01T00:00:00Z"}],"meta":{"total_pages":1}}`)
	}))
	s, err := Read(t.Context(), c, Options{Period: period, Now: period.To}, Sink{})
	require.NoError(t, err)
	require.Equal(t, "before the period: 3 entries have no amount, time or kind and are left out, the first is a1; "+
		"in the period: 3 entries have no amount, time or kind and are left out, the first is a1: export again", failed(s)["entries_complete"])
	require.Zero(t, s.Entries)
}

// TestAServiceOfOtherWords: an answer that is no ledger is an error that names the page.
func TestAServiceOfOtherWords(t *testing.T) {
	period, err := Month("2026-10", time.UTC)
	require.NoError(t, err)
	c := ledgertest.ClientOf(t, ledgertest.Answers(func(*http.Request) []byte { return []byte(`{"data":[{"id":"a1","amount":"багато"}]}`) }))
	_, err = Read(t.Context(), c, Options{Period: period, Now: period.To}, Sink{})
	require.ErrorContains(t, err, "read the ledger: list ledger entries: page 1, item 1, amount")
}
