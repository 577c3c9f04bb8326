package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/terminal"
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
	if err := f.checkOut(c); err != nil {
		return err
	}
	conn, err := a.connectService(ctx, c)
	if err != nil {
		return err
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(f.out), now)
	bar := terminal.NewProgress(a.stderr, what)
	report, err := write(ctx, conn.client, sales.Options{From: s.period.From, To: s.period.To, Now: now, Lang: s.language, Out: f.out,
		Source: conn.shownIn(s.language), Program: "dropbridge " + version(), Progress: bar.Update})
	bar.Finish()
	if err = errors.Join(err, conn.close()); err != nil {
		return fmt.Errorf("write the %s %s: %w", what, f.out, err)
	}
	a.noteWritten(c, f.out, report.SHA256)
	if a.jsonOutput {
		err = a.printJSON(report)
	} else {
		a.people().Sales(what, report)
	}
	if err == nil && f.check && !report.OK() {
		return quiet(exitPartial)
	}
	return err
}
