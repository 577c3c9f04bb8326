// Package sheets writes the statement of a period as a workbook for accountants: a sheet
// for the entries, their turnover, the open holds, the payouts, what does not fit, the
// balance day by day, and the control sums. As CSV it writes the entries alone.
package sheets

import (
	"cmp"
	"errors"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// NewWorkbook begins a workbook, of which nothing is seen before Close.
func NewWorkbook(path string, period statement.Period, now time.Time, manner Manner) (*Workbook, error) {
	manner.Language = cmp.Or(manner.Language, wording.Ukrainian)
	b, err := book.Begin(manner.Into, path, book.Properties{
		Title: manner.Language.Say("statement.title") + " " + period.First().Format(time.DateOnly) + " – " + period.Last().Format(time.DateOnly), Date: now})
	if err != nil {
		return nil, err
	}
	w := &Workbook{book: b, manner: manner, period: period}
	for _, sheet := range []struct {
		into   **book.Sheet
		layout book.Layout
	}{
		{&w.lines, w.lineLayout()},
		{&w.summary, w.summaryLayout()},
		{&w.holds, w.holdLayout()},
		{&w.payouts, w.payoutLayout()},
		{&w.findings, w.findingLayout()},
		{&w.days, w.dayLayout()},
	} {
		if *sheet.into, err = b.Sheet(sheet.layout); err != nil {
			b.Abort()
			return nil, err
		}
	}
	if w.control, err = control.Add(b, manner.Language); err != nil {
		b.Abort()
		return nil, err
	}
	return w, nil
}

// Sink is where Read puts the lines and payouts.
func (w *Workbook) Sink() statement.Sink { return statement.Sink{Entry: w.line, Payout: w.payout} }

// Abort removes what was written. It is harmless after Close.
func (w *Workbook) Abort() { w.book.Abort() }

// Close adds what the statement comes to and publishes the workbook.
func (w *Workbook) Close(s *statement.Statement) (book.Result, error) {
	for _, write := range []func(*statement.Statement) error{w.writeSummary, w.writeHolds, w.writePayoutTotal, w.writeFindings, w.writeDays, w.writeControl} {
		if err := write(s); err != nil {
			return book.Result{}, err
		}
	}
	return w.book.Close()
}

// printedLines are the columns of a line that are printed, on one page: what follows are
// ids and texts that are looked up on the screen.
const printedLines = 19

func (w *Workbook) lineLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.statement"), Filter: true, Long: true, Printed: printedLines, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: t("column.posted_at"), Kind: book.KindMoment, Width: 16},
		{Heading: t("column.document_number"), Width: 12, Wrap: true},
		{Heading: t("column.document_date"), Kind: book.KindDay, Width: 11},
		{Heading: t("column.counterparty"), Width: 18, Wrap: true},
		{Heading: t("column.counterparty_code"), Width: 12},
		{Heading: t("column.kind"), Width: 12},
		{Heading: t("column.operation"), Width: 23},
		{Heading: t("column.order_no"), Width: 13},
		{Heading: t("column.external_id"), Width: 11, Wrap: true},
		{Heading: t("column.waybill"), Width: 17, Wrap: true},
		{Heading: t("column.debit"), Kind: book.KindMoney, Width: 12.5},
		{Heading: t("column.credit"), Kind: book.KindMoney, Width: 12.5},
		{Heading: t("column.hold"), Kind: book.KindMoney, Width: 12.5},
		{Heading: t("column.signed_amount"), Kind: book.KindMoney, Width: 12.5},
		{Heading: t("column.currency"), Width: 8},
		{Heading: t("column.posted_after"), Kind: book.KindMoney, Width: 13},
		{Heading: t("column.held_after"), Kind: book.KindMoney, Width: 15},
		{Heading: t("column.available_after"), Kind: book.KindMoney, Width: 13},
		{Heading: t("column.payout_id"), Width: 14},
		{Heading: t("column.description"), Width: 50},
		{Heading: t("column.entry_id"), Width: 17},
		{Heading: t("column.reverses_entry"), Width: 17},
	}}
}

