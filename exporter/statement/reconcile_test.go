package statement

import (
	"context"
	"iter"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// scene is a ledger with its orders, each written as a line of words.
//
//	order: ID PAYMENT DROP RETAIL STATUS@DAY…       for example: o1 cod 100 250 shipped@3 delivered@5
//	entry: ID OPERATION AMOUNT DAY ORDER            for example: e1 order_margin 150 5 o1
//
// Amounts are in whole hryvnias; a day is one of October, or of November from 32 on, or
// of September from 0 down, at noon UTC.
func scene(t *testing.T, orders, entries string) ledgertest.Ledger {
	t.Helper()
	var l ledgertest.Ledger
	for line := range strings.Lines(orders) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		o := ledgertest.Order{ID: words[0], Number: "1" + words[0], ExternalID: "KC-" + words[0], Payment: words[1],
			Drop: kopecksOf(t, words[2]), Retail: kopecksOf(t, words[3]), Created: day(t, "-9"), Waybills: []string{"2045-" + words[0], "2046-" + words[0]}}
		for _, step := range words[4:] {
			status, at, _ := strings.Cut(step, "@")
			o.Status, o.Updated = status, day(t, at)
			o.History = append(o.History, ledgertest.Change{Status: status, At: o.Updated})
		}
		l.Orders = append(l.Orders, o)
	}
	for line := range strings.Lines(entries) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		e := ledgertest.Entry{ID: words[0], Kind: kindAccrual, Operation: words[1], Kopecks: kopecksOf(t, words[2]), PostedAt: day(t, words[3])}
		if kind, _, _ := strings.Cut(e.Operation, "_"); kind == kindHold || kind == kindPayout {
			e.Kind = kind
		}
		if len(words) > 4 {
			e.OrderID, e.OrderExternalID = words[4], "KC-"+words[4]
		}
		l.Written = append(l.Written, e)
	}
	return l
}

func kopecksOf(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	require.NoError(t, err)
	return 100 * n
}

func day(t *testing.T, text string) time.Time {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return time.Date(2026, 10, n, 12, 0, 0, 0, time.UTC)
}

// readScene reads the statement of October, in December.
func readScene(t *testing.T, source Source, change ...func(*Options)) *Statement {
	t.Helper()
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	o := Options{Period: period, Account: closed.Account{Name: "shop"}, Now: time.Date(2026, 12, 10, 9, 0, 0, 0, time.UTC), Orders: true}
	for _, c := range change {
		c(&o)
	}
	s, err := Read(t.Context(), source, o, Sink{})
	require.NoError(t, err)
	requireSaid(t, s, map[string]bool{})
	return s
}

