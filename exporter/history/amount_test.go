package history

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
)

func amountFrom(t testing.TB, text string) amount {
	t.Helper()
	sum := money.Amount{}
	if text != "" {
		sum = money.Must(text)
	}
	return amountOf(sum)
}

func TestAmountKeepsItsText(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "0": "0.00", "-0.00": "0.00", "450": "450.00", "450.1": "450.10", "450.100": "450.10", "0.05": "0.05",
		"-0.005": "-0.005", "1000": "1000.00", "9999999999999999999": "9999999999999999999.00",
		"0.0000000000000000001": "0.0000000000000000001", "-12345678901234567.89": "-12345678901234567.89",
	} {
		a := amountFrom(t, text)
		require.Equal(t, want, string(a.appendText(nil)), text)
		require.Equal(t, "x"+want, string(a.appendText([]byte("x"))), "what stood before stays")
		s := pack(1, &state{price: a})
		require.Equal(t, a, s.state().price, text)
	}
	require.Equal(t, amountFrom(t, "450"), amountFrom(t, "450.00"))
	require.NotEqual(t, amountFrom(t, "0"), amountFrom(t, ""))
}

func TestOutside(t *testing.T) {
	for _, c := range []struct {
		old, now string
		want     bool
	}{
		{"100", "50", false}, {"100", "49.99", true}, {"100", "200", false}, {"100", "200.01", true}, {"100", "100", false},
		{"100", "199.9999999999999999", false}, {"100", "200.0000000000000001", true}, {"0.01", "0.005", false}, {"0.01", "0.0049", true},
		{"0", "0.01", true}, {"0.01", "0", true}, {"100", "", true}, {"100", "-100", true}, {"-100", "-100.5", false}, {"-100", "-201", true},
		{"9999999999999999999", "0.0000000000000000001", true}, {"0.0000000000000000001", "9999999999999999999", true},
		{"9999999999999999999", "4999999999999999999", true}, {"9999999999999999998", "4999999999999999999", false},
	} {
		require.Equal(t, c.want, amountFrom(t, c.now).outside(amountFrom(t, c.old), Factor{500_000, true}, Factor{2_000_000, true}), "%s -> %s", c.old, c.now)
	}
}

// TestOutsideIsExact: big rational numbers say the same of any amounts and factors.
func TestOutsideIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ratio := func(coef uint64, scale uint8) *big.Rat {
		return new(big.Rat).SetFrac(new(big.Int).SetUint64(coef), new(big.Int).SetUint64(tens(scale)))
	}
	draw := func() amount {
		return amount{coef: random.Uint64N(tens(uint8(random.UintN(20)))), scale: uint8(random.UintN(maxScale + 1)), known: true}
	}
	for range 20_000 {
		old, now := draw(), draw()
		if random.UintN(2) == 0 { // near the limit
			now = amount{coef: old.coef/2 + random.Uint64N(3), scale: old.scale, known: true}
		}
		low, high := random.Uint64N(2*millionth), random.Uint64N(millionth*millionth)
		then := ratio(old.coef, old.scale)
		below := ratio(now.coef, now.scale).Cmp(new(big.Rat).Mul(then, ratio(low, 6))) < 0
		above := ratio(now.coef, now.scale).Cmp(new(big.Rat).Mul(then, ratio(high, 6))) > 0
		require.Equal(t, below || above, now.outside(old, Factor{low, true}, Factor{high, true}), "%v -> %v, %d, %d", old, now, low, high)
	}
}
