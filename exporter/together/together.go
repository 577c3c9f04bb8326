// Package together makes one workbook of the books of several suppliers: each supplier's sheets,
// a sheet of their sums with the totals of each currency, and the control of both. Amounts of
// different currencies are never added up.
package together

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/book"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Column is an amount that each supplier's book comes to.
type Column struct {
	Name    string // of the report
	Heading string // a key of the catalogue
}

// Form says what is summed up.
type Form struct {
	Title   string // a key of the catalogue
	Count   string // a key of the catalogue: what there is a number of
	Columns []Column

	// Adds says that the last column is the sum of those before it, in each row.
	Adds bool
}

// Row is what one supplier's book comes to, in one currency.
type Row struct {
	Supplier string         `json:"supplier"`
	Currency string         `json:"currency"` // ISO 4217, "" where the supplier does not say
	Count    int64          `json:"count"`
	Amounts  []money.Amount `json:"-"` // as the form's columns; an absent one is none
	OK       bool           `json:"ok"`
}

// Total is what all suppliers come to in one currency.
type Total struct {
	Currency  string                  `json:"currency"`  // "" of those who do not say: whether it is one, nobody knows
	Suppliers int                     `json:"suppliers"` // whose books have it
	Count     int64                   `json:"count"`
	Amounts   map[string]money.Amount `json:"amounts"` // by the names of the form's columns
}

// Result is a workbook that was written.
type Result struct {
	Totals []Total
	OK     bool // every supplier's book fits, and so do the sums
	book.Result
}

// Book is the workbook while the suppliers' books are written. Use New.
type Book struct {
	form     Form
	language wording.Language
	file     *book.Book
	sheet    *book.Sheet
	rows     []Row
}

// The columns of the sheet before the amounts.
const (
	columnSupplier = iota
	columnCurrency
	columnCount
	columnsBefore
)

// New begins a workbook, of which nothing is seen before Close. days is its period, for people.
func New(out string, form Form, days string, now time.Time, language wording.Language) (*Book, error) {
	file, err := book.Create(out, book.Properties{Title: language.Say(form.Title) + " " + days, Date: now})
	if err != nil {
		return nil, err
	}
	b := &Book{form: form, language: language, file: file}
	layout := book.Layout{Name: language.Say("sheet.together"), Columns: []book.Column{
		{Heading: language.Say("column.supplier"), Width: 24}, {Heading: language.Say("column.currency"), Width: 9},
		{Heading: language.Say(form.Count), Kind: book.KindWhole, Width: 12}}}
	for _, c := range form.Columns {
		layout.Columns = append(layout.Columns, book.Column{Heading: language.Say(c.Heading), Kind: book.KindMoney, Width: 17})
	}
	if b.sheet, err = file.Sheet(layout); err != nil {
		file.Abort()
		return nil, err
	}
	return b, nil
}

// Section is where a supplier's book is written.
func (b *Book) Section(supplier string) *book.Book { return b.file.Section(supplier) }

// Add puts down what a supplier's book comes to.
func (b *Book) Add(r Row) error {
	b.rows = append(b.rows, r)
	cells := []book.Cell{book.Text(r.Supplier), book.Text(r.Currency), book.Whole(r.Count)}
	for _, amount := range r.Amounts {
		cells = append(cells, book.Amount(amount))
	}
	return b.sheet.Append(cells...)
}

// Abort removes what was written. It is harmless after Close.
func (b *Book) Abort() { b.file.Abort() }

// Close adds the totals and the control, and publishes the workbook.
func (b *Book) Close(origin control.Origin) (Result, error) {
	totals, err := b.totals()
	if err != nil {
		return Result{}, err
	}
	for _, t := range totals {
		if err := b.writeTotal(t); err != nil {
			return Result{}, err
		}
	}
	ok, err := b.writeControl(origin, totals)
	if err != nil {
		return Result{}, err
	}
	written, err := b.file.Close()
	return Result{totals, ok, written}, err
}

