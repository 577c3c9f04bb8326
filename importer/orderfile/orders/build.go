package orders

import (
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

func newBuilder(s Source, l *ordertemplate.Layout, head *cells.Row, t *cells.File) *builder {
	b := &builder{source: s, headingRow: head.Number, values: value.New(s.Template.Decimal), lexicon: s.Lexicon, words: newReadWords(s.Lexicon),
		found: &Found{Ragged: map[int]bool{}, Stray: map[int]bool{}},
		l:     l, text: t.Text, orders: make([]Order, 0, t.Most), byNumber: map[string]*draft{}, lockers: map[int]bool{}, spoken: map[string]field.Field{},
		merged: map[[2]int]bool{}, waybills: map[string]*draft{}, stops: map[string]lexicon.Stop{}}
	if len(l.Columns[field.OrderNumber]) == 0 {
		b.names = newRowNames(b.values)
	}
	own := cells.WithoutResult(head, l.ResultAt)
	b.routeColumn(&own)
	b.unread = b.unreadColumns(&own)
	b.notes = b.noteColumns(&own)
	b.section = b.titleOf(t.Sheet.Name)
	return b
}

// build reads all rows and fills the report.
func (b *builder) build(t *cells.Table) {
	before := b.headingRow
	f := t.Each(func(raw *cells.Row) bool {
		b.keepResult(raw)
		r := cells.WithoutResult(raw, b.l.ResultAt)
		if r.Number <= b.headingRow || len(r.Cells) == 0 {
			b.readTitle(&r)
			return true
		}
		if r.Number > before+1 {
			b.above = nil
		}
		before = r.Number
		section := b.sectionOf(&r)
		switch {
		case section != nil:
			b.section, b.above = section, nil
		case b.isTotal(&r):
			b.found.add(r.Number, "", problem.Faultf(problem.TotalRowSkipped))
			b.above = nil
		case r.Cut && r.Width < b.l.Width: // the last of its cells may be cut as well
			b.found.refuse(problem.Faultf(problem.FileTruncated+".last_row", r.Number))
			return false
		default:
			b.row(&r, raw)
		}
		return true
	})
	switch {
	case f != nil:
		b.found.refuse(f)
	case problem.RefusesFile(b.found.Problems):
	case len(b.lines) == 0:
		b.found.refuse(problem.Faultf(problem.NoRows))
	default:
		b.finish()
	}
}

// row reads one data row. raw has the result's columns too.
func (b *builder) row(r, raw *cells.Row) {
	before := b.last
	d, f, column := b.assign(r)
	if f == nil && len(d.order.Rows) > 0 && b.says(raw, problem.OrderRowsApart) {
		f = problem.Faultf(problem.OrderRowsApart + ".said")
	}
	if len(d.order.Rows) == 0 {
		d.section = b.section
	}
	d.order.Rows = append(d.order.Rows, r.Number)
	b.lines = append(b.lines, draftLine{r.Number, d, nil})
	if d.work == nil {
		d.work = &work{} // a row that stands apart: its order was put together already
		defer func() { d.work = nil }()
	}
	if f != nil {
		b.refuse(r.Number, column, f)
	}
	stray := f != nil && f.Code == problem.OrderNumberMissing && !b.hasPerson(r)
	if stray {
		b.found.Stray[r.Number] = true
	}
	if b.unreadable(r, raw) || stray { // that all the rest is missing too needs no words
		d.unread = true
		return
	}
	b.lookAtMarks(r)
	b.lookAtMerged(d, before, r)
	b.lookAtUnread(d, r)
	b.readState(d, r)
	b.readNotes(d, r)
	b.readRecipient(d, r)
	b.readDelivery(d, r)
	b.readPayment(d, r)
	items := len(d.order.Items)
	b.readItems(d, r)
	b.readReturned(d, r, items)
	b.readRoute(d, r, items)
	b.readShipping(r)
	b.readSendOn(d, r)
}

// Read makes orders of the rows under the headings of a table, with the columns that its
// heading row has.
func Read(s Source, l *ordertemplate.Layout, head *cells.Row, t *cells.File) *Found {
	b := newBuilder(s, l, head, t)
	b.build(t.Table)
	return b.found
}

// keepResult keeps the five cells of a row of a result file.
func (b *builder) keepResult(raw *cells.Row) {
	at := b.l.ResultAt
	if at < 0 || !b.source.Results || raw.Number <= b.headingRow {
		return
	}
	result := cells.ResultIn(raw, at)
	if result == (cells.Result{}) {
		return
	}
	if b.found.Results == nil {
		b.found.Results = map[int]cells.Result{}
	}
	b.found.Results[raw.Number] = result
}
