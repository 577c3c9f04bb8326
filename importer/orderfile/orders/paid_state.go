package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// stateOfPay is what an order's state says of its payment: shops and marketplaces call an order
// "Оплачено" or "pending payment" where others have a column for that.
type stateOfPay struct {
	paid    string // the state that says that it was paid
	pending string // the state that says that it was not paid yet
	dash    string // "-" or the like in a cell of payment
	notCOD  string // a tick that nothing is paid on delivery
	named   bool   // the way of payment itself says that it was paid
}

// noteStatePay notes what a cell of an order's state says of its payment. A state of which the
// source's config says that it is to be sent says nothing against that.
func (b *builder) noteStatePay(d *draft, text string) {
	switch b.lexicon.PaymentOfState(text) {
	case lexicon.Prepaid:
		d.pay.state.paid = strings.Clone(text)
	case lexicon.Unpaid:
		if !b.lexicon.OwnState(text) {
			d.pay.state.pending = strings.Clone(text)
		}
	}
}

// againstState is what an order's state says against its way of payment: it was paid and is to be
// paid on delivery, or it is to be paid in advance and waits for that.
func (p *payment) againstState(way lexicon.Payment) *problem.Fault {
	s := &p.state
	switch {
	case way == lexicon.COD && s.paid != "":
		return problem.Faultf(problem.PaymentConflict+".state", celltext.Show(p.wayOr("cod")), celltext.Show(s.paid), celltext.Paste(s.paid))
	case way != lexicon.Prepaid || s.pending == "" || s.paid != "" || s.named || p.paid == lexicon.Prepaid:
		return nil
	case p.way == "":
		return nil // nothing says that it is paid online: "pending" is a new order
	}
	return problem.Faultf(problem.PaymentUnknown+".pending", celltext.Show(p.wayOr("prepaid")), celltext.Show(s.pending), celltext.Paste(s.pending))
}

// readDashes notes a "-" in a column of the way of payment: beside ticks it is a "no".
func (b *builder) readDashes(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.PaymentMethod] {
		c := r.At(column.Index)
		switch {
		case c.Blank():
		case b.words.nothing(c.Text) && !celltext.HasLetter(c.Text):
			d.pay.state.dash = strings.Clone(c.Text)
		case b.lexicon.Truth(c.Text) != "":
			b.paid.ticks = true
		}
	}
}

// calledOffByPay reports whether a state of payment says that its order is not to be sent: that it
// was refunded or failed. "Виконано" there speaks of the payment alone, unless the config of the
// source says otherwise.
func (b *builder) calledOffByPay(text string) bool {
	found := b.words.state(text)
	return found == lexicon.Cancelled || found.Off() && b.lexicon.OwnState(text)
}
