package orderfile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mostIDLength is the length in characters that the service allows an external id.
const mostIDLength = 64

// orderBuilder makes orders of the rows under the headings.
type orderBuilder struct {
	*reader
	l        *layout
	text     bool    // rows of a text have a count of cells
	orders   []Order // as many as there may be, so that none moves while it is written
	drafts   []*draft
	byNumber map[string]*draft
	above    *draft // the order of the row right above, nil after a blank or total row
	last     *draft // the order of the last data row
	lines    []draftLine
	perItem  bool         // whether an order has several rows
	lockers  map[int]bool // columns whose heading names lockers, by index
}

// draft is an order that is being put together.
type draft struct {
	number string // as the file has it
	rows   []int
	order  *supplier.NewOrder // in the builder's orders, at the draft's own place
	phoneSeen,
	branchSeen,
	unread bool // a row of it could not be read
	total    supplier.Money
	cod      supplier.Money
	way      way
	comments []string
	items    bool // a row had something in an item's column
	fault    struct {
		row  int // 0: none
		code string
	}
}

// draftLine is a data row and its order.
type draftLine struct {
	row   int
	draft *draft
	fault *fault // of this row
}

func newOrderBuilder(r *reader, l *layout, t *table) *orderBuilder {
	return &orderBuilder{reader: r, l: l, text: t.text, orders: make([]Order, 0, t.most), byNumber: map[string]*draft{}, lockers: map[int]bool{}}
}

// build reads all rows and fills the report.
func (b *orderBuilder) build(t *table) {
	before := b.report.headingRow
	f := t.each(func(raw *row) bool {
		b.keepResult(raw)
		r := withoutResult(raw, b.l.resultAt)
		if r.number <= b.report.headingRow || len(r.cells) == 0 {
			return true
		}
		if r.number > before+1 {
			b.above = nil
		}
		before = r.number
		switch {
		case b.isTotal(&r):
			b.report.add(r.number, "", faultf(TotalRowSkipped))
			b.above = nil
		case r.cut && r.width < b.l.width: // the last of its cells may be cut as well
			b.report.refuse(faultf(FileTruncated+".last_row", r.number))
			return false
		default:
			b.row(&r, raw)
		}
		return true
	})
	switch {
	case f != nil:
		b.report.refuse(f)
	case b.report.refused():
	case len(b.lines) == 0:
		b.report.refuse(faultf(NoRows))
	default:
		b.finish()
	}
}

// isTotal: the first filled cell is a word for a total, and there is no phone, and no
// SKU apart from that word.
func (b *orderBuilder) isTotal(r *row) bool {
	first := r.cells[0]
	if !b.o.Profile.isTotal(first.text) {
		return false
	}
	if c, _ := pick(b.l.columns[phone], r); !c.blank() {
		return false
	}
	for _, group := range b.l.groups {
		for _, m := range []meaning{sku, packedItem} {
			if c, _ := pick(group.columns[m], r); !c.blank() && c.column != first.column {
				return false
			}
		}
	}
	return true
}

// row reads one data row. raw has the result's columns too.
func (b *orderBuilder) row(r, raw *row) {
	d, f, column := b.assign(r)
	if f == nil && len(d.rows) > 0 && b.says(raw, OrderRowsApart) {
		f = faultf(OrderRowsApart + ".said")
	}
	d.rows = append(d.rows, r.number)
	b.lines = append(b.lines, draftLine{r.number, d, nil})
	if f != nil {
		b.refuse(r.number, column, f)
	}
	stray := f != nil && f.code == OrderNumberMissing && !b.hasPerson(r)
	if stray {
		b.report.stray[r.number] = true
	}
	if b.unreadable(r, raw) || stray { // that all the rest is missing too needs no words
		d.unread = true
		return
	}
	b.readRecipient(d, r)
	b.readPayment(d, r)
	b.readItems(d, r)
}

// refuse puts a fault of the row just begun into the report and refuses its order.
func (b *orderBuilder) refuse(row int, column string, f *fault) {
	b.report.add(row, column, f)
	line := &b.lines[len(b.lines)-1]
	if line.fault == nil {
		line.fault = f
	}
	b.refuseOrder(line.draft, row, f)
}

func (b *orderBuilder) refuseOrder(d *draft, row int, f *fault) {
	if d.fault.row == 0 {
		d.fault.row, d.fault.code = row, f.code
	}
}

