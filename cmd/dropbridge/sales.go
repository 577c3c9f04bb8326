package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) ordersCommand() *cobra.Command {
	return a.salesCommand(&cobra.Command{
		Use:   "orders",
		Short: "Write the orders of a period as a workbook or CSV",
		Long: `Writes the orders that were created on the days of a period: each with its totals,
profit, waybills, the state of its parcels and its cash on delivery; the items; sums by
status; and what does not fit. A name that ends in .csv gives a row an order.`,
		Example: `  dropbridge orders --month 2026-10 --out orders.xlsx
  dropbridge orders --from 2026-10-01 --to 2026-10-31 --out orders.csv --lang en`,
	}, sales.Orders)
}

func (a *app) shipmentsCommand() *cobra.Command {
	return a.salesCommand(&cobra.Command{
		Use:   "shipments",
		Short: "Write the shipments of a period as a workbook or CSV",
		Long: `Writes the parcels that were sent on the days of a period: each with its waybill, state,
dates and cash on delivery; the late ones apart; sums by carrier and state; and what does
not fit. A parcel that was not sent yet counts by its last change. A name that ends in .csv gives a row a parcel.`,
		Example: `  dropbridge shipments --month 2026-10 --out shipments.xlsx
  dropbridge shipments --from 2026-10-01 --out shipments.csv --check`,
	}, sales.Shipments)
}

// writeSales is the writing of orders or of shipments.
type writeSales func(context.Context, sales.Source, sales.Options) (*sales.Report, error)

func (a *app) salesCommand(command *cobra.Command, write writeSales) *cobra.Command {
	var f periodFlags
	command.Args = cobra.NoArgs
	command.RunE = func(cmd *cobra.Command, _ []string) error { return a.sales(cmd.Context(), cmd.Name(), f, write) }
	f.add(command)
	return command
}

func (a *app) sales(ctx context.Context, what string, f periodFlags, write writeSales) error {
	now := time.Now()
	s, err := f.read(now)
	if err != nil {
		return err
	}
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	conn, err := a.connect(ctx, c)
	if err != nil {
		return err
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(f.out), now)
	bar := a.newProgress(what)
	report, err := write(ctx, conn.client, sales.Options{From: s.period.From, To: s.period.To, Now: now, Lang: s.language, Out: f.out,
		Source: conn.shownIn(s.language), Program: "dropbridge " + version(), Progress: bar.update})
	bar.finish()
	if err = errors.Join(err, conn.close()); err != nil {
		return fmt.Errorf("write the %s %s: %w", what, f.out, err)
	}
	if a.jsonOutput {
		err = a.printJSON(report)
	} else {
		a.printSales(what, report)
	}
	if err == nil && f.check && !report.OK() {
		return quiet(exitPartial)
	}
	return err
}

// printSales says for people what the report has.
func (a *app) printSales(what string, r *sales.Report) {
	a.printf("%s: %d %s of %s – %s (%s), %s\n", r.Out, r.Rows, what, r.From, r.To, r.Zone, wording.English.Size(r.Bytes))
	t := r.Totals
	if t.Retail.IsSet() {
		a.printf("  retail %s, drop %s, profit %s", t.Retail, t.Drop, t.Profit)
		if r.Void != nil && r.Void.Orders > 0 {
			a.printf(" (without %d cancelled or returned orders, whose profit is %s)", r.Void.Orders, r.Void.Profit)
		}
		a.printf("\n")
	}
	a.printf("  cash on delivery %s: expected %s, collected %s, paid out %s; late %d\n", t.COD, t.CODExpected, t.CODCollected, t.CODPaidOut, r.Late)
	if r.Lost != nil {
		a.printLost(*r.Lost)
	}
	failed := 0
	for _, check := range r.Checks {
		if !check.OK {
			failed++
			a.printf("  NOT OK %s: %s\n", check.Name, oneline.Unbroken(check.Detail))
		}
	}
	a.printDifferences(len(r.Differences), func(n int) (string, string) { return r.Differences[n].Code, r.Differences[n].Message })
	if failed == 0 {
		a.printf("  all %d checks are OK\n", len(r.Checks))
	}
}

// printLost says that the encoding of a CSV lacks characters.
func (a *app) printLost(lost table.Lost) {
	if lost.Characters > 0 {
		a.printf("  note: the encoding lacks %d characters in %d cells; a question mark stands for each (--json names the cells)\n", lost.Characters, lost.Cells)
	}
}

// printDifferences lists the first differences of a report, each with its code.
func (a *app) printDifferences(n int, difference func(int) (code, message string)) {
	for i := range n {
		if i == shownPerFeed {
			a.printf("  … and %d more differences (--json lists them)\n", n-i)
			return
		}
		code, message := difference(i)
		a.printf("  %s: %s\n", code, oneline.Unbroken(message))
	}
}
