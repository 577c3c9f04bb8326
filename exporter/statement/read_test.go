package statement

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

const autumn = `
	a1 order_margin    300.00 2026-09-10T08:00Z order=o1 number=000001
	h1 hold_placed    -120.50 2026-09-20T08:00Z order=o2 number=000002
	a2 order_margin     50.25 2026-09-30T20:59Z order=o3 number=000003
	a3 order_margin    100.00 2026-09-30T21:00Z order=o4 number=000004
	h2 hold_placed     -80.00 2026-10-02T09:30Z order=o5 number=000005
	r1 hold_released   120.50 2026-10-03T10:00Z order=o2 number=000006 reverses=h1
	c1 order_cost     -120.50 2026-10-03T10:00Z order=o2 number=000007
	p1 payout_iban    -249.75 2026-10-05T10:00Z payout=pay1 number=000008
	f1 fee             -70.00 2026-10-25T00:30Z order=o6 number=000009
	a4 order_margin    200.10 2026-10-25T22:00Z order=o7 number=000010
	a5 order_margin      0.05 2026-10-31T21:59Z order=o8 number=000011
	a6 order_margin   1000.00 2026-10-31T22:00Z order=o9 number=000012
`

// TestStatementOfAMonth: every figure of a month whose borders lie in another UTC day.
func TestStatementOfAMonth(t *testing.T) {
	f := ledgerOf(t, autumn)
	s, k := october(t, f)
	require.Empty(t, failed(s))
	require.True(t, s.OK())
	require.Equal(t, []string{"350.25 120.50 229.75", "210.15 80.00 130.15"}, []string{balanceText(s.Opening), balanceText(s.Closing)})
	require.Equal(t, []string{"109.65", "40.50", "-249.75", "300.15", "440.25"}, []string{s.Turnover.Accrual.String(), s.Turnover.Hold.String(),
		s.Turnover.Payout.String(), s.Turnover.Debit.String(), s.Turnover.Credit.String()})
	require.Equal(t, []any{int64(8), 4, "UAH"}, []any{s.Entries, s.Pages, s.Currency})
	require.Equal(t, []string{"1 a3 d100.00 c h", "2 h2 d c h-80.00", "3 r1 d c h120.50", "4 c1 d c120.50 h", "5 p1 d c249.75 h",
		"6 f1 d c70.00 h", "7 a4 d200.10 c h", "8 a5 d0.05 c h"}, k.lines)
	require.Equal(t, []string{
		"2026-10 accrual fee 1: 0.00 +0.00 -70.00 0.00 = -70.00",
		"2026-10 accrual order_cost 1: 0.00 +0.00 -120.50 0.00 = -120.50",
		"2026-10 accrual order_margin 3: 350.25 +300.15 -0.00 0.00 = 650.40",
		"2026-10 hold hold_placed 1: -120.50 +0.00 -0.00 -80.00 = -200.50",
		"2026-10 hold hold_released 1: 0.00 +0.00 -0.00 120.50 = 120.50",
		"2026-10 payout payout_iban 1: 0.00 +0.00 -249.75 0.00 = -249.75",
	}, groupTexts(s))
	require.Equal(t, []string{"p1 249.75 = a1:300.00 h1:-120.50 a2:50.25 a3:100.00 h2:-80.00 r1:120.50 c1:-120.50 sum 249.75 rest 0.00 n7"}, k.payouts)
	require.Len(t, s.Holds, 1)
	require.Equal(t, []any{"h2", "80.00", 29}, []any{s.Holds[0].Entry.ID, s.Holds[0].Amount.String(), s.Holds[0].Age})
	require.Len(t, s.Days, 31)
	require.Equal(t, "2026-10-01T00:00:00+03:00 450.25 120.50 329.75", dayText(s.Days[0]))
	require.Equal(t, "2026-10-25T00:00:00+03:00 10.00 80.00 -70.00", dayText(s.Days[24]))
	require.Equal(t, "2026-10-26T00:00:00+02:00 210.10 80.00 130.10", dayText(s.Days[25]))
	require.Equal(t, "2026-10-31T00:00:00+02:00 210.15 80.00 130.15", dayText(s.Days[30]))
	require.Equal(t, url.Values{"to": {"2026-09-30T21:00:00Z"}, "page": {"1"}, "per_page": {"200"}}, f.asked[0])
	require.Equal(t, url.Values{"from": {"2026-09-30T21:00:00Z"}, "to": {"2026-10-31T22:00:00Z"}, "page": {"1"}, "per_page": {"200"}}, f.asked[len(f.asked)-1-2])
}

func balanceText(b supplier.Balance) string {
	return strings.Join([]string{b.Posted.String(), b.Held.String(), b.Available.String()}, " ")
}

func dayText(d DayBalance) string { return d.Day.Format(time.RFC3339) + " " + balanceText(d.Balance) }

func groupTexts(s *Statement) (out []string) {
	for _, g := range s.Groups {
		out = append(out, fmt.Sprintf("%s %s %s %d: %s +%s -%s %s = %s", g.Month.Format("2006-01"), g.Kind, g.Operation, g.Entries, g.Opening, g.Debit, g.Credit, g.Hold, g.Closing))
	}
	return out
}

