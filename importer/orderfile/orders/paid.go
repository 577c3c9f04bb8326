package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// paidColumns is what the file's cells say of whether orders were paid. A blank beside ticks is
// no cell that says nothing: whoever ticks what was paid leaves blank what was not.
type paidColumns struct {
	any bool // some cell is filled
	yes bool // some says that its order was paid

	ticks bool // the way of payment is ticked in some

	paidStates, otherStates bool // what stands in columns of states
}

func (p *paidColumns) note(paid bool) {
	p.any = true
	p.yes = p.yes || paid
}

// blankPaid is what an order would be sent by although its own cell of that is blank.
type blankPaid uint8

const (
	notBlank          blankPaid = iota
	byDefault                   // by the source's default
	byDefaultOfStates           // the same, in a file whose column of states says what was paid
	byPrepayment                // by a way of payment in advance
	byDash                      // by the default, where the cell of the way of payment is a "-"
)

// isPaidTick reads a word under a heading of an amount that was paid: "Сплачено" holds "так" in
// some files and an amount in others.
func (b *builder) isPaidTick(r *cells.Row) bool {
	c, _ := ordertemplate.Pick(b.l.Columns[field.PaidAmount], r)
	return c.Kind == cells.Text && !strings.ContainsAny(c.Text, "0123456789") && b.lexicon.Truth(c.Text) != ""
}

// readPaidAmount notes that the column of amounts paid is filled, and reads ticks in it.
func (b *builder) readPaidAmount(d *draft, r *cells.Row) (done bool) {
	c, column := ordertemplate.Pick(b.l.Columns[field.PaidAmount], r)
	if !b.speaks(c) {
		return false
	}
	if b.isPaidTick(r) {
		b.readPaid(d, r, c, column)
		return true
	}
	d.pay.paidSaid = true
	amount, f := b.values.Money(c)
	d.pay.deposit = d.pay.deposit || b.lexicon.Deposit(column.Name)
	b.paid.note(f == nil && amount.Sign() > 0)
	return false
}

// blankOfPaid is whether an order is about to be sent although nothing says that it was paid and
// nothing is collected.
func (b *builder) blankOfPaid(d *draft, way lexicon.Payment) blankPaid {
	columns := len(b.l.Columns[field.PaymentState]) + len(b.l.Columns[field.PaidAmount])
	switch {
	case way != lexicon.COD && d.pay.way == "" && d.pay.state.dash != "" && !d.pay.paidSaid:
		return byDash
	case way == lexicon.COD, d.pay.paidSaid, columns == 0 && len(d.words) > 0, columns == 0 && len(b.l.Columns[field.State]) == 0:
		return notBlank
	case d.pay.way == "" && columns == 0:
		return byDefaultOfStates
	case d.pay.way == "":
		return byDefault
	case columns == 0:
		return notBlank
	}
	return byPrepayment
}

// noteState notes whether a column of states only says what was paid.
func (b *builder) noteState(text string) {
	if b.words.payment(text) == lexicon.Prepaid {
		b.paid.paidStates = true
	} else {
		b.paid.otherStates = true
	}
}

// refuses reports whether the cells of the other orders make a blank one unclear.
func (p *paidColumns) refuses(blank blankPaid) bool {
	return blank == byDash && (p.ticks || p.any) || blank == byDefault && p.any || blank == byPrepayment && p.yes || blank == byDefaultOfStates && p.paidStates && !p.otherStates
}

// finishPaid refuses the orders whose cell is blank where those of others are filled.
func (b *builder) finishPaid() {
	column := b.columnName(field.PaymentState)
	if column == "" {
		column = b.columnName(field.PaidAmount)
	}
	if column == "" {
		column = b.columnName(field.State)
	}
	for _, d := range b.drafts {
		if d.blankPaid == byDash && b.paid.refuses(byDash) {
			b.refuseFirst(d, b.columnName(field.PaymentMethod), problem.Faultf(problem.PaymentUnknown+".dash", celltext.Show(b.columnName(field.PaymentMethod))))
		} else if b.paid.refuses(d.blankPaid) {
			b.refuseFirst(d, column, problem.Faultf(problem.PaymentUnknown+".blank", celltext.Show(column)))
		}
	}
}
