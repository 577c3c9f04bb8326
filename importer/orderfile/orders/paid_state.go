package orders

import (
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
)

// noteStatePay notes what a cell of an order's state says of its payment. A state of which the
// source's config says that it is to be sent says nothing against that.
func (b *builder) noteStatePay(d *draft, text string) {
	switch b.lexicon.PaymentOfState(text) {
	case lexicon.Prepaid:
		d.pay.State.Paid = strings.Clone(text)
	case lexicon.Unpaid:
		if !b.lexicon.OwnState(text) {
			d.pay.State.Pending = strings.Clone(text)
		}
	}
}

// readDashes notes a "-" in a column of the way of payment: beside ticks it is a "no".
func (b *builder) readDashes(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.PaymentMethod] {
		c := r.At(column.Index)
		switch {
		case c.Blank():
		case b.words.nothing(c.Text) && !celltext.HasLetter(c.Text):
			d.pay.State.Dash = strings.Clone(c.Text)
		case b.lexicon.Truth(c.Text) != "":
			b.paid.Ticks = true
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
