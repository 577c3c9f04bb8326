package orders

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// finish completes the orders once all rows are read.
func (b *builder) finish() {
	b.settle()
	b.finishPaid()
	b.finishSkipped()
	b.finishUnread()
	b.byNumber, b.waybills = nil, nil // of a long file they are as large as what comes next
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
func (b *builder) settle() {
	if len(b.drafts) == 0 {
		return
	}
	d := b.drafts[len(b.drafts)-1]
	if d.work == nil {
		return
	}
	b.complete(d)
	defer func() { d.work, b.idle = nil, d.work }()
	d.order.ExternalID = strings.Join([]string{b.source.Prefix, d.number}, "") // without the text of the file, which the lines outlive
	if b.names != nil {
		d.order.ExternalID = b.source.Prefix + b.names.next(d)
	}
	if n := utf8.RuneCountInString(d.order.ExternalID); n > value.MostIDLength {
		b.refuseFirst(d, b.columnName(field.OrderNumber), problem.Faultf(problem.OrderNumberTooLong, n, value.MostIDLength))
	}
}

// finishOrders closes the ranks of the orders that were not refused. A long file's
// orders are most of the memory that it needs: they stand there once.
func (b *builder) finishOrders() []Order {
	kept := b.orders[:0]
	if b.source.Route != nil { // there may be more than were read
		kept = make([]Order, 0, len(b.orders))
	}
	for i, d := range b.drafts {
		if d.fault.row == 0 && !d.skipped() {
			order := b.orders[i]
			order.State, order.Currency = d.state.text, b.currencyOf()
			if b.source.Route == nil {
				kept = append(kept, order)
			} else {
				kept = append(kept, b.partsOf(d, order)...)
			}
		}
	}
	if b.source.Route != nil {
		return kept
	}
	clear(b.orders[len(kept):])
	if len(kept) < cap(kept)/2 {
		return slices.Clone(kept)
	}
	return kept
}

// complete checks what an order as a whole must have.
func (b *builder) complete(d *draft) {
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
	b.settleRoute(d)
	b.checkTotal(d)
	b.compareUnread(d)
	b.compareNotes(d)
	b.compareElsewhere(d)
}

// currencyOf is the currency that the file names; any other one than the hryvnia is refused.
func (b *builder) currencyOf() string {
	if len(b.l.Columns[field.Currency]) == 0 {
		return ""
	}
	return money.Hryvnia
}

func (b *builder) finishLines() []Line {
	lines := make([]Line, len(b.lines))
	for i, l := range b.lines {
		line := Line{Row: l.row, ExternalID: l.draft.order.ExternalID, Refused: l.draft.fault.row != 0}
		if l.draft.skipped() {
			line.Skipped, line.Cancelled = true, l.draft.state.off == lexicon.Cancelled
			line.Code, line.said = problem.OrderSkipped, new(wording.NewMessage(problem.OrderSkipped, celltext.Show(l.draft.state.text)))
			lines[i] = line
			continue
		}
		if l.draft.number == "" && len(b.l.Columns[field.OrderNumber]) > 0 {
			line.ExternalID = ""
		}
		switch {
		case l.fault != nil:
			line.Code, line.said = l.fault.Code, &l.fault.Message
		case line.Refused:
			line.Code, line.said = l.draft.fault.code, new(because(l.draft.fault.row))
		}
		lines[i] = line
	}
	return lines
}
