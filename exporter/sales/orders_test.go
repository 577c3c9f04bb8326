package sales

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func open(t *testing.T, path string) *excelize.File {
	t.Helper()
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// cells are a sheet's raw values, by heading.
func cells(t *testing.T, f *excelize.File, sheet string) (out []map[string]string) {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	for _, row := range rows[1:] {
		one := map[string]string{}
		for i, text := range row {
			one[rows[0][i]] = text
		}
		out = append(out, one)
	}
	return out
}

func requireCells(t *testing.T, want, row map[string]string) {
	t.Helper()
	for heading, text := range want {
		require.Equal(t, text, row[heading], heading)
	}
}

// requireLive calculates every formula of the sheets and compares it with the value that
// stands beside it.
func requireLive(t *testing.T, f *excelize.File, least int, sheets ...string) {
	t.Helper()
	formulas := 0
	for _, sheet := range sheets {
		rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		for r := range rows {
			for c, text := range rows[r] {
				ref, err := excelize.CoordinatesToCellName(c+1, r+1)
				require.NoError(t, err)
				formula, err := f.GetCellFormula(sheet, ref)
				require.NoError(t, err)
				if formula == "" {
					continue
				}
				formulas++
				got, err := f.CalcCellValue(sheet, ref, excelize.Options{RawCellValue: true})
				require.NoError(t, err, "%s!%s %s", sheet, ref, formula)
				require.Equal(t, plain(text), plain(got), "%s!%s %s", sheet, ref, formula)
			}
		}
	}
	require.GreaterOrEqual(t, formulas, least)
}

// plain is a number without the zeros that end its decimals.
func plain(text string) string {
	if strings.Contains(text, ".") {
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

func TestOrdersOfAMonth(t *testing.T) {
	path, source := filepath.Join(t.TempDir(), "october.xlsx"), month(t)
	report, err := Orders(t.Context(), source, october(t, path))
	require.NoError(t, err)
	require.Equal(t, []string{"shipments 2026-09-30T00:00:00+03:00", "orders 2026-10-01T00:00:00+03:00 2026-11-01T00:00:00+02:00"}, source.asked)

	require.Equal(t, Totals{Drop: m("1680.25"), Retail: m("2550.20"), Profit: m("879.95"), COD: m("1650.10"),
		CODExpected: m("450.10"), CODCollected: m("150"), CODPaidOut: m("1000")}.text(), report.Totals.text())
	require.Equal(t, []int64{6, 7, 4, 6, 2}, []int64{*report.Orders, *report.Items, report.Shipments, report.Rows, report.Late})
	require.Equal(t, []string{"2026-10-01", "2026-10-31", "Europe/Kyiv"}, []string{report.From, report.To, report.Zone})
	require.Equal(t, []Check{
		{"items_agree", false, "1 of 12 do not fit, 0.10 apart: C-5"},
		{"profit_agrees", false, "1 of 6 do not fit, 10.00 apart: C-7"},
		{"shipped_have_shipments", false, "1 of 3 do not fit, 450.00 apart: C-5"},
		{"cash_on_delivery_agrees", false, "1 of 2 do not fit, 50.00 apart: C-7"},
		{"cash_states_known", true, "2 checked"},
		{"dates_known", true, "6 checked"},
	}, report.Checks)
	require.False(t, report.OK())
	require.Len(t, report.Differences, 4)
	require.Equal(t, "order C-5: the items' prices do not come to the order's retail total: 450.10 expected, 450.00 found", report.Differences[0].Message)

	f := open(t, path)
	require.Equal(t, []string{"Orders", "Items", "Summary", "Differences", "Control"}, f.GetSheetList())
	orders := cells(t, f, "Orders")
	require.Len(t, orders, 6)
	requireCells(t, map[string]string{"№": "1", "Number": "N-1", "External ID": "007", "Status": "completed", "Recipient": "Отримувач",
		"Carrier": "Nova Poshta", "Payment": "cash on delivery", "Items": "2", "Pieces": "3", "Drop total": "660.10", "Retail total": "1000.00",
		"Profit": "339.90", "Margin": "0.3399", "Cash on delivery": "1000.00", "Expected": "", "Paid out": "1000.00", "Cash state": "paid out",
		"Waybills": "20450000000001", "Parcel states": "delivered", "Late, days": "1", "Order ID": "1"}, orders[0])
	requireCells(t, map[string]string{"External ID": "=1+2", "Waybills": "20450000000002; 20450000000003",
		"Parcel states": "in transit; arrived", "Late, days": "4", "Cash on delivery": "", "Cash state": ""}, orders[1])
	requireCells(t, map[string]string{"Order ID": "3", "Cash on delivery": "450.10", "Expected": "450.10", "Cash state": "expected", "Waybills": "", "Late, days": ""}, orders[2])
	requireCells(t, map[string]string{"Order ID": "6", "Cash on delivery": "100.00", "Expected": ""}, orders[4])

	items := cells(t, f, "Items")
	require.Len(t, items, 7)
	requireCells(t, map[string]string{"Number": "N-1", "SKU": "KB-01", "Quantity": "2", "Price": "450.10", "Drop price": "300.05",
		"Retail sum": "900.20", "Drop sum": "600.10", "Profit": "300.10"}, items[0])

	summary := cells(t, f, "Summary")
	var names []string
	for _, row := range summary {
		names = append(names, row["Status"])
	}
	require.Equal(t, []string{"new", "shipped", "delivered", "completed", "cancelled", "teleported", "Total", "Without cancelled and returned"}, names)
	requireCells(t, map[string]string{"Orders": "5", "Retail total": "2550.20", "Profit": "879.95", "Cash on delivery": "1650.10", "Expected": "450.10"}, summary[7])
	require.EqualValues(t, 1, report.Void.Orders)
	require.True(t, report.Void.Profit.Equal(m("30")))
	requireCells(t, map[string]string{"Orders": "6", "Pieces": "11", "Drop total": "1750.25", "Retail total": "2650.20", "Profit": "909.95",
		"Cash on delivery": "1750.10", "Expected": "450.10", "Collected": "150.00", "Paid out": "1000.00", "Margin": "0.3434"}, summary[6])

	differences := cells(t, f, "Differences")
	require.Len(t, differences, 4)
	requireCells(t, map[string]string{"External ID": "C-5", "Expected": "450.10", "Found": "450.00"}, differences[0])
	requireLive(t, f, 90, "Summary", "Control")
}

// text makes totals comparable: 450.1 equals 450.10.
func (t Totals) text() []string {
	return []string{t.Drop.String(), t.Retail.String(), t.Profit.String(), t.COD.String(), t.CODExpected.String(), t.CODCollected.String(), t.CODPaidOut.String()}
}

func TestOrdersInUkrainian(t *testing.T) {
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	o.Lang = wording.Ukrainian
	_, err := Orders(t.Context(), month(t), o)
	require.NoError(t, err)
	f := open(t, o.Out)
	require.Equal(t, []string{"Замовлення", "Позиції", "Підсумок", "Розбіжності", "Контроль"}, f.GetSheetList())
	require.Equal(t, "завершено", cells(t, f, "Замовлення")[0]["Стан"])
	requireLive(t, f, 90, "Підсумок", "Контроль")
}

func TestNoOrders(t *testing.T) {
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	report, err := Orders(t.Context(), &fake{}, o)
	require.NoError(t, err)
	require.True(t, report.OK())
	f := open(t, o.Out)
	require.Len(t, cells(t, f, "Summary"), 2, "the totals alone")
	requireLive(t, f, 20, "Summary", "Control")
	shown, err := json.Marshal(report)
	require.NoError(t, err)
	require.Contains(t, string(shown), `"differences":[]`)
	require.Contains(t, string(shown), `"retail":"0.00"`)
	require.Contains(t, string(shown), `"orders":0,"items":0,`)
}

// TestOrdersThatLack: what the service may leave out fits, and is no zero.
func TestOrdersThatLack(t *testing.T) {
	made := at(t, "2026-10-10T10:00:00Z")
	late := order("2", "B", "shipped", made, supplier.OrderTotals{})
	late.UpdatedAt = at(t, "2026-11-03T08:00:01Z") // sent while we were reading
	bare := order("1", "A", "new", made, supplier.OrderTotals{}, item("Z", 3, "", "10"))
	bare.Totals.DropTotal = m("30.00")
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	report, err := Orders(t.Context(), &fake{orders: []supplier.Order{bare, late}}, o)
	require.NoError(t, err)
	require.True(t, report.OK(), report.Checks)
	row := cells(t, open(t, o.Out), "Orders")[0]
	requireCells(t, map[string]string{"Drop total": "30.00", "Retail total": "", "Profit": "", "Margin": ""}, row)
}

func TestOrdersAsCSV(t *testing.T) {
	o := october(t, filepath.Join(t.TempDir(), "o.csv"))
	report, err := Orders(t.Context(), month(t), o)
	require.NoError(t, err)
	data, err := os.ReadFile(o.Out)
	require.NoError(t, err)
	lines := strings.Split(string(data), "\r\n")
	require.Equal(t, "number,order_id,order_number,external_id,created_date,created_at,status,status_text,recipient,city,carrier,carrier_text,payment,payment_text,"+
		"items,pieces,drop_total,retail_total,profit,margin_percent,cod_amount,cod_expected,cod_collected,cod_paid_out,cod_state,waybills,parcel_states,late_days,currency,created_rfc3339", lines[0])
	require.Equal(t, "1,1,N-1,007,2026-10-01,2026-10-01 00:00:00,completed,completed,Отримувач,Київ,nova_poshta,Nova Poshta,cod,cash on delivery,"+
		"2,3,660.10,1000.00,339.90,33.99,1000.00,,,1000.00,paid_out,20450000000001,delivered,1,,2026-10-01T00:00:00+03:00", lines[1])
	require.True(t, strings.HasPrefix(lines[2], "2,2,N-2,'=1+2,2026-10-10,2026-10-10 13:00:00,"))
	require.Len(t, lines, 8)
	require.EqualValues(t, len(data), report.Bytes)
	require.Len(t, report.Checks, 6, "a CSV file is checked like a workbook")
	require.Equal(t, "879.95", report.Totals.Profit.String())
}

func TestABrokenListLeavesNothing(t *testing.T) {
	broken := errors.New("the supplier went away")
	for _, name := range []string{"o.xlsx", "o.csv"} {
		for _, orders := range [][]supplier.Order{month(t).orders, nil} {
			dir := t.TempDir()
			source := &fake{orders: orders, err: broken, shipments: month(t).shipments}
			for _, write := range []func(context.Context, Source, Options) (*Report, error){Orders, Shipments} {
				if orders != nil && len(source.asked) > 0 {
					continue // the list of shipments breaks where there are no orders
				}
				_, err := write(t.Context(), source, october(t, filepath.Join(dir, name)))
				require.ErrorIs(t, err, broken)
			}
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Empty(t, left)
		}
	}
}

// TestRowsWithoutADate: what belongs to no period is named, since no file has it.
func TestRowsWithoutADate(t *testing.T) {
	fed := &many{count: 6, order: order("", "A", "new", time.Time{}, supplier.OrderTotals{})}
	report, err := Orders(t.Context(), fed, october(t, filepath.Join(t.TempDir(), "o.xlsx")))
	require.NoError(t, err)
	require.Zero(t, report.Rows)
	require.Contains(t, report.Checks, Check{"dates_known", false, "6 of 6 do not fit, 0.00 apart: A, A, A, A, A, …"})
	require.Equal(t, "order order 0: it has no created_at and is in no period", report.Differences[0].Message)

	fed = &many{count: 4, one: supplier.Shipment{ID: "S", OrderID: "1", State: "created"}}
	report, err = Shipments(t.Context(), fed, october(t, filepath.Join(t.TempDir(), "s.csv")))
	require.NoError(t, err)
	require.Zero(t, report.Rows)
	require.False(t, report.OK())
	require.Len(t, report.Differences, 4)
}

func TestNoDifferencesAreSaid(t *testing.T) {
	o := october(t, filepath.Join(t.TempDir(), "o.xlsx"))
	_, err := Orders(t.Context(), &fake{}, o)
	require.NoError(t, err)
	require.Equal(t, "no differences", cells(t, open(t, o.Out), "Differences")[0]["Check"])
}

func TestAnIncompleteListSaysToExportAgain(t *testing.T) {
	broken := &fake{err: &supplier.Error{Kind: supplier.KindIncomplete, Op: "list shipments", Detail: "it moved"}}
	_, err := Shipments(t.Context(), broken, october(t, filepath.Join(t.TempDir(), "s.csv")))
	require.ErrorContains(t, err, "it moved; no file was written, export again")
	_, err = Orders(t.Context(), broken, october(t, filepath.Join(t.TempDir(), "o.csv")))
	require.ErrorContains(t, err, "it moved; no file was written, export again", "its parcels are a list as well")
	require.Equal(t, supplier.KindIncomplete, supplier.KindOf(err))
	said, _ := failure.Said(err, wording.Ukrainian)
	require.Contains(t, said, "it moved; файл не записано: сформуйте його ще раз")
}

// unsent is a service without a list of shipments.
type unsent struct{ *fake }

func (unsent) Shipments(context.Context, supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error] {
	return func(yield func(supplier.Shipment, error) bool) {
		yield(supplier.Shipment{}, &supplier.Error{Kind: supplier.KindRejected, Op: "list shipments", Err: supplier.NoOperation("shipments")})
	}
}

// A supplier without a list of shipments has orders all the same: that they were sent is not
// checked, and is no finding.
func TestOrdersWithoutShipments(t *testing.T) {
	from := at(t, "2026-10-01T00:00:00Z")
	f := &fake{orders: []supplier.Order{{ID: "1", ExternalID: "a", Status: "shipped", Currency: "UAH", CreatedAt: from, UpdatedAt: from}}}
	o := Options{From: from, To: from.AddDate(0, 1, 0), Now: from.AddDate(0, 1, 0), Out: filepath.Join(t.TempDir(), "o.csv"), Lang: wording.English}
	r, err := Orders(t.Context(), unsent{f}, o)
	require.NoError(t, err)
	require.Contains(t, r.Unchecked, "shipped_have_shipments: the supplier's mapping has no list of shipments: not checked")
	require.Empty(t, r.Differences)
	r, err = Orders(t.Context(), f, o)
	require.NoError(t, err)
	require.Len(t, r.Differences, 1, "an empty list is another thing")
	_, err = Shipments(t.Context(), unsent{f}, o)
	require.ErrorIs(t, err, supplier.ErrUnmapped)
}