// assign finds the order of a row, or begins one.
func (b *orderBuilder) assign(r *row) (d *draft, f *fault, at string) {
	defer func() { b.above, b.last = d, d }()
	columns := b.l.columns[orderNumber]
	c, column := pick(columns, r)
	switch {
	case c.text != "" && c.kind != errorCell:
		d = b.byNumber[c.text]
		switch {
		case d == nil:
			d = b.begin()
			d.number = c.text
			b.byNumber[c.text] = d
		case d != b.last:
			f = faultf(OrderRowsApart, show(c.text))
		default:
			b.perItem = true
		}
		return d, f, column.name
	case c.blank() && !b.hasPerson(r) && b.above != nil && b.itemFilled(r):
		b.perItem = true
		return b.above, nil, ""
	case len(columns) == 0 && b.hasPerson(r):
		return b.begin(), nil, ""
	case len(columns) == 0 || !c.blank():
		return b.begin(), faultOrNil(len(columns) == 0), column.name
	}
	return b.begin(), faultf(OrderNumberMissing), column.name
}

// faultOrNil: where the file has no column for the number, a row that stands alone
// without a person cannot be told to belong anywhere.
func faultOrNil(absent bool) *fault {
	if !absent {
		return nil // the cell itself is at fault, and is reported as such
	}
	return faultf(OrderNumberMissing + ".nobody")
}

func (b *orderBuilder) begin() *draft {
	b.orders = append(b.orders, Order{})
	d := &draft{order: &b.orders[len(b.orders)-1].NewOrder}
	b.drafts = append(b.drafts, d)
	return d
}

// hasPerson reports whether a row has a recipient's name or a phone.
func (b *orderBuilder) hasPerson(r *row) bool {
	name, _ := b.l.person(r)
	tel, _ := pick(b.l.columns[phone], r)
	return name != "" || !tel.blank()
}

func (b *orderBuilder) itemFilled(r *row) bool {
	return slices.ContainsFunc(b.l.groups, func(g itemColumns) bool { return g.filled(r) })
}

// unreadable reports faults of a row that leave its cells without a certain meaning.
func (b *orderBuilder) unreadable(r, raw *row) bool {
	if r.hidden {
		b.refuse(r.number, "", faultf(RowHidden))
		return true
	}
	if b.text {
		f := b.l.ragged(r)
		if f == nil && !b.l.reaches(r) && b.says(raw, RowRagged) {
			f = faultf(RowRagged + ".said")
		}
		if f != nil {
			b.report.ragged[r.number] = true
			b.refuse(r.number, "", f)
			return true
		}
	}
	bad := false
	for _, c := range b.l.used {
		switch found := r.at(c.index); found.kind {
		case errorCell:
			b.refuse(r.number, c.name, faultf(CellError, show(found.text)))
			bad = true
		case formulaCell:
			b.refuse(r.number, c.name, faultf(FormulaWithoutValue))
			bad = true
		}
	}
	return bad
}

// says reads the error cell of a result file. Filled up with blanks, a row that was too
// short looks whole, and rows that stood apart may stand together.
func (b *orderBuilder) says(raw *row, code string) bool {
	if b.l.resultAt < 0 {
		return false
	}
	text := raw.at(b.l.resultAt + len(resultColumns) - 1).text
	return strings.HasPrefix(text, code) && !blamesAnother(text)
}

// readRecipient reads who gets the parcel, where, and the comment.
func (b *orderBuilder) readRecipient(d *draft, r *row) {
	to := &d.order.Recipient
	if name, column := b.l.person(r); name != "" {
		b.same(r, column, "field.recipient", &to.Name, name)
	}
	if c, column := pick(b.l.columns[phone], r); !c.blank() {
		number, restored, f := b.values.phone(c)
		d.phoneSeen = true
		switch {
		case f != nil:
			b.refuse(r.number, column.name, f)
		default:
			b.same(r, column, "field.phone", &to.Phone, number)
		}
		if restored {
			b.report.add(r.number, column.name, faultf(PhoneZeroRestored, show(c.text), number[len("+380"):]))
		}
	}
	if c, column := pick(b.l.columns[city], r); !c.blank() {
		b.same(r, column, "field.city", &to.Delivery.City, oneLine(c.text))
	}
	if c, column := pick(b.l.columns[branch], r); !c.blank() {
		b.readBranch(d, r, c, column)
	}
	if c, _ := pick(b.l.columns[email], r); !c.blank() && to.Email == nil {
		to.Email = &c.text
	}
	if c, _ := pick(b.l.columns[comment], r); !c.blank() && !slices.Contains(d.comments, c.text) {
		d.comments = append(d.comments, c.text)
	}
}

