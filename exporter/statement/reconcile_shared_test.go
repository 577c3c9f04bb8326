package statement

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// settling is a source that says how its ledger books orders.
type settling struct {
	Source
	how supplier.Settlements
}

func (s settling) Settlements() supplier.Settlements { return s.how }

const threePrepaid = `o1 prepaid 100 250 delivered@5
	o2 prepaid 100 250 delivered@6
	o3 prepaid 200 250 delivered@7
	`

// TestWhatAWayOfPaymentShares: what every order of a payment method has is one finding,
// with the line of the mapping that settles it; what one of them does not have is none.
func TestWhatAWayOfPaymentShares(t *testing.T) {
	for _, test := range []struct {
		name, orders, entries string
		how                   supplier.Settlements
		want                  []string // code, order, expected and found
		says                  []string // in the first message, or in the check where there is none
	}{
		{"never booked", threePrepaid + "o4 cod 100 250 delivered@5", "e1 order_margin 150 5 o4", nil, []string{"orders_unbooked  -400.00 0.00"},
			[]string{"none of the 3 delivered orders paid as prepaid, -400.00 in all, has an accrual by 2026-11-14, two weeks after the period: where that is agreed", `write "prepaid: outside" under ledger:`}},
		{"never booked as agreed", threePrepaid, "", supplier.Settlements{"prepaid": supplier.SettledOutside}, nil, []string{"0 orders to be booked were delivered in the period, none lacks its accrual; 3 orders are settled outside the ledger (paid as prepaid)"}},
		{"no cash on delivery booked", strings.ReplaceAll(threePrepaid, "prepaid", "cod"), "", nil, []string{"orders_unbooked  350.00 0.00"}, []string{`write "cod: outside"`}},
		{"two are no rule", "o1 prepaid 100 250 delivered@5\no2 prepaid 100 250 delivered@6", "", nil, []string{"accrual_missing KC-o1 -100.00 0.00", "accrual_missing KC-o2 -100.00 0.00"}, nil},
		{"one of them is booked", threePrepaid, "e1 order_cost -200 7 o3", nil, []string{"accrual_missing KC-o1 -100.00 0.00", "accrual_missing KC-o2 -100.00 0.00"}, nil},
		{"they were booked before", threePrepaid + "o4 prepaid 100 250 delivered@-3", "e1 order_cost -100 -3 o4", nil,
			[]string{"accrual_missing KC-o1 -100.00 0.00", "accrual_missing KC-o2 -100.00 0.00", "accrual_missing KC-o3 -200.00 0.00"}, nil},
		{"net of a fee", threePrepaid, "e1 order_cost -105 5 o1\ne2 order_cost -105 6 o2\ne3 order_cost -210 7 o3", nil, []string{"orders_booked_apart  -400.00 -420.00"},
			[]string{"-420.00 in all instead of -400.00, from 5.00 to 10.00 apart each", `write "prepaid: net"`}},
		{"net of a fee as agreed", threePrepaid, "e1 order_cost -105 5 o1\ne2 order_cost -105 6 o2\ne3 order_cost -199 7 o3", supplier.Settlements{"prepaid": supplier.SettledNet},
			[]string{"accrual_differs KC-o3 -200.00 -199.00"}, nil},
		{"more than the orders say", threePrepaid, "e1 order_cost -95 5 o1\ne2 order_cost -95 6 o2\ne3 order_cost -95 7 o3", nil, []string{"orders_booked_apart  -400.00 -285.00"}, []string{`"prepaid: own"`}},
		{"the supplier's own reckoning", threePrepaid, "e1 order_cost -95 5 o1\ne2 order_cost -995 6 o2\ne3 order_cost -95 7 o3\ne4 order_cost -95 7 o3", supplier.Settlements{"prepaid": supplier.SettledOwn},
			[]string{"accrual_double KC-o3 -200.00 -190.00"}, nil},
		{"one of them fits", threePrepaid, "e1 order_cost -105 5 o1\ne2 order_cost -105 6 o2\ne3 order_cost -200 7 o3", nil,
			[]string{"accrual_differs KC-o1 -100.00 -105.00", "accrual_differs KC-o2 -100.00 -105.00"}, nil},
		{"a payment that nobody knows", strings.ReplaceAll(threePrepaid, "prepaid", "barter"), "", nil, []string{"orders_unbooked  -400.00 0.00"}, []string{`the payment "barter" is not known: translate it`}},
		{"a return of what is settled outside", "o1 prepaid 100 250 delivered@3 returned@9", "e1 return 100 9 o1", supplier.Settlements{"prepaid": supplier.SettledOutside}, nil, nil},
		{"a way back that costs", "o1 cod 100 250 shipped@3 returned@9", "e1 delivery -70 9 o1", nil, nil, nil},
		{"on its way back", "o1 cod 100 250 delivered@3 returning@9", "", nil, nil, nil},
		{"back before it was booked", "o1 cod 100 250 delivered@31 returned@40", "", nil, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := settling{ledgertest.New(t, scene(t, test.orders, test.entries)).Client(t), test.how}
			s := readScene(t, source)
			var got []string
			said := checkOf(t, s, "orders_have_accruals").Detail.String()
			for i, d := range s.Differences {
				if i == 0 {
					said = d.Message.String()
				}
				got = append(got, strings.Join([]string{d.Code, d.ExternalID, d.Expected.String(), d.Found.String()}, " "))
			}
			require.Equal(t, test.want, got, said)
			require.Equal(t, test.want == nil, checkOf(t, s, "orders_have_accruals").OK)
			for _, words := range test.says {
				require.Contains(t, said, words)
			}
		})
	}
}

