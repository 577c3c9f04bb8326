package books

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/act"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/settlement"
)

func (p *Program) actCommand() *cobra.Command {
	var f periodFlags
	var a actFlags
	command := &cobra.Command{
		Use:   "act",
		Short: "Make the act of reconciliation with the supplier, or compare it with theirs",
		Long: `Makes the act of reconciliation of mutual settlements (акт звірки) of whole days: both
parties with their codes and the contract (company and counterparty in the config), the
opening balance, the documents, turnover, the closing balance in figures and in words,
and places for signatures, as a workbook for A4 or as CSV.

With --theirs the supplier's act is read, and what differs is shown line by line: what one
party alone has, other amounts, other days. Their columns of the act are filled then.`,
		Example: `  dropbridge act --month 2026-10 --out act.xlsx
  dropbridge act --from 2026-07-01 --to 2026-09-30 --out act.xlsx --lang en
  dropbridge act --month 2026-10 --theirs supplier.xlsx --check
  dropbridge act --month 2026-10 --theirs supplier.csv --out act.xlsx --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.act(cmd.Context(), f, a) },
	}
	f.add(command)
	command.Flags().StringVar(&a.theirs, "theirs", "", "the supplier's act to compare with: .xlsx or .csv")
	command.Flags().StringVar(&a.template, "theirs-template", actfile.Usual, "how their act is read: an act template or a YAML file")
	currencyFlag(command, &a.currency)
	command.Flags().IntVar(&a.days, "days", usualDays, "days by which the same document may differ")
	return command
}

// actFlags are those that the act has alone.
type actFlags struct {
	theirs, template string
	currency         string
	days             int
}

// usualDays are the days by which the same document may differ where nobody says how many.
const usualDays = 3

// most is how many days the same document may differ: more would match a month with the next.
const most = 31

// check refuses what cannot be compared.
func (a *actFlags) check(f *periodFlags) error {
	switch {
	case a.days < 0 || a.days > most:
		return refusal.Misuse("book_flag.days", a.days, most)
	case a.theirs == "" && a.template != actfile.Usual:
		return refusal.Misuse("book_flag.theirs_template")
	case a.theirs != "" && f.out != "" && filepath.Clean(a.theirs) == filepath.Clean(f.out):
		return refusal.Misuse("book_flag.out_is_theirs", f.out)
	}
	return checkCurrency(a.currency)
}

func (p *Program) act(ctx context.Context, f periodFlags, a actFlags) error {
	now := time.Now()
	f.optional = a.theirs != ""
	s, err := f.read(now)
	if err == nil {
		err = a.check(&f)
	}
	if err != nil {
		return err
	}
	c, err := p.oneSupplier(f.supplier)
	if err != nil {
		return err
	}
	doc := &act.Document{Parties: actParties(c), Period: s.period, Language: s.language, Made: now}
	if f.out != "" {
		if err := errors.Join(requireParties(c, "act.missing", "act.missing_way", actNeeds()...), f.checkOut(c)); err != nil {
			return err
		}
	}
	theirs, err := a.read(ctx, c, doc.Parties)
	if err != nil {
		return err
	}
	books, err := p.readBooks(ctx, c, currencyOf(c, a.currency), s, now)
	if err != nil {
		return err
	}
	doc.Account, doc.Held, doc.Currency = books.Account, books.Statement.Closing.Held, books.Statement.Currency
	if theirs != nil {
		if err := doc.Compare(*theirs, a.days); err != nil {
			return err
		}
	}
	return p.finishAct(c, f, a, doc, books.Statement)
}

// read reads their act, seen from our side; nil where none is named.
func (a *actFlags) read(ctx context.Context, c *config.Config, parties act.Parties) (*settlement.Account, error) {
	if a.theirs == "" {
		return nil, nil
	}
	template, err := actfile.Load(c.TemplateSet(), a.template)
	if err != nil {
		return nil, wrongTemplate("--theirs-template", err)
	}
	account, err := actfile.Read(ctx, a.theirs, template, actfile.Names{Ours: parties.Ours.Name, Theirs: parties.Theirs.Name})
	return &account, err
}

// readBooks reads our books of the period, of one currency where one is named.
func (p *Program) readBooks(ctx context.Context, c *config.Config, currency string, s span, now time.Time) (*act.Books, error) {
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return nil, err
	}
	bar := p.progress(c, "entries")
	books, err := act.Read(ctx, conn.Client, statement.Options{Period: s.period, Account: booksOf(c, currency), Currency: currency, Now: now,
		Memory: c.Ledgers(), Progress: bar.Update}, s.language)
	bar.Finish()
	if err = errors.Join(err, conn.Close()); err != nil {
		return nil, fmt.Errorf("make the act: %w", err)
	}
	return books, nil
}

// finishAct writes the act where one is wanted, and reports on it.
func (p *Program) finishAct(c *config.Config, f periodFlags, a actFlags, doc *act.Document, s *statement.Statement) (err error) {
	var written act.Written
	if f.out != "" {
		_ = durable.RemoveStale(filepath.Dir(f.out), doc.Made) // as for sales
		if csv, _ := f.readOut(); csv {
			written, err = doc.WriteCSV(f.out)
		} else {
			written, err = doc.WriteWorkbook(f.out)
		}
		if err != nil {
			return err
		}
		p.noteWritten(c, f.out, written.SHA256)
	}
	report := doc.Report(s, f.out, a.theirs, written)
	if p.JSON() {
		err = p.PrintJSON(report)
	} else {
		p.People().Act(&report)
	}
	if err == nil && f.check && (!s.OK() || len(report.Differences) > 0) {
		return p.Partial
	}
	return err
}
