package books

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/together"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// supplierFlag asks for the books of one of several suppliers.
func supplierFlag(command *cobra.Command, name *string) {
	command.Flags().StringVar(name, "supplier", "", "of several suppliers in the config the one whose books these are")
}

// oneSupplier is the config as it stands for the supplier that a flag names, or for the only one.
func (p *Program) oneSupplier(name string) (*config.Config, error) {
	c, err := p.Config()
	if err != nil {
		return nil, err
	}
	if name != "" {
		return c.Of(name)
	}
	return c, c.RequireOne()
}

// booked are the suppliers whose books a command writes: the one that is named, or all that have a
// service, and the names of those that have none.
func booked(c *config.Config, name string) (all []*config.Config, without []string, err error) {
	if name != "" {
		one, err := c.Of(name)
		return []*config.Config{one}, nil, err
	}
	if !c.Several() {
		return []*config.Config{c}, nil, nil
	}
	for _, one := range c.Suppliers() {
		if one.HasAPI() {
			all = append(all, one)
		} else {
			without = append(without, one.SupplierName())
		}
	}
	if len(all) == 0 {
		return nil, nil, refusal.New(failure.Config, wording.NewMessage("together.nobody", c.File), wording.NewMessage("together.nobody_way"))
	}
	return all, without, nil
}

// togetherReport is the books of several suppliers for machines.
type togetherReport struct {
	Out       string           `json:"out"`
	From      string           `json:"from"`
	To        string           `json:"to"`
	Zone      string           `json:"zone"`
	Suppliers []supplierReport `json:"suppliers"`
	Without   []string         `json:"without"` // suppliers that have no service, and no book
	Totals    []together.Total `json:"totals"`
	OK        bool             `json:"ok"`
	Bytes     int64            `json:"bytes"`
	SHA256    string           `json:"sha256"`
}

// supplierReport is the report on one supplier's book, as it is where he is the only one.
type supplierReport struct {
	Supplier string `json:"supplier"`
	Report   any    `json:"report"`
}

// part is one supplier's book, a section of the workbook.
type part struct {
	report   any
	rows     []together.Row // without his name
	ok       bool           // it fits
	partial  bool           // something of it is missing
	say      func()         // tells people of it
	remember func() error   // for the next exports to be compared with; comes when the workbook is in its place
	forget   func()         // harmless after remember
}

// jointBook is a workbook of several suppliers' books.
type jointBook struct {
	what    string // of the books, as errors name them
	form    together.Form
	all     []*config.Config
	without []string
	write   func(ctx context.Context, c *config.Config, into *together.Book) (*part, error)
}

// writeJoint writes the books of several suppliers into one workbook, whole or absent.
func (p *Program) writeJoint(ctx context.Context, f *periodFlags, s span, now time.Time, j jointBook) error {
	c := j.all[0]
	if s.csv {
		return refusal.New(failure.Usage, wording.NewMessage("together.csv", c.File), wording.NewMessage("together.csv_way", strings.Join(namesOf(j.all), ", ")))
	}
	_ = durable.RemoveStale(filepath.Dir(f.out), now) // as for sales
	days := s.period.First().Format(time.DateOnly) + " – " + s.period.Last().Format(time.DateOnly)
	whole, err := together.New(f.out, j.form, days, now, s.language)
	if err != nil {
		return err
	}
	defer whole.Abort()
	parts, err := j.writeParts(ctx, whole, f.out)
	defer func() {
		for _, one := range parts {
			one.forget()
		}
	}()
	if err != nil {
		return err
	}
	written, err := whole.Close(control.Origin{From: s.period.From, To: s.period.To, Read: now, Source: strings.Join(namesOf(j.all), ", "), Program: p.Name, Company: named(c.Company)})
	if err != nil {
		return unwritten(j.what, f.out, err)
	}
	p.noteWritten(c, f.out, written.SHA256)
	for _, one := range parts {
		if err := one.remember(); err != nil {
			return err
		}
	}
	report := togetherReport{Out: f.out, From: s.period.First().Format(time.DateOnly), To: s.period.Last().Format(time.DateOnly), Zone: s.period.From.Location().String(),
		Without: append([]string{}, j.without...), Totals: written.Totals, OK: written.OK, Bytes: written.Bytes, SHA256: written.SHA256}
	return p.sayJoint(f, report, j, parts)
}

// writeParts reads and writes each supplier's book into the workbook at out, which the errors of
// the books name.
func (j *jointBook) writeParts(ctx context.Context, whole *together.Book, out string) (parts []*part, err error) {
	for _, one := range j.all {
		name := one.SupplierName()
		part, err := j.write(ctx, one, whole)
		if err != nil {
			return parts, one.Whose(err)
		}
		parts = append(parts, part)
		for _, row := range part.rows {
			row.Supplier, row.OK = name, part.ok
			if err := whole.Add(row); err != nil {
				return parts, unwritten(j.what, out, err)
			}
		}
	}
	return parts, nil
}

// sayJoint reports on the workbook, and ends as the command does.
func (p *Program) sayJoint(f *periodFlags, report togetherReport, j jointBook, parts []*part) error {
	partial := false
	for i, one := range parts {
		partial = partial || one.partial
		report.Suppliers = append(report.Suppliers, supplierReport{j.all[i].SupplierName(), one.report})
	}
	if p.JSON() {
		if err := p.PrintJSON(report); err != nil {
			return err
		}
	} else {
		for i, one := range parts {
			p.People().Supplier(j.all[i].SupplierName())
			one.say()
		}
		p.People().Together(report.Out, j.form, report.Totals, report.Without)
	}
	if partial || f.check && !report.OK {
		return p.Partial
	}
	return nil
}

func namesOf(all []*config.Config) (names []string) {
	for _, one := range all {
		names = append(names, one.SupplierName())
	}
	return names
}

// ledgerForm is what ledgers come to: what is available, and what moved it.
func ledgerForm() together.Form {
	return together.Form{Title: "statement.title", Count: "column.entries", Adds: true, Columns: []together.Column{
		{Name: "opening", Heading: "column.opening"}, {Name: "accrual", Heading: "kind.accrual"}, {Name: "hold", Heading: "kind.hold"},
		{Name: "payout", Heading: "kind.payout"}, {Name: "closing", Heading: "column.closing"}}}
}

// payoutsForm is what payouts come to.
func payoutsForm() together.Form {
	return together.Form{Title: "payouts.title", Count: "payouts.count", Columns: []together.Column{{Name: "total", Heading: "column.amount"}}}
}

// salesForm is what orders come to, or shipments, which have no prices.
func salesForm(orders bool) together.Form {
	form := together.Form{Title: "sheet.shipments", Count: "sheet.shipments"}
	if orders {
		form = together.Form{Title: "sheet.orders", Count: "column.orders", Columns: []together.Column{
			{Name: "drop", Heading: "column.drop_total"}, {Name: "retail", Heading: "column.retail_total"}, {Name: "profit", Heading: "column.profit"}}}
	}
	form.Columns = append(form.Columns, []together.Column{{Name: "cod", Heading: "column.cash_on_delivery"}, {Name: "cod_expected", Heading: "column.cash_expected"},
		{Name: "cod_collected", Heading: "column.cash_collected"}, {Name: "cod_paid_out", Heading: "column.cash_paid_out"}}...)
	return form
}

// rowOf is a row of amounts in one currency.
func rowOf(currency string, count int64, amounts ...money.Amount) together.Row {
	return together.Row{Currency: currency, Count: count, Amounts: amounts}
}
