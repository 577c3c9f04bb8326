package statement

import (
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func TestAmountsInWords(t *testing.T) {
	for text, want := range map[string][2]string{
		"0": {"0,00", "0.00"}, "-0.5": {"-0,50", "-0.50"}, "999.990": {"999,99", "999.99"}, "1200": {"1\u00a0200,00", "1,200.00"},
		"-1234567.891": {"-1\u00a0234\u00a0567,891", "-1,234,567.891"},
	} {
		a := shown(money.Must(text))
		require.Equal(t, want, [2]string{a.In(wording.Ukrainian), a.In(wording.English)})
	}
}

// quotes are in Ukrainian texts what others say: an error, a name.
var quotes = regexp.MustCompile(`«[^»]*»`)

// latin finds words that a Ukrainian text should not have. Ids, codes of orders and of
// currencies are left.
var latin = regexp.MustCompile(`\b[A-Za-z]{2,}\b`)

// requireUkrainian holds a text to a sentence of its own in each language, on one line.
func requireUkrainian(t *testing.T, text wording.Message) {
	t.Helper()
	uk, en := text.In(wording.Ukrainian), text.In(wording.English)
	require.NotEmpty(t, uk)
	require.NotEqual(t, uk, en)
	for _, said := range []string{uk, en} {
		require.NotContains(t, said, "%!")
		require.NotContains(t, said, "\n")
		require.NotContains(t, said, "  ")
	}
	require.NotRegexp(t, `[а-яґєії]`, quotes.ReplaceAllString(en, ""))
	for _, word := range latin.FindAllString(quotes.ReplaceAllString(uk, ""), -1) {
		require.Contains(t, []string{"UAH", "EUR", "KC"}, word, uk)
	}
	require.Regexp(t, `[а-яґєії]{3}`, uk)
}

// requireSaid holds all that a statement says to that, and notes what it was about.
func requireSaid(t *testing.T, s *Statement, said map[string]bool) {
	t.Helper()
	for _, c := range s.Checks {
		requireUkrainian(t, c.Detail)
		said[c.Name+map[bool]string{true: " OK", false: " NOT OK"}[c.OK]] = true
	}
	for _, d := range append(s.Moved(), s.Differences...) {
		requireUkrainian(t, d.Message)
		said[d.Code] = true
	}
	for _, u := range s.Unchecked {
		requireUkrainian(t, u.Why)
		said[u.Name+" unchecked"] = true
	}
}

// TestEverythingIsSaidInUkrainian goes through ledgers in which each check holds and does
// not, and in which each difference occurs; no sentence is left out.
func TestEverythingIsSaidInUkrainian(t *testing.T) {
	said := map[string]bool{}
	l := scene(t, `o1 cod 100 250 delivered@5
		o2 cod 100 250 delivered@5
		o3 balance 100 250 shipped@3
		o4 cod 100 250 delivered@3 returned@9
		o5 cod 100 250 cancelled@5
		o11 prepaid 100 250 delivered@5
		o12 prepaid 100 250 delivered@5
		o13 prepaid 100 250 delivered@5
		o14 card 100 250 delivered@5
		o15 card 100 250 delivered@6
		o16 card 100 250 delivered@7`, `e2 order_margin 149 5 o2
		e3 order_cost -100 3 o3
		e4 order_cost -100 6 o3
		e5 order_margin 150 3 o4
		e6 correction 5 6 o7
		e14 order_cost -103 6 o14
		e15 order_cost -103 6 o15
		e16 order_cost -103 7 o16
		h0 hold_placed -9 -8
		h5 hold_placed -100 3 o5
		h9 hold_placed -100 20 o9
		h6 hold_placed -10 4
		r6 hold_released 4 5
		h7 hold_placed -10 4
		r7 hold_released 11 5
		r8 hold_released 10 6
		r9 hold_released 10 6
		p1 payout_iban -5000 7`)
	for id, hold := range map[string]string{"r6": "h6", "r7": "h7", "r8": "h7", "r9": "h99"} {
		for i := range l.Written {
			if l.Written[i].ID == id {
				l.Written[i].Reverses = hold
			}
		}
	}
	server, memory := ledgertest.New(t, l), t.TempDir()
	read := func(f ledgertest.Faults, change ...func(*Options)) *Statement {
		server.Break(f)
		s := readScene(t, server.Client(t), change...)
		requireSaid(t, s, said)
		return s
	}
	remember := func(o *Options) { o.Memory = memory }
	require.NoError(t, read(ledgertest.Faults{WrongClosing: 1, WrongAccrual: 1, WrongOpening: 1}, remember).Remember(true))
	read(ledgertest.Faults{Repeat: 5, Changed: true}, remember).Forget()
	read(ledgertest.Faults{Skip: 4}, remember).Forget()
	server.Add(ledgertest.Entry{ID: "e99", Kind: kindAccrual, Operation: "correction", Kopecks: 7, PostedAt: day(t, "6")})
	server.Change("e2", 14901)
	server.Drop("e6")
	read(ledgertest.Faults{}, remember).Forget()
	read(ledgertest.Faults{NoMeta: true, NoTotal: true, NoBalances: true, IgnoreFilters: true}, func(o *Options) {
		o.Orders, o.Now = false, o.Period.To.Add(-time.Hour)
	})
	server = ledgertest.New(t, ledgertest.Autumn())
	read(ledgertest.Faults{}, func(o *Options) { o.Period.To = o.Period.To.AddDate(0, 1, 0) })
	f := ledgerOf(t, ten)
	f.entries[3].BalanceAfter.Available = money.Must("7")
	f.entries[4], f.entries[5] = f.entries[5], f.entries[4]
	s, _ := october(t, f)
	requireSaid(t, s, said)

	var missing []string
	for _, name := range wording.Codes("statement.check") {
		for _, end := range []string{" OK", " NOT OK"} {
			if !said[name+end] {
				missing = append(missing, name+end)
			}
		}
	}
	for _, code := range wording.Codes("statement.difference") {
		if !said[code] {
			missing = append(missing, code)
		}
	}
	for _, name := range []string{"running_balance", "opening_agrees", "turnover_agrees", "closing_agrees", "orders_have_accruals", "holds_have_reason", "history_unchanged", "entries_final"} {
		if !said[name+" unchecked"] {
			missing = append(missing, name+" unchecked")
		}
	}
	require.Equal(t, []string{"entries_final NOT OK", "one_currency NOT OK"}, missing, "two currencies are refused, and what is not over yet is no mismatch")
}
