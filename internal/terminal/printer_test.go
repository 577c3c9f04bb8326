package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAFileGetsPlainLines: where no terminal shows it, progress is a line every few seconds,
// and the last count where there was one.
func TestAFileGetsPlainLines(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, "products")
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
		report.Warnings = append(report.Warnings, fmt.Sprintf("odd\n\x1b[31m%d", n))
	}
	var out bytes.Buffer
	Printer{Out: &out, Language: wording.English}.Feed(report)
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, "shop: 12 products, 0 offers, 1.5 kB in 0.0 s → feeds/shop.csv", lines[0])
	require.Equal(t, "  note: odd [31m0", lines[1])
	require.Equal(t, "  … and 2 more warnings (feeds/shop.csv.report.csv has them)", lines[11])
	require.Len(t, lines, 13)
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
