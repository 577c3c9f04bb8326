package ledgertest_test

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

var (
	october  = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	november = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
)

// read gives the ids of a reading, its end and its error.
func read(t *testing.T, pages supplier.LedgerPages, each func(*supplier.LedgerEntry)) (int, error) {
	t.Helper()
	n := 0
	for e, err := range pages.Entries(t.Context()) {
		if err != nil {
			return n, err
		}
		n++
		if each != nil {
			each(&e)
		}
	}
	return n, nil
}

func kopecks(t *testing.T, m money.Amount) *big.Int {
	t.Helper()
	r, ok := new(big.Rat).SetString(m.String())
	require.True(t, ok, m)
	r.Mul(r, big.NewRat(100, 1))
	require.True(t, r.IsInt(), m)
	return r.Num()
}

// TestGenerated: the ledger that a client reads comes to the sums that the server states
// in two ways, and each balance goes on from the one before.
func TestGenerated(t *testing.T) {
	s := ledgertest.New(t, ledgertest.Ledger{Entries: 5003, Seed: 3, From: october, To: november})
	for _, q := range []supplier.LedgerQuery{{}, {From: october.AddDate(0, 0, 7), To: october.AddDate(0, 0, 20)}, {To: october}, {Kind: "payout"}} {
		t.Run(fmt.Sprintf("%v %v %s", q.From, q.To, q.Kind), func(t *testing.T) {
			pages := s.Client(t).Ledger(q)
			sum, last := new(big.Int), new(big.Int)
			n, err := read(t, pages, func(e *supplier.LedgerEntry) {
				sum.Add(sum, kopecks(t, e.Amount))
				after := kopecks(t, e.BalanceAfter.Available)
				if last.Sign() != 0 && q.Kind == "" {
					require.Equal(t, last.Add(last, kopecks(t, e.Amount)).String(), after.String(), e.ID)
				}
				last.Set(after)
			})
			require.NoError(t, err)
			want := s.Sum(q.From, q.To)
			meta := pages.Meta()
			require.Equal(t, []string{want.Accrual.String(), want.Hold.String(), want.Payout.String()},
				[]string{kopecks(t, meta.TurnoverAccrual).String(), kopecks(t, meta.TurnoverHold).String(), kopecks(t, meta.TurnoverPayout).String()})
			require.Equal(t, new(big.Int).Sub(kopecks(t, meta.Closing), kopecks(t, meta.Opening)).String(), want.Amount.String())
			if q.Kind != "" {
				require.Equal(t, want.Payout.String(), sum.String())
				return
			}
			require.EqualValues(t, want.Entries, n)
			require.Equal(t, want.Amount.String(), sum.String())
		})
	}
}

// TestFaults: each entry place around a page's border, for what is skipped and repeated.
func TestFaults(t *testing.T) {
	for place := 1; place <= 12; place++ {
		s := ledgertest.New(t, ledgertest.Ledger{Entries: 12, From: october, To: november, PerPage: 5, Faults: ledgertest.Faults{Skip: place}})
		n, err := read(t, s.Client(t).Ledger(supplier.LedgerQuery{}), nil)
		require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err), err)
		require.Equal(t, 11, n)

		s.Break(ledgertest.Faults{Repeat: place, Changed: true})
		pages := s.Client(t).Ledger(supplier.LedgerQuery{})
		seen := map[string]money.Amount{}
		n, err = read(t, pages, func(e *supplier.LedgerEntry) { seen[e.ID] = e.Amount })
		require.NoError(t, err)
		require.Equal(t, 12, n)
		require.Len(t, pages.Repeated(), 1)
		again := pages.Repeated()[0]
		require.Equal(t, fmt.Sprintf("led_%07d", place), again.ID)
		require.NotEqual(t, seen[again.ID], again.Amount)
	}
}

func TestWrittenLedgerChanges(t *testing.T) {
	s := ledgertest.New(t, ledgertest.Ledger{From: october, Written: []ledgertest.Entry{
		{Kind: "hold", Operation: "hold_placed", Kopecks: -10_005}, {Kind: "accrual", Operation: "correction", Kopecks: 300},
	}})
	list := func() (out []string) {
		_, err := read(t, s.Client(t).Ledger(supplier.LedgerQuery{}), func(e *supplier.LedgerEntry) {
			out = append(out, e.ID+" "+e.Amount.String()+" "+e.BalanceAfter.Available.String())
		})
		require.NoError(t, err)
		return out
	}
	require.Equal(t, []string{"led_0000001 -100.05 -100.05", "led_0000002 3.00 -97.05"}, list())
	s.Add(ledgertest.Entry{ID: "late", Kind: "accrual", Operation: "fee", Kopecks: -1, PostedAt: october.Add(time.Second)})
	s.Change("led_0000002", 400)
	require.Equal(t, []string{"led_0000001 -100.05 -100.05", "late -0.01 -100.06", "led_0000002 4.00 -96.06"}, list())
	s.Drop("led_0000001")
	require.Equal(t, []string{"late -0.01 -0.01", "led_0000002 4.00 3.99"}, list())
}

func TestOrdersAndShipments(t *testing.T) {
	s := ledgertest.New(t, ledgertest.Ledger{PerPage: 2,
		Orders: []ledgertest.Order{{ID: "o1", Status: "new", Payment: "cod", Drop: 100, Retail: 250, Created: october, Updated: october},
			{ID: "o2", Status: "delivered", History: []ledgertest.Change{{"delivered", november}}, Payment: "balance", Created: october, Updated: november},
			{ID: "o3", Status: "new", Payment: "cod", Created: october, Updated: november}},
		Shipments: []ledgertest.Shipment{{ID: "p1", OrderID: "o1", Waybill: "20450000000001", Estimated: "2026-10-05", Updated: october}}})
	var ids []string
	for o, err := range s.Client(t).Orders(t.Context(), supplier.OrderQuery{UpdatedSince: november}) {
		require.NoError(t, err)
		ids = append(ids, o.ID)
	}
	require.Equal(t, []string{"o2", "o3"}, ids)
	for o, err := range s.Client(t).Orders(t.Context(), supplier.OrderQuery{CreatedTo: october}) {
		require.NoError(t, err)
		require.Equal(t, "1.50", o.Totals.Profit.String())
		break
	}
	for p, err := range s.Client(t).Shipments(t.Context(), supplier.ShipmentQuery{}) {
		require.NoError(t, err)
		require.Equal(t, "2026-10-05", p.EstimatedDelivery)
	}
	require.Equal(t, 3, s.Requests())
}

func BenchmarkReadMillion(b *testing.B) {
	s := ledgertest.New(b, ledgertest.Ledger{Entries: 1_000_000, Seed: 1, From: october, To: november})
	client := s.Client(b)
	for b.Loop() {
		n := 0
		for _, err := range client.Ledger(supplier.LedgerQuery{}).Entries(b.Context()) {
			require.NoError(b, err)
			n++
		}
		require.Equal(b, 1_000_000, n)
	}
}
