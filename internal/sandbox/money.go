package sandbox

import (
	"errors"

	"github.com/govalues/decimal"
)

// sum adds amounts and remembers the first overflow, so that a chain of
// additions is asked for its error once.
type sum struct {
	total decimal.Decimal
	err   error
}

func (s *sum) add(d decimal.Decimal) {
	total, err := s.total.Add(d)
	if err != nil {
		s.err = errors.Join(s.err, err)
		return
	}
	s.total = total
}

func (s *sum) addTimes(d decimal.Decimal, n int64) {
	product, err := d.Mul(decimal.MustNew(n, 0))
	if err != nil {
		s.err = errors.Join(s.err, err)
		return
	}
	s.add(product)
}

// amount writes money as the contract wants it: no trailing noise, at least two decimals.
func amount(d decimal.Decimal) string { return d.Trim(0).Pad(2).String() }

// amountOrNil is amount for money that may be absent.
func amountOrNil(d *decimal.Decimal) *string {
	if d == nil {
		return nil
	}
	text := amount(*d)
	return &text
}
