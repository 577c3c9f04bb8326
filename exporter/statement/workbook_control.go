package statement

import (
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

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
	t := w.manner.Language.Of
	books := t("клієнта: борг постачальника — дебет", "the client's: what the supplier owes is a debit")
	if w.manner.Perspective == Supplier {
		books = t("постачальника: його борг — кредит", "the supplier's: what it owes is a credit")
	}
	return w.control.Facts(control.Origin{From: w.period.From, To: w.period.To, Source: w.manner.Source, Read: s.Read, Program: w.manner.Program},
		[2]string{t("Чиї книги", "Whose books"), books},
		[2]string{t("Валюта", "Currency"), s.Currency},
		[2]string{t("Сторінок прочитано", "Pages read"), fmt.Sprint(s.Pages)},
		[2]string{t("Записів у періоді", "Entries in the period"), fmt.Sprint(s.Entries)})
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
	var proofs []control.Proof
	for _, p := range []struct {
		name            string
		expected, found supplier.Money
		formula         string
	}{
		{t("Дебет за випискою", "Debit of the statement"), debit, foundDebit, book.SumOf(w.lines, lineDebit)},
		{t("Кредит за випискою", "Credit of the statement"), credit, foundCredit, book.SumOf(w.lines, lineCredit)},
		{t("Холди за випискою", "Holds of the statement"), s.Turnover.Hold, w.written.hold, book.SumOf(w.lines, lineHold)},
		{t("Суми зі знаком", "Signed amounts"), signed, w.written.signed, book.SumOf(w.lines, lineSigned)},
		{t("Доступно: початок + оборот = кінець", "Available: opening + turnover = closing"), s.Closing.Available, end,
			decimalOf(s.Opening.Available) + "+" + book.SumOf(w.lines, lineSigned)},
		{t("Сума відкритих холдів = утримано", "Open holds = held"), s.Closing.Held, w.written.open, book.SumOf(w.holds, holdAmount)},
		{t("Виплати = записи, які вони покривають", "Payouts = the entries that they cover"), w.written.paid, w.written.covered, book.SumOf(w.payouts, payoutCovered)},
	} {
		proofs = append(proofs, control.Proof{Name: p.name, Expected: control.Figure{Amount: p.expected}, Found: control.Figure{Amount: p.found, Formula: p.formula}})
	}
	return w.control.Proofs(proofs)
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
	language := w.manner.Language
	for _, c := range s.Checks {
		if err := w.control.Check(CheckText(language, c.Name), c.OK, c.Expected, c.Found, c.Detail.In(language)); err != nil {
			return err
		}
	}
	for _, u := range s.Unchecked {
		if err := w.control.Unchecked(CheckText(language, u.Name), u.Why.In(language)); err != nil {
			return err
		}
	}
	return nil
}
