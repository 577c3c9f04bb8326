package sales

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// trade is a service whose orders and parcels are written as lines of words.
//
//	order: ID STATUS PAYMENT DROP RETAIL PROFIT COD CARRIER [CURRENCY]
//	parcel: ORDER STATE COD COD_STATE [CURRENCY]; an order's number that begins with X- is the client's
//
// A dash is what the supplier does not state.
func trade(t *testing.T, orders, parcels string) *fake {
	t.Helper()
	f := &fake{}
	said := func(word string) string { return strings.TrimSuffix(word, "-") }
	for line := range strings.Lines(orders) {
		words := append(strings.Fields(line), "-", "-")
		if len(words) < 10 {
			continue
		}
		o := supplier.Order{ID: words[0], ExternalID: "X-" + words[0], Status: words[1], Payment: supplier.Payment{Method: said(words[2])}, Currency: said(words[8]),
			CreatedAt: at(t, "2026-10-10T10:00:00Z"), UpdatedAt: at(t, "2026-10-12T10:00:00Z")}
		for n, into := range []*money.Amount{&o.Totals.DropTotal, &o.Totals.RetailTotal, &o.Totals.Profit, &o.Totals.CODAmount} {
			if words[3+n] != "-" {
				*into = m(words[3+n])
			}
		}
		o.Recipient.Delivery.Carrier, o.Recipient.Delivery.Type, _ = strings.Cut(words[7], "/")
		f.orders = append(f.orders, o)
	}
	for line := range strings.Lines(parcels) {
		words := append(strings.Fields(line), "-")
		if len(words) < 5 {
			continue
		}
		s := supplier.Shipment{ID: "S" + words[0], OrderID: words[0], ExternalID: "X-" + words[0], Carrier: "nova_poshta", WaybillNumber: fmt.Sprintf("2045%010d", len(f.shipments)),
			State: words[1], CODState: said(words[3]), Currency: said(words[4]), ShippedAt: at(t, "2026-10-11T10:00:00Z"), StateUpdatedAt: at(t, "2026-10-12T10:00:00Z")}
		if strings.HasPrefix(words[0], "X-") {
			s.OrderID, s.ExternalID = "", words[0]
		}
		if words[2] != "-" {
			s.CODAmount = m(words[2])
		}
		f.shipments = append(f.shipments, s)
	}
	return f
}

// TestNoFalseAlarms: what needs no parcel, collects nothing or is not stated is no
// difference; what all rows share is one.
func TestNoFalseAlarms(t *testing.T) {
	for _, test := range []struct {
		name, orders, parcels string
		want                  []string // the code and order of each difference
		unchecked             string   // or said in the first message
	}{
		{"fetched by the buyer", "1 completed prepaid 100 150 50 - pickup\n2 shipped prepaid 100 150 50 - nova_poshta/pickup", "", nil, ""},
		{"fetched and paid there", "1 completed cod 100 150 50 150 pickup", "1 delivered - -", nil, ""},
		{"sent without a parcel", "1 completed prepaid 100 150 50 - nova_poshta", "", []string{"shipped_have_shipments X-1"}, ""},
		{"a parcel that names the client's number alone", "1 completed cod 100 150 50 150 nova_poshta", "X-1 delivered 150 collected", nil, ""},
		{"returned", "1 returned cod 100 150 50 150 nova_poshta\n2 cancelled cod 100 150 50 150 meest\n3 returning cod 100 150 50 150 meest", "1 returned - none\n2 deleted - -\n3 returning 0 none", nil, ""},
		{"sent again", "1 delivered cod 100 150 50 150 nova_poshta", "1 returned 150 expected\n1 delivered 150 collected", nil, ""},
		{"amounts that are not stated", "1 delivered cod 100 150 50 150 nova_poshta\n2 delivered cod 100 150 50 150 nova_poshta", "1 delivered - -\n2 delivered - -", nil,
			"cash_on_delivery_agrees: the supplier states no amounts in 2 rows: not checked"},
		{"stated as zero", "1 delivered cod 100 150 50 150 nova_poshta", "1 delivered 0 none", []string{"cash_on_delivery_agrees X-1"}, ""},
		{"the order does not say", "1 delivered cod 100 150 50 - nova_poshta", "1 delivered 150 collected", nil, "cash_on_delivery_agrees: the supplier states no amounts in 1 rows: not checked"},
		{"paid before and collected again", "1 delivered prepaid 100 150 50 - nova_poshta", "1 delivered 150 collected", []string{"cash_on_delivery_agrees X-1"}, ""},
		{"a profit net of a fee", "1 new cod 100 150 45 150 meest\n2 new cod 100 150 44 150 meest\n3 new cod 100 150 43 150 meest\n4 new prepaid 100 150 50 - meest", "",
			[]string{"profit_agrees "}, "all 3 orders paid as cash on delivery: the profit is not the retail total without the drop total: 150.00 expected, 132.00 found in all: where the supplier reckons so, take total_profit out of orders"},
		{"a profit that is wrong once", "1 new cod 100 150 45 150 meest\n2 new cod 100 150 44 150 meest\n3 new cod 100 150 43 150 meest\n4 new cod 100 150 50 150 meest", "",
			[]string{"profit_agrees X-1", "profit_agrees X-2", "profit_agrees X-3"}, ""},
		{"two are no rule", "1 new cod 100 150 45 150 meest\n2 new cod 100 150 44 150 meest", "", []string{"profit_agrees X-1", "profit_agrees X-2"}, ""},
		{"no parcels at all", "1 shipped cod 100 150 50 150 meest\n2 delivered prepaid 100 150 50 - meest\n3 completed prepaid 100 150 50 - meest", "", []string{"shipped_have_shipments "}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := trade(t, test.orders, test.parcels)
			for _, name := range []string{"o.csv", "o.xlsx"} {
				report, err := Orders(t.Context(), source, october(t, filepath.Join(t.TempDir(), name)))
				require.NoError(t, err)
				var got []string
				said := strings.Join(report.Unchecked, "\n")
				for _, d := range report.Differences {
					got = append(got, d.Code+" "+d.ExternalID)
					said += d.Message
					require.NotContains(t, d.said.In(wording.Ukrainian), "%!")
				}
				require.Equal(t, test.want, got, report.Checks)
				require.Equal(t, test.want == nil, report.OK())
				require.Contains(t, said, test.unchecked)
			}
		})
	}
}

