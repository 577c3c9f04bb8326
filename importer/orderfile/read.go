package orderfile

import (
	"cmp"
	"context"
	"os"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/draft"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/resultfile"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Options say how a source's files are to be read. The zero value reads with the
// built-in profiles and the default limits.
type Options struct {
	Profile          *Profile // nil: of the built-in ones, that which the headings choose
	ExternalIDPrefix string   // put in front of every order number
	Limits           cells.Limits
	Carrier          string          // "": the profile's default, nova_poshta in the generic one
	PaymentMethod    string          // "": the profile's default, prepaid in the generic one
	Words            lexicon.Overlay // what the source's cells mean, before the profile's words
	Ignore           []string        // headings that are not read, whatever they hold

	Columns  map[string]field.Field // what stands under headings, before the profile's own headings
	Route    *Route                 // whose the lines are, where there are several suppliers
	Language wording.Language       // of the report's sentences; "": that of the file's headings
	Now      time.Time              // by which a planned day has come; zero: when the file is read
	Results  bool                   // keep what a result file says of its rows, for Report.ResultOf
}

// Read reads the order file at path; name is what the report calls it. All that is
// wrong with the content is in the report: an error is trouble with reading the bytes,
// or ctx's.
func Read(ctx context.Context, path, name string, o Options) (*Report, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	file, info, err := openRegular(path)
	if err != nil {
		return nil, &UnreadError{name, err}
	}
	defer file.Close()
	limited, cancel := context.WithTimeout(ctx, o.Limits.Time)
	defer cancel()
	r := &reader{o: o, report: newReport(name, o.Profile)}
	if err := r.read(limited, file, info.Size()); err != nil {
		return nil, &UnreadError{name, err}
	}
	if err := ctx.Err(); err != nil {
		return nil, &UnreadError{name, err}
	}
	r.report.finish(o.Language)
	return r.report, nil
}

// complete puts the built-in profiles and limits where none are set.
func (o *Options) complete() (err error) {
	o.Limits = o.Limits.OrDefaults()
	if o.Profile == nil {
		o.Profile, err = ordertemplate.Load(templates.Open(""), ordertemplate.Automatic)
	}
	if err == nil {
		o.Profile = o.Profile.With(o.Columns)
	}
	return err
}

// ignored are the headings that no field is read from.
func (o *Options) ignored() []string {
	if o.Route == nil || o.Route.Column == "" {
		return o.Ignore
	}
	return append(slices.Clone(o.Ignore), o.Route.Column)
}

// openRegular opens a file and nothing else: to open a named pipe would wait for ever.
func openRegular(path string) (*os.File, os.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = refusal.New(failure.Other, wording.NewMessage("trouble.irregular"), wording.NewMessage("hint.no_file"))
	}
	if err != nil {
		return nil, nil, err
	}
	file, err := os.Open(path)
	return file, info, err
}

func newReport(name string, p *Profile) *Report {
	return &Report{File: name, Template: p.FixedName(), fixed: p.FixedName() != "", source: resultfile.Source{ResultAt: -1}}
}

// reader reads one file.
type reader struct {
	o      Options
	report *Report
}

// read fills the report. Whatever a file makes the parsers do, a panic of theirs
// included, ends as a problem of this file.
func (r *reader) read(ctx context.Context, file *os.File, size int64) (err error) {
	report := r.report
	defer func() {
		if p := recover(); p != nil {
			report.refuse(problem.OfPanic(p))
		}
	}()
	table, faults, err := cells.Read(ctx, file, size, report.File, cells.How{Limits: r.o.Limits, Headings: r.o.Profile, Glimpse: r.glimpse})
	if err != nil {
		return err
	}
	report.Format, report.Encoding, report.Delimiter = table.Format, table.Encoding, table.Delimiter
	for _, f := range faults {
		report.refuse(f)
	}
	if table.Table != nil {
		r.readTable(table)
	}
	return nil
}

// glimpse keeps the first rows that may be those of orders, for whoever wants to know what
// was seen of a file.
func (r *reader) glimpse(rows []cells.Row) {
	if r.report.sketch == nil {
		r.report.sketch = draft.Of(r.o.Profile, rows)
	}
}

// readTable makes orders of a table.
func (r *reader) readTable(t *cells.File) {
	report, found := r.report, r.o.Profile.HeadingRow(t.Head)
	report.sketch = draft.New(t.Head, &found)
	switch {
	case found.Known < cells.LeastKnown:
		report.refuse(cells.HeadingsUnknown())
		return
	case found.Rival != nil:
		report.refuse(ordertemplate.TwoTemplates(&found))
		return
	}
	l, faults := found.Template.ReadLayout(&found.Row, r.o.ignored()...)
	report.Template = found.Template.Name()
	for _, f := range faults {
		report.add(0, f.Column, f.Fault)
	}
	if len(faults) > 0 {
		return
	}
	report.source.HeadingRow, report.source.ResultAt, report.source.Sheet = found.Number, l.ResultAt, t.Sheet
	report.take(orders.Read(r.sourceOf(found.Template), l, &found.Row, t))
}

// sourceOf is how the file is read by a template: what the caller says of it, else the template.
func (r *reader) sourceOf(p *Profile) orders.Source {
	s := orders.Source{Template: p, Lexicon: p.LexiconUnder(r.o.Words), Carrier: cmp.Or(r.o.Carrier, p.Carrier), Payment: cmp.Or(r.o.PaymentMethod, p.Payment),
		Prefix: r.o.ExternalIDPrefix, Ignore: r.o.Ignore, Route: r.o.Route, Now: r.o.Now, Results: r.o.Results}
	if s.Now.IsZero() {
		s.Now = time.Now()
	}
	return s
}
