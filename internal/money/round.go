package money

import (
	"github.com/govalues/decimal"
)

// Direction says where an amount goes that lies between two steps.
type Direction int

// The directions. Up and down are those of the number line: -1.5 goes up to -1.
const (
	Nearest Direction = iota // to the nearer step, from the middle up
	Up
	Down
)

// MulAdd is m × factor + addend, exactly: it fails where that needs more than 19 digits,
// zeros at the end of the decimals not counted. An absent m stays absent, an absent
// factor or addend counts as 0.
func (m Amount) MulAdd(factor, addend Amount) (Amount, error) {
	if !m.known {
		return Amount{}, nil
	}
	a, b, c := m.value.Trim(0), factor.value.Trim(0), addend.value.Trim(0)
	product, err := a.MulExact(b, a.Scale()+b.Scale())
	if err != nil {
		return Amount{}, err
	}
	return known(product.AddExact(c, max(product.Scale(), c.Scale())))
}

// RoundTo is the amount of the form offset + n × step, n a whole number, that lies next
// to m in the direction; m where it is of that form. A step of 0.01 without an offset
// rounds to whole kopecks, a step of 10 with the offset 9 to 9, 19, 29. The step has to
// be above 0; it fails where a figure needs more than 19 digits. An absent m stays absent.
func (m Amount) RoundTo(step, offset Amount, direction Direction) (Amount, error) {
	if !m.known {
		return Amount{}, nil
	}
	rest, err := m.above(step.value, offset.value)
	if err != nil {
		return Amount{}, err
	}
	if rest.IsZero() {
		return Amount{value: m.value.Trim(2), known: true}, nil
	}
	scale := max(m.value.Scale(), step.value.Scale())
	gap, err := step.value.SubExact(rest, scale)
	if err != nil {
		return Amount{}, err
	}
	if direction == Down || direction == Nearest && rest.Less(gap) {
		gap = rest.Neg()
	}
	rounded, err := m.value.AddExact(gap, scale)
	return known(rounded.Trim(2), err)
}

// above is how far the amount lies above the next step below it: from 0 to less than the step.
func (m Amount) above(step, offset decimal.Decimal) (decimal.Decimal, error) {
	moved, err := m.value.SubExact(offset, max(m.value.Scale(), offset.Scale()))
	if err != nil {
		return decimal.Decimal{}, err
	}
	_, rest, err := moved.QuoRem(step)
	if err != nil || !rest.IsNeg() {
		return rest, err
	}
	return rest.AddExact(step, max(rest.Scale(), step.Scale()))
}
