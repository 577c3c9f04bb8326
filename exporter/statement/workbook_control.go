package statement

import (
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func (w *Workbook) controlLayout() book.Layout {
	t := w.manner.Language.Of
	return book.Layout{Name: t("Контроль", "Control"), Columns: []book.Column{
		{Heading: t("Показник", "Item"), Width: 43},
		{Heading: t("Очікувано", "Expected"), Kind: book.KindMoney, Width: 17},
		{Heading: t("Є", "Found"), Kind: book.KindMoney, Width: 17},
		{Heading: t("Різниця", "Difference"), Kind: book.KindMoney, Width: 14},
		{Heading: t("Стан", "State"), Width: 19},
		{Heading: t("Пояснення", "Explanation"), Width: 95},
	}}
}

// writeControl says what the workbook was made of, proves its sums by formulas, and lists
// the checks.
func (w *Workbook) writeControl(s *Statement) error {
	for _, write := range []func(*Statement) error{w.writeOrigin, w.writeProofs, w.writeChecks} {
		if err := write(s); err != nil {
			return err
		}
	}
	return nil
}

func (w *Workbook) writeOrigin(s *Statement) error {
	t, zone := w.manner.Language.Of, w.period.From.Location()
	books := t("клієнта: борг постачальника — дебет", "the client's: what the supplier owes is a debit")
	if w.manner.Perspective == Supplier {
		books = t("постачальника: його борг — кредит", "the supplier's: what it owes is a credit")
	}
	for _, fact := range [][2]string{
		{t("Період", "Period"), w.period.First().Format("02.01.2006") + " – " + w.period.Last().Format("02.01.2006")},
		{t("Часовий пояс", "Time zone"), zone.String() + " (" + s.Period.From.Format("-07:00") + " … " + s.Period.To.Format("-07:00") + ")"},
		{t("Чиї книги", "Whose books"), books},
		{t("Джерело", "Source"), w.manner.Source},
		{t("Прочитано", "Read at"), s.Read.In(zone).Format("02.01.2006 15:04:05")},
		{t("Програма", "Program"), w.manner.Program},
		{t("Валюта", "Currency"), s.Currency},
		{t("Сторінок прочитано", "Pages read"), fmt.Sprint(s.Pages)},
		{t("Записів у періоді", "Entries in the period"), fmt.Sprint(s.Entries)},
	} {
		if err := w.control.Append(book.Text(fact[0]), book.Cell{}, book.Cell{}, book.Cell{}, book.Cell{}, book.Text(fact[1])); err != nil {
			return err
		}
	}
	return w.control.Append()
}

// writeProofs compares sums over the sheets with what the statement comes to, by live
// formulas: a figure that is changed by hand shows.
func (w *Workbook) writeProofs(s *Statement) error {
	t := w.manner.Language.Of
	signed, err := add(s.Turnover.Accrual, s.Turnover.Payout, s.Turnover.Hold)
	if err != nil {
		return err
	}
	end, err := add(s.Opening.Available, w.written.signed)
	if err != nil {
		return err
	}
	debit, credit := w.manner.sides(s.Turnover.Debit, s.Turnover.Credit)
	foundDebit, foundCredit := w.manner.sides(w.written.debit, w.written.credit)
	for _, p := range []struct {
		name            string
		expected, found supplier.Money
		formula         string
	}{
		{t("Дебет за випискою", "Debit of the statement"), debit, foundDebit, total(w.lines, lineDebit)},
		{t("Кредит за випискою", "Credit of the statement"), credit, foundCredit, total(w.lines, lineCredit)},
		{t("Холди за випискою", "Holds of the statement"), s.Turnover.Hold, w.written.hold, total(w.lines, lineHold)},
		{t("Суми зі знаком", "Signed amounts"), signed, w.written.signed, total(w.lines, lineSigned)},
		{t("Доступно: початок + оборот = кінець", "Available: opening + turnover = closing"), s.Closing.Available, end,
			decimalOf(s.Opening.Available) + "+" + total(w.lines, lineSigned)},
		{t("Сума відкритих холдів = утримано", "Open holds = held"), s.Closing.Held, w.written.open, total(w.holds, holdAmount)},
		{t("Виплати = записи, які вони покривають", "Payouts = the entries that they cover"), w.written.paid, w.written.covered, total(w.payouts, payoutCovered)},
	} {
		if err := w.proof(p.name, p.expected, p.found, p.formula); err != nil {
			return err
		}
	}
	return w.control.Append()
}

func (w *Workbook) proof(name string, expected, found supplier.Money, formula string) error {
	row := w.control.Last() + 1
	difference, err := found.Sub(expected)
	if err != nil {
		return err
	}
	ok, bad := w.states()
	state := book.Text(ok).As(book.Good)
	if difference.Sign() != 0 {
		state = book.Text(bad).As(book.Bad)
	}
	return w.control.Append(book.Text(name), book.Amount(zeroFor(expected)), book.Formula(formula, book.Amount(zeroFor(found))),
		book.Formula(fmt.Sprintf("ROUND(C%d-B%d,2)", row, row), book.Amount(zeroFor(difference))),
		book.Formula(fmt.Sprintf(`IF(D%d=0,"%s","%s")`, row, ok, bad), state))
}

func (w *Workbook) states() (ok, bad string) {
	t := w.manner.Language.Of
	return t("OK", "OK"), t("НЕ СХОДИТЬСЯ", "NOT OK")
}

// total sums a column of a sheet, over all the sheets that it went over.
func total(sheet *book.Sheet, column int) string {
	return "SUM(" + strings.Join(sheet.Column(column), ",") + ")"
}

// decimalOf is an amount as a formula has it.
func decimalOf(m supplier.Money) string { return zeroFor(m).String() }

func add(amounts ...supplier.Money) (sum supplier.Money, err error) {
	sum = supplier.MustMoney("0.00")
	for _, amount := range amounts {
		if sum, err = sum.Add(amount); err != nil {
			return sum, fmt.Errorf("sum up the ledger: %w", err)
		}
	}
	return sum, nil
}

func (w *Workbook) writeChecks(s *Statement) error {
	ok, bad := w.states()
	for _, c := range s.Checks {
		state := book.Text(ok).As(book.Good)
		if !c.OK {
			state = book.Text(bad).As(book.Bad)
		}
		difference := book.Cell{}
		row := w.control.Last() + 1
		if c.Expected.IsSet() && c.Found.IsSet() {
			amount, err := c.Found.Sub(c.Expected)
			if err != nil {
				return err
			}
			difference = book.Formula(fmt.Sprintf("ROUND(C%d-B%d,2)", row, row), book.Amount(amount))
		}
		if err := w.control.Append(book.Text(CheckText(w.manner.Language, c.Name)), book.Amount(c.Expected), book.Amount(c.Found), difference, state, book.Text(c.Detail.In(w.manner.Language))); err != nil {
			return err
		}
	}
	t := w.manner.Language.Of
	for _, unchecked := range s.Unchecked {
		if err := w.control.Append(book.Text(CheckText(w.manner.Language, unchecked.Name)), book.Cell{}, book.Cell{}, book.Cell{},
			book.Text(t("не перевірено", "not checked")).As(book.Muted), book.Text(unchecked.Why.In(w.manner.Language))); err != nil {
			return err
		}
	}
	return nil
}