func checkOf(t *testing.T, s *Statement, name string) Check {
	t.Helper()
	i := slices.IndexFunc(s.Checks, func(c Check) bool { return c.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return s.Checks[i]
}

func TestReconcile(t *testing.T) {
	for _, test := range []struct {
		name, orders, entries string
		want                  []string // code, order, expected, found and message
	}{
		{"paid on delivery", "o1 cod 100 250 shipped@3 delivered@5", "e1 order_margin 150 5 o1", nil},
		{"charged before the period", "o1 balance 100 250 shipped@-1 delivered@5", "e1 order_cost -100 -1 o1", nil},
		{"completed without delivered", "o1 cod 100 250 completed@5", "",
			[]string{"accrual_missing KC-o1 150.00 0.00 order KC-o1 was delivered on 2026-10-05 and has no order_margin of 150.00 by 2026-11-14, two weeks after the period: ask the supplier about it"}},
		{"a fee is no accrual", "o1 prepaid 100 250 delivered@5", "e1 fee -7 5 o1",
			[]string{"accrual_missing KC-o1 -100.00 0.00 order KC-o1 was delivered on 2026-10-05 and has no order_cost of -100.00 by 2026-11-14, two weeks after the period: ask the supplier about it"}},
		{"booked in another way", "o1 cod 100 250 delivered@5", "e1 sale 140 5 o1", nil},
		{"nothing to book", "o1 cod 250 250 delivered@5", "", nil},
		{"delivered after the period", "o1 cod 100 250 shipped@3 delivered@33", "", nil},
		{"delivered before the period", "o1 cod 100 250 delivered@-2 completed@3", "e1 order_margin 150 -2 o1", nil},
		{"wrong amount", "o1 cod 100 250 delivered@5", "e1 order_margin 149 5 o1",
			[]string{"accrual_differs KC-o1 150.00 149.00 order KC-o1 has order_margin of 149.00, by the order it is 150.00: 1.00 too little: ask the supplier to correct it"}},
		{"in two parts", "o1 cod 100 250 delivered@5", "e1 order_margin 50 5 o1\ne2 order_margin 100 6 o1", nil},
		{"twice, once before the period", "o1 balance 100 250 shipped@-1", "e1 order_cost -100 -1 o1\ne2 order_cost -100 6 o1",
			[]string{"accrual_double KC-o1 -100.00 -200.00 order KC-o1 has 2 entries order_cost, -200.00 in all, the last one of -100.00 is too much: ask the supplier to take it back"}},
		{"twice", "o1 balance 100 250 shipped@3", "e1 order_cost -100 3 o1\ne2 order_cost -100 6 o1",
			[]string{"accrual_double KC-o1 -100.00 -200.00 order KC-o1 has 2 entries order_cost, -200.00 in all, the last one of -100.00 is too much: ask the supplier to take it back"}},
		{"taken back and booked anew", "o1 cod 100 250 delivered@5", "e1 order_margin 140 5 o1\ne2 order_margin -140 6 o1\ne3 order_margin 150 6 o1", nil},
		{"returned", "o1 prepaid 100 250 shipped@3 returned@9", "e1 order_cost -100 3 o1\ne2 return 100 9 o1\ne3 fee -70 9 o1", nil},
		{"returned and not given back", "o1 prepaid 100 250 shipped@3 returned@9", "e1 order_cost -100 3 o1\ne3 fee -70 9 o1",
			[]string{"return_missing KC-o1 0.00 -100.00 order KC-o1 is returned and was charged and not given back -100.00: ask the supplier for the entry that takes it back"}},
		{"returned and the margin kept", "o1 cod 100 250 delivered@3 returned@9", "e1 order_margin 150 3 o1",
			[]string{"return_missing KC-o1 0.00 150.00 order KC-o1 is returned and keeps accruals of 150.00: ask the supplier for the entry that takes it back"}},
		{"returned after the period", "o1 cod 100 250 delivered@3 returned@40", "e1 order_margin 150 3 o1", nil},
		{"no such order", "o1 cod 100 250 new@3", "e1 correction -3 5 o7\ne2 correction 5 6 o7",
			[]string{"accrual_without_order KC-o7 0.00 2.00 accruals of 2.00 name order KC-o7, which the supplier does not list: ask what they are for"}},
		{"an old order that is looked up", "o1 cod 100 250 delivered@-45", "e1 correction -3 5 o1", nil},
		{"an old order that is charged too much", "o1 cod 100 250 delivered@-45", "e1 order_margin 4000 5 o1",
			[]string{"accrual_differs KC-o1 150.00 4000.00 order KC-o1 is of before the period and has accruals of 4,000.00 in it, by the order it is 150.00: 3,850.00 too much: ask the supplier to correct it"}},
		{"an order that is final holds", "o1 cod 100 250 cancelled@5", "h1 hold_placed -100 3 o1",
			[]string{"hold_stale KC-o1 0.00 100.00 order KC-o1 is cancelled, its hold of 100.00 is open for 28 days: ask the supplier to release it"}},
		{"final after the period", "o1 cod 100 250 shipped@3 completed@33", "h1 hold_placed -100 3 o1", nil},
		{"final long ago", "o1 cod 100 250 cancelled@-40", "h1 hold_placed -100 -42 o1",
			[]string{"hold_stale KC-o1 0.00 100.00 order KC-o1 is cancelled, its hold of 100.00 is open for 73 days: ask the supplier to release it"}},
		{"old", "o1 cod 100 250 shipped@3", "h1 hold_placed -100 0 o1",
			[]string{"hold_old KC-o1 0.00 100.00 hold h1 of 2026-09-30, 100.00 of it, is open for 31 days, order KC-o1 is shipped: ask the supplier what keeps it"}},
		{"old without an order", "", "h1 hold_placed -100 0", []string{"hold_old  0.00 100.00 hold h1 of 2026-09-30, 100.00 of it, is open for 31 days and names no order: ask the supplier what keeps it"}},
		{"holds for an order that is none", "", "h1 hold_placed -100 20 o9",
			[]string{"hold_without_order KC-o9 0.00 100.00 a hold of 100.00 names order KC-o9, which the supplier does not list: ask the supplier to release it"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := readScene(t, ledgertest.New(t, scene(t, test.orders, test.entries)).Client(t))
			var got []string
			failing := map[string]bool{}
			for _, d := range s.Differences {
				got = append(got, strings.Join([]string{d.Code, d.ExternalID, d.Expected.String(), d.Found.String(), d.Message.String()}, " "))
				name := "orders_have_accruals"
				if strings.HasPrefix(d.Code, "hold_") {
					name = "holds_have_reason"
				}
				failing[name] = d.Code != "hold_old" || d.OrderID == ""
			}
			require.Equal(t, test.want, got)
			for _, name := range []string{"orders_have_accruals", "holds_have_reason"} {
				c := checkOf(t, s, name)
				require.Equal(t, !failing[name], c.OK, c)
			}
		})
	}
}

// TestHoldsAreExplained: the status that the order had when the period ended, and the
// day on which the last of its parcels is expected, at that day's start in the zone.
func TestHoldsAreExplained(t *testing.T) {
	l := scene(t, "o1 cod 100 250 shipped@28 delivered@33\no2 cod 100 250 new@-40", "h2 hold_placed -9 -40 o2\nh1 hold_placed -100 28 o1")
	l.Shipments = []ledgertest.Shipment{
		{ID: "p1", OrderID: "o1", Waybill: "1", State: "delivered", Estimated: "2026-11-02", Updated: day(t, "33")},
		{ID: "p2", OrderID: "o1", Waybill: "2", State: "delivered", Estimated: "2026-11-01", Updated: day(t, "33")},
		{ID: "p3", OrderID: "o2", Waybill: "3", State: "in_transit", Estimated: "2026-10-05", Updated: day(t, "-20")},
		{ID: "p4", OrderID: "o2", Waybill: "4", State: "in_transit", Estimated: "soon", Updated: day(t, "-20")},
	}
	s := readScene(t, ledgertest.New(t, l).Client(t))
	require.Len(t, s.Holds, 2)
	require.Equal(t, []any{"new", "shipped"}, []any{s.Holds[0].OrderStatus, s.Holds[1].OrderStatus})
	require.Equal(t, "2026-11-02T00:00:00+02:00", s.Holds[1].Expected.Format(time.RFC3339))
	require.True(t, s.Holds[0].Expected.IsZero(), "the last word on it is no date")
	require.Equal(t, "2045-o1; 2046-o1", newReconcilerOf(t, l).waybills("o1"))
}

func newReconcilerOf(t *testing.T, l ledgertest.Ledger) *reconciler {
	t.Helper()
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	r := newReconciler(period, period.To)
	require.NoError(t, r.read(t.Context(), ledgertest.New(t, l).Client(t)))
	return r
}

// shortOrders is a source whose list of orders ends early, or is refused where filtered.
type shortOrders struct {
	Source
	list, lookUp, filtered error
}

func (s shortOrders) Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error] {
	err := s.list
	switch {
	case len(q.ExternalIDs) > 0:
		err = s.lookUp
	case !q.UpdatedSince.IsZero() && s.filtered != nil:
		return func(yield func(supplier.Order, error) bool) { yield(supplier.Order{}, s.filtered) }
	}
	return func(yield func(supplier.Order, error) bool) {
		for o, err := range s.Source.Orders(ctx, q) {
			if !yield(o, err) {
				return
			}
		}
		if err != nil {
			yield(supplier.Order{}, err)
		}
	}
}

func TestOrdersThatAreNotAllKnown(t *testing.T) {
	l := scene(t, "o1 cod 100 250 delivered@5", "e1 order_margin 150 5 o1\ne2 correction 1 6 o8")
	client := ledgertest.New(t, l).Client(t)
	incomplete := &supplier.Error{Kind: supplier.KindIncomplete, Op: "orders", Detail: "read 1 distinct items of 2 announced, 0 came twice"}
	refused := &supplier.Error{Kind: supplier.KindRejected, Op: "orders", Detail: "the supplier's mapping has no filter external_id"}

	c := checkOf(t, readScene(t, shortOrders{Source: client, list: incomplete}), "orders_have_accruals")
	require.False(t, c.OK)
	require.Contains(t, c.Detail.String(), "the orders are not all known: ")
	require.Contains(t, c.Detail.String(), "read 1 distinct items of 2")

	s := readScene(t, shortOrders{Source: client, lookUp: refused})
	require.Empty(t, s.Differences, "nobody knows whether the order exists")
	c = checkOf(t, s, "orders_have_accruals")
	require.True(t, c.OK)
	require.Contains(t, c.Detail.String(), "could not be looked up")

	s = readScene(t, shortOrders{Source: client, filtered: refused})
	require.Equal(t, "accrual_without_order", s.Differences[0].Code, "all orders were read instead")

	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	broken := ledgertest.New(t, ledgertest.Ledger{Faults: ledgertest.Faults{Fail: "/api/orders"}})
	_, err = Read(t.Context(), broken.Client(t), Options{Period: period, Now: period.To, Orders: true}, Sink{})
	require.ErrorContains(t, err, "read the orders: ")
}

// TestUnaskedInEitherLanguage: why orders could not be looked up is said as what stands around it is.
func TestUnaskedInEitherLanguage(t *testing.T) {
	period, err := Month("2026-10", kyiv(t))
	require.NoError(t, err)
	for _, want := range []struct {
		unlisted int
		en, uk   string
	}{
		{0, "accruals name orders without the client's number", "у нарахуваннях немає зовнішнього номера замовлення"},
		{1, "1 more accruals name orders that are not known", "невідомих замовлень стосується ще 1 нарахування"},
		{2, "2 more accruals name orders that are not known", "невідомих замовлень стосуються ще 2 нарахування"},
		{5, "5 more accruals name orders that are not known", "невідомих замовлень стосується ще 5 нарахувань"},
	} {
		r := newReconciler(period, period.To)
		r.strangers["o9"], r.unlisted = &stranger{entryID: "e9", net: zero()}, want.unlisted
		r.judgeStrangers()
		detail := r.accrued(0, 0)
		require.True(t, strings.HasSuffix(detail.In(wording.English), "; orders of before the period could not be looked up: "+want.en), detail)
		require.True(t, strings.HasSuffix(detail.In(wording.Ukrainian), "знайти не вдалося: «"+want.uk+"»"), detail.In(wording.Ukrainian))
	}
}

// TestManyFindings: a thousand are listed, and the rest is counted.
func TestManyFindings(t *testing.T) {
	var orders strings.Builder
	for i := range maxFindings + 5 {
		orders.WriteString("o" + strconv.Itoa(i) + " cod 100 250 delivered@5\n")
	}
	// One order that is booked shows that the others are missed.
	s := readScene(t, ledgertest.New(t, scene(t, orders.String()+"ok cod 100 250 delivered@5\n", "e1 order_margin 150 5 ok")).Client(t))
	require.Len(t, s.Differences, maxFindings)
	c := checkOf(t, s, "orders_have_accruals")
	require.Contains(t, c.Detail.String(), "findings: 1005")
	require.Contains(t, c.Detail.String(), "5 more findings are not listed")
	require.Equal(t, "150900.00 150.00", c.Expected.String()+" "+c.Found.String())
}

// TestMemoryOfOrders: what is kept of an order, once it is charged, is small.
func TestMemoryOfOrders(t *testing.T) {
	racing.Skip(t)
	const n = 100_000
	r := newReconciler(octoberPeriod(t), day(t, "70"))
	before := heap()
	for i := range n {
		id := strconv.Itoa(10_000_000 + i)
		r.order(&supplier.Order{ID: "ord_" + id, ExternalID: "KC-" + id, Status: "completed", WaybillNumber: "204500" + id, Comment: strings.Repeat("x", 200),
			StatusHistory: []supplier.StatusChange{{Status: "delivered", At: day(t, "5")}}, Payment: supplier.Payment{Method: supplier.PaymentCOD},
			Totals: supplier.OrderTotals{Profit: money.Must("150.00")}})
		r.entry(&supplier.LedgerEntry{ID: "led_" + id, Kind: kindAccrual, Operation: orderMargin, OrderID: "ord_" + id, Amount: money.Must("150.00")}, true)
	}
	each := (heap() - before) / n
	t.Logf("%d bytes an order", each)
	require.Less(t, each, uint64(450))
	differences, checks := r.finish(nil)
	require.Empty(t, differences)
	require.True(t, checks[0].OK)
}

func heap() uint64 {
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	return mem.HeapAlloc
}
