package sheets

import (
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
)

// writeControl says what the workbook was made of, proves its sums by formulas, and lists
// the checks.
func (w *Workbook) writeControl(s *statement.Statement) error {
	for _, write := range []func(*statement.Statement) error{w.writeOrigin, w.writeProofs, w.writeChecks} {
		if err := write(s); err != nil {
			return err
		}
	}
	return nil
}

func (w *Workbook) writeOrigin(s *statement.Statement) error {
	t := w.manner.Language.Say
	books := t("statement.books.client")
	if w.manner.Perspective == Supplier {
		books = t("statement.books.supplier")
	}
	origin := w.manner.Origin
	origin.From, origin.To, origin.Read, origin.Currency = w.period.From, w.period.To, s.Read, s.Currency
	return w.control.Facts(origin,
		[2]string{t("statement.books"), books},
		[2]string{t("column.currency"), s.Currency},
		[2]string{t("statement.pages"), fmt.Sprint(s.Pages)},
		[2]string{t("statement.entries_in_period"), fmt.Sprint(s.Entries)},
		[2]string{t("statement.opening"), s.OpeningFrom.Named().In(w.manner.Language)})
}

// writeProofs compares sums over the sheets with what the statement comes to, by live
// formulas: a figure that is changed by hand shows.
func (w *Workbook) writeProofs(s *statement.Statement) error {
	t := w.manner.Language.Say
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
	proofs := []control.Proof{
		proof(t("statement.proof.debit"), plain(debit), live(foundDebit, book.SumOf(w.lines, lineDebit))),
		proof(t("statement.proof.credit"), plain(credit), live(foundCredit, book.SumOf(w.lines, lineCredit))),
		proof(t("statement.proof.hold"), plain(s.Turnover.Hold), live(w.written.hold, book.SumOf(w.lines, lineHold))),
		proof(t("statement.proof.signed"), plain(signed), live(w.written.signed, book.SumOf(w.lines, lineSigned))),
		proof(t("statement.proof.available"), plain(s.Closing.Available),
			live(end, decimalOf(s.Opening.Available)+"+"+book.SumOf(w.lines, lineSigned))),
		proof(t("statement.proof.held"), plain(s.Closing.Held), live(w.written.open, w.openSum)),
	}
	return w.control.Proofs(slices.Concat(proofs, w.summaryProofs(), w.payoutProofs(s)))
}

// summaryProofs compare the months' totals, which the summary's last row adds, with the
// lines: a line that no row of the summary takes shows.
func (w *Workbook) summaryProofs() []control.Proof {
	t, months := w.manner.Language.Say, w.written.months
	debit, credit := w.manner.sides(w.written.debit, w.written.credit)
	monthDebit, monthCredit := w.manner.sides(months.debit, months.credit)
	all := func(column int) string { return w.summary.Cell(column, w.summary.Last()) }
	return []control.Proof{
		proof(t("statement.proof.debit_summary"), live(debit, book.SumOf(w.lines, lineDebit)), live(monthDebit, all(colDebit))),
		proof(t("statement.proof.credit_summary"), live(credit, book.SumOf(w.lines, lineCredit)), live(monthCredit, all(colCredit))),
		proof(t("statement.proof.hold_summary"), live(w.written.hold, book.SumOf(w.lines, lineHold)), live(months.hold, all(colHold))),
	}
}

func (w *Workbook) payoutProofs(s *statement.Statement) []control.Proof {
	t, paid := w.manner.Language.Say, live(w.written.paid, w.paidSum)
	return []control.Proof{
		proof(t("statement.proof.payouts"), plain(s.Turnover.Payout.Negated()), paid),
		proof(t("statement.proof.covered"), paid, live(w.written.covered, w.coveredSum)),
	}
}

func proof(name string, expected, found control.Figure) control.Proof {
	return control.Proof{Name: name, Expected: expected, Found: found}
}

// plain is a figure that stands as it is, and live one that its formula gives.
func plain(amount money.Amount) control.Figure { return control.Figure{Amount: amount} }

func live(amount money.Amount, formula string) control.Figure {
	return control.Figure{Amount: amount, Formula: formula}
}

// decimalOf is an amount as a formula has it.
func decimalOf(m money.Amount) string { return m.OrZero().String() }

func (w *Workbook) writeChecks(s *statement.Statement) error {
	language := w.manner.Language
	for _, c := range s.Checks {
		if err := w.control.Check(language.Word("statement.check", c.Name), c.OK, c.Expected, c.Found, c.Detail.In(language)); err != nil {
			return err
		}
	}
	for _, u := range s.Unchecked {
		if err := w.control.Unchecked(language.Word("statement.check", u.Name), u.Why.In(language)); err != nil {
			return err
		}
	}
	return nil
}
