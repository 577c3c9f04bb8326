package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAFileGetsPlainLines: where no terminal shows it, progress is a line every few seconds,
// and the last count where there was one.
func TestAFileGetsPlainLines(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, wording.English, wording.NewMessage("progress.products"))
	now := p.last
	p.now = func() time.Time { return now }
	p.Update(1, 0)
	p.Finish()
	require.Empty(t, out.String(), "short work says nothing")
	now = now.Add(5 * time.Second)
	p.Update(2, 10)
	p.Update(3, 10)
	p.Finish()
	require.Equal(t, "products: 2 of 10\nproducts: 3 of 10\n", out.String())
}

// TestALongListIsCut, and what is not ours stays on its line.
func TestALongListIsCut(t *testing.T) {
	report := exporter.Report{Feed: "shop", Out: "feeds/shop.csv", Products: 12, Bytes: 1500}
	for n := range 12 {
		report.Warnings = append(report.Warnings, remark.Warning{SKU: "KB-1", Code: "odd", Message: wording.Text(wording.Literal(fmt.Sprintf("odd\n\x1b[31m%d", n)))})
	}
	var out bytes.Buffer
	Printer{Out: &out, Language: wording.English}.Feed(report)
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, "shop: 12 products, 0 offers, 1.5 kB in 0.0 s → feeds/shop.csv", lines[0])
	require.Equal(t, "  note: KB-1: odd: odd [31m0", lines[1])
	require.Equal(t, "  … and 2 more warnings (feeds/shop.csv.report.csv has them)", lines[11])
	require.Len(t, lines, 13)
}

// TestWhereAnOpeningComesFrom is said where it is not what was read.
func TestWhereAnOpeningComesFrom(t *testing.T) {
	stated := money.Must("430.00")
	for _, c := range []struct {
		opening statement.ReportOpening
		want    string
	}{
		{statement.ReportOpening{Source: "entries"}, ""},
		{statement.ReportOpening{Source: "memory", Exported: "2026-11-01T08:00:00Z"}, "  opening: what stands before was exported at 2026-11-01T08:00:00Z, and is not read again\n"},
		{statement.ReportOpening{Source: "supplier", Begins: "2026-08-10T08:00:00Z", Stated: &stated}, "  opening: the supplier shows no entries before 2026-08-10T08:00:00Z, and states a balance of 430.00 there\n"},
		{statement.ReportOpening{Source: "supplier", Stated: &stated}, "  opening: the supplier shows no entries before the period's end, and states a balance of 430.00 there\n"},
	} {
		var out bytes.Buffer
		Printer{Out: &out, Language: wording.English}.Ledger(statement.Report{OpeningFrom: c.opening})
		_, rest, _ := strings.Cut(out.String(), "payouts \n")
		require.Equal(t, c.want+"  all 0 checks are OK\n", rest)
	}
}

// TestTogether has the words of the sheet, and says where no supplier has named the currency of a sum.
func TestTogether(t *testing.T) {
	form := together.Form{Count: "column.orders", Columns: []together.Column{{Name: "cod_expected", Heading: "column.cash_expected"}, {Name: "drop", Heading: "column.drop_total"}}}
	amounts := map[string]money.Amount{"drop": money.Must("2.00"), "cod_expected": money.Must("1.50")}
	var out bytes.Buffer
	Printer{Out: &out, Language: wording.English}.Together("orders.xlsx", form, []together.Total{{Count: 18, Suppliers: 2, Amounts: amounts}, {Currency: "UAH", Count: 3, Suppliers: 2, Amounts: amounts}}, nil)
	require.Equal(t, "Together orders.xlsx\n  Orders 18, Expected 1.50, Drop total 2.00\n  2 suppliers name no currency there, and their amounts are added up as if they were in one. Where they are not, have each one's mapping name it: orders.fields.currency: {value: USD}\n  UAH Orders 3, Expected 1.50, Drop total 2.00\n", out.String())
}

// TestWhoseAnOrderIs: two suppliers may have orders of one number.
func TestWhoseAnOrderIs(t *testing.T) {
	p := Printer{Language: wording.English}
	require.Equal(t, "5003, beta, accepted, ord_1", p.order(overview.OrderStatus{Supplier: "beta", ExternalID: "5003", State: state.Accepted, OrderID: "ord_1"}))
	require.Equal(t, "5003, accepted, ord_1", p.order(overview.OrderStatus{ExternalID: "5003", State: state.Accepted, OrderID: "ord_1"}))
}

// TestSumsOfSeveralCurrencies: each has lines of its own, and what was not checked is said.
func TestSumsOfSeveralCurrencies(t *testing.T) {
	sum := func(currency, profit string) sales.InCurrency {
		return sales.InCurrency{Currency: currency, Totals: sales.Totals{Retail: money.Must("9"), Drop: money.Must("8"), Profit: money.Must(profit)}, Void: &sales.Void{}}
	}
	var out strings.Builder
	Printer{Out: &out}.Sales("orders", &sales.Report{Out: "o.xlsx", ByCurrency: []sales.InCurrency{sum("UAH", "1"), sum("USD", "2")}, Unchecked: []string{"cash: nobody says"}})
	require.Contains(t, out.String(), "  UAH: retail 9.00, drop 8.00, profit 1.00\n")
	require.Contains(t, out.String(), "  USD: retail 9.00, drop 8.00, profit 2.00\n")
	require.Contains(t, out.String(), "  not checked cash: nobody says\n")
	out.Reset()
	Printer{Out: &out}.Sales("orders", &sales.Report{Totals: sum("UAH", "3").Totals})
	require.Contains(t, out.String(), "  retail 9.00, drop 8.00, profit 3.00\n")
}
