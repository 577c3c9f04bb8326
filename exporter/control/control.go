// Package control writes the sheet on which a workbook says where it comes from, proves
// its sums by live formulas, and lists what was checked.
package control

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Sheet is the control sheet of a workbook.
type Sheet struct {
	book     *book.Book
	sheet    *book.Sheet
	language wording.Language
}

// Add adds the sheet to a workbook, behind those that are there.
func Add(b *book.Book, language wording.Language) (*Sheet, error) {
	t := language.Say
	sheet, err := b.Sheet(book.Layout{Name: t("sheet.control"), Columns: []book.Column{
		{Heading: t("column.item"), Width: 44},
		{Heading: t("column.expected"), Kind: book.KindMoney, Width: 17},
		{Heading: t("column.found"), Kind: book.KindMoney, Width: 17},
		{Heading: t("column.difference"), Kind: book.KindMoney, Width: 14},
		{Heading: t("column.state"), Width: 19},
		{Heading: t("column.explanation"), Width: 95},
	}})
	return &Sheet{b, sheet, language}, err
}

// Origin is where a workbook's figures come from.
type Origin struct {
	From, To time.Time // From inclusive, To exclusive, both in the zone of the workbook
	Source   string    // what was read, for people
	Read     time.Time
	Program  string // name and version
	Company  string // whose books they are, "" where nobody says
	Supplier string // its name, "" where nobody says
	Currency string // ISO 4217, "" where there is none
}

// head says the same on each printed page.
func (s *Sheet) head(o Origin, period string) {
	parts := slices.DeleteFunc([]string{cmp.Or(o.Supplier, o.Source), o.Company}, func(part string) bool { return part == "" })
	right := period
	if o.Currency != "" {
		right += ", " + o.Currency
	}
	s.book.Head(strings.Join(parts, " — "), right)
}

// Facts begins the sheet: the origin, then what else there is to say, each a name and a value.
func (s *Sheet) Facts(o Origin, more ...[2]string) error {
	t, zone := s.language.Say, o.From.Location()
	const day = wording.DottedDay
	period := o.From.Format(day) + " – " + o.To.Add(-1).Format(day)
	s.head(o, period)
	facts := [][2]string{
		{t("control.period"), period},
		{t("control.zone"), fmt.Sprintf("%s (%s … %s)", zone, o.From.Format("-07:00"), o.To.Format("-07:00"))},
		{t("control.source"), o.Source},
		{t("control.read"), o.Read.In(zone).Format(day + " 15:04:05")},
		{t("control.program"), o.Program},
	}
	for _, fact := range [][2]string{{t("control.company"), o.Company}, {t("control.supplier"), o.Supplier}} {
		if fact[1] != "" {
			facts = append(facts, fact)
		}
	}
	none := book.Cell{}
	for _, fact := range append(facts, more...) {
		if err := s.sheet.Append(book.Text(fact[0]), none, none, none, none, book.Text(fact[1])); err != nil {
			return err
		}
	}
	return s.sheet.Append()
}

// Proof is two figures that must be one. A figure without a formula stands as it is.
type Proof struct {
	Name            string
	Expected, Found Figure
}

// Figure is an amount with the formula that gives it; an absent amount is zero.
type Figure struct {
	Amount  money.Amount
	Formula string
}

func (f Figure) cell() book.Cell {
	if f.Formula == "" {
		return book.Amount(f.Amount.OrZero())
	}
	return book.Formula(f.Formula, book.Amount(f.Amount.OrZero()))
}

// Proofs compares figures by live formulas: one that is changed by hand shows.
func (s *Sheet) Proofs(proofs []Proof) error {
	for _, p := range proofs {
		row := s.sheet.Last() + 1
		difference, err := p.Found.Amount.Sub(p.Expected.Amount)
		if err != nil {
			return err
		}
		state := s.state(difference.Sign() == 0)
		if err := s.sheet.Append(book.Text(p.Name), p.Expected.cell(), p.Found.cell(), s.difference(row, difference),
			book.Formula(fmt.Sprintf(`IF(D%d=0,"%s","%s")`, row, s.verdict(true), s.verdict(false)), state)); err != nil {
			return err
		}
	}
	return s.sheet.Append()
}

func (s *Sheet) difference(row int64, now money.Amount) book.Cell {
	return book.Formula(fmt.Sprintf("ROUND(C%d-B%d,2)", row, row), book.Amount(now.OrZero()))
}

// Check lists something that was checked. Where both amounts are there, so is their difference.
func (s *Sheet) Check(name string, ok bool, expected, found money.Amount, detail string) error {
	difference := book.Cell{}
	if expected.IsSet() && found.IsSet() {
		amount, err := found.Sub(expected)
		if err != nil {
			return err
		}
		difference = s.difference(s.sheet.Last()+1, amount)
	}
	return s.sheet.Append(book.Text(name), book.Amount(expected), book.Amount(found), difference, s.state(ok), book.Text(detail))
}

// Unchecked lists something that could not be checked.
func (s *Sheet) Unchecked(name, why string) error {
	none := book.Cell{}
	return s.sheet.Append(book.Text(name), none, none, none, book.Text(s.language.Say("control.not_checked")).As(book.Muted), book.Text(why))
}

func (s *Sheet) state(ok bool) book.Cell {
	if ok {
		return book.Text(s.verdict(true)).As(book.Good)
	}
	return book.Text(s.verdict(false)).As(book.Bad)
}

func (s *Sheet) verdict(ok bool) string {
	if ok {
		return "OK"
	}
	return s.language.Say("control.not_ok")
}
