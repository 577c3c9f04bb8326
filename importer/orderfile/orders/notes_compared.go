package orders

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/payment"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// compareNoteMore holds an order against a note of a deposit, of what is taken on delivery, of
// a number of pieces, or of somebody else who takes it.
func (b *builder) compareNoteMore(d *draft, n note) {
	p := &d.pay
	collected, sum := payment.FirstSet(p.ToPay, p.COD), payment.FirstSet(p.Discounted, p.Total, payment.SumOfItems(d.order.Items))
	reduced := collected.IsSet() && sum.IsSet() && collected.Cmp(sum) < 0
	cod := d.order.Payment.Method == string(lexicon.COD)
	if cod && !p.InAdvance.IsSet() && !reduced && b.lexicon.NoteDeposit(n.text) && b.lexicon.NotePays(n.text) != lexicon.Prepaid {
		b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.PaymentConflict+".note", celltext.Show(string(lexicon.COD)), celltext.Show(n.text), celltext.Paste(n.text)))
	}
	if takes, err := money.Parse(b.lexicon.NoteTakes(n.text)); err == nil && !takes.Equal(d.order.Payment.CODAmount) {
		b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.PaymentConflict+".note", celltext.Show(d.order.Payment.Method), celltext.Show(n.text), celltext.Paste(n.text)))
	}
	b.compareNotePieces(d, n)
	to := &d.order.Recipient
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, n.text)
	own := len(to.Phone) > 9 && strings.Contains(digits, to.Phone[len(to.Phone)-9:])
	if !own && b.lexicon.NamesReceiver(n.text) && b.values.HasPhone(n.text) {
		b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.RecipientNameInvalid+".note", celltext.Show(n.text), celltext.Show(to.Name), celltext.Paste(n.text)))
	}
}

// compareNotePieces holds the quantity of an order of one item against a number of pieces in a note.
func (b *builder) compareNotePieces(d *draft, n note) {
	if len(d.order.Items) != 1 {
		return
	}
	quantity := d.order.Items[0].Quantity
	for _, count := range b.lexicon.NoteCounts(n.text) {
		if pieces, err := strconv.ParseInt(count[0], 10, 64); lexicon.CountsPieces(count[1]) && err == nil && pieces != quantity {
			b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.QuantityInvalid+".note", quantity, celltext.Show(n.text), celltext.Paste(n.text)))
			return
		}
	}
}

// compareNotes holds the order as it was read against what its notes say of payment and place.
func (b *builder) compareNotes(d *draft) {
	pay, to := d.order.Payment.Method, d.order.Recipient.Delivery
	for _, n := range d.said {
		if d.state.off != "" || b.lexicon.OwnState(n.text) {
			continue
		}
		said := b.lexicon.NotePays(n.text)
		if n.column.loose {
			said = lexicon.PaymentUnknown // the column as a whole is looked at for that
		}
		if pay == string(lexicon.COD) && said == lexicon.Prepaid || pay == string(lexicon.Prepaid) && said == lexicon.COD {
			b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.PaymentConflict+".note", celltext.Show(pay), celltext.Show(n.text), celltext.Paste(n.text)))
		}
		b.compareNoteMore(d, n)
		if n.column.loose && slices.ContainsFunc(d.elsewhere, func(o note) bool { return o.row == n.row }) {
			continue // compareElsewhere says it
		}
		if named := b.lexicon.NoteBranches(n.text); len(named) > 0 && to.BranchNumber != nil && slices.ContainsFunc(named, func(number string) bool { return number != *to.BranchNumber }) {
			b.refuseAt(d, n.row, n.column.Name, problem.Faultf(problem.DeliveryUnknown+".note", celltext.Show(n.text), celltext.Show(*to.BranchNumber), celltext.Paste(n.text)))
		}
	}
}
