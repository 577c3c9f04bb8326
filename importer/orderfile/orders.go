package orderfile

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// orderBuilder makes orders of the rows under the headings.
type orderBuilder struct {
	source     source
	headingRow int // as a spreadsheet counts
	values     *value.Reader
	lexicon    *lexicon.Lexicon
	words      *readWords
	found      *foundOrders

	l        *ordertemplate.Layout
	text     bool    // rows of a text have a count of cells
	orders   []Order // as many as there may be, so that none moves while it is written
	drafts   []*draft
	byNumber map[string]*draft
	above    *draft // the order of the row right above, nil after a blank or total row
	last     *draft // the order of the last data row
	lines    []draftLine
	perItem  bool                             // whether an order has several rows
	lockers  map[int]bool                     // columns whose heading names lockers, by index
	leftOut  [ordertemplate.LastTier + 1]bool // the tiers whose place is not that of the row being read
	names    *rowNames                        // nil where the file has a column for the order's number
	paid     paidColumns                      // what all rows say of whether orders were paid
	unread   []*unreadColumn
	notes    []noteColumn
	stops    map[string]lexicon.Stop // of notes that were read
	spoken   map[string]field.Field  // what cells of unread columns speak of
	waybills map[string]*draft       // the client's own, and the order that has it first
	merged   map[[2]int]bool         // orders' first rows and columns of which it was said that they share a cell
	section  *section                // what a row above says of all below it, nil where nothing does
}

// draft is an order that is being put together.
type draft struct {
	number string // as the file has it
	rows   []int
	order  *supplier.NewOrder // in the builder's orders, at the draft's own place
	phoneSeen,
	unread bool // a row of it could not be read
	state     orderState
	section   *section // that the order stands in
	blankPaid blankPaid
	byDefault bool  // its way of payment is the source's default, and collects nothing
	itemRows  []int // the row of each item
	items     bool  // a row had something in an item's column
	*work           // nil once the order's last row was read
	fault     struct {
		row  int // 0: none
		code string
	}
}

// work is what an order's rows say, until all of them were read: a file may hold a hundred
// thousand orders, and only the one that is being read needs it.
type work struct {
	pay        payment
	payUnclear bool // a cell of its payment was not understood, and is reported
	to         delivery
	words      []stateWord
	comments   []string
	said       []note // what stands in columns of notes
	elsewhere  []note // branches that columns of notes name which are not read
	back       returns
	numbers    []unreadNumber // to be compared with the order's sums
}

// draftLine is a data row and its order.
type draftLine struct {
	row   int
	draft *draft
	fault *problem.Fault // of this row
}

func newOrderBuilder(s source, l *ordertemplate.Layout, head *cells.Row, t *cells.File) *orderBuilder {
	b := &orderBuilder{source: s, headingRow: head.Number, values: value.New(s.template.Decimal), lexicon: s.lexicon, words: newReadWords(s.lexicon),
		found: &foundOrders{Ragged: map[int]bool{}, Stray: map[int]bool{}},
		l:     l, text: t.Text, orders: make([]Order, 0, t.Most), byNumber: map[string]*draft{}, lockers: map[int]bool{}, spoken: map[string]field.Field{},
		merged: map[[2]int]bool{}, waybills: map[string]*draft{}, stops: map[string]lexicon.Stop{}}
	if len(l.Columns[field.OrderNumber]) == 0 {
		b.names = newRowNames(b.values)
	}
	own := cells.WithoutResult(head, l.ResultAt)
	b.unread = b.unreadColumns(&own)
	b.notes = b.noteColumns(&own)
	b.section = b.titleOf(t.Sheet.Name)
	return b
}

// build reads all rows and fills the report.
func (b *orderBuilder) build(t *cells.Table) {
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

// IsTotal: the first filled cell is a word for a total, and there is no phone, and no
// SKU apart from that word.
func (b *orderBuilder) isTotal(r *cells.Row) bool {
	first := r.Cells[0]
	if !b.source.template.IsTotal(first.Text) {
		return false
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Phone], r); !c.Blank() {
		return false
	}
	for _, group := range b.l.Groups {
		for _, m := range []field.Field{field.SKU, field.PackedItem} {
			if c, _ := ordertemplate.Pick(group.Columns[m], r); !c.Blank() && c.Column != first.Column {
				return false
			}
		}
	}
	return true
}

