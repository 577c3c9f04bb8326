package sheets

import (
	"errors"
	"iter"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
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
	return w.payoutRest(p, row)
}

// payoutRest writes what a payout pays beside the entries that it covers: what payouts
// before left, and what nothing explains.
func (w *Workbook) payoutRest(p *statement.Payout, row func(...book.Cell) error) error {
	t, none := w.manner.Language.Say, book.Cell{}
	write := func(name string, sum money.Amount) error {
		return row(none, none, none, book.Text(name).As(book.Muted), none, none, none, book.Amount(sum))
	}
	if p.Carried.Sign() != 0 {
		name := t("statement.covered.carried")
		if p.Carried.Sign() < 0 {
			name = t("statement.covered.ahead")
		}
		if err := write(name, p.Carried); err != nil {
			return err
		}
	}
	rest, err := p.Rest.Sub(p.Carried)
	if err != nil || rest.Sign() == 0 && (p.Covered > 0 || p.Carried.Sign() != 0) {
		return err
	}
	name := t("statement.covered.rest")
	if rest.Sign()*p.Amount.Sign() < 0 {
		name = t("statement.covered.unpaid")
	}
	return write(name, rest)
}