// totals sums up each currency by itself.
func (b *Book) totals() (out []Total, err error) {
	for _, r := range b.rows {
		at := slices.IndexFunc(out, func(t Total) bool { return t.Currency == r.Currency })
		if at < 0 {
			at = len(out)
			out = append(out, Total{Currency: r.Currency, Amounts: map[string]money.Amount{}})
		}
		out[at].Suppliers++
		out[at].Count += r.Count
		for i, amount := range r.Amounts {
			name := b.form.Columns[i].Name
			if out[at].Amounts[name], err = out[at].Amounts[name].Add(amount); err != nil {
				return nil, fmt.Errorf("sum up the suppliers: %w", err)
			}
		}
	}
	sorting.StableFunc(out, func(a, b Total) int { return strings.Compare(a.Currency, b.Currency) })
	return out, nil
}

// sumOf is the formula of a column's sum over the rows of a currency, which stands in the total's
// own row.
func (b *Book) sumOf(column int, currency, cell string) string {
	return book.SumWhere(b.sheet, column, book.Where{Column: columnCurrency, Word: currency, Cell: cell})
}

func (b *Book) writeTotal(t Total) error {
	cell := b.sheet.Cell(columnCurrency, b.sheet.Last()+1)
	cells := []book.Cell{book.Text(b.language.Say("together.total")).As(book.Total), book.Text(t.Currency).As(book.Total),
		book.Formula(b.sumOf(columnCount, t.Currency, cell), book.Whole(t.Count)).As(book.Total)}
	for i, c := range b.form.Columns {
		cells = append(cells, book.Formula(b.sumOf(columnsBefore+i, t.Currency, cell), book.Amount(t.Amounts[c.Name].OrZero())).As(book.Total))
	}
	return b.sheet.AppendTotal(cells...)
}

// writeControl proves the sums, and says of each supplier's book whether it fits.
func (b *Book) writeControl(origin control.Origin, totals []Total) (ok bool, err error) {
	sheet, err := control.Add(b.file, b.language)
	if err != nil {
		return false, err
	}
	if err := sheet.Facts(origin); err != nil {
		return false, err
	}
	proofs, ok, err := b.proofs(totals)
	if err != nil {
		return false, err
	}
	if err := sheet.Proofs(proofs); err != nil {
		return false, err
	}
	for _, r := range b.rows {
		key := "together.fits"
		if !r.OK {
			key, ok = "together.fits_not", false
		}
		if err := sheet.Check(named(r), r.OK, money.Amount{}, money.Amount{}, b.language.Say(key)); err != nil {
			return false, err
		}
	}
	return ok, nil
}

// named is a row for people.
func named(r Row) string {
	if r.Currency == "" {
		return r.Supplier
	}
	return r.Supplier + ", " + r.Currency
}

// proofs are that each total is the sum of the suppliers' books and, where the columns add up, that
// they do in each book.
func (b *Book) proofs(totals []Total) (out []control.Proof, ok bool, err error) {
	first := b.sheet.Last() - int64(len(totals)) + 1 // row of the first total
	for n, t := range totals {
		for i, c := range b.form.Columns {
			cell := b.sheet.Cell(columnsBefore+i, first+int64(n))
			out = append(out, control.Proof{Name: b.language.Say(c.Heading) + ", " + t.Currency,
				Expected: control.Figure{Amount: t.Amounts[c.Name]}, Found: control.Figure{Amount: t.Amounts[c.Name], Formula: cell}})
		}
	}
	ok = true
	for n, r := range b.rows {
		if !b.form.Adds {
			break
		}
		last := len(r.Amounts) - 1
		var sum money.Amount
		formula := ""
		for i, amount := range r.Amounts[:last] {
			if sum, err = sum.Add(amount); err != nil {
				return nil, false, fmt.Errorf("prove the book of %s: %w", r.Supplier, err)
			}
			if i > 0 {
				formula += "+"
			}
			formula += b.sheet.Cell(columnsBefore+i, int64(n)+2)
		}
		ok = ok && sum.OrZero().Equal(r.Amounts[last].OrZero())
		out = append(out, control.Proof{Name: named(r), Expected: control.Figure{Amount: r.Amounts[last]}, Found: control.Figure{Amount: sum, Formula: formula}})
	}
	return out, ok, nil
}
