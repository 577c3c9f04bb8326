package money

import (
	"errors"
	"math/big"

	"github.com/govalues/decimal"
)

// ErrTax is about a tax that does not fit into an amount.
var ErrTax = errors.New("the tax has too many digits")

// Tax is the tax of so many per cent that is within the amount: amount × rate / (100 + rate),
// rounded half up to kopecks, away from zero. An absent amount has an absent tax.
func (m Amount) Tax(rate int64) (Amount, error) {
	if !m.known {
		return Amount{}, nil
	}
	coefficient := new(big.Int).SetUint64(m.value.Coef())
	over := big.NewInt(100 + rate) // of the unit of the last decimal in a kopeck
	if scale := int64(m.value.Scale()); scale >= kopeckDecimals {
		over.Mul(over, tens(scale-kopeckDecimals))
	} else {
		coefficient.Mul(coefficient, tens(kopeckDecimals-scale))
	}
	twice := coefficient.Mul(coefficient, big.NewInt(2*rate))
	kopecks := twice.Add(twice, over).Quo(twice, over.Mul(over, big.NewInt(2)))
	if !kopecks.IsInt64() {
		return Amount{}, ErrTax
	}
	tax, err := decimal.New(kopecks.Int64(), kopeckDecimals)
	if err == nil && m.value.Sign() < 0 {
		tax = tax.Neg()
	}
	return known(tax, err)
}

// kopeckDecimals are the decimals of an amount that is paid.
const kopeckDecimals = 2

func tens(power int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(power), nil) }
