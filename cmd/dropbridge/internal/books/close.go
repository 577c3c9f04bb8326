package books

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// closeFlags are those of the month's close.
type closeFlags struct {
	periodFlags
	accept   bool
	currency string
}

func (p *Program) closeCommand() *cobra.Command {
	var f closeFlags
	command := &cobra.Command{
		Use:   "close",
		Short: "Close a month: all its books in one folder, with a page that says what fits",
		Long: `Writes the ledger, the act of reconciliation, the payouts, the book of income, the orders
and the shipments of a month into one folder, all or none: where anything cannot be read
or written, the folder stays as it was. close.html says what fits, what does not and what
was not checked.`,
		Example: `  dropbridge close --month 2026-10 --out october
  dropbridge close --month 2026-10 --out books/2026-10 --check --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.close(cmd.Context(), f) },
	}
	flags := command.Flags()
	flags.StringVar(&f.month, "month", "", "the month, such as 2026-10")
	flags.StringVar(&f.zone, "zone", supplier.LocalZone, "time zone in which days begin and end")
	flags.StringVar(&f.out, "out", "", "folder to write, which has nothing else in it")
	flags.BoolVar(&f.overwrite, "overwrite", false, "write over books of the folder that somebody changed since")
	flags.StringVar(&f.language, "lang", "uk", "language of headings and words: uk or en")
	flags.BoolVar(&f.check, "check", false, "exit with 3 when anything does not fit")
	flags.BoolVar(&f.accept, "accept-change", false, "compare the next exports of the month with this one, whatever changed since the last")
	supplierFlag(command, &f.supplier)
	currencyFlag(command, &f.currency)
	return command
}

func (p *Program) close(ctx context.Context, f closeFlags) error {
	now := time.Now()
	m, err := f.read(now)
	if err != nil {
		return err
	}
	c, err := p.Config()
	if err != nil {
		return err
	}
	m.now, m.accept = now, f.accept
	all, without, err := booked(c, f.supplier)
	if err != nil {
		return err
	}
	if len(all) == 1 {
		return p.closeOf(ctx, all[0], f, m)
	}
	return p.closeEach(ctx, all, without, f, m)
}

// closeEach closes the month of each supplier into a folder of his own below the one that is named.
// Where one's cannot be closed the others' are, and the error says whose it is.
func (p *Program) closeEach(ctx context.Context, all []*config.Config, without []string, f closeFlags, m month) error {
	folder := m.folder
	var errs []error
	for _, one := range all {
		if !p.JSON() {
			p.People().Supplier(one.SupplierName())
		}
		m.folder = filepath.Join(folder, one.SupplierName())
		if err := p.closeOf(ctx, one, f, m); errors.Is(err, p.Partial) {
			errs = append(errs, err)
		} else if err != nil {
			errs = append(errs, one.Whose(err))
		}
	}
	if !p.JSON() {
		p.People().Without(without)
	}
	return closedWith(errs, p.Partial)
}

// closedWith is what closes that ended with these errors come to: what failed, or else that
// something does not fit.
func closedWith(errs []error, partial error) error {
	failed := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return errors.Is(err, partial) })
	if len(failed) == 0 && len(errs) > 0 {
		return partial
	}
	return errors.Join(failed...)
}

// closeOf closes the month of one supplier.
func (p *Program) closeOf(ctx context.Context, c *config.Config, f closeFlags, m month) error {
	m.currency = currencyOf(c, f.currency)
	if err := checkFolder(c, m.folder, f.overwrite); err != nil {
		return err
	}
	conn, err := p.Connect(ctx, c)
	if err != nil {
		return err
	}
	bar := p.progress(c, "entries")
	m.progress = bar.Update
	report, err := p.writeMonth(ctx, c, conn, m)
	bar.Finish()
	if err = errors.Join(err, conn.Close()); err != nil {
		return err
	}
	if err := refresh(c, report, m.now); err != nil {
		p.Logger().Warn("the status page goes on showing what the month was closed with before", "error", err)
	}
	if p.JSON() {
		err = p.PrintJSON(report)
	} else {
		p.People().Closing(report)
	}
	if err == nil && (report.Partial() || f.check && !report.OK) {
		return p.Partial
	}
	return err
}

// refresh remembers what a month that `run` has closed was closed with again, in the same
// folder, and that one which `run` could not close is closed now.
func refresh(c *config.Config, r *closing.Report, now time.Time) error {
	memory := closing.Memory(c.Closed())
	failing, err := memory.Failing()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(failing, func(f closing.Failing) bool { return f.Month == r.Month }) { // somebody has done it by hand
		return memory.Keep(closing.Closed{Month: r.Month, At: now, Folder: r.Out, Differences: r.Differences()})
	}
	closed, found, err := memory.Find(r.Month)
	if err != nil || !found {
		return err
	}
	ours, err := filepath.Abs(closed.Folder)
	if err != nil {
		return err
	}
	if again, err := filepath.Abs(r.Out); err != nil || again != ours {
		return err
	}
	closed.At, closed.Differences = now, r.Differences()
	return memory.Keep(closed)
}

// month is a month that is to be closed.
type month struct {
	period   statement.Period
	language wording.Language
	folder   string
	now      time.Time
	accept   bool
	currency string // "" for the only one that there is
	progress func(done, total int64)
}

// read refuses wrong flags before anything is opened, and a month that is not over.
func (f *closeFlags) read(now time.Time) (m month, err error) {
	if err := checkCurrency(f.currency); err != nil {
		return m, err
	}
	if f.month == "" {
		return m, refusal.Misuse("book_flag.no_month")
	}
	zone, err := f.readZone()
	if err != nil {
		return m, err
	}
	if m.language, err = wording.ParseLanguage(f.language); err != nil {
		return m, refusal.Misuse("book_flag.language", f.language)
	}
	if m.period, err = f.readPeriod(now, zone); err != nil {
		return m, err
	}
	if m.period.To.After(now) {
		return m, refusal.Misuse("book_flag.month_runs", f.month, m.period.To.Format(time.DateOnly))
	}
	if f.out == "" {
		return m, refusal.Misuse("book_flag.no_folder")
	}
	m.folder = filepath.Clean(f.out)
	if base := filepath.Base(m.folder); base == "." || base == ".." || base == string(filepath.Separator) {
		return m, refusal.Misuse("book_flag.own_folder", f.out)
	}
	return m, nil
}

// checkFolder refuses a folder that is another's, or that has anything else in it.
func checkFolder(c *config.Config, folder string, overwrite bool) error {
	for _, name := range closing.Files() {
		if err := c.CheckBookOut("--out", filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return closing.CheckFolder(folder, closing.Files(), overwrite, place.Notes(c.Written()).Origin)
}

// writeMonth closes a month, and remembers which files it wrote.
func (p *Program) writeMonth(ctx context.Context, c *config.Config, conn Connection, m month) (*closing.Report, error) {
	job := closing.Job{Period: m.period, Now: m.now, Source: conn.Client, Account: booksOf(c, m.currency), Currency: m.currency, Memory: c.Ledgers(), Sales: c.Sales(), SalesOf: c.Account(), Accept: m.accept,
		Language: m.language, Origin: originOf(c, conn.Shown(m.language), p.Name), Basis: c.Books.Basis(), Progress: m.progress,
		Parties: actParties(c), NoAct: requireParties(c, "act.missing", "act.missing_way", actNeeds()...)}
	report, err := job.Write(ctx, m.folder)
	if err != nil {
		return nil, fmt.Errorf("close the month into %s: %w", m.folder, err)
	}
	for _, d := range report.Documents {
		if !d.Absent {
			p.noteWritten(c, filepath.Join(m.folder, d.File), d.SHA256)
		}
	}
	page := filepath.Join(m.folder, closing.PageFile)
	if sum, err := place.Sum(page); err == nil {
		p.noteWritten(c, page, sum)
	}
	return report, nil
}