// same keeps the first value of an order's cell, and refuses another one in a later row.
func (b *orderBuilder) same(r *row, column column, what string, kept *string, value string) {
	if *kept == "" {
		*kept = value
	} else if *kept != value {
		b.refuse(r.number, column.name, faultf(RecipientConflict, wording.NewMessage(what), show(value), show(*kept)))
	}
}

func (b *orderBuilder) readBranch(d *draft, r *row, c cell, column column) {
	to := &d.order.Recipient.Delivery
	kind := "branch"
	if !digitsOnly(c.text) && b.o.Profile.isLocker(c.text) || b.isLockerColumn(column) {
		kind = "locker"
	}
	number := b.values.branchNumber(c.text)
	if !d.branchSeen {
		d.branchSeen, to.Type, to.BranchNumber = true, kind, number
		return
	}
	if kind != to.Type || deref(number) != deref(to.BranchNumber) {
		b.refuse(r.number, column.name, faultf(RecipientConflict+".branch", show(c.text)))
	}
}

// isLockerColumn reports whether a column's heading says that it holds lockers.
func (b *orderBuilder) isLockerColumn(c column) bool {
	is, known := b.lockers[c.index]
	if !known {
		is = b.o.Profile.isLocker(c.name)
		b.lockers[c.index] = is
	}
	return is
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// finish completes the orders once all rows are read.
func (b *orderBuilder) finish() {
	absent := len(b.l.columns[orderNumber]) == 0
	names := newRowNames()
	for _, d := range b.drafts {
		b.complete(d)
		d.order.ExternalID = b.o.ExternalIDPrefix + d.number
		if absent {
			d.order.ExternalID = b.o.ExternalIDPrefix + names.next(d)
		}
		if n := utf8.RuneCountInString(d.order.ExternalID); n > mostIDLength {
			b.refuseFirst(d, b.columnName(orderNumber), faultf(OrderNumberTooLong, n, mostIDLength))
		}
	}
	b.report.lines = b.finishLines()
	b.report.Orders = b.finishOrders()
	if absent {
		b.report.add(0, "", faultf(OrderNumberAbsent))
	}
	b.report.Layout = LayoutRowPerOrder
	if b.l.wide {
		b.report.Layout = LayoutWide
	} else if b.perItem {
		b.report.Layout = LayoutRowPerItem
	}
}

// finishOrders closes the ranks of the orders that were not refused. A long file's
// orders are most of the memory that it needs: they stand there once.
func (b *orderBuilder) finishOrders() []Order {
	kept := b.orders[:0]
	for i, d := range b.drafts {
		if d.fault.row == 0 {
			kept = append(kept, Order{NewOrder: b.orders[i].NewOrder, Rows: d.rows})
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
	to.Delivery.Carrier = b.o.Carrier
	if to.Delivery.Type == "" {
		to.Delivery.Type = "branch"
	}
	if len(d.comments) > 0 {
		joined := strings.Join(d.comments, "\n")
		d.order.Comment = &joined
	}
	if d.unread {
		return
	}
	if to.Name == "" {
		_, column := b.l.person(&row{})
		b.refuseFirst(d, column.name, faultf(RecipientNameMissing))
	}
	if !d.phoneSeen {
		b.refuseFirst(d, b.columnName(phone), faultf(PhoneMissing))
	}
	if !d.items {
		b.refuseFirst(d, "", faultf(SKUMissing+".no_item"))
	}
	b.settlePayment(d)
}

// refuseFirst puts a fault of the order into the report, at the order's first row.
func (b *orderBuilder) refuseFirst(d *draft, column string, f *fault) {
	first := d.rows[0]
	b.report.add(first, column, f)
	b.refuseOrder(d, first, f)
	i, _ := slices.BinarySearchFunc(b.lines, first, func(l draftLine, row int) int { return l.row - row })
	if b.lines[i].fault == nil {
		b.lines[i].fault = f
	}
}

func (b *orderBuilder) columnName(m meaning) string {
	if list := b.l.columns[m]; len(list) > 0 {
		return list[0].name
	}
	return ""
}

func (b *orderBuilder) finishLines() []Line {
	lines := make([]Line, len(b.lines))
	for i, l := range b.lines {
		line := Line{Row: l.row, ExternalID: l.draft.order.ExternalID, Refused: l.draft.fault.row != 0}
		if l.draft.number == "" && len(b.l.columns[orderNumber]) > 0 {
			line.ExternalID = ""
		}
		switch {
		case l.fault != nil:
			line.Code, line.said = l.fault.code, l.fault.message
		case line.Refused:
			line.Code, line.said = l.draft.fault.code, because(l.draft.fault.row)
		}
		lines[i] = line
	}
	return lines
}