func (w *Workbook) line(l *statement.Line) error {
	e := &l.Entry
	zone := w.period.From.Location()
	debit, credit := w.manner.sides(l.Debit, l.Credit)
	err := errors.Join(count(&w.written.debit, l.Debit), count(&w.written.credit, l.Credit), count(&w.written.hold, l.Hold), count(&w.written.signed, e.Amount))
	if err != nil {
		return err
	}
	return w.lines.Append(
		book.Whole(l.Number), book.Moment(e.PostedAt.In(zone)), book.Text(e.DocumentNumber), book.Date(e.DocumentDate),
		book.Text(e.CounterpartyName), book.Text(e.CounterpartyCode),
		book.Text(w.manner.Language.Kind(e.Kind)), book.Text(w.manner.Language.Operation(e.Operation)),
		book.Text(e.OrderID), book.Text(e.OrderExternalID), book.Text(l.Waybills),
		book.Amount(debit), book.Amount(credit), book.Amount(l.Hold), book.Amount(e.Amount), book.Text(e.Currency),
		book.Amount(e.BalanceAfter.Posted), book.Amount(e.BalanceAfter.Held), book.Amount(e.BalanceAfter.Available),
		book.Text(e.PayoutID), book.Text(e.Description), book.Text(e.ID), book.Text(e.ReversesEntryID))
}

func (w *Workbook) holdLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.holds"), Filter: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 7},
		{Heading: t("column.placed_at"), Kind: book.KindMoment},
		{Heading: t("column.order_no"), Width: 16},
		{Heading: t("column.external_id"), Width: 16},
		{Heading: t("column.order_status"), Width: 18},
		{Heading: t("column.still_held"), Kind: book.KindMoney},
		{Heading: t("column.currency"), Width: 8},
		{Heading: t("column.age_days"), Kind: book.KindWhole, Width: 10},
		{Heading: t("column.expected_release"), Kind: book.KindDay, Width: 14},
		{Heading: t("column.document_number"), Width: 16},
		{Heading: t("column.description"), Width: 44},
		{Heading: t("column.entry_id"), Width: 18},
	}}
}

const holdAmount = 5

func (w *Workbook) writeHolds(s *statement.Statement) error {
	zone := w.period.From.Location()
	for n, h := range s.Holds {
		if h.Entry.ID == "" {
			h.Entry.Description, h.Entry.Currency = w.manner.Language.Say("statement.hold.unshown"), s.Currency
		}
		err := w.holds.Append(book.Whole(int64(n+1)), book.Moment(h.Entry.PostedAt.In(zone)), book.Text(h.Entry.OrderID),
			book.Text(h.Entry.OrderExternalID), book.Text(w.manner.Language.OrderStatus(h.OrderStatus)), book.Amount(h.Amount),
			book.Text(h.Entry.Currency), book.Whole(int64(h.Age)), book.Day(h.Expected), book.Text(h.Entry.DocumentNumber),
			book.Text(h.Entry.Description), book.Text(h.Entry.ID))
		if err = errors.Join(err, count(&w.written.open, h.Amount)); err != nil {
			return err
		}
	}
	w.openSum = book.SumOf(w.holds, holdAmount)
	return w.writeTotal(w.holds, 12, totalled{holdAmount, w.openSum, w.written.open})
}

// writePayoutTotal writes the total of what was paid and of what it covers.
func (w *Workbook) writePayoutTotal(*statement.Statement) error {
	w.paidSum, w.coveredSum = book.SumOf(w.payouts, payoutAmount), book.SumOf(w.payouts, payoutCovered)
	return w.writeTotal(w.payouts, payoutCovered+1, totalled{payoutAmount, w.paidSum, w.written.paid}, totalled{payoutCovered, w.coveredSum, w.written.covered})
}
