package orders

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// mostTitleWords is how long a title above the headings or a sheet's name may be to say something
// of the orders: a longer one is a sentence.
const mostTitleWords = 4

// sectionOf reads a row of one text, nil where it says nothing of the rows below. A total row and
// a cell that is merged from above are none.
func (b *builder) sectionOf(r *cells.Row) *section {
	if len(r.Cells) == 0 || r.Hidden || b.isTotal(r) {
		return nil
	}
	first := r.Cells[0]
	if first.Kind != cells.Text || first.Shared || len(first.Text) > 200 || !celltext.HasLetter(first.Text) ||
		slices.ContainsFunc(r.Cells[1:], func(c cells.Cell) bool { return c.Text != first.Text }) {
		return nil
	}
	s := b.sayingOf(first.Text)
	if s != nil {
		s.where = r.Number
	}
	return s
}

// titleOf reads what stands above the headings, or is the name of the sheet: only what is nothing
// but a word of state or payment counts.
func (b *builder) titleOf(text string) *section {
	if text == "" {
		return nil
	}
	way := b.words.payment(text)
	if len(strings.Fields(text)) > mostTitleWords || !b.words.state(text).Off() && way != lexicon.COD && way != lexicon.Prepaid && way != lexicon.Unpaid {
		return nil
	}
	return b.sayingOf(text)
}

// readTitle keeps what a row above the headings says of the orders.
func (b *builder) readTitle(r *cells.Row) {
	if r.Number < b.headingRow && len(r.Cells) == 1 && r.Cells[0].Kind == cells.Text && len(r.Cells[0].Text) < 200 {
		if s := b.titleOf(r.Cells[0].Text); s != nil {
			s.where, b.section = r.Number, s
		}
	}
}

// sayingOf is what a text says of orders, nil where it does not speak of them.
func (b *builder) sayingOf(text string) *section {
	s := &section{text: strings.Clone(celltext.SingleSpaced(text))}
	text = strings.Trim(text, " :-–—=*_.!")
	said, way := b.words.state(text), b.words.payment(text)
	flag := b.lexicon.Flag(text)
	switch {
	case said.Off(), said != lexicon.Post && flag == lexicon.FlagHold:
		s.off = true
	case way != lexicon.PaymentUnknown, flag == lexicon.FlagPay:
		s.pays = true
		if way == lexicon.COD || way == lexicon.Prepaid || way == lexicon.Balance {
			s.way = way
		}
	case said == lexicon.Post:
	case flag == lexicon.FlagPlace:
		s.place = true
	case flag == lexicon.FlagPost:
	default:
		return nil
	}
	return s
}

// settleSection refuses an order of which a row above says what its own cells do not: nobody
// passes over such a row, and nobody takes it for certain.
func (b *builder) settleSection(d *draft) {
	s := d.section
	if s == nil {
		return
	}
	key, values := ".section", []any{celltext.Show(s.text), s.where}
	if s.where == 0 {
		key, values = ".sheet", values[:1]
	}
	switch {
	case s.off:
		b.refuseFirst(d, "", problem.Faultf(problem.StateUnknown+key, values...))
	case s.pays && (s.way == "" || d.pay.Way != s.way) && !(s.way == lexicon.Prepaid && d.pay.Way == "" && d.pay.Paid == lexicon.Prepaid):
		b.refuseFirst(d, "", problem.Faultf(problem.PaymentUnknown+key, values...))
	case s.place && len(b.l.Columns[field.Carrier])+len(b.l.Columns[field.DeliveryMethod]) == 0:
		b.refuseFirst(d, "", problem.Faultf(problem.DeliveryUnknown+key, values...))
	}
}