// TestBookedAfterThePeriod: an order of the period's end is looked for in the fourteen days
// behind it, as far as they are over; what stands there is in no figure.
func TestBookedAfterThePeriod(t *testing.T) {
	const order = "o1 cod 100 250 delivered@31\no2 cod 100 250 delivered@5"
	for _, test := range []struct {
		name, entries string
		now           time.Time
		says          string
		missing       int
	}{
		{"two days later", "e2 order_margin 150 5 o2\ne1 order_margin 150 33 o1", day(t, "70"), "2 orders to be booked were delivered in the period, none lacks its accrual; 1 order is booked after the period", 0},
		{"on the last day", "e2 order_margin 150 5 o2\ne1 order_margin 150 45 o1", day(t, "70"), "1 order is booked after the period", 0},
		{"too late", "e2 order_margin 150 5 o2\ne1 order_margin 150 46 o1", day(t, "70"), "by 2026-11-14, two weeks after the period: ask", 1},
		{"not by now", "e2 order_margin 150 5 o2\ne1 order_margin 150 36 o1", day(t, "34"), "by 2026-11-03 14:00, when it was read: export again", 1},
		{"a fee alone", "e2 order_margin 150 5 o2\ne1 fee -7 33 o1", day(t, "70"), "two weeks after the period", 1},
		{"while the period goes on", "e2 order_margin 150 5 o2", day(t, "31").Add(time.Hour), "by the period's end: look for it in the next period", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := readScene(t, ledgertest.New(t, scene(t, order, test.entries)).Client(t), func(o *Options) { o.Now = test.now })
			said := checkOf(t, s, "orders_have_accruals").Detail.String()
			for _, d := range s.Differences {
				said += d.Message.String()
			}
			require.Len(t, s.Differences, test.missing, said)
			require.Contains(t, said, test.says)
			require.Equal(t, "150.00", s.Closing.Available.String())
			require.EqualValues(t, 1, s.Entries)
		})
	}
}