// row reads one data row. raw has the result's columns too.
func (b *orderBuilder) row(r, raw *cells.Row) {
	before := b.last
	d, f, column := b.assign(r)
	if f == nil && len(d.rows) > 0 && b.says(raw, problem.OrderRowsApart) {
		f = problem.Faultf(problem.OrderRowsApart + ".said")
	}
	if len(d.rows) == 0 {
		d.section = b.section
	}
	d.rows = append(d.rows, r.Number)
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
	b.readShipping(r)
	b.readSendOn(d, r)
}

// refuse puts a fault of the row just begun into the report and refuses its order.
func (b *orderBuilder) refuse(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	line := &b.lines[len(b.lines)-1]
	if line.fault == nil {
		line.fault = f
	}
	b.refuseOrder(line.draft, row, f)
}

func (b *orderBuilder) refuseOrder(d *draft, row int, f *problem.Fault) {
	if d.fault.row == 0 {
		d.fault.row, d.fault.code = row, f.Code
	}
}

// assign finds the order of a row, or begins one.
func (b *orderBuilder) assign(r *cells.Row) (d *draft, f *problem.Fault, at string) {
	defer func() { b.above, b.last = d, d }()
	columns := b.l.Columns[field.OrderNumber]
	c, column := ordertemplate.Pick(columns, r)
	switch {
	case c.Text != "" && c.Kind != cells.Error:
		lost := b.values.OrderNumber(c)
		switch says := b.saysOff(c.Text); {
		case lost != nil:
		case !strings.ContainsFunc(c.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }), b.words.nothing(c.Text):
			lost = problem.Faultf(problem.OrderNumberMissing)
		case says != "":
			lost = problem.Faultf(problem.StateUnknown+".in_number", celltext.Show(c.Text), celltext.Show(says))
		}
		d = b.byNumber[c.Text]
		switch {
		case d == nil:
			d = b.begin()
			d.number = c.Text
			b.byNumber[c.Text] = d
		case d != b.last:
			f = problem.Faultf(problem.OrderRowsApart, celltext.Show(c.Text))
		default:
			b.perItem = true
		}
		if lost != nil {
			f = lost
		}
		return d, f, column.Name
	case c.Blank() && !b.hasPerson(r) && b.above != nil && b.itemFilled(r):
		b.perItem = true
		return b.above, nil, ""
	case len(columns) == 0 && b.hasPerson(r):
		return b.begin(), nil, ""
	case len(columns) == 0 || !c.Blank():
		return b.begin(), faultOrNil(len(columns) == 0), column.Name
	}
	return b.begin(), problem.Faultf(problem.OrderNumberMissing), column.Name
}

// saysOff is what stands behind an order's number and says that it is not to be sent:
// "1001 (дубль)", "1001 скасовано".
func (b *orderBuilder) saysOff(text string) string {
	at := strings.IndexAny(text, " (")
	if at <= 0 {
		return ""
	}
	behind := strings.Trim(text[at:], " ()[].,-–—")
	if !celltext.HasLetter(behind) || !isOff(b.words.state(behind)) {
		return ""
	}
	return behind
}

// faultOrNil: where the file has no column for the number, a row that stands alone
// without a person cannot be told to belong anywhere.
func faultOrNil(absent bool) *problem.Fault {
	if !absent {
		return nil // the cell itself is at fault, and is reported as such
	}
	return problem.Faultf(problem.OrderNumberMissing + ".nobody")
}

func (b *orderBuilder) begin() *draft {
	b.settle()
	b.orders = append(b.orders, Order{})
	d := &draft{order: &b.orders[len(b.orders)-1].NewOrder, work: &work{}}
	b.drafts = append(b.drafts, d)
	return d
}

// hasPerson reports whether a row has a recipient's name or a phone.
func (b *orderBuilder) hasPerson(r *cells.Row) bool {
	name, _ := b.l.Person(r)
	tel, _ := ordertemplate.Pick(b.l.Columns[field.Phone], r)
	return name != "" || !tel.Blank()
}