// TestManyThatShareADifference: of a thousand that share it without one that fits, the rest
// is taken to share it as well; they are one finding, and each is counted.
func TestManyThatShareADifference(t *testing.T) {
	var orders strings.Builder
	for i := range mostHeld + 5 {
		fmt.Fprintf(&orders, "%d new cod 100 150 45 150 meest\n", i)
	}
	report, err := Orders(t.Context(), trade(t, orders.String()+"ok new cod 100 150 50 150 meest", ""), october(t, filepath.Join(t.TempDir(), "o.csv")))
	require.NoError(t, err)
	require.Len(t, report.Differences, 1)
	require.Contains(t, report.Differences[0].Message, "all 1005 orders")
	require.Contains(t, report.Checks[1].Detail, "1005 of 1006 do not fit, 5,025.00 apart")
}

// TestShipmentsThatStateLess: of a supplier who does not say where the money is, it is said
// once that it is not checked; whoever fetches a parcel himself pays there.
func TestShipmentsThatStateLess(t *testing.T) {
	source := trade(t, "", "1 delivered 150 -\n2 delivered 150 -\n3 delivered 150 -")
	source.shipments[2].Carrier, source.shipments[2].WaybillNumber, source.shipments[2].CODState = "pickup", "", "none"
	o := october(t, filepath.Join(t.TempDir(), "s.xlsx"))
	report, err := Shipments(t.Context(), source, o)
	require.NoError(t, err)
	require.True(t, report.OK(), report.Differences)
	require.Equal(t, []string{"delivered_collected: the supplier states no amounts in 2 rows: not checked"}, report.Unchecked)
	control := cells(t, open(t, o.Out), "Control")
	require.Contains(t, fmt.Sprint(control), "not checked")

	source = trade(t, "", "1 delivered 150 expected\n2 delivered 150 none\n3 delivered 150 expected")
	report, err = Shipments(t.Context(), source, o)
	require.NoError(t, err)
	require.Len(t, report.Differences, 1)
	require.Contains(t, report.Differences[0].Message, "all 3 rows: they were delivered and their cash was not collected: 450.00 expected, – found in all")
}

