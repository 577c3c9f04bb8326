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
	payoutEntry   = 6 // the first of what it covers
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
	rows := payoutRows{sheet: w.payouts, cells: append(w.cells[:0], book.Text(p.Entry.ID), book.Moment(p.Entry.PostedAt.In(zone)), book.Text(p.Entry.PayoutID),
		book.Text(w.manner.Language.Operation(p.Entry.Operation)), book.Amount(p.Amount), book.Text(basis))}
	defer func() { w.cells = rows.cells }()
	if err := errors.Join(count(&w.written.paid, p.Amount), count(&w.written.covered, p.Rest)); err != nil {
		return err
	}
	for c, err := range covered {
		if err == nil {
			err = count(&w.written.covered, c.Amount)
		}
		if err == nil {
			err = rows.append(book.Text(c.ID), book.Moment(c.PostedAt.In(zone)), book.Text(w.manner.Language.Kind(c.Kind)),
				book.Text(w.manner.Language.Operation(c.Operation)), book.Text(c.OrderID), book.Text(c.OrderExternalID),
				book.Text(c.Document), book.Amount(c.Amount))
		}
		if err != nil {
			return err
		}
	}
	return w.payoutRest(p, &rows)
}

// payoutRows are the rows of one payout, which begin alike but for the amount.
type payoutRows struct {
	sheet *book.Sheet
	cells []book.Cell // what they begin with, and room for the rest
}

// append writes a row.
func (r *payoutRows) append(cells ...book.Cell) error {
	r.cells = append(r.cells[:payoutEntry], cells...)
	err := r.sheet.Append(r.cells...)
	r.cells[payoutAmount] = book.Cell{}
	return err
}

// payoutRest writes what a payout pays beside the entries that it covers: what payouts
// before left, and what nothing explains.
func (w *Workbook) payoutRest(p *statement.Payout, rows *payoutRows) error {
	t, none := w.manner.Language.Say, book.Cell{}
	write := func(name string, sum money.Amount) error {
		return rows.append(none, none, none, book.Text(name).As(book.Muted), none, none, none, book.Amount(sum))
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
