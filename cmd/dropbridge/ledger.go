package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/sheets"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/terminal"
)

func (a *app) ledgerCommand() *cobra.Command {
	var f periodFlags
	var l ledgerFlags
	command := &cobra.Command{
		Use:   "ledger",
		Short: "Write the balance ledger of a period as a workbook or CSV for accountants",
		Long: `Reads the ledger of whole days in a time zone and writes it as a workbook: the entries,
the turnover by month and operation, open holds, payouts with what they cover, what
does not fit with the orders, the balance day by day with a chart, and the control
sums. A name that ends in .csv gives the entries alone, in the form of a template.

What was exported is remembered: the same period exported again names the entries
that came late, changed or are gone since, until they are accepted once.`,
		Example: `  dropbridge ledger --month 2026-10 --out october.xlsx
  dropbridge ledger --from 2026-10-01 --to 2026-10-31 --out october.xlsx --check
  dropbridge ledger --month 2026-10 --out october.csv --template 1c
  dropbridge ledger --month 2026-10 --out october.xlsx --lang en --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.ledger(cmd.Context(), f, l) },
	}
	f.add(command)
	command.Flags().StringVar(&f.template, "template", "", "form of the CSV: a ledger template or a YAML file (default \"default\")")
	command.Flags().StringVar(&l.perspective, "perspective", string(sheets.Client), "whose books: client (what the supplier owes is a debit) or supplier")
	command.Flags().BoolVar(&l.noOrders, "no-orders", false, "do not compare with orders and shipments")
	command.Flags().BoolVar(&l.accept, "accept-change", false, "compare the next exports of the period with this one, whatever changed since the last")
	return command
}

// ledgerFlags are those that the ledger has alone.
type ledgerFlags struct {
	perspective string
	noOrders    bool
	accept      bool
}

func (a *app) ledger(ctx context.Context, f periodFlags, l ledgerFlags) error {
	now := time.Now()
	s, err := f.read(now)
	if err != nil {
		return err
	}
	perspective := sheets.Perspective(l.perspective)
	if perspective != sheets.Client && perspective != sheets.Supplier {
		return usageError("--perspective %q: one of client, supplier", l.perspective)
	}
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if err := f.checkOut(c); err != nil {
		return err
	}
	var form *table.Template
	if s.csv {
		if form, err = table.Load(c.TemplateSet(), cmp.Or(f.template, "default")); err != nil {
			return failure.Mistake(hintOf(err), "--template: %w", err)
		}
	}
	conn, err := a.connectService(ctx, c)
	if err != nil {
		return err
	}
	_ = durable.RemoveStale(filepath.Dir(f.out), now) // as for sales
	bar := terminal.NewProgress(a.stderr, "entries")
	options := statement.Options{Period: s.period, Account: c.AccountAsWritten(), Now: now, Memory: c.Ledgers(),
		Orders: !l.noOrders, Accept: l.accept, Progress: bar.Update}
	manner := sheets.Manner{Language: s.language, Perspective: perspective, Source: conn.shownIn(s.language), Program: "dropbridge " + version()}
	var report statement.Report
	var st *statement.Statement
	if s.csv {
		st, report, err = sheets.WriteCSV(ctx, conn.client, options, manner, form, f.out)
	} else {
		st, report, err = sheets.WriteWorkbook(ctx, conn.client, options, manner, f.out)
	}
	bar.Finish()
	if err = errors.Join(err, conn.close()); err != nil {
		return fmt.Errorf("write the ledger %s: %w", f.out, err)
	}
	a.noteWritten(c, f.out, report.SHA256)
	if a.jsonOutput {
		if err := a.printJSON(report); err != nil {
			return err
		}
	} else {
		a.people().Ledger(report)
	}
	if st.Partial() || f.check && !st.OK() {
		return quiet(exitPartial)
	}
	return nil
}
