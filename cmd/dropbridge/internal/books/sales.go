package books

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/exchange"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/templates"
)

func (p *Program) ordersCommand() *cobra.Command {
	return p.salesCommand(&cobra.Command{
		Use:   "orders",
		Short: "Write the orders of a period as a workbook or CSV",
		Long: `Writes the orders that were created on the days of a period: each with its totals,
profit, waybills, the state of its parcels and its cash on delivery; the items; sums by
status; and what does not fit. A name that ends in .csv gives a row an order.

The orders of a period that is over are remembered: the same days exported again name the
orders that came late, are gone, or add something else to the sums, until accepted once.`,
		Example: `  dropbridge orders --month 2026-10 --out orders.xlsx
  dropbridge orders --from 2026-10-01 --to 2026-10-31 --out orders.csv --lang en
  dropbridge orders --month 2026-10 --out orders.csv --template excel`,
	}, salesBook{sales.Orders, table.LoadFor[sales.OrderRecord], table.OrdersBook})
}

func (p *Program) shipmentsCommand() *cobra.Command {
	return p.salesCommand(&cobra.Command{
		Use:   "shipments",
		Short: "Write the shipments of a period as a workbook or CSV",
		Long: `Writes the parcels that were sent on the days of a period: each with its waybill, state,
dates and cash on delivery; the late ones apart; sums by carrier and state; and what does
not fit. A parcel that was not sent yet counts by its last change. A name that ends in .csv gives a row a parcel.

The parcels of a period that is over are remembered, as orders are.`,
		Example: `  dropbridge shipments --month 2026-10 --out shipments.xlsx
  dropbridge shipments --from 2026-10-01 --out shipments.csv --check`,
	}, salesBook{sales.Shipments, table.LoadFor[sales.ShipmentRecord], table.ShipmentsBook})
}

// salesBook is the book of orders or of shipments: how it is written, and in which forms.
type salesBook struct {
	write func(context.Context, sales.Source, sales.Options) (*sales.Report, error)
	load  func(templates.Set, string, table.Book) (*table.Template, error)
	name  table.Book
}

func (p *Program) salesCommand(command *cobra.Command, book salesBook) *cobra.Command {
	var f periodFlags
	accept := false
	command.Args = cobra.NoArgs
	command.RunE = func(cmd *cobra.Command, _ []string) error { return p.sales(cmd.Context(), cmd.Name(), f, accept, book) }
	f.add(command)
	command.Flags().StringVar(&f.template, "template", "", "form of the CSV: a ledger template or a YAML file (default \"default\")")
	command.Flags().BoolVar(&accept, "accept-change", false, "compare the next exports of the period with this one, whatever changed since the last")
	return command
}

func (p *Program) sales(ctx context.Context, what string, f periodFlags, accept bool, book salesBook) error {
	now := time.Now()
	s, err := f.read(now)
	if err != nil {
		return err
	}
	c, err := p.Config()
	if err != nil {
		return err
	}
	if err := f.checkOut(c); err != nil {
		return err
	}
	var form *table.Template
	if name := cmp.Or(f.template, "default"); s.csv {
		if exchange.Is(c.TemplateSet(), name) {
			return failure.Misuse("", "--template %s holds payouts, and no %s: dropbridge ledger writes it", name, what)
		}
		if form, err = book.load(c.TemplateSet(), name, book.name); err != nil {
			return failure.Mistake("", "--template: %w", err)
		}
	}
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return err
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(f.out), now)
	bar := terminal.NewProgress(p.Progress, what)
	report, err := book.write(ctx, conn.Client, sales.Options{From: s.period.From, To: s.period.To, Now: now, Lang: s.language, Out: f.out, Template: form,
		Memory: c.Sales(), Account: c.Account(), Accept: accept,
		Source: conn.Shown(s.language), Program: p.Name, Company: named(c.Company), Supplier: named(c.Counterparty.Party), Progress: bar.Update})
	bar.Finish()
	if err = errors.Join(err, conn.Close()); err != nil {
		return fmt.Errorf("write the %s %s: %w", what, f.out, err)
	}
	p.noteWritten(c, f.out, report.SHA256)
	if p.JSON() {
		err = p.PrintJSON(report)
	} else {
		p.People().Sales(what, report)
	}
	if err == nil && f.check && !report.OK() {
		return p.Partial
	}
	return err
}
