package money

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMulAddIsExact(t *testing.T) {
	for _, c := range []struct{ amount, factor, addend, want string }{
		{"450.10", "1.3", "0", "585.13"},
		{"450.10", "41.5512", "0", "18702.19512"},
		{"199.99", "0.95", "15", "204.9905"},
		{"-3.50", "2", "1", "-6.00"},
		{"0.10", "0.10", "0.20", "0.21"},
		{"123456789.01", "1.00000000", "0.0000000001", "123456789.0100000001"},
	} {
		got, err := Must(c.amount).MulAdd(Must(c.factor), Must(c.addend))
		require.NoError(t, err)
		require.Equal(t, c.want, got.String(), c)
	}
	got, err := Must("5").MulAdd(Amount{}, Amount{})
	require.NoError(t, err)
	require.Equal(t, "0.00", got.String())
	got, err = Amount{}.MulAdd(Must("5"), Must("5"))
	require.NoError(t, err)
	require.False(t, got.IsSet())
}

func TestMulAddNeverRounds(t *testing.T) {
	for _, c := range [][3]string{
		{"12345678901234567.89", "1.1", "0"},
		{"0.0000000001", "0.0000000001", "0"},
		{"9999999999999999999", "1", "1"},
		{"123456789012.01", "1", "0.0000000001"},
	} {
		_, err := Must(c[0]).MulAdd(Must(c[1]), Must(c[2]))
		require.Error(t, err, c)
	}
}

func TestRoundTo(t *testing.T) {
	for _, c := range []struct {
		amount, step, offset string
		direction            Direction
		want                 string
	}{
		{"10.005", "0.01", "0", Nearest, "10.01"},
		{"10.0049", "0.01", "0", Nearest, "10.00"},
		{"10.001", "0.01", "0", Up, "10.01"},
		{"10.009", "0.01", "0", Down, "10.00"},
		{"10.5000", "0.01", "0", Up, "10.50"},
		{"450.40", "1", "0.90", Nearest, "450.90"},
		{"450.39", "1", "0.90", Nearest, "449.90"},
		{"450.90", "1", "0.90", Down, "450.90"},
		{"450.89", "1", "0.90", Down, "449.90"},
		{"450.91", "1", "0.90", Up, "451.90"},
		{"123", "10", "9", Up, "129.00"},
		{"124", "10", "9", Nearest, "129.00"},
		{"123.99", "10", "9", Nearest, "119.00"},
		{"12", "5", "0", Nearest, "10.00"},
		{"12.5", "5", "0", Nearest, "15.00"},
		{"0.30", "1", "0.90", Down, "-0.10"},
		{"-1.5", "1", "0", Up, "-1.00"},
		{"-1.5", "1", "0", Down, "-2.00"},
		{"-1.5", "1", "0", Nearest, "-1.00"},
	} {
		got, err := Must(c.amount).RoundTo(Must(c.step), Must(c.offset), c.direction)
		require.NoError(t, err)
		require.Equal(t, c.want, got.String(), c)
	}
	_, err := Must("1").RoundTo(Must("0"), Amount{}, Up)
	require.Error(t, err)
	absent, err := Amount{}.RoundTo(Must("1"), Amount{}, Up)
	require.NoError(t, err)
	require.False(t, absent.IsSet())
}

// TestRoundToAgainstRationals: seeded amounts, compared with math/big.
func TestRoundToAgainstRationals(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	steps := [][2]string{{"0.01", "0"}, {"0.05", "0"}, {"1", "0.99"}, {"5", "0"}, {"10", "9"}, {"100", "90"}}
	for range 5000 {
		grid := steps[random.IntN(len(steps))]
		step, offset := Must(grid[0]), Must(grid[1])
		m, err := Must("0.00001").Times(random.Int64N(1e10) - 2e9)
		require.NoError(t, err)
		down, err := m.RoundTo(step, offset, Down)
		require.NoError(t, err)
		up, err := m.RoundTo(step, offset, Up)
		require.NoError(t, err)
		near, err := m.RoundTo(step, offset, Nearest)
		require.NoError(t, err)

		n := new(big.Rat).Quo(new(big.Rat).Sub(rational(t, down), rational(t, offset)), rational(t, step))
		require.True(t, n.IsInt(), "%s is no step of %s", down, grid)
		below, gap := new(big.Rat).Sub(rational(t, m), rational(t, down)), new(big.Rat).Sub(rational(t, up), rational(t, m))
		require.GreaterOrEqual(t, below.Sign(), 0)
		require.Equal(t, -1, below.Cmp(rational(t, step)))
		if below.Sign() == 0 {
			require.Zero(t, gap.Sign())
		} else {
			require.Zero(t, new(big.Rat).Add(below, gap).Cmp(rational(t, step)))
		}
		if want := up; below.Cmp(gap) < 0 {
			require.True(t, near.Equal(down))
		} else {
			require.True(t, near.Equal(want))
		}
	}
}

func TestMoneyRoundingAllocatesNothing(t *testing.T) {
	amount, factor, step := Must("450.10"), Must("1.305"), Must("0.01")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		product, _ := amount.MulAdd(factor, step)
		_, _ = product.RoundTo(step, Amount{}, Nearest)
	}))
}

func rational(t *testing.T, m Amount) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(m.String())
	require.True(t, ok)
	return r
}
