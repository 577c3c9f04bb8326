package books

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/payouts"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/internal/bankfile"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/refusal"
)

// bankFlags say what payouts are held against.
type bankFlags struct {
	file, template string
	payer          string
	days           int
	currency       string
}

func (p *Program) payoutsCommand() *cobra.Command {
	var f periodFlags
	var b bankFlags
	command := &cobra.Command{
		Use:   "payouts",
		Short: "List a period's payouts, and hold them against a bank's statement",
		Long: `Writes the payouts of a period as a workbook or CSV, one a row. With --bank each of them is
looked for in a bank's statement: CSV or XLSX of PrivatBank, monobank, PUMB or Oschadbank,
or 1CClientBankExchange. Payouts and incoming payments of one amount belong together when
their days lie at most --days apart; no payment counts twice. What one side has alone is
named, and so are several payouts in one transfer.`,
		Example: `  dropbridge payouts --month 2026-10 --out payouts.xlsx
  dropbridge payouts --month 2026-10 --out payouts.xlsx --bank statement.csv --check
  dropbridge payouts --month 2026-10 --out payouts.csv --bank kl_to_1c.txt --days 5`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.payouts(cmd.Context(), f, b) },
	}
	f.add(command)
	flags := command.Flags()
	flags.StringVar(&b.file, "bank", "", "the bank's statement to hold the payouts against")
	flags.StringVar(&b.template, "bank-template", "", "how the bank writes it: a template or a YAML file (default: the one that fits)")
	flags.StringVar(&b.payer, "payer", "", "text by which the supplier's payments are known, in the payer's name or the purpose")
	flags.IntVar(&b.days, "days", 3, "how many days may lie between a payout and its payment")
	currencyFlag(command, &b.currency)
	return command
}

// read reads the bank's file, nil where there is none.
func (b *bankFlags) read(ctx context.Context, c *config.Config) (*bankfile.Statement, error) {
	switch {
	case b.file == "" && (b.template != "" || b.payer != ""):
		return nil, refusal.Misuse("book_flag.bank")
	case b.days < 0 || b.days > 31:
		return nil, refusal.Misuse("book_flag.bank_days", b.days)
	case b.file == "":
		return nil, nil
	}
	of, err := bankfile.Load(c.TemplateSet(), b.template)
	if err != nil {
		return nil, wrongTemplate("--bank-template", err)
	}
	return bankfile.Read(ctx, b.file, of)
}

func (p *Program) payouts(ctx context.Context, f periodFlags, b bankFlags) error {
	now := time.Now()
	s, err := f.read(now)
	if err = errors.Join(err, checkCurrency(b.currency)); err != nil {
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
		if b.file != "" || b.template != "" || b.payer != "" {
			return c.RequireOne() // whose payments the bank shows has to be known
		}
		return p.writeJoint(ctx, &f, s, now, jointBook{"payouts", payoutsForm(), all, without, func(ctx context.Context, one *config.Config, into *together.Book) (*part, error) {
			return p.payoutsPart(ctx, one, f, b, s, now, into)
		}})
	}
	report, st, err := p.writePayouts(ctx, all[0], f, b, s, now, nil)
	if err != nil {
		return err
	}
	p.noteWritten(c, f.out, report.SHA256)
	if p.JSON() {
		err = p.PrintJSON(report)
	} else {
		p.People().Payouts(report)
	}
	if err == nil && (st.Partial() || f.check && !report.OK()) {
		return p.Partial
	}
	return err
}

// writePayouts connects to a supplier, and reads and writes his payouts; into is the section of a
// larger workbook that they are, nil for a file of their own.
func (p *Program) writePayouts(ctx context.Context, c *config.Config, f periodFlags, b bankFlags, s span, now time.Time, into *book.Book) (payouts.Report, *statement.Statement, error) {
	b.currency = currencyOf(c, b.currency)
	bank, err := b.read(ctx, c)
	if err != nil {
		return payouts.Report{}, nil, err
	}
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return payouts.Report{}, nil, err
	}
	_ = durable.RemoveStale(filepath.Dir(f.out), now) // as for sales
	origin := originOf(c, conn.Shown(s.language), p.Name)
	list, st, err := p.listPayouts(ctx, c, conn, s.period, b, now)
	if err = errors.Join(err, conn.Close()); err != nil {
		return payouts.Report{}, nil, fmt.Errorf("read the payouts: %w", err)
	}
	var compared *payouts.Comparison
	if bank != nil {
		compared = payouts.Compare(list, s.period, bank, payouts.Supplier{Codes: []string{c.Counterparty.Code.Text}, Account: c.Counterparty.Account(), Text: b.payer}, b.days)
	}
	origin.Read = st.Read
	report, err := payouts.NewBook(list, s.period, compared).Write(f.out, payouts.Manner{Language: s.language, Origin: origin, Now: now, Into: into})
	if err != nil {
		return report, nil, unwritten("payouts", f.out, err)
	}
	return report, st, nil
}

// payoutsPart writes a supplier's payouts as a section of a workbook.
func (p *Program) payoutsPart(ctx context.Context, c *config.Config, f periodFlags, b bankFlags, s span, now time.Time, into *together.Book) (*part, error) {
	report, st, err := p.writePayouts(ctx, c, f, b, s, now, into.Section(c.SupplierName()))
	if err != nil {
		return nil, err
	}
	return &part{report: report, ok: report.OK(), partial: st.Partial(), say: func() { p.People().Payouts(report) },
		rows:     []together.Row{rowOf(report.Currency, int64(report.Payouts), report.Total)},
		remember: func() error { return nil }, forget: func() {}}, nil
}

// listPayouts reads the payouts of the period, and of the days around it in which those of
// other periods come in.
func (p *Program) listPayouts(ctx context.Context, c *config.Config, conn Connection, period statement.Period, b bankFlags, now time.Time) ([]payouts.Payout, *statement.Statement, error) {
	zone := period.From.Location()
	wide, err := statement.Days(period.First().AddDate(0, 0, -b.days).Format(time.DateOnly), period.Last().AddDate(0, 0, b.days).Format(time.DateOnly), zone)
	if err != nil {
		return nil, nil, err
	}
	bar := p.progress(c, "entries")
	defer bar.Finish()
	list := payouts.NewList(zone)
	s, err := statement.Read(ctx, conn.Client, statement.Options{Period: wide, Account: booksOf(c, b.currency), Currency: b.currency, Now: now, Progress: bar.Update}, statement.Sink{Payout: list.Take})
	if err != nil {
		return nil, nil, err
	}
	s.Forget()
	return list.Payouts, s, nil
}

// originOf is what books say of where their figures come from, and whose they are.
func originOf(c *config.Config, source, program string) control.Origin {
	return control.Origin{Source: source, Program: program, Company: named(c.Company), Supplier: named(c.Counterparty.Party)}
}

// named is a party with its code, "" where the config does not name it.
func named(p config.Party) string {
	if p.Name.Text == "" || p.Code.Text == "" {
		return p.Name.Text
	}
	return p.Name.Text + " (" + p.Code.Text + ")"
}