func (b *orderBuilder) itemFilled(r *cells.Row) bool {
	return slices.ContainsFunc(b.l.Groups, func(g ordertemplate.Item) bool { return g.Filled(r) })
}

// unreadable reports faults of a row that leave its cells without a certain meaning.
func (b *orderBuilder) unreadable(r, raw *cells.Row) bool {
	if r.Hidden {
		b.refuse(r.Number, "", problem.Faultf(problem.RowHidden))
		return true
	}
	if b.text {
		f := b.l.Ragged(r)
		if f == nil && !b.l.Reaches(r) && b.says(raw, problem.RowRagged) {
			f = problem.Faultf(problem.RowRagged + ".said")
		}
		if f != nil {
			b.found.Ragged[r.Number] = true
			b.refuse(r.Number, "", f)
			return true
		}
	}
	bad := false
	for _, c := range b.l.Used {
		switch found := r.At(c.Index); found.Kind {
		case cells.Error:
			b.refuse(r.Number, c.Name, problem.Faultf(problem.CellError, celltext.Show(found.Text)))
			bad = true
		case cells.Formula:
			b.refuse(r.Number, c.Name, problem.Faultf(problem.FormulaWithoutValue))
			bad = true
		}
	}
	return bad
}

// says reads the error cell of a result file. Filled up with blanks, a row that was too
// short looks whole, and rows that stood apart may stand together.
func (b *orderBuilder) says(raw *cells.Row, code string) bool {
	if b.l.ResultAt < 0 {
		return false
	}
	text := raw.At(b.l.ResultAt + len(cells.ResultColumns) - 1).Text
	return strings.HasPrefix(text, code) && !blamesAnother(text)
}

// readRecipient reads who gets the parcel, and the comment.
func (b *orderBuilder) readRecipient(d *draft, r *cells.Row) {
	to := &d.order.Recipient
	if name, column := b.l.Person(r); name != "" {
		b.same(r, column, "field.recipient", &to.Name, name)
	}
	if c, column := ordertemplate.Pick(b.l.Columns[field.Phone], r); !c.Blank() {
		number, restored, f := b.values.Phone(c)
		d.phoneSeen = true
		switch {
		case f != nil:
			b.refuse(r.Number, column.Name, f)
		default:
			b.same(r, column, "field.phone", &to.Phone, number)
		}
		if restored {
			b.found.add(r.Number, column.Name, problem.Faultf(problem.PhoneZeroRestored, celltext.Show(c.Text), number[len("+380"):]))
		}
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Email], r); !c.Blank() && to.Email == nil {
		to.Email = &c.Text
	}
	if c, _ := ordertemplate.Pick(b.l.Columns[field.Comment], r); !c.Blank() && !slices.Contains(d.comments, c.Text) {
		d.comments = append(d.comments, c.Text)
	}
}

