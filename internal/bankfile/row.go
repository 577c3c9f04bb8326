package bankfile

import (
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/pattern"
)

// row is a row of a bank's table with where its roles stand.
type row struct {
	*cells.Row
	columns columns
	file    string
}

// cell is the cell of a role, blank where the file has no such column.
func (r *row) cell(of role) cells.Cell {
	at, found := r.columns.at[of]
	if !found {
		return cells.Cell{}
	}
	return r.At(at)
}

func (r *row) text(of role) string { return celltext.SingleSpaced(r.cell(of).Text) }

// code is the text of digits that a workbook may hold as a number.
func (r *row) code(of role) string { return r.cell(of).Code() }

// wrong refuses a cell of the row.
func (r *row) wrong(key string, of role) error {
	return refuse(key, r.file, r.Number, r.columns.headings[of], celltext.Show(r.cell(of).Text))
}

// noPayment reports whether a row is none: a total, a text alone, or the headings again.
func (r *row) noPayment() bool {
	if len(r.Cells) == 0 || r.text(roleDate) == r.columns.headings[roleDate] {
		return true
	}
	first := fold(r.Cells[0].Text)
	for _, begin := range r.columns.template.words[wordTotal] {
		if strings.HasPrefix(first, begin) {
			return true
		}
	}
	return r.cell(roleDate).Blank() && r.cell(roleAmount).Blank() && r.cell(roleCredit).Blank() && r.cell(roleDebit).Blank()
}

// dayForms are the notations of a day that banks write; a time of day may follow. They are others
// than those of order files, which people type: 20060102 is no number here, and a day of one
// digit or of 1990 is none of a statement.
var dayForms = []string{"02.01.2006", "2006-01-02", "02/01/2006", "02-01-2006", "2006.01.02", "20060102", "02.01.06"}

// clock is a time of day behind a day.
var clock = pattern.Lazy(`[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$`)

// parseDay reads a day, midnight UTC.
func parseDay(text string) (time.Time, bool) {
	text = clock().ReplaceAllString(strings.TrimSpace(text), "")
	for _, form := range dayForms {
		if day, err := time.Parse(form, text); err == nil && day.Year() > 1990 {
			return day, true
		}
	}
	return time.Time{}, false
}

func (r *row) day() (time.Time, error) {
	day, ok := parseDay(celltext.SingleSpaced(r.cell(roleDate).Text))
	if !ok {
		return day, r.wrong("date", roleDate)
	}
	return day, nil
}

// amount is what came in, negative for what went out.
func (r *row) amount() (money.Amount, error) {
	if _, one := r.columns.at[roleAmount]; !one {
		return r.twoSided()
	}
	amount, err := r.number(roleAmount)
	if err == nil && !amount.IsSet() {
		err = r.wrong("amount", roleAmount)
	}
	if _, worded := r.columns.at[roleDirection]; !worded || err != nil {
		return amount, err
	}
	word := fold(r.text(roleDirection))
	incoming := slices.Contains(r.columns.template.words[wordIncoming], word)
	if !incoming && !slices.Contains(r.columns.template.words[wordOutgoing], word) {
		return amount, r.wrong("direction", roleDirection)
	}
	if incoming && amount.Sign() < 0 {
		return amount, r.wrong("direction_sign", roleAmount)
	}
	if !incoming && amount.Sign() > 0 {
		return amount.Negated(), nil
	}
	return amount, nil
}

// twoSided is credit less debit, of which a row has one.
func (r *row) twoSided() (money.Amount, error) {
	credit, err := r.number(roleCredit)
	if err != nil {
		return credit, err
	}
	debit, err := r.number(roleDebit)
	switch {
	case err != nil:
		return debit, err
	case credit.Sign() != 0 && debit.Sign() != 0:
		return credit, r.wrong("two_sides", roleCredit)
	case credit.Sign() < 0:
		return credit, r.wrong("credit_sign", roleCredit)
	case !credit.IsSet() && !debit.IsSet():
		return credit, r.wrong("amount", roleCredit)
	case debit.Sign() == 0:
		return credit.OrZero(), nil
	case debit.Sign() < 0:
		return debit, nil
	}
	return debit.Negated(), nil
}

// number is the amount of a cell, absent where it is blank or has a dash.
func (r *row) number(of role) (money.Amount, error) {
	c := r.cell(of)
	if c.Blank() && c.Kind != cells.Formula || money.IsDash(c.Text) {
		return money.Amount{}, nil
	}
	if c.Kind == cells.Number {
		if amount, err := money.Parse(c.Text); err == nil {
			return amount, nil
		}
	}
	amount, err := parseAmount(c.Text, r.columns.template.decimal)
	if err != nil {
		return amount, r.wrong("amount", of)
	}
	return amount, nil
}

// parseAmount reads an amount with a sign before it or none.
func parseAmount(text string, mark byte) (money.Amount, error) {
	return money.Notation{Mark: mark, Grouping: money.Threes, Decimals: 2, Signs: money.Signed, Currency: money.Currencies()}.Parse(text)
}

// done reports whether the bank carried the payment out.
func (r *row) done() (bool, error) {
	word := fold(r.text(roleState))
	words := r.columns.template.words
	switch {
	case word == "" || slices.Contains(words[wordDone], word):
		return true, nil
	case slices.Contains(words[wordUndone], word):
		return false, nil
	}
	return false, r.wrong("state", roleState)
}

// currencies are codes and signs that banks write for them.
var currencies = map[string]string{"980": "UAH", "840": "USD", "978": "EUR", "985": "PLN"}

// currencyOf is the row's own currency, else that of the heading.
func (r *row) currencyOf() (string, error) {
	text := strings.ToUpper(r.text(roleCurrency))
	switch {
	case text == "":
		return r.columns.currency, nil
	case currencies[text] != "":
		return currencies[text], nil
	case len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		return text, nil
	}
	return "", r.wrong("currency", roleCurrency)
}
