package money

import "github.com/govalues/decimal"

// Scaled is the amount as a whole number of units of ten to the power of -decimals, what is finer
// rounded half to even; false where it is absent or does not fit.
func (m Amount) Scaled(decimals int) (int64, bool) {
	if !m.known {
		return 0, false
	}
	whole, frac, ok := m.value.Int64(decimals)
	unit := int64(1)
	for range decimals {
		unit *= 10
	}
	const most = 1<<63 - 1
	if limit := most/unit - 1; !ok || whole > limit || whole < -limit {
		return 0, false
	}
	return whole*unit + frac, true
}

// Parts are the digits and the number of decimals of an amount without its sign: it is
// coef / 10^scale, with at most 19 decimals. Both are 0 where it is absent.
func (m Amount) Parts() (coef uint64, scale int) { return m.value.Coef(), m.value.Scale() }

// OfScaled is the amount of so many units, as Scaled gives them, with two decimals or as many as
// it needs.
func OfScaled(units int64, decimals int) Amount {
	value, err := decimal.New(units, decimals)
	if err != nil {
		return Amount{}
	}
	return Amount{value: value.Trim(2), known: true}
}