// same keeps the first value of an order's cell, and refuses another one in a later row.
func (b *orderBuilder) same(r *cells.Row, column ordertemplate.Column, what string, kept *string, value string) {
	if *kept == "" {
		*kept = value
	} else if *kept != value {
		b.refuse(r.Number, column.Name, problem.Faultf(problem.RecipientConflict, wording.NewMessage(what), celltext.Show(value), celltext.Show(*kept)))
	}
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// finish completes the orders once all rows are read.
func (b *orderBuilder) finish() {
	b.settle()
	b.finishPaid()
	b.finishSkipped()
	b.finishUnread()
	b.found.Lines = b.finishLines()
	b.found.Orders = b.finishOrders()
	b.found.Unread = b.listUnread()
	if b.names != nil {
		b.found.add(0, "", problem.Faultf(problem.OrderNumberAbsent))
	}
	b.found.Layout = LayoutRowPerOrder
	if b.l.Wide {
		b.found.Layout = LayoutWide
	} else if b.perItem {
		b.found.Layout = LayoutRowPerItem
	}
}

// settle puts the order together whose last row was read.
func (b *orderBuilder) settle() {
	if len(b.drafts) == 0 {
		return
	}
	d := b.drafts[len(b.drafts)-1]
	if d.work == nil {
		return
	}
	b.complete(d)
	d.order.ExternalID = b.source.prefix + d.number
	if b.names != nil {
		d.order.ExternalID = b.source.prefix + b.names.next(d)
	}
	if n := utf8.RuneCountInString(d.order.ExternalID); n > value.MostIDLength {
		b.refuseFirst(d, b.columnName(field.OrderNumber), problem.Faultf(problem.OrderNumberTooLong, n, value.MostIDLength))
	}
	d.work = nil
}

// finishOrders closes the ranks of the orders that were not refused. A long file's
// orders are most of the memory that it needs: they stand there once.
func (b *orderBuilder) finishOrders() []Order {
	kept := b.orders[:0]
	for i, d := range b.drafts {
		if d.fault.row == 0 && !d.skipped() {
			kept = append(kept, Order{NewOrder: b.orders[i].NewOrder, Rows: d.rows, ItemRows: d.itemRows, State: d.state.text, Currency: b.currencyOf()})
		}
	}
	clear(b.orders[len(kept):])
	if len(kept) < cap(kept)/2 {
		return slices.Clone(kept)
	}
	return kept
}

// complete checks what an order as a whole must have.
func (b *orderBuilder) complete(d *draft) {
	to := &d.order.Recipient
	b.fillPlace(d)
	if len(d.comments) > 0 {
		joined := strings.Join(d.comments, "\n")
		d.order.Comment = &joined
	}
	if d.unread {
		return
	}
	if to.Name == "" {
		_, column := b.l.Person(&cells.Row{})
		b.refuseFirst(d, column.Name, problem.Faultf(problem.RecipientNameMissing))
	}
	if !d.phoneSeen {
		b.refuseFirst(d, b.columnName(field.Phone), problem.Faultf(problem.PhoneMissing))
	}
	if !d.items {
		b.refuseFirst(d, "", problem.Faultf(problem.SKUMissing+".no_item"))
	}
	if f := b.nameFault(to.Name); f != nil {
		_, column := b.l.Person(&cells.Row{})
		b.refuseFirst(d, column.Name, f)
	}
	b.settleSection(d)
	b.settleDelivery(d)
	b.settleWaybill(d)
	b.settleRefund(d)
	b.settlePayment(d)
	b.checkTotal(d)
	b.compareUnread(d)
	b.compareNotes(d)
	b.compareElsewhere(d)
}

// currencyOf is the currency that the file names; any other one than the hryvnia is refused.
func (b *orderBuilder) currencyOf() string {
	if len(b.l.Columns[field.Currency]) == 0 {
		return ""
	}
	return "UAH"
}

// refuseFirst puts a fault of the order into the report, at the order's first row.
func (b *orderBuilder) refuseFirst(d *draft, column string, f *problem.Fault) {
	b.refuseAt(d, d.rows[0], column, f)
}

// refuseAt puts a fault of the order into the report, at one of its rows.
func (b *orderBuilder) refuseAt(d *draft, row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.refuseOrder(d, row, f)
	i, _ := slices.BinarySearchFunc(b.lines, row, func(l draftLine, row int) int { return l.row - row })
	if b.lines[i].fault == nil {
		b.lines[i].fault = f
	}
}

func (b *orderBuilder) columnName(m field.Field) string {
	if list := b.l.Columns[m]; len(list) > 0 {
		return list[0].Name
	}
	return ""
}

func (b *orderBuilder) finishLines() []Line {
	lines := make([]Line, len(b.lines))
	for i, l := range b.lines {
		line := Line{Row: l.row, ExternalID: l.draft.order.ExternalID, Refused: l.draft.fault.row != 0}
		if l.draft.skipped() {
			line.Skipped, line.Cancelled = true, l.draft.state.off == lexicon.Cancelled
			line.Code, line.said = problem.OrderSkipped, wording.NewMessage(problem.OrderSkipped, celltext.Show(l.draft.state.text))
			lines[i] = line
			continue
		}
		if l.draft.number == "" && len(b.l.Columns[field.OrderNumber]) > 0 {
			line.ExternalID = ""
		}
		switch {
		case l.fault != nil:
			line.Code, line.said = l.fault.Code, l.fault.Message
		case line.Refused:
			line.Code, line.said = l.draft.fault.code, because(l.draft.fault.row)
		}
		lines[i] = line
	}
	return lines
}
