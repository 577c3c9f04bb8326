package sales

import (
	"context"
	"iter"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
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
	Into     *book.Book              // the section of a larger workbook that it is, nil: a file of its own
	Source   string                  // what is read, for people
	Program  string                  // name and version
	Company  string                  // whose orders they are, for printed pages; "": nobody says
	Supplier string                  // its name, likewise
	Progress func(done, total int64) // rows; a total of 0 is an unknown one; may be nil
}

// first and last are the period's first and last day.
func (o *Options) first() string { return o.From.In(o.Zone).Format(time.DateOnly) }
func (o *Options) last() string  { return o.To.Add(-1).In(o.Zone).Format(time.DateOnly) }

func (o *Options) contains(t time.Time) bool { return !t.Before(o.From) && t.Before(o.To) }

// asked is since when shipments are asked for: those of orders and parcels of the period
// were changed in it or later. The day before makes up for clocks that differ.
func (o *Options) asked() time.Time { return o.From.AddDate(0, 0, -1) }
