package books

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/exchange"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/sheets"
	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/templates"
)

func (p *Program) ledgerCommand() *cobra.Command {
	var f periodFlags
	var l ledgerFlags
	command := &cobra.Command{
		Use:   "ledger",
		Short: "Write the balance ledger of a period as a workbook or CSV for accountants",
		Long: `Reads the ledger of whole days in a time zone and writes it as a workbook: the entries,
the turnover by month and operation, open holds, payouts with what they cover, what
does not fit with the orders, the balance day by day with a chart, and the control
sums. A name that ends in .csv gives the entries alone, in the form of a template; with
the template 1c-exchange one that ends in .txt gives the payouts for bookkeeping programs.

What was exported is remembered, and a later export of the same time or of what follows
names the entries that came late, changed or are gone since, until they are accepted
once. What stands before the period is not read again where it was exported and the
supplier opens the period with the same balance.`,
		Example: `  dropbridge ledger --month 2026-10 --out october.xlsx
  dropbridge ledger --from 2026-10-01 --to 2026-10-31 --out october.xlsx --check
  dropbridge ledger --month 2026-10 --out october.csv --template 1c-table
  dropbridge ledger --month 2026-10 --out payouts.txt --template 1c-exchange
  dropbridge ledger --month 2026-10 --out october.xlsx --lang en --json
  dropbridge ledger --month 2026-10 --out october.xlsx --from-the-start`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.ledger(cmd.Context(), f, l) },
	}
	f.add(command)
	command.Flags().StringVar(&f.template, "template", "", "form of the CSV or text: a ledger template or a YAML file (default \"default\")")
	command.Flags().StringVar(&l.perspective, "perspective", string(sheets.Client), "whose books: client (what the supplier owes is a debit) or supplier")
	command.Flags().BoolVar(&l.noOrders, "no-orders", false, "do not compare with orders and shipments")
	command.Flags().BoolVar(&l.accept, "accept-change", false, "compare the next exports with this one, whatever changed since those before")
	command.Flags().BoolVar(&l.fromTheStart, "from-the-start", false, "read what stands before the period even where it was exported before")
	currencyFlag(command, &l.currency)
	return command
}

// ledgerFlags are those that the ledger has alone.
type ledgerFlags struct {
	perspective string
	noOrders    bool
	accept      bool

	fromTheStart bool
	currency     string
}

func (p *Program) ledger(ctx context.Context, f periodFlags, l ledgerFlags) error {
	now := time.Now()
	f.texts = true
	s, err := f.read(now)
	if err != nil {
		return err
	}
	perspective := sheets.Perspective(l.perspective)
	if perspective != sheets.Client && perspective != sheets.Supplier {
		return refusal.Misuse("book_flag.perspective", l.perspective)
	}
	if err := checkCurrency(l.currency); err != nil {
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
		return p.writeJoint(ctx, &f, s, now, jointBook{"ledger", ledgerForm(), all, without, func(ctx context.Context, one *config.Config, into *together.Book) (*part, error) {
			return p.ledgerPart(ctx, one, f, l, s, into, now)
		}})
	}
	c = all[0]
	write, err := ledgerWriter(c, f, s, l.manner(c, p, s))
	if err != nil {
		return err
	}
	st, report, err := p.readLedger(ctx, c, f, l, s, now, write)
	if err != nil {
		return err
	}
	p.noteWritten(c, f.out, report.SHA256)
	if p.JSON() {
		if err := p.PrintJSON(report); err != nil {
			return err
		}
	} else {
		p.People().Ledger(report)
	}
	if st.Partial() || f.check && !st.OK() {
		return p.Partial
	}
	return nil
}

// manner is how the ledger of a supplier is written.
func (l *ledgerFlags) manner(c *config.Config, p *Program, s span) sheets.Manner {
	return sheets.Manner{Language: s.language, Perspective: sheets.Perspective(l.perspective), Origin: originOf(c, "", p.Name)}
}

