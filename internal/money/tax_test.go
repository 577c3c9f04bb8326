package money

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTax(t *testing.T) {
	for _, c := range []struct {
		amount string
		rate   int64
		want   string
	}{
		{"120.00", 20, "20.00"}, {"450.10", 20, "75.02"}, {"107", 7, "7.00"}, {"100", 7, "6.54"}, {"114", 14, "14.00"}, {"99.99", 0, "0.00"},
		{"0.03", 20, "0.01"}, {"0.02", 20, "0.00"}, {"-0.03", 20, "-0.01"}, {"-120", 20, "-20.00"}, {"0", 20, "0.00"},
		{"0.0299", 20, "0.00"}, {"0.0300", 20, "0.01"}, {"9999999999999999.999", 20, "1666666666666666.67"}, {"", 20, ""},
	} {
		amount := Amount{}
		if c.amount != "" {
			amount = Must(c.amount)
		}
		tax, err := amount.Tax(c.rate)
		require.NoError(t, err)
		require.Equal(t, c.want, tax.String(), "%s at %d", c.amount, c.rate)
	}
}

// TestTaxIsHalfUp reckons again with fractions: the tax is at most half a kopeck off, and
// a whole half goes away from zero.
func TestTaxIsHalfUp(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 20))
	for range 20_000 {
		rate := []int64{0, 7, 14, 20}[random.IntN(4)]
		text := fmt.Sprintf("%d.%0*d", random.Int64N(2e6)-1e6, 1+random.IntN(4), random.IntN(10))
		amount := Must(text)
		tax, err := amount.Tax(rate)
		require.NoError(t, err)
		exact, _ := new(big.Rat).SetString(text)
		exact.Mul(exact, big.NewRat(rate, 100+rate))
		got, _ := new(big.Rat).SetString(tax.String())
		off := new(big.Rat).Sub(exact.Abs(exact), got.Abs(got))
		half := big.NewRat(1, 200)
		require.Negative(t, off.Cmp(half), "%s at %d: %s", text, rate, tax)
		require.GreaterOrEqual(t, off.Cmp(new(big.Rat).Neg(half)), 0, "%s at %d: %s", text, rate, tax)
	}
}
