package sales

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/table"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source is the supplier's service as far as sales need it.
type Source interface {
	Orders(ctx context.Context, q supplier.OrderQuery) iter.Seq2[supplier.Order, error]
	Shipments(ctx context.Context, q supplier.ShipmentQuery) iter.Seq2[supplier.Shipment, error]
}

// Options say what is written and where.
type Options struct {
	From, To time.Time               // the period: From inclusive, To exclusive
	Now      time.Time               // before the reading
	Zone     *time.Location          // in which days begin and times are shown, nil: that of From
	Lang     wording.Language        // "" is Ukrainian
	Out      string                  // a file that ends in .xlsx or .csv
	Template *table.Template         // of a CSV file, nil: every value
	Memory   string                  // folder of what was exported, "" for none
	Account  string                  // whose book, to tell the exports of several apart
	Accept   bool                    // what changed since the last export is what the next one is compared with
	Later    bool                    // the export is kept when Report.Remember says so
	Source   string                  // what is read, for people
	Program  string                  // name and version
	Company  string                  // whose orders they are, for printed pages; "": nobody says
	Supplier string                  // its name, likewise
	Progress func(done, total int64) // rows; a total of 0 is an unknown one; may be nil
}

// job is one reading on its way into a file.
type job struct {
	Options
	source Source
	audit  *audit
	report Report
	items  int64
	counts figures // of all rows, without an amount
	sums   map[string]*sums

	history history
}

func newJob(source Source, o Options, checks []string) *job {
	if o.Zone == nil {
		o.Zone = o.From.Location()
	}
	o.Lang = cmp.Or(o.Lang, wording.Ukrainian)
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	return &job{Options: o, source: source, audit: newAudit(checks), sums: map[string]*sums{}, report: Report{
		Out: o.Out, From: o.first(), To: o.last(), Zone: o.Zone.String()}}
}

// first and last are the period's first and last day.
func (o *Options) first() string { return o.From.In(o.Zone).Format(time.DateOnly) }
func (o *Options) last() string  { return o.To.Add(-1).In(o.Zone).Format(time.DateOnly) }

func (o *Options) contains(t time.Time) bool { return !t.Before(o.From) && t.Before(o.To) }

// asked is since when shipments are asked for: those of orders and parcels of the period
// were changed in it or later. The day before makes up for clocks that differ.
func (o *Options) asked() time.Time { return o.From.AddDate(0, 0, -1) }

// write writes the file in the form that its ending names, and reports what the rows came to.
func (j *job) write(ctx context.Context, book, csv func(context.Context) error) (*Report, error) {
	write := book
	if strings.EqualFold(filepath.Ext(j.Out), ".csv") {
		write = csv
	}
	if err := write(ctx); err != nil {
		return nil, err
	}
	r := &j.report
	r.Rows, r.Late = j.counts.count, j.counts.late
	r.Checks, r.blind, r.Differences = j.audit.checks(), j.audit.unchecked(), j.audit.first
	r.Unchecked = []string{}
	for _, c := range r.blind {
		r.Unchecked = append(r.Unchecked, c.Name+": "+c.Why.String())
	}
	return r, nil
}

func cashTotals(f *figures) Totals {
	return Totals{COD: f.cod.OrZero(), CODExpected: f.expected.OrZero(), CODCollected: f.collected.OrZero(), CODPaidOut: f.paidOut.OrZero()}
}

func orderTotals(f *figures) Totals {
	t := cashTotals(f)
	t.Drop, t.Retail, t.Profit = f.drop.OrZero(), f.retail.OrZero(), f.profit.OrZero()
	return t
}

// readings is how often lists that changed while they were read are read at most.
const readings = 3

// reread writes the file, and writes it anew where a list changed while it was read.
func reread(write func() (*Report, error)) (r *Report, err error) {
	for range readings {
		if r, err = write(); supplier.KindOf(err) != supplier.KindIncomplete {
			break
		}
	}
	return r, err
}

// unread says how to mend that a list changed while it was read.
func unread(err error) error {
	var failed *supplier.Error
	if errors.As(err, &failed) && failed.Kind == supplier.KindIncomplete {
		return fmt.Errorf("%w; no file was written, export again", err)
	}
	return err
}
