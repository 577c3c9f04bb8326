package statement

import (
	"errors"
	"iter"

	"github.com/dropbridge/dropbridge/exporter/book"
)

func (w *Workbook) payoutLayout() book.Layout {
	t := w.manner.Language.Of
	return book.Layout{Name: t("Виплати", "Payouts"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: t("ID запису виплати", "Payout entry ID"), Width: 19},
		{Heading: t("Дата виплати", "Paid at"), Kind: book.KindMoment},
		{Heading: t("ID виплати", "Payout ID"), Width: 13},
		{Heading: t("Спосіб", "Way"), Width: 18},
		{Heading: t("Сума виплати", "Payout amount"), Kind: book.KindMoney, Width: 14},
		{Heading: t("Підстава", "Covered by"), Width: 16},
		{Heading: t("ID запису", "Entry ID"), Width: 19},
		{Heading: t("Дата запису", "Posted at"), Kind: book.KindMoment},
		{Heading: t("Вид", "Kind"), Width: 13},
		{Heading: t("Операція", "Operation"), Width: 26},
		{Heading: t("Замовлення №", "Order ID"), Width: 13},
		{Heading: t("Зовнішній №", "External ID"), Width: 13},
		{Heading: t("Номер документа", "Document number"), Width: 13},
		{Heading: t("Сума запису", "Entry amount"), Kind: book.KindMoney, Width: 14},
	}}
}

const (
	payoutAmount  = 4
	payoutCovered = 13
)

// payout writes a payout with what it covers, a row each. The amount stands in the first
// of its rows alone, and a payout that came back has rows with the other sign, so that
// the column sums to what was paid.
func (w *Workbook) payout(p *Payout, covered iter.Seq2[Covered, error]) error {
	t, zone := w.manner.Language.Of, w.period.From.Location()
	basis := t("за часом", "by time")
	switch {
	case p.ByID:
		basis = t("за ID виплати", "by payout ID")
	case p.Covered == 0:
		basis = ""
	}
	head := []book.Cell{book.Text(p.Entry.ID), book.Moment(p.Entry.PostedAt.In(zone)), book.Text(p.Entry.PayoutID),
		book.Text(w.manner.Language.Operation(p.Entry.Operation))}
	amount := book.Amount(p.Amount)
	if err := errors.Join(count(&w.written.paid, p.Amount), count(&w.written.covered, p.Rest)); err != nil {
		return err
	}
	row := func(cells ...book.Cell) error {
		err := w.payouts.Append(append(append(head[:4:4], amount, book.Text(basis)), cells...)...)
		amount = book.Cell{}
		return err
	}
	for c, err := range covered {
		if err == nil {
			err = count(&w.written.covered, c.Amount)
		}
		if err == nil {
			err = row(book.Text(c.ID), book.Moment(c.PostedAt.In(zone)), book.Text(w.manner.Language.Kind(c.Kind)),
				book.Text(w.manner.Language.Operation(c.Operation)), book.Text(c.OrderID), book.Text(c.OrderExternalID),
				book.Text(c.Document), book.Amount(c.Amount))
		}
		if err != nil {
			return err
		}
	}
	if p.Covered > 0 && p.Rest.Sign() == 0 {
		return nil
	}
	none, rest := book.Cell{}, t("решта, записами не покрита", "rest that no entry covers")
	if p.Rest.Sign()*p.Amount.Sign() < 0 {
		rest = t("лишилося невиплаченим", "left unpaid")
	}
	return row(none, none, none, book.Text(rest).As(book.Muted), none, none, none, book.Amount(p.Rest))
}
