package sheets

import (
	"errors"
	"iter"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
)

func (w *Workbook) payoutLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.payouts"), Filter: true, Long: true, Columns: []book.Column{
		{Heading: t("column.payout_entry_id"), Width: 19},
		{Heading: t("column.paid_at"), Kind: book.KindMoment},
		{Heading: t("column.payout_id"), Width: 13},
		{Heading: t("column.way"), Width: 18},
		{Heading: t("column.payout_amount"), Kind: book.KindMoney, Width: 14},
		{Heading: t("column.covered_by"), Width: 16},
		{Heading: t("column.entry_id"), Width: 19},
		{Heading: t("column.entry_posted_at"), Kind: book.KindMoment},
		{Heading: t("column.kind"), Width: 13},
		{Heading: t("column.operation"), Width: 26},
		{Heading: t("column.order_no"), Width: 13},
		{Heading: t("column.external_id"), Width: 13},
		{Heading: t("column.document_number"), Width: 13},
		{Heading: t("column.entry_amount"), Kind: book.KindMoney, Width: 14},
	}}
}

const (
	payoutAmount  = 4
	payoutCovered = 13
)

// payout writes a payout with what it covers, a row each. The amount stands in the first
// of its rows alone, and a payout that came back has rows with the other sign, so that
// the column sums to what was paid.
func (w *Workbook) payout(p *statement.Payout, covered iter.Seq2[statement.Covered, error]) error {
	t, zone := w.manner.Language.Say, w.period.From.Location()
	basis := t("statement.covered.by_time")
	switch {
	case p.ByID:
		basis = t("statement.covered.by_id")
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
	none, rest := book.Cell{}, t("statement.covered.rest")
	if p.Rest.Sign()*p.Amount.Sign() < 0 {
		rest = t("statement.covered.unpaid")
	}
	return row(none, none, none, book.Text(rest).As(book.Muted), none, none, none, book.Amount(p.Rest))
}
