package orders

import (
	"slices"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// builder makes orders of the rows under the headings.
type builder struct {
	source     Source
	headingRow int // as a spreadsheet counts
	values     *value.Reader
	lexicon    *lexicon.Lexicon
	words      *readWords
	found      *Found

	l        *ordertemplate.Layout
	text     bool    // rows of a text have a count of cells
	orders   []Order // as many as there may be, so that none moves while it is written
	drafts   []*draft
	idle     *work // of the order before, for the next one
	byNumber map[string]*draft
	above    *draft // the order of the row right above, nil after a blank or total row
	last     *draft // the order of the last data row
	lines    []draftLine
	perItem  bool                             // whether an order has several rows
	lockers  map[int]bool                     // columns whose heading names lockers, by index
	leftOut  [ordertemplate.LastTier + 1]bool // the tiers whose place is not that of the row being read
	names    *rowNames                        // nil where the file has a column for the order's number
	paid     payment.Columns                  // what all rows say of whether orders were paid
	unread   []*unreadColumn
	notes    []noteColumn
	stops    map[string]lexicon.Stop // of notes that were read
	spoken   map[string]field.Field  // what cells of unread columns speak of
	waybills map[string]*draft       // the client's own, and the order that has it first
	merged   map[[2]int]bool         // orders' first rows and columns of which it was said that they share a cell
	routeAt  int                     // the column that names the supplier, -1 where there is none
	section  *section                // what a row above says of all below it, nil where nothing does
}

// refuse puts a fault of the row just begun into the report and refuses its order.
func (b *builder) refuse(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	line := &b.lines[len(b.lines)-1]
	if line.fault == nil {
		line.fault = f
	}
	b.refuseOrder(line.draft, row, f)
}

func (b *builder) refuseOrder(d *draft, row int, f *problem.Fault) {
	if d.fault.row == 0 {
		d.fault.row, d.fault.code = row, f.Code
	}
}

// refuseFirst puts a fault of the order into the report, at the order's first row.
func (b *builder) refuseFirst(d *draft, column string, f *problem.Fault) {
	b.refuseAt(d, d.order.Rows[0], column, f)
}

// refuseAt puts a fault of the order into the report, at one of its rows.
func (b *builder) refuseAt(d *draft, row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.refuseOrder(d, row, f)
	i, _ := slices.BinarySearchFunc(b.lines, row, func(l draftLine, row int) int { return l.row - row })
	if b.lines[i].fault == nil {
		b.lines[i].fault = f
	}
}

func (b *builder) columnName(m field.Field) string {
	if list := b.l.Columns[m]; len(list) > 0 {
		return list[0].Name
	}
	return ""
}

// remark puts a warning into the report whose code is an error elsewhere.
func (b *builder) remark(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.found.Problems[len(b.found.Problems)-1].OnlyWarn()
}

// speaks reports whether a cell holds something that is to be understood.
func (b *builder) speaks(c cells.Cell) bool { return !c.Blank() && !b.words.nothing(c.Text) }

// stop reads a note, and remembers what it read.
func (b *builder) stop(text string) lexicon.Stop {
	return remembered(b.stops, text, b.lexicon.Stop)
}

// hasPerson reports whether a row has a recipient's name or a phone.
func (b *builder) hasPerson(r *cells.Row) bool {
	name, _ := b.l.Person(r)
	tel, _ := ordertemplate.Pick(b.l.Columns[field.Phone], r)
	return name != "" || !tel.Blank()
}

// same keeps the first value of an order's cell, and refuses another one in a later row.
func (b *builder) same(r *cells.Row, column ordertemplate.Column, what string, kept *string, value string) {
	if *kept == "" {
		*kept = value
	} else if *kept != value {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict, wording.NewMessage(what), celltext.Show(value), celltext.Show(*kept)))
	}
}
