package contract

import (
	"errors"
	"fmt"

	"github.com/govalues/decimal"

	"github.com/dropbridge/dropbridge/internal/pattern"
)

// Amounts are read and written apart from internal/money: the sandbox judges what the client sends
// by its own reading of the contract.

// Sum adds amounts and remembers the first overflow, so that a chain of
// additions is asked for its error once.
type Sum struct {
	Total decimal.Decimal
	Err   error
}

// Add adds an amount.
func (s *Sum) Add(d decimal.Decimal) {
	total, err := s.Total.Add(d)
	if err != nil {
		s.Err = errors.Join(s.Err, err)
		return
	}
	s.Total = total
}

// AddTimes adds an amount n times.
func (s *Sum) AddTimes(d decimal.Decimal, n int64) {
	product, err := d.Mul(decimal.MustNew(n, 0))
	if err != nil {
		s.Err = errors.Join(s.Err, err)
		return
	}
	s.Add(product)
}

// Amount writes money as the contract wants it: no trailing noise, at least two decimals.
func Amount(d decimal.Decimal) string { return d.Trim(0).Pad(2).String() }

// AmountOrNil is amount for money that may be absent.
func AmountOrNil(d *decimal.Decimal) *string {
	if d == nil {
		return nil
	}
	text := Amount(*d)
	return &text
}

// plainAmount bounds amounts so that all sums of an order are exact in 19 digits.
var plainAmount = pattern.Lazy(`^(0|[1-9][0-9]{0,8})(\.[0-9]{1,4})?$`)

func parseAmount(text string) (decimal.Decimal, bool) {
	if !plainAmount().MatchString(text) {
		return decimal.Decimal{}, false
	}
	d, err := decimal.Parse(text)
	return d, err == nil
}

// StoredAmount reads money that ReadOrder or Amount wrote.
func StoredAmount(text string) (decimal.Decimal, error) {
	d, err := decimal.Parse(text)
	if err != nil {
		return d, fmt.Errorf("read a stored amount: %w", err)
	}
	return d, nil
}
