package value

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
)

// Money reads an amount as people and programs write it; a blank cell is an absent amount.
func (v *Reader) Money(c cells.Cell) (money.Amount, *problem.Fault) {
	if c.Text == "" {
		return money.Amount{}, nil
	}
	plain, err := v.plainAmount(c)
	if err != nil {
		return money.Amount{}, err
	}
	amount, bad := money.Parse(plain)
	if bad != nil {
		return money.Amount{}, problem.Faultf(problem.AmountInvalid, celltext.Show(c.Text))
	}
	return amount, nil
}

// plainAmount turns an amount into digits with a decimal point.
func (v *Reader) plainAmount(c cells.Cell) (string, *problem.Fault) {
	if c.Kind == cells.Number {
		whole, decimals, _ := strings.Cut(c.Text, ".")
		if !celltext.AllDigits(whole) || len(decimals) > 2 {
			return "", problem.Faultf(problem.AmountInvalid+".hryvnias", celltext.Show(c.Text))
		}
		return c.Text, nil
	}
	notation := money.Notation{Grouping: money.Threes, Decimals: 2, Currency: money.Hryvnias()}
	if c.Kind == cells.Text {
		notation.Mark = v.decimal
	}
	plain, err := notation.Plain(c.Text)
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return "", problem.Faultf(problem.AmountAmbiguous, celltext.Show(c.Text))
	case err != nil:
		return "", problem.Faultf(problem.AmountInvalid+".hryvnias", celltext.Show(c.Text))
	}
	return plain, nil
}

// IsZero reports whether a cell is a zero, however it is written.
func IsZero(c cells.Cell) bool {
	return strings.Trim(c.Text, "0.,") == "" && c.Text != "" && c.Kind != cells.Date
}
