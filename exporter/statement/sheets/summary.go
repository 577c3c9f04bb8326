package sheets

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
)

// The columns of the summary, by their letters.
const (
	sumMonth, sumKind, sumOperation = "A", "B", "C"
	sumOpening, sumDebit, sumCredit = "E", "F", "G"
	sumHold, sumClosing             = "H", "I"
)

// The same ones that the control sheet names, from 0.
const colDebit, colCredit, colHold = 5, 6, 7

func (w *Workbook) summaryLayout() book.Layout {
	t := w.manner.Language.Say
	return book.Layout{Name: t("sheet.summary"), Columns: []book.Column{
		{Heading: t("column.month"), Kind: book.KindMonth, Width: 13},
		{Heading: t("column.kind"), Width: 42},
		{Heading: t("column.operation"), Width: 26},
		{Heading: t("column.entries"), Kind: book.KindWhole, Width: 10},
		{Heading: t("column.opening"), Kind: book.KindMoney, Width: 16},
		{Heading: t("column.debit_turnover"), Kind: book.KindMoney, Width: 16},
		{Heading: t("column.credit_turnover"), Kind: book.KindMoney, Width: 16},
		{Heading: t("column.hold_turnover"), Kind: book.KindMoney, Width: 16},
		{Heading: t("column.closing"), Kind: book.KindMoney, Width: 16},
	}}
}

// writeSummary writes the turnover by month, kind and operation, with a total for each
// month, and the three balances apart. Every figure has its formula over the lines.
func (w *Workbook) writeSummary(s *statement.Statement) error {
	var months []int64 // the rows of the months' totals
	opening := s.Opening.Available
	for groups := s.Groups; len(groups) > 0; {
		n := 1
		for n < len(groups) && groups[n].Month.Equal(groups[0].Month) {
			n++
		}
		first := w.summary.Last() + 1
		merged, err := w.merge(groups[:n])
		if err != nil {
			return err
		}
		for _, g := range merged {
			if err := w.writeGroup(g); err != nil {
				return err
			}
		}
		closing, err := w.writeMonth(groups[:n], opening, first)
		if err != nil {
			return err
		}
		opening, months = closing, append(months, w.summary.Last())
		groups = groups[n:]
	}
	return w.writeBalances(s, months)
}