// TestTwoCurrencies: amounts of two currencies are in no sum together, in the report, in
// the sums by status and in the proofs.
func TestTwoCurrencies(t *testing.T) {
	source := trade(t, `1 completed cod 100 150 50 150 meest UAH
		2 completed cod 10 15 5 15 meest USD
		3 returned cod 20 25 5 25 meest usd
		4 new prepaid 200 250 50 - meest UAH`, "1 delivered 150 collected UAH\n2 delivered 15 collected USD\n3 returned 25 none USD")
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	report, err := Orders(t.Context(), source, o)
	require.NoError(t, err)
	require.True(t, report.OK(), report.Differences)
	shown, err := json.Marshal(report)
	require.NoError(t, err)
	require.Contains(t, string(shown), `"totals":{"cod":null,"cod_expected":null,`)
	require.Contains(t, string(shown), `{"currency":"UAH","rows":2,"totals":{"drop":"300.00","retail":"400.00","profit":"100.00","cod":"150.00"`)
	require.Contains(t, string(shown), `{"currency":"USD","rows":2,"totals":{"drop":"10.00","retail":"15.00","profit":"5.00","cod":"15.00"`)
	require.EqualValues(t, 1, report.Void.Orders)
	require.Equal(t, "5.00", report.ByCurrency[1].Void.Profit.String())

	f := open(t, o.Out)
	var rows []string
	for _, row := range cells(t, f, "Summary") {
		rows = append(rows, strings.Join([]string{row["Status"], row["Currency"], row["Orders"], row["Profit"]}, " "))
	}
	require.Equal(t, []string{"new UAH 1 50.00", "completed UAH 1 50.00", "Total UAH 2 100.00", "Without cancelled and returned UAH 2 100.00",
		"completed USD 1 5.00", "returned USD 1 5.00", "Total USD 2 10.00", "Without cancelled and returned USD 1 5.00"}, rows)
	requireLive(t, f, 80, "Summary", "Control")

	s := october(t, filepath.Join(t.TempDir(), "s.xlsx"))
	report, err = Shipments(t.Context(), source, s)
	require.NoError(t, err)
	require.Len(t, report.ByCurrency, 2)
	require.Equal(t, "40.00", report.ByCurrency[1].Totals.COD.String())
	requireLive(t, open(t, s.Out), 30, "Summary", "Control")

	report, err = Orders(t.Context(), trade(t, "1 new cod 100 150 50 150 meest UAH", ""), o)
	require.NoError(t, err)
	require.Equal(t, "UAH 50.00", report.Currency+" "+report.Totals.Profit.String())
	require.Empty(t, report.ByCurrency)
}

// TestAListThatMovesIsReadAgain: a list that changed while it was read is read anew, and
// refused where it does not come to rest.
func TestAListThatMovesIsReadAgain(t *testing.T) {
	moved := &supplier.Error{Kind: supplier.KindIncomplete, Op: "list orders", Detail: "it shrank"}
	for restless, want := range map[int]int{1: 1, 3: 3, 9: 3} {
		source := trade(t, "1 new cod 100 150 50 150 meest", "")
		source.restless, source.err = restless, moved
		report, err := Orders(t.Context(), source, october(t, filepath.Join(t.TempDir(), "o.xlsx")))
		require.Len(t, source.asked, 2*want)
		if restless > readings {
			require.ErrorContains(t, err, "it shrank; no file was written, export again")
			continue
		}
		require.NoError(t, err)
		require.EqualValues(t, 1, report.Rows)
		require.Equal(t, "150.00", report.Totals.Retail.String())
	}
}

// TestWhoIsMeantInEachLanguage: a difference names its order or parcel and its amounts in each
// language, as it is read beside no columns too; what is not there is no amount of zero.
func TestWhoIsMeantInEachLanguage(t *testing.T) {
	source := trade(t, "1 completed cod 100 1500 1400 1500 nova_poshta\n2 completed cod 100 1500 1400 1500 nova_poshta", "1 delivered 1450 collected\n1 delivered 20 expected")
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	said := func(report *Report, err error) (out []string) {
		t.Helper()
		require.NoError(t, err)
		for i := range report.Differences {
			d := &report.Differences[i]
			require.Equal(t, d.Message, d.Said().In(wording.English))
			out = append(out, d.Message, strings.ReplaceAll(d.Said().In(wording.Ukrainian), "\u00a0", " "))
		}
		return out
	}
	require.ElementsMatch(t, []string{
		"order X-2: the order is completed and has no shipment: 1,500.00 expected", "замовлення X-2: замовлення відправлено, а відправлення немає: очікувано 1 500,00",
		"order X-1: the parcels' cash on delivery is not the order's: 1,500.00 expected, 1,470.00 found",
		"замовлення X-1: післяплата посилок не дорівнює післяплаті замовлення: очікувано 1 500,00, є 1 470,00",
	}, said(Orders(t.Context(), source, o)))
	require.Equal(t, []string{
		"parcel 20450000000001 of order X-1: it was delivered and its cash was not collected",
		"посилка 20450000000001 замовлення X-1: посилку отримано, а післяплату ще не зібрано",
	}, said(Shipments(t.Context(), source, o)))
}
