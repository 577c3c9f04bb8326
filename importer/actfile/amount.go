package actfile

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// amounts reads debit and credit of a row; a signed amount is one of both. What cannot be read
// is noted, and the row is not readable then.
func (r *reader) amounts(row *cells.Row) (debit, credit money.Amount, readable bool) {
	if r.side.debit < 0 || r.side.credit < 0 {
		amount, ok := r.amount(row, r.side.amount)
		if amount.Sign() < 0 {
			return money.Amount{}, amount.Negated(), ok
		}
		return amount, money.Amount{}, ok
	}
	debit, first := r.amount(row, r.side.debit)
	credit, second := r.amount(row, r.side.credit)
	return debit, credit, first && second
}

// amount reads a cell; a blank one is an absent amount. Words below the table may stretch over
// the column, and are no amount.
func (r *reader) amount(row *cells.Row, column int) (money.Amount, bool) {
	c := row.At(column)
	switch {
	case c.Kind == cells.Formula:
		r.fault(row, column, wording.NewMessage("act.file.formula"))
		return money.Amount{}, false
	case c.Blank(), c.Shared, money.IsDash(c.Text):
		return money.Amount{}, true
	case c.Struck:
		r.fault(row, column, wording.NewMessage("act.file.struck", c.Text))
		return money.Amount{}, false
	}
	amount, err := parseAmount(c)
	if err == nil {
		return amount, true
	}
	if r.ended && !strings.ContainsAny(c.Text, "0123456789") {
		return money.Amount{}, true // places for signatures
	}
	if errors.Is(err, money.ErrAmbiguous) {
		r.fault(row, column, wording.NewMessage("act.file.ambiguous", c.Text))
	} else {
		r.fault(row, column, wording.NewMessage("act.file.amount", c.Text))
	}
	return money.Amount{}, false
}

// notation is how people and programs write an amount; a reversal is negative.
var notation = money.Notation{Grouping: money.Threes, Decimals: 2, Signs: money.Bracketed, Currency: money.Currencies()}

func parseAmount(c cells.Cell) (money.Amount, error) {
	if c.Kind == cells.Number {
		return money.Parse(c.Text)
	}
	return notation.Parse(c.Text)
}
