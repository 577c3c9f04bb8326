package sheets

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Perspective says whose books a statement is for.
type Perspective string

// What the supplier owes is a debit in the client's books and a credit in the supplier's.
const (
	Client   Perspective = "client"
	Supplier Perspective = "supplier"
)

// Manner is how a workbook is written.
type Manner struct {
	Language    wording.Language
	Perspective Perspective
	Origin      control.Origin // its period and currency are those of the statement
	Into        *book.Book     // the section of a larger workbook that it is, nil: a workbook of its own
}

// Workbook is a statement on its way into a workbook: its sheets are filled while the
// ledger is read, and what is known only at the end is added by Close.
type Workbook struct {
	book   *book.Book
	manner Manner
	period statement.Period

	lines, summary, holds, payouts, findings, days *book.Sheet
	control                                        *control.Sheet

	written written
	cells   []book.Cell // of a row, used again

	// The formulas of the sums of data, above the totals.
	openSum, paidSum, coveredSum string
}

// written is what the rows come to that were written, summed apart from the statement.
type written struct {
	debit, credit, hold, signed money.Amount // of the lines
	open                        money.Amount // of the open holds
	paid, covered               money.Amount // of the payouts
	months                      sums         // of the summary
}

// count adds an amount to a sum.
func count(sum *money.Amount, amount money.Amount) (err error) {
	*sum, err = add(*sum, amount)
	return err
}

// The columns of the statement's lines that formulas name.
const (
	lineDate      = 1
	lineKind      = 6
	lineOperation = 7
	lineDebit     = 11
	lineCredit    = 12
	lineHold      = 13
	lineSigned    = 14
)

// sums adds up what Append shows.
type sums struct {
	debit, credit, hold money.Amount
	err                 error
}

func add(amounts ...money.Amount) (sum money.Amount, err error) {
	sum = money.Must("0.00")
	for _, amount := range amounts {
		if sum, err = sum.Add(amount); err != nil {
			return sum, fmt.Errorf("sum up the ledger: %w", err)
		}
	}
	return sum, nil
}

// sides are debit and credit in the books that are written.
func (m Manner) sides(debit, credit money.Amount) (money.Amount, money.Amount) {
	if m.Perspective == Supplier {
		return credit, debit
	}
	return debit, credit
}

// totalled is a column's sum: its formula, and what it comes to.
type totalled struct {
	column  int
	formula string
	now     money.Amount
}

// writeTotal writes sums below the rows of a sheet. A sheet without rows has none: its
// total would be among what it adds up.
func (w *Workbook) writeTotal(sheet *book.Sheet, columns int, sums ...totalled) error {
	if sheet.Last() == 1 {
		return nil
	}
	cells := make([]book.Cell, columns)
	cells[1] = book.Text(w.manner.Language.Say("total.sum"))
	for _, s := range sums {
		cells[s.column] = book.Formula(s.formula, book.Amount(s.now.OrZero()))
	}
	for i := range cells {
		cells[i] = cells[i].As(book.Total)
	}
	return sheet.AppendTotal(cells...)
}
