package sheets

import (
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
)

func (w *Workbook) findingLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.reconciliation"), Filter: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: t("column.finding"), Width: 42},
		{Heading: t("column.order_no"), Width: 14},
		{Heading: t("column.external_id"), Width: 14},
		{Heading: t("column.entry_id"), Width: 14},
		{Heading: t("column.expected"), Kind: book.KindMoney, Width: 13},
		{Heading: t("column.found"), Kind: book.KindMoney, Width: 13},
		{Heading: t("column.difference_amount"), Kind: book.KindMoney, Width: 13},
		{Heading: t("column.days"), Kind: book.KindWhole, Width: 7},
		{Heading: t("column.explanation"), Width: 74},
	}}
}

// writeFindings lists what does not fit between the ledger and the orders, and what
// changed since the same period was exported before.
func (w *Workbook) writeFindings(s *statement.Statement) error {
	t := w.manner.Language.Say
	n := int64(0)
	var expected, found money.Amount
	for _, d := range append(s.Moved(), s.Differences...) {
		n++
		row := w.findings.Last() + 1
		difference, err := d.Found.Sub(d.Expected)
		if err != nil {
			return err
		}
		cells := []book.Cell{book.Whole(n), book.Text(w.manner.Language.Word("statement.difference", d.Code)), book.Text(d.OrderID), book.Text(d.ExternalID),
			book.Text(d.EntryID), book.Amount(d.Expected), book.Amount(d.Found), {}, {}, book.Text(d.Message.In(w.manner.Language))}
		if d.Expected.IsSet() || d.Found.IsSet() {
			cells[7] = book.Formula(fmt.Sprintf("G%d-F%d", row, row), book.Amount(difference))
		}
		if d.Days > 0 {
			cells[8] = book.Whole(int64(d.Days))
		}
		if err := errors.Join(w.findings.Append(cells...), count(&expected, d.Expected), count(&found, d.Found)); err != nil {
			return err
		}
	}
	switch {
	case n > 0:
		return w.writeFindingTotal(expected, found)
	case s.OK():
		return w.findings.Append(book.Cell{}, book.Text(t("statement.no_findings")).As(book.Good))
	}
	return w.findings.Append(book.Cell{}, book.Text(t("statement.see_control")).As(book.Bad))
}

// The columns of the findings' amounts.
const findingExpected, findingFound, findingDifference = 5, 6, 7

// writeFindingTotal writes the totals of the findings' amounts.
func (w *Workbook) writeFindingTotal(expected, found money.Amount) error {
	difference, err := found.Sub(expected)
	if err != nil {
		return err
	}
	sum := func(column int, now money.Amount) totalled {
		return totalled{column, book.SumOf(w.findings, column), now}
	}
	return w.writeTotal(w.findings, 10, sum(findingExpected, expected), sum(findingFound, found), sum(findingDifference, difference))
}
