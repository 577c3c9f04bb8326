package statement

import (
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPayouts(t *testing.T) {
	for name, c := range map[string]struct {
		ledger  string
		payouts []string
		failed  string // what payouts_covered says
		awaited string // payouts that it names beside
	}{
		"of all since the last one": {ledger: `
			a1 order_margin 10 2026-09-01T10:00Z
			p1 payout_iban -10 2026-09-02T10:00Z payout=P1
			a2 order_margin 20 2026-09-03T10:00Z
			a3 fee -5 2026-10-03T10:00Z
			p2 payout_iban -15 2026-10-04T10:00Z payout=P2
			a4 order_margin 1 2026-10-05T10:00Z
			p3 payout_card -1 2026-10-06T10:00Z payout=P3`,
			payouts: []string{"p2 15.00 = a2:20.00 a3:-5.00 sum 15.00 rest 0.00 n2", "p3 1.00 = a4:1.00 sum 1.00 rest 0.00 n1"}},
		"of a part": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z
			p1 payout_iban -7 2026-10-02T10:00Z
			p2 payout_iban -3 2026-10-03T10:00Z`,
			payouts: []string{"p1 7.00 = a1:10.00 sum 10.00 rest -3.00 n1", "p2 3.00 = sum 0.00 rest 3.00 n0 carried 3.00 of 3.00"}},
		"of new entries and of what the one before left": {ledger: `
			a1 order_margin 100 2026-10-02T10:00Z
			p1 payout_iban -60 2026-10-05T10:00Z payout=P1
			a2 order_margin 20 2026-10-06T10:00Z
			p2 payout_iban -55 2026-10-12T10:00Z payout=P2
			p3 payout_iban -5 2026-10-13T10:00Z payout=P3`,
			payouts: []string{"p1 60.00 = a1:100.00 sum 100.00 rest -40.00 n1", "p2 55.00 = a2:20.00 sum 20.00 rest 35.00 n1 carried 35.00 of 40.00",
				"p3 5.00 = sum 0.00 rest 5.00 n0 carried 5.00 of 5.00"}},
		"of what was left in a month before": {ledger: `
			a1 order_margin 100 2026-09-02T10:00Z
			p1 payout_iban -60 2026-09-05T10:00Z payout=P1
			p2 payout_iban -41 2026-10-12T10:00Z payout=P2`,
			payouts: []string{"p2 41.00 = sum 0.00 rest 41.00 n0 carried 40.00 of 40.00"},
			failed:  "1 of 1 payouts: p2 of 2026-10-12 pays 41.00, 1.00 more than was available"},
		"named by entries, and more of what was left": {ledger: `
			a1 order_margin 100 2026-10-02T10:00Z
			p1 payout_iban -60 2026-10-05T10:00Z payout=P1
			a2 order_margin 20 2026-10-06T10:00Z payout=P2
			p2 payout_iban -55 2026-10-12T10:00Z payout=P2`,
			payouts: []string{"p1 60.00 = a1:100.00 sum 100.00 rest -40.00 n1", "p2 55.00 = a2:20.00 sum 20.00 rest 35.00 n1 by id carried 35.00 of 40.00"}},
		"rejected, after the next one paid of what it left": {ledger: `
			a1 order_margin 100 2026-10-02T10:00Z
			p1 payout_iban -60 2026-10-05T10:00Z payout=P1
			p2 payout_iban -35 2026-10-12T10:00Z payout=P2
			x1 payout_rejected 60 2026-10-13T10:00Z payout=P1
			p3 payout_iban -65 2026-10-14T10:00Z payout=P3`,
			payouts: []string{"p1 60.00 = a1:100.00 sum 100.00 rest -40.00 n1", "p2 35.00 = sum 0.00 rest 35.00 n0 carried 35.00 of 40.00",
				"x1 -60.00 = a1:-100.00 sum -100.00 rest 40.00 n1", "p3 65.00 = a1:100.00 sum 100.00 rest -35.00 n1 carried -35.00 of -35.00"}},
		"of more than there was": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z
			p1 payout_iban -10.01 2026-10-02T10:00Z`,
			payouts: []string{"p1 10.01 = a1:10.00 sum 10.00 rest 0.01 n1"}, failed: "1 of 1 payouts: p1 of 2026-10-02 pays 10.01, 0.01 more than was available"},
		"named by entries": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z payout=P2
			a2 order_margin 20 2026-10-01T11:00Z payout=P1
			a3 order_margin 30 2026-10-01T12:00Z
			a4 order_margin 5 2026-10-01T13:00Z payout=P1
			p1 payout_iban -25 2026-10-02T10:00Z payout=P1
			a5 order_margin 1 2026-10-02T11:00Z payout=P1
			p2 payout_iban -11 2026-10-03T10:00Z payout=P2
			p3 payout_iban -30 2026-10-04T10:00Z payout=P3`,
			payouts: []string{"p1 25.00 = a2:20.00 a4:5.00 sum 25.00 rest 0.00 n2 by id", "p2 11.00 = a1:10.00 sum 10.00 rest 1.00 n1 by id",
				"p3 30.00 = a3:30.00 a5:1.00 sum 31.00 rest -1.00 n2 carried -1.00 of -1.00"},
			failed: "1 of 3 payouts: p2 of 2026-10-03 pays 11.00 for entries of 10.00: 1.00 too much"},
		"rejected": {ledger: `
			a1 order_margin 10 2026-09-30T10:00Z
			p1 payout_iban -10 2026-09-30T11:00Z payout=P1
			a2 order_margin 20 2026-10-01T11:00Z
			x1 payout_rejected 10 2026-10-02T10:00Z reverses=p1
			a3 order_margin 5 2026-10-02T11:00Z
			p2 payout_iban -35 2026-10-03T10:00Z payout=P2
			x2 payout_rejected 35 2026-10-03T11:00Z payout=P2
			p3 payout_iban -35 2026-10-03T12:00Z`,
			payouts: []string{"x1 -10.00 = a1:-10.00 sum -10.00 rest 0.00 n1", "p2 35.00 = a1:10.00 a2:20.00 a3:5.00 sum 35.00 rest 0.00 n3",
				"x2 -35.00 = a1:-10.00 a2:-20.00 a3:-5.00 sum -35.00 rest 0.00 n3", "p3 35.00 = a1:10.00 a2:20.00 a3:5.00 sum 35.00 rest 0.00 n3"}},
		"rejected, named by nothing": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z
			p1 payout_iban -10 2026-10-01T11:00Z
			a2 order_margin 20 2026-10-01T12:00Z
			p2 payout_iban -20 2026-10-01T13:00Z
			x1 payout_rejected 10 2026-10-02T10:00Z
			p3 payout_iban -10 2026-10-03T10:00Z`,
			payouts: []string{"p1 10.00 = a1:10.00 sum 10.00 rest 0.00 n1", "p2 20.00 = a2:20.00 sum 20.00 rest 0.00 n1",
				"x1 -10.00 = a1:-10.00 sum -10.00 rest 0.00 n1", "p3 10.00 = a1:10.00 sum 10.00 rest 0.00 n1"}},
		"rejected of another amount": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z
			p1 payout_iban -10 2026-10-01T11:00Z
			x1 payout_rejected 4 2026-10-02T10:00Z reverses=p1
			p2 payout_iban -4 2026-10-03T10:00Z`,
			payouts: []string{"p1 10.00 = a1:10.00 sum 10.00 rest 0.00 n1", "x1 -4.00 = sum 0.00 rest -4.00 n0", "p2 4.00 = x1:4.00 sum 4.00 rest 0.00 n1"}},
		"rejected twice": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z
			p1 payout_iban -10 2026-10-01T11:00Z
			x1 payout_rejected 10 2026-10-02T10:00Z reverses=p1
			x2 payout_rejected 10 2026-10-02T10:00Z reverses=p1
			p2 payout_iban -20 2026-10-03T10:00Z`,
			payouts: []string{"p1 10.00 = a1:10.00 sum 10.00 rest 0.00 n1", "x1 -10.00 = a1:-10.00 sum -10.00 rest 0.00 n1",
				"x2 -10.00 = sum 0.00 rest -10.00 n0", "p2 20.00 = a1:10.00 x2:10.00 sum 20.00 rest 0.00 n2"}},
		"rejected, of a part, that entries name": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z payout=P1
			a2 order_margin 3 2026-10-01T11:00Z
			p1 payout_iban -7 2026-10-01T12:00Z payout=P1
			x1 payout_rejected 7 2026-10-02T10:00Z payout=P1
			p2 payout_iban -13 2026-10-03T10:00Z`,
			payouts: []string{"p1 7.00 = a1:10.00 sum 10.00 rest -3.00 n1 by id", "x1 -7.00 = a1:-10.00 sum -10.00 rest 3.00 n1 by id",
				"p2 13.00 = a1:10.00 a2:3.00 sum 13.00 rest 0.00 n2"},
			failed: "1 of 2 payouts: p1 of 2026-10-01 pays 7.00 for entries of 10.00: 3.00 too little"},
		"named by entries, some by the payout's entry": {ledger: `
			a1 order_margin 10 2026-10-01T10:00Z payout=p1
			a2 order_margin 20 2026-10-01T11:00Z
			a3 order_margin 5 2026-10-01T12:00Z payout=P1
			p1 payout_iban -15 2026-10-02T10:00Z payout=P1
			a4 order_margin 1 2026-10-02T11:00Z payout=p1
			p2 payout_iban -21 2026-10-03T10:00Z`,
			payouts: []string{"p1 15.00 = a1:10.00 a3:5.00 sum 15.00 rest 0.00 n2 by id", "p2 21.00 = a2:20.00 a4:1.00 sum 21.00 rest 0.00 n2"}},
		"named by entries, and not come": {ledger: `
			a1 order_margin 10 2026-09-01T10:00Z payout=Z
			a2 order_margin 20 2026-10-01T11:00Z payout=Y
			a3 order_margin -4 2026-10-01T12:00Z payout=Z
			a4 order_margin 5 2026-10-01T13:00Z
			p1 payout_iban -5 2026-10-02T10:00Z`,
			payouts: []string{"p1 5.00 = a4:5.00 sum 5.00 rest 0.00 n1"},
			awaited: "; entries name payouts that have not come: Y (1 entries, 20.00); Z (2 entries, 6.00)"},
	} {
		t.Run(name, func(t *testing.T) {
			s, k := october(t, ledgerOf(t, c.ledger))
			require.Equal(t, c.payouts, k.payouts)
			require.Equal(t, c.failed, failed(s)["payouts_covered"])
			i := slices.IndexFunc(s.Checks, func(c Check) bool { return c.Name == "payouts_covered" })
			_, awaited, _ := strings.Cut(s.Checks[i].Detail.String(), "; entries name")
			require.Equal(t, strings.TrimPrefix(c.awaited, "; entries name"), awaited)
			require.Equal(t, s.Turnover.Payout.Negated().String(), k.paid.String(), "the amounts sum to what was paid")
		})
	}
}

// TestWhatPayoutsLeave: at each moment what waits for a payout and what payouts left is
// what is available.
func TestWhatPayoutsLeave(t *testing.T) {
	zone := kyiv(t)
	for seed := range uint64(20) {
		b, a, available := newPayoutBook(), adder{}, zero()
		defer func() { require.NoError(t, b.close()) }()
		f := randomLedger(rand.New(rand.NewPCG(seed, 5)), zone)
		for i := range f.entries {
			e := &f.entries[i]
			if i%7 == 0 && e.Kind == kindAccrual {
				e.PayoutID = "P"
			}
			_, _, err := b.take(e)
			require.NoError(t, err)
			a.add(&available, e.Amount)
			waits := a.sum(b.pending.sum, b.left)
			for _, named := range b.named {
				a.add(&waits, named.sum)
			}
			require.Equal(t, available.String(), waits.String(), "%d %s", seed, e.ID)
		}
	}
}

// TestPayoutsSayWhatWasChecked: an accountant reads what the check comes from.
func TestPayoutsSayWhatWasChecked(t *testing.T) {
	s, _ := october(t, ledgerOf(t, `
		a1 order_margin 100 2026-10-02T10:00Z
		p1 payout_iban -60 2026-10-05T10:00Z
		a2 order_margin 20 2026-10-06T10:00Z
		p2 payout_iban -55 2026-10-12T10:00Z`))
	require.Equal(t, "2 payouts checked, 115.00 in all: new entries come to 120.00, 35.00 is of what payouts before left, 5.00 is left unpaid; none pays more than there was",
		checkOf(t, s, "payouts_covered").Detail.String())
	s, _ = october(t, ledgerOf(t, "a1 order_margin 100 2026-09-02T10:00Z\np1 payout_iban -60 2026-09-05T10:00Z"))
	require.Equal(t, "there are no payouts in the period; those before left 40.00 unpaid", checkOf(t, s, "payouts_covered").Detail.String())
}

// TestPayoutSinkStops: a sink may leave the entries of a payout; the next has its own all the same.
func TestPayoutSinkStops(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	f := ledgerOf(t, "a1 fee 1 2026-10-01T10:00Z\na2 fee 2 2026-10-01T10:00Z\np1 payout_iban -3 2026-10-01T11:00Z\na3 fee 4 2026-10-01T12:00Z\np2 payout_iban -4 2026-10-01T13:00Z")
	var first []string
	_, err = Read(t.Context(), f.client(t), Options{Period: period, Now: period.To}, Sink{Payout: func(_ *Payout, covered iter.Seq2[Covered, error]) error {
		for c, err := range covered {
			first = append(first, c.ID)
			return err
		}
		return nil
	}})
	require.NoError(t, err)
	require.Equal(t, []string{"a1", "a3"}, first)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left, "the temporary file is gone")
}
