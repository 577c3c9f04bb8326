package money

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScaled(t *testing.T) {
	for text, want := range map[string]int64{"450.10": 450_100_000, "0": 0, "-3": -3_000_000, "0.0000005": 0, "0.0000015": 2, "0.0000016": 2, "9000000000000": 9_000_000_000_000_000_000, "-1.5": -1_500_000} {
		got, ok := Must(text).Scaled(6)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	_, ok := Amount{}.Scaled(6)
	require.False(t, ok, "absent is not zero")
	for _, text := range []string{"9999999999999", "-9999999999999", "9999999999999999999"} {
		_, ok := Must(text).Scaled(6)
		require.False(t, ok, text)
	}
}

// TestScaledComesBack: what has at most six decimals is the same amount again.
func TestScaledComesBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		units := random.Int64N(1e15) - 5e14
		m := OfScaled(units, 6)
		back, ok := m.Scaled(6)
		require.True(t, ok)
		require.Equal(t, units, back)
	}
	require.Equal(t, "120.00", OfScaled(120_000_000, 6).String())
	require.Equal(t, "0.125", OfScaled(125_000, 6).String())
}

func TestParts(t *testing.T) {
	for text, want := range map[string][2]uint64{"450.10": {45010, 2}, "-3": {3, 0}, "0.00": {0, 2}, "9999999999999999999": {9999999999999999999, 0}} {
		coef, scale := Must(text).Parts()
		require.Equal(t, want, [2]uint64{coef, uint64(scale)}, text)
	}
}
