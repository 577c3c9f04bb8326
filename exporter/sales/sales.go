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
	"github.com/dropbridge/dropbridge/internal/money"
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
	Source   string                  // what is read, for people
	Program  string                  // name and version
	Company  string                  // whose orders they are, for printed pages; "": nobody says
	Supplier string                  // its name, likewise
	Progress func(done, total int64) // rows; a total of 0 is an unknown one; may be nil
}

// Report is what was written.
type Report struct {
	Out         string       `json:"out"`
	From        string       `json:"from"` // the first day
	To          string       `json:"to"`   // the last day
	Zone        string       `json:"zone"`
	Orders      *int64       `json:"orders,omitempty"` // absent for shipments
	Items       *int64       `json:"items,omitempty"`
	Shipments   int64        `json:"shipments"`
	Rows        int64        `json:"rows"` // one an order or a shipment
	Late        int64        `json:"late"` // orders or shipments
	Totals      Totals       `json:"totals"`
	Void        *Void        `json:"void,omitempty"` // absent for shipments
	Checks      []Check      `json:"checks"`
	Differences []Difference `json:"differences"` // the first thousand
	Bytes       int64        `json:"bytes"`
	SHA256      string       `json:"sha256"`
	Lost        *table.Lost  `json:"lost,omitempty"` // what the encoding of a CSV file lacks
}

// Void is what the cancelled and returned orders come to, which the totals leave out.
type Void struct {
	Orders int64 `json:"orders"`
	Totals
}

// Totals are sums over the rows; of orders, over those that stand. Those of drop, retail and profit are absent for shipments.
type Totals struct {
	Drop         money.Amount `json:"drop,omitzero"`
	Retail       money.Amount `json:"retail,omitzero"`
	Profit       money.Amount `json:"profit,omitzero"`
	COD          money.Amount `json:"cod"`
	CODExpected  money.Amount `json:"cod_expected"`
	CODCollected money.Amount `json:"cod_collected"`
	CODPaidOut   money.Amount `json:"cod_paid_out"`
}

// Check is one thing that must hold for every row.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // one line of English with the figures
}

// Difference is an order or a shipment that does not fit.
type Difference struct {
	Code       string       `json:"code"` // the name of its check
	OrderID    string       `json:"order_id"`
	ExternalID string       `json:"external_id"`
	Waybill    string       `json:"waybill_number,omitempty"`
	Expected   money.Amount `json:"expected"`
	Found      money.Amount `json:"found"`
	Message    string       `json:"message"` // one line of English

	said wording.Message // the same in every language; workbooks have the figures apart
}

// OK reports whether every check holds.
func (r *Report) OK() bool {
	for _, check := range r.Checks {
		if !check.OK {
			return false
		}
	}
	return true
}

// job is one reading on its way into a file.
type job struct {
	Options
	source Source
	audit  *audit
	report Report
	items  int64
	totals figures // over all rows
	stands figures // over the orders that were neither cancelled nor returned
	void   figures // over the others
}

func newJob(source Source, o Options, checks []string) *job {
	if o.Zone == nil {
		o.Zone = o.From.Location()
	}
	o.Lang = cmp.Or(o.Lang, wording.Ukrainian)
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	return &job{Options: o, source: source, audit: newAudit(checks), report: Report{
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
	r.Rows, r.Late = j.totals.count, j.totals.late
	r.Totals = cashTotals(&j.totals)
	r.Checks, r.Differences = j.audit.checks(), j.audit.first
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

// unread says how to mend that a list changed while it was read.
func unread(err error) error {
	var failed *supplier.Error
	if errors.As(err, &failed) && failed.Kind == supplier.KindIncomplete {
		return fmt.Errorf("%w; no file was written, export again", err)
	}
	return err
}
