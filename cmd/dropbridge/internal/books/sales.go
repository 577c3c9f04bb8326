package books

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/exchange"
	"github.com/dropbridge/dropbridge/exporter/sales"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
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
	}, ordersBook())
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
	}, shipmentsBook())
}

// salesBook is the book of orders or of shipments: how it is written, and in which forms.
type salesBook struct {
	write func(context.Context, sales.Source, sales.Options) (*sales.Report, error)
	load  func(templates.Set, string, table.Book) (*table.Template, error)
	name  table.Book
}

func ordersBook() salesBook {
	return salesBook{sales.Orders, table.LoadFor[sales.OrderRecord], table.OrdersBook}
}

func shipmentsBook() salesBook {
	return salesBook{sales.Shipments, table.LoadFor[sales.ShipmentRecord], table.ShipmentsBook}
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
	all, without, err := booked(c, f.supplier)
	if err != nil {
		return err
	}
	if len(all) > 1 {
		return p.writeJoint(ctx, &f, s, now, jointBook{what, salesForm(book.name == table.OrdersBook), all, without, func(ctx context.Context, one *config.Config, into *together.Book) (*part, error) {
			return p.salesPart(ctx, what, one, book, accept, sales.Options{From: s.period.From, To: s.period.To, Now: now, Lang: s.language, Out: f.out, Into: into.Section(one.SupplierName())})
		}})
	}
	c = all[0]
	form, err := book.form(c, what, f.template, s.csv)
	if err != nil {
		return err
	}
	report, err := p.readSales(ctx, what, c, book, sales.Options{From: s.period.From, To: s.period.To, Now: now, Lang: s.language, Out: f.out, Template: form, Accept: accept})
	if err != nil {
		return err
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

// form is that of a CSV, nil for a workbook.
func (b *salesBook) form(c *config.Config, what, template string, csv bool) (*table.Template, error) {
	if !csv {
		return nil, nil
	}
	name := cmp.Or(template, "default")
	if exchange.Is(c.TemplateSet(), name) {
		return nil, refusal.Misuse("book_flag.payouts_no_"+what, name)
	}
	form, err := b.load(c.TemplateSet(), name, b.name)
	if err != nil {
		return nil, wrongTemplate("--template", err)
	}
	return form, nil
}

// readSales connects to a supplier, and reads and writes a book of his.
func (p *Program) readSales(ctx context.Context, what string, c *config.Config, book salesBook, o sales.Options) (*sales.Report, error) {
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return nil, err
	}
	// What a killed export left is of no use; that it cannot be removed is no reason to fail.
	_ = durable.RemoveStale(filepath.Dir(o.Out), o.Now)
	bar := p.progress(c, what)
	o.Memory, o.Account, o.Source, o.Program = c.Sales(), c.Account(), conn.Shown(o.Lang), p.Name
	o.Company, o.Supplier, o.Progress = named(c.Company), named(c.Counterparty.Party), bar.Update
	report, err := book.write(ctx, conn.Client, o)
	bar.Finish()
	if err = errors.Join(err, conn.Close()); err != nil {
		return nil, unwritten(what, o.Out, err)
	}
	return report, nil
}

// salesPart writes a supplier's book as a section of a workbook.
func (p *Program) salesPart(ctx context.Context, what string, c *config.Config, book salesBook, accept bool, o sales.Options) (*part, error) {
	o.Later = true
	report, err := p.readSales(ctx, what, c, book, o)
	if err != nil {
		return nil, err
	}
	one := &part{report: report, ok: report.OK(), say: func() { p.People().Sales(what, report) },
		remember: func() error { return report.Remember(accept) }, forget: report.Forget}
	sums := report.ByCurrency
	if len(sums) == 0 {
		sums = []sales.InCurrency{{Currency: report.Currency, Rows: report.Rows, Totals: report.Totals}}
	}
	for _, sum := range sums {
		t := sum.Totals
		row := rowOf(sum.Currency, sum.Rows, t.COD, t.CODExpected, t.CODCollected, t.CODPaidOut)
		if book.name == table.OrdersBook {
			row.Amounts = append([]money.Amount{t.Drop, t.Retail, t.Profit}, row.Amounts...)
		}
		one.rows = append(one.rows, row)
	}
	return one, nil
}
