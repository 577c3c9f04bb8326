// Package income writes the book of income of a sole proprietor: a line a day.
//
// In a commission scheme the commission is the income. By payouts it is booked on the day
// on which the supplier paid it out, as a book on a cash basis wants it; by accruals on the
// day on which the supplier booked it, less what was taken back that day. The figures of
// the other way stand beside, so that a reader sees both.
package income

import (
	"fmt"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Basis says what counts as income.
type Basis string

// The bases.
const (
	Payouts  Basis = "payouts"
	Accruals Basis = "accruals"
)

// Day is what was booked on a day. Amounts are positive, or absent.
type Day struct {
	Day             time.Time // its first moment
	Accrued         money.Amount
	Reduced         money.Amount // accruals that take something back
	Paid, GivenBack money.Amount
}

// Book collects the days of a ledger as it is read.
type Book struct {
	Period statement.Period
	Basis  Basis
	Days   []Day // with anything in them, ascending
}

// New is an empty book.
func New(period statement.Period, basis Basis) *Book { return &Book{Period: period, Basis: basis} }

// Take takes an entry; it is the Entry of a statement.Sink.
func (b *Book) Take(l *statement.Line) error {
	e := &l.Entry
	var into func(*Day) *money.Amount
	amount := e.Amount
	switch positive := e.Amount.Sign() > 0; {
	case e.Amount.Sign() == 0:
		return nil
	case e.Kind == "accrual" && positive:
		into = func(d *Day) *money.Amount { return &d.Accrued }
	case e.Kind == "accrual":
		into, amount = func(d *Day) *money.Amount { return &d.Reduced }, amount.Negated()
	case e.Kind == "payout" && positive:
		into = func(d *Day) *money.Amount { return &d.GivenBack }
	case e.Kind == "payout":
		into, amount = func(d *Day) *money.Amount { return &d.Paid }, amount.Negated()
	default:
		return nil // a hold moves nothing
	}
	sum := into(b.day(e.PostedAt))
	total, err := sum.Add(amount)
	if err != nil {
		return fmt.Errorf("sum up the income: %w", err)
	}
	*sum = total
	return nil
}

// day is the day of a moment; the ledger ascends, so that it is the last one or new.
func (b *Book) day(at time.Time) *Day {
	at = at.In(b.Period.From.Location())
	first := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location())
	i, found := slices.BinarySearchFunc(b.Days, first, func(d Day, day time.Time) int { return d.Day.Compare(day) })
	if !found {
		b.Days = slices.Insert(b.Days, i, Day{Day: first})
	}
	return &b.Days[i]
}

// Income is what a day counts for, negative where more was taken back than came.
func (b *Book) Income(d *Day) (money.Amount, error) {
	if b.Basis == Accruals {
		return d.Accrued.OrZero().Sub(d.Reduced)
	}
	return d.Paid.OrZero().Sub(d.GivenBack)
}

// Total is the income of all days.
func (b *Book) Total() (sum money.Amount, err error) {
	sum = money.Must("0.00")
	for i := range b.Days {
		income, err := b.Income(&b.Days[i])
		if err == nil {
			sum, err = sum.Add(income)
		}
		if err != nil {
			return sum, fmt.Errorf("sum up the income: %w", err)
		}
	}
	return sum, nil
}

// Manner is how a book is written.
type Manner struct {
	Language wording.Language
	Origin   control.Origin // its period is that of the book
	Now      time.Time
}

// The columns of the sheet that formulas name.
const (
	columnIncome = 2
)

func layout(t func(string, ...any) string) book.Layout {
	return book.Layout{Name: t("sheet.income"), Portrait: true, Filter: true, Columns: []book.Column{
		{Heading: "№", Kind: book.KindWhole, Width: 6},
		{Heading: t("column.date"), Kind: book.KindDay},
		{Heading: t("column.income"), Kind: book.KindMoney},
		{Heading: t("column.income_running"), Kind: book.KindMoney},
		{Heading: t("column.paid"), Kind: book.KindMoney},
		{Heading: t("column.given_back"), Kind: book.KindMoney},
		{Heading: t("column.accrued"), Kind: book.KindMoney},
		{Heading: t("column.reduced"), Kind: book.KindMoney},
	}}
}

// Write publishes the book as a workbook. The statement is that of the entries which the
// book took: the control sheet holds the days' sums against its turnover.
func (b *Book) Write(out string, s *statement.Statement, m Manner) (book.Result, error) {
	t := m.Language.Say
	file, err := book.Create(out, book.Properties{Title: t("income.title"), Date: m.Now})
	if err != nil {
		return book.Result{}, err
	}
	defer file.Abort()
	sheet, err := file.Sheet(layout(t))
	if err != nil {
		return book.Result{}, err
	}
	checks, err := control.Add(file, m.Language)
	if err != nil {
		return book.Result{}, err
	}
	total, err := b.writeDays(sheet, t)
	if err == nil {
		err = b.writeControl(checks, sheet, total, s, m)
	}
	if err != nil {
		return book.Result{}, err
	}
	return file.Close()
}

// writeDays writes the days with their running total, and the total.
func (b *Book) writeDays(sheet *book.Sheet, t func(string, ...any) string) (money.Amount, error) {
	running := money.Must("0.00")
	for i := range b.Days {
		d := &b.Days[i]
		income, err := b.Income(d)
		if err == nil {
			running, err = running.Add(income)
		}
		if err != nil {
			return running, fmt.Errorf("sum up the income: %w", err)
		}
		row := sheet.Last() + 1
		after := fmt.Sprintf("N(D%d)+C%d", row-1, row)
		if i == 0 {
			after = fmt.Sprintf("C%d", row)
		}
		if err := sheet.Append(book.Whole(int64(i+1)), book.Day(d.Day), book.Amount(income), book.Formula(after, book.Amount(running)),
			book.Amount(d.Paid), book.Amount(d.GivenBack), book.Amount(d.Accrued), book.Amount(d.Reduced)); err != nil {
			return running, err
		}
	}
	if len(b.Days) == 0 {
		return running, sheet.Append(book.Cell{}, book.Cell{}, book.Amount(running), book.Text(t("income.none")).As(book.Muted))
	}
	none := book.Cell{}.As(book.Total)
	return running, sheet.AppendTotal(none, book.Text(t("total.sum")).As(book.Total), book.Formula(book.SumOf(sheet, columnIncome), book.Amount(running)).As(book.Total),
		none, none, none, none, none)
}

// writeControl says what counts as income, and holds its sum against the ledger's.
func (b *Book) writeControl(checks *control.Sheet, sheet *book.Sheet, total money.Amount, s *statement.Statement, m Manner) error {
	t := m.Language.Say
	origin := m.Origin
	origin.From, origin.To, origin.Currency = b.Period.From, b.Period.To, s.Currency
	if err := checks.Facts(origin, [2]string{t("income.basis"), m.Language.Word("income.basis", string(b.Basis))}, [2]string{t("column.currency"), s.Currency}); err != nil {
		return err
	}
	expected := s.Turnover.Payout.Negated()
	if b.Basis == Accruals {
		expected = s.Turnover.Accrual
	}
	return checks.Proofs([]control.Proof{{Name: t("income.proof"), Expected: control.Figure{Amount: expected},
		Found: control.Figure{Amount: total, Formula: sheet.Cell(columnIncome, sheet.Last())}}})
}