// TestTheDaysAfterAreReadWhenNeeded: where every order is booked nothing more is asked.
func TestTheDaysAfterAreReadWhenNeeded(t *testing.T) {
	for entries, want := range map[string]int{"e1 order_margin 150 5 o1": 2, "": 3} {
		source := &asked{Source: ledgertest.New(t, scene(t, "o1 cod 100 250 delivered@5", entries)).Client(t)}
		readScene(t, source)
		require.Len(t, source.ledgers, want)
	}
}

// asked notes which parts of the ledger are read.
type asked struct {
	Source
	ledgers []supplier.LedgerQuery
}

func (a *asked) Ledger(q supplier.LedgerQuery) supplier.LedgerPages {
	a.ledgers = append(a.ledgers, q)
	return a.Source.Ledger(q)
}

// TestOrdersOfAnotherCurrency: what is booked in another currency is booked, its amounts
// are not compared, and sums are of one currency.
func TestOrdersOfAnotherCurrency(t *testing.T) {
	r := newReconciler(octoberPeriod(t), day(t, "70"))
	for id, currency := range map[string]string{"o1": "UAH", "o2": "USD", "o3": ""} {
		r.order(&supplier.Order{ID: id, ExternalID: id, Status: "delivered", Currency: currency, Payment: supplier.Payment{Method: supplier.PaymentCOD},
			StatusHistory: []supplier.StatusChange{{Status: "delivered", At: day(t, "5")}}, Totals: supplier.OrderTotals{Profit: supplierAmount(150)}})
		r.entry(&supplier.LedgerEntry{ID: "e" + id, Kind: kindAccrual, Operation: orderMargin, OrderID: id, Amount: supplierAmount(150), Currency: "UAH"}, true)
	}
	differences, checks := r.finish(nil)
	require.Empty(t, differences)
	require.Equal(t, "300.00", checks[0].Expected.String())
	require.Contains(t, checks[0].Detail.String(), "orders booked in another currency than theirs: 1")
}

func supplierAmount(hryvnias int) money.Amount { return money.Must(strconv.Itoa(hryvnias) + ".00") }

// TestEntriesThatNameTheClientsNumberAlone: they are of the order that has it.
func TestEntriesThatNameTheClientsNumberAlone(t *testing.T) {
	l := scene(t, "o1 cod 100 250 delivered@5\no2 cod 100 250 delivered@30\no3 cod 100 250 delivered@6", "e1 order_margin 150 5 o1\ne2 order_margin 150 33 o2\ne3 order_margin 149 6 o3")
	for i := range l.Written {
		l.Written[i].OrderID = ""
	}
	s := readScene(t, ledgertest.New(t, l).Client(t))
	require.Len(t, s.Differences, 1)
	require.Equal(t, "accrual_differs KC-o3", s.Differences[0].Code+" "+s.Differences[0].ExternalID)
}

// TestOrdersBesideTheCurrencyAsked: an order in another currency than the one that is asked for has its
// entry among those that are left out, and nobody misses it; one of no known currency is missed.
func TestOrdersBesideTheCurrencyAsked(t *testing.T) {
	for asked, missing := range map[string][]string{"": {"o1", "o2", "o3"}, "USD": {"o2", "o3"}, "UAH": {"o1", "o3"}} {
		r := newReconciler(octoberPeriod(t), day(t, "70"))
		r.asked = asked
		for id, currency := range map[string]string{"o1": "UAH", "o2": "USD", "o3": ""} {
			r.order(&supplier.Order{ID: id, ExternalID: id, Status: "delivered", Currency: currency, Payment: supplier.Payment{Method: supplier.PaymentCOD},
				StatusHistory: []supplier.StatusChange{{Status: "delivered", At: day(t, "5")}}, Totals: supplier.OrderTotals{Profit: supplierAmount(150)}})
		}
		var found []string
		for _, id := range slices.Sorted(maps.Keys(r.orders)) {
			if r.verdict(r.orders[id]) == accrualMissing {
				found = append(found, id)
			}
		}
		require.Equal(t, missing, found, asked)
	}
}