// TestEmptyPeriods: nothing in the period, or nothing at all, adds up as well.
func TestEmptyPeriods(t *testing.T) {
	s, k := october(t, ledgerOf(t, ""))
	require.True(t, s.OK(), failed(s))
	require.Equal(t, []string{"0.00 0.00 0.00", "0.00 0.00 0.00"}, []string{balanceText(s.Opening), balanceText(s.Closing)})
	require.Equal(t, noTurnover(), s.Turnover)
	require.Empty(t, s.Groups)
	require.Empty(t, k.lines)
	require.Len(t, s.Days, 31)

	s, _ = october(t, ledgerOf(t, "a1 order_margin 10 2026-09-01T00:00Z\np1 payout_iban -4 2026-11-05T00:00Z"))
	require.True(t, s.OK(), failed(s))
	require.Equal(t, []string{"2026-10 accrual order_margin 0: 10.00 +0.00 -0.00 0.00 = 10.00"}, groupTexts(s))
	require.Equal(t, "10.00 0.00 10.00", balanceText(s.Closing))
}

// TestSeveralMonths: an operation goes on from month to month, and a month's openings and
// closings sum to what is available.
func TestSeveralMonths(t *testing.T) {
	s, _ := october(t, ledgerOf(t, autumn), func(o *Options) {
		o.Period, _ = Days("2026-09-15", "2026-11-02", o.Period.From.Location())
		o.Now = o.Period.To
	})
	require.True(t, s.OK(), failed(s))
	groups := groupTexts(s)
	require.Contains(t, groups, "2026-09 accrual order_margin 1: 300.00 +50.25 -0.00 0.00 = 350.25")
	require.Contains(t, groups, "2026-10 accrual order_margin 3: 350.25 +300.15 -0.00 0.00 = 650.40")
	require.Contains(t, groups, "2026-11 accrual order_margin 1: 650.40 +1000.00 -0.00 0.00 = 1650.40")
	require.Contains(t, groups, "2026-11 payout payout_iban 0: -249.75 +0.00 -0.00 0.00 = -249.75")
	require.Len(t, s.Days, 16+31+2)
}

// TestAPeriodUnderWay: days to come are not shown, and the statement says that it is not final.
func TestAPeriodUnderWay(t *testing.T) {
	s, _ := october(t, ledgerOf(t, "h1 hold_placed -10 2026-10-02T10:00Z\na1 order_margin 10 2026-10-12T10:00Z"), func(o *Options) { o.Now = time.Date(2026, 10, 10, 9, 0, 0, 0, time.UTC) })
	require.True(t, s.OK(), failed(s))
	require.Contains(t, unchecked(s), "entries_final: the period ends with 2026-10-31 and was read at 2026-10-10 12:00: entries may still come")
	require.Len(t, s.Days, 12, "an entry is dated later than the reading")
	require.Equal(t, 7, s.Holds[0].Age)
}

// TestManyDays: a long period shows the ends of its months.
func TestManyDays(t *testing.T) {
	s, _ := october(t, ledgerOf(t, autumn), func(o *Options) {
		o.Period, _ = Days("2025-09-15", "2026-11-15", o.Period.From.Location())
		o.Now = o.Period.To
	})
	require.Len(t, s.Days, 15)
	require.Equal(t, "2025-09-30T00:00:00+03:00 0.00 0.00 0.00", dayText(s.Days[0]))
	require.Equal(t, "2026-09-30T00:00:00+03:00 350.25 120.50 229.75", dayText(s.Days[12]))
	require.Equal(t, "2026-10-31T00:00:00+02:00 210.15 80.00 130.15", dayText(s.Days[13]))
	require.Equal(t, "2026-11-15T00:00:00+02:00 1210.15 80.00 1130.15", dayText(s.Days[14]))
}

// TestReadFails: what the sink and the service fail with is an error, and no statement comes.
func TestReadFails(t *testing.T) {
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	o := Options{Period: period, Now: period.To}
	full := errors.New("the disk is full")
	for _, sink := range []Sink{{Entry: func(*Line) error { return full }}, {Payout: failPayout(full)}} {
		s, err := Read(t.Context(), ledgerOf(t, autumn).client(t), o, sink)
		require.ErrorIs(t, err, full)
		require.Nil(t, s)
	}
	broken := ledgertest.ClientOf(t, ledgertest.Answers(nothing))
	s, err := Read(t.Context(), broken, o, Sink{})
	require.Equal(t, supplier.KindTransient, supplier.KindOf(err))
	require.ErrorContains(t, err, "read the ledger: list ledger entries")
	require.Nil(t, s)

	_, err = Read(t.Context(), ledgerOf(t, "a1 fee 99999999999999999.99 2026-10-01T00:00Z").client(t), o, Sink{})
	require.NoError(t, err)
	huge := ledgerOf(t, "a1 fee 99999999999999999.99 2026-10-01T00:00Z")
	huge.entries = append(huge.entries, huge.entries[0])
	huge.entries[1].ID = "a2"
	_, err = Read(t.Context(), ledgertest.ClientOf(t, ledgertest.Answers(huge.withoutMeta)), o, Sink{})
	require.ErrorContains(t, err, "sum up the ledger")
}