// readLedger connects to a supplier, and reads and writes his ledger.
func (p *Program) readLedger(ctx context.Context, c *config.Config, f periodFlags, l ledgerFlags, s span, now time.Time, write writeLedger) (*statement.Statement, statement.Report, error) {
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return nil, statement.Report{}, err
	}
	_ = durable.RemoveStale(filepath.Dir(f.out), now) // as for sales
	bar := p.progress(c, "entries")
	currency := currencyOf(c, l.currency)
	options := statement.Options{Period: s.period, Account: booksOf(c, currency), Now: now, Memory: c.Ledgers(),
		Orders: !l.noOrders, Accept: l.accept, FromTheStart: l.fromTheStart, Currency: currency, Progress: bar.Update}
	st, report, err := write(ctx, conn, options)
	bar.Finish()
	if err = errors.Join(err, conn.Close()); err != nil {
		return nil, report, unwritten("ledger", f.out, err)
	}
	return st, report, nil
}

// ledgerPart writes a supplier's ledger as a section of a workbook.
func (p *Program) ledgerPart(ctx context.Context, c *config.Config, f periodFlags, l ledgerFlags, s span, into *together.Book, now time.Time) (*part, error) {
	manner := l.manner(c, p, s)
	manner.Into = into.Section(c.SupplierName())
	write, err := ledgerWriter(c, f, s, manner)
	if err != nil {
		return nil, err
	}
	st, report, err := p.readLedger(ctx, c, f, l, s, now, write)
	if err != nil {
		return nil, err
	}
	return &part{report: report, ok: st.OK(), partial: st.Partial(), say: func() { p.People().Ledger(report) },
		rows:     []together.Row{rowOf(report.Currency, report.Entries, report.Opening, report.Turnover.Accrual, report.Turnover.Hold, report.Turnover.Payout, report.Closing)},
		remember: func() error { return st.Remember(l.accept) }, forget: st.Forget}, nil
}

// writeLedger reads the ledger and writes it in one of its forms.
type writeLedger func(context.Context, Connection, statement.Options) (*statement.Statement, statement.Report, error)

// ledgerWriter is the form that the flags ask for. Templates and what they need of the config
// are looked at before anything is read.
func ledgerWriter(c *config.Config, f periodFlags, s span, manner sheets.Manner) (writeLedger, error) {
	if !s.csv {
		return func(ctx context.Context, conn Connection, o statement.Options) (*statement.Statement, statement.Report, error) {
			manner.Origin.Source = conn.Shown(s.language)
			return sheets.WriteWorkbook(ctx, conn.Client, o, manner, f.out)
		}, nil
	}
	name, text := cmp.Or(f.template, "default"), strings.EqualFold(filepath.Ext(f.out), exchange.Ending)
	switch isExchange := exchange.Is(c.TemplateSet(), name); {
	case isExchange && !text:
		return nil, refusal.Misuse("book_flag.writes_no_csv", name, exchange.Ending)
	case isExchange:
		return exchangeWriter(c, f, s, name, manner.Origin.Program)
	case text:
		return nil, refusal.Misuse("book_flag.writes_csv", name)
	}
	form, err := table.Load(c.TemplateSet(), name)
	if err != nil {
		return nil, wrongTemplate("--template", err)
	}
	return func(ctx context.Context, conn Connection, o statement.Options) (*statement.Statement, statement.Report, error) {
		manner.Origin.Source = conn.Shown(s.language)
		return sheets.WriteCSV(ctx, conn.Client, o, manner, form, f.out)
	}, nil
}

// wrongTemplate is that the template that a flag names cannot be read.
func wrongTemplate(flag string, err error) error {
	return templates.InFlag(flag, failure.Config, failure.Mistake("", "%s: %w", flag, err))
}

// exchangeWriter writes the payouts for bookkeeping programs.
func exchangeWriter(c *config.Config, f periodFlags, s span, name, program string) (writeLedger, error) {
	form, err := exchange.Load(c.TemplateSet(), name)
	if err != nil {
		return nil, wrongTemplate("--template", err)
	}
	if err := requireParties(c, "exchange.missing", "exchange.missing_way", exchangeNeeds()...); err != nil {
		return nil, err
	}
	w := &exchange.Writer{Template: form, Period: s.period, Language: s.language, Program: program}
	w.Ours, w.Theirs = exchangeParties(c)
	return func(ctx context.Context, conn Connection, o statement.Options) (*statement.Statement, statement.Report, error) {
		return w.Write(ctx, conn.Client, o, f.out)
	}, nil
}