// merge says a month's groups in words. Those with the same words are one row, as they
// are for SUMIFS, to which capitals are small letters too: "bonus" and "BONUS", or a
// value of the service's that is our word for another.
func (w *Workbook) merge(groups []statement.Group) ([]statement.Group, error) {
	t, at := w.manner.Language, map[[2]string]int{}
	var out []statement.Group
	for _, g := range groups {
		g.Kind, g.Operation = t.Kind(g.Kind), t.Operation(g.Operation)
		key := [2]string{folded(g.Kind), folded(g.Operation)}
		i, there := at[key]
		if !there {
			at[key] = len(out)
			out = append(out, g)
			continue
		}
		into := &out[i]
		into.Entries += g.Entries
		if err := errors.Join(count(&into.Opening, g.Opening), count(&into.Debit, g.Debit), count(&into.Credit, g.Credit),
			count(&into.Hold, g.Hold), count(&into.Closing, g.Closing)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// folded is a word without the difference of capitals; through the large letters, as some
// small ones share one.
func folded(word string) string { return strings.ToLower(strings.ToUpper(word)) }

// writeGroup writes a group that merge gave.
func (w *Workbook) writeGroup(g statement.Group) error {
	row := w.summary.Last() + 1
	here := func(column string) string { return fmt.Sprintf("%s%d", column, row) }
	conditions := []book.Where{{Column: lineKind, Word: g.Kind, Cell: here(sumKind)}, {Column: lineOperation, Word: g.Operation, Cell: here(sumOperation)},
		{Column: lineDate, Cell: here(sumMonth), Month: true}}
	sum := func(column int, now money.Amount) book.Cell {
		return book.Formula(book.SumWhere(w.lines, column, conditions...), book.Amount(now.OrZero()))
	}
	debit, credit := w.manner.sides(g.Debit, g.Credit)
	return w.summary.Append(book.Day(g.Month), book.Text(g.Kind), book.Text(g.Operation),
		book.Formula(book.CountWhere(w.lines, conditions...), book.Whole(g.Entries)), book.Amount(g.Opening),
		sum(lineDebit, debit), sum(lineCredit, credit), sum(lineHold, g.Hold), book.Formula(w.closingOf(row), book.Amount(g.Closing)))
}

// closingOf is opening plus turnover of a row.
func (w *Workbook) closingOf(row int64) string {
	plus, minus := sumDebit, sumCredit
	if w.manner.Perspective == Supplier {
		plus, minus = minus, plus
	}
	return fmt.Sprintf("%s%d+%s%d-%s%d+%s%d", sumOpening, row, plus, row, minus, row, sumHold, row)
}

// writeMonth writes a month's total, over the rows from first on, and returns what was
// available at its end.
func (w *Workbook) writeMonth(groups []statement.Group, opening money.Amount, first int64) (closing money.Amount, err error) {
	var total sums
	closing = opening
	entries := int64(0)
	for _, g := range groups {
		entries += g.Entries
		total.add(g.Debit, g.Credit, g.Hold)
	}
	if closing, err = total.on(opening); err != nil {
		return closing, err
	}
	w.written.months.add(total.debit, total.credit, total.hold)
	if err := w.written.months.err; err != nil {
		return closing, err
	}
	row, last := w.summary.Last()+1, w.summary.Last()
	column := func(letter string) string { return fmt.Sprintf("SUM(%s%d:%s%d)", letter, first, letter, last) }
	debit, credit := w.manner.sides(total.debit, total.credit)
	t := w.manner.Language.Say
	return closing, w.summary.Append(
		book.Day(groups[0].Month).As(book.Total), book.Text(t("statement.balance.month")).As(book.Total), book.Cell{}.As(book.Total),
		book.Formula(column("D"), book.Whole(entries)).As(book.Total),
		book.Formula(column(sumOpening), book.Amount(opening)).As(book.Total),
		book.Formula(column(sumDebit), book.Amount(debit.OrZero())).As(book.Total),
		book.Formula(column(sumCredit), book.Amount(credit.OrZero())).As(book.Total),
		book.Formula(column(sumHold), book.Amount(total.hold.OrZero())).As(book.Total),
		book.Formula(w.closingOf(row), book.Amount(closing)).As(book.Total))
}

// writeBalances writes the three balances of the whole period.
func (w *Workbook) writeBalances(s *statement.Statement, months []int64) error {
	if err := w.summary.Append(); err != nil {
		return err
	}
	t := w.manner.Language.Say
	debit, credit := w.manner.sides(s.Turnover.Debit, s.Turnover.Credit)
	all := func(letter string) string {
		var cells []string
		for _, row := range months {
			cells = append(cells, fmt.Sprintf("%s%d", letter, row))
		}
		if len(cells) == 0 {
			return "0"
		}
		return strings.Join(cells, "+")
	}
	none := book.Cell{}.As(book.Strong)
	for _, b := range []struct {
		name             string
		opening, closing money.Amount
		booked, held     bool
	}{
		{t("statement.balance.posted"), s.Opening.Posted, s.Closing.Posted, true, false},
		{t("column.held"), s.Opening.Held, s.Closing.Held, false, true},
		{t("statement.balance.available"), s.Opening.Available, s.Closing.Available, true, true},
	} {
		row := w.summary.Last() + 1
		cells := []book.Cell{none, book.Text(b.name).As(book.Strong), none, none, book.Amount(b.opening).As(book.Strong), none, none, none}
		if b.booked {
			cells[5] = book.Formula(all(sumDebit), book.Amount(debit.OrZero())).As(book.Strong)
			cells[6] = book.Formula(all(sumCredit), book.Amount(credit.OrZero())).As(book.Strong)
		}
		closing := w.closingOf(row)
		if b.held {
			cells[7] = book.Formula(all(sumHold), book.Amount(s.Turnover.Hold.OrZero())).As(book.Strong)
		}
		if !b.booked { // what a hold takes from the available balance is held
			closing = fmt.Sprintf("%s%d-%s%d", sumOpening, row, sumHold, row)
		}
		cells = append(cells, book.Formula(closing, book.Amount(b.closing)).As(book.Strong))
		if err := w.summary.Append(cells...); err != nil {
			return err
		}
	}
	return nil
}

func (s *sums) add(debit, credit, hold money.Amount) {
	for _, part := range []struct {
		into   *money.Amount
		amount money.Amount
	}{{&s.debit, debit}, {&s.credit, credit}, {&s.hold, hold}} {
		sum, err := part.into.Add(part.amount)
		*part.into = sum
		if err != nil {
			s.err = fmt.Errorf("sum up the ledger: %w", err)
		}
	}
}

// on is a balance after these turnovers.
func (s *sums) on(balance money.Amount) (money.Amount, error) {
	for _, amount := range []money.Amount{s.debit, s.hold} {
		var err error
		if balance, err = balance.Add(amount); err != nil {
			return balance, err
		}
	}
	balance, err := balance.Sub(s.credit)
	if err == nil {
		err = s.err
	}
	return balance, err
}
