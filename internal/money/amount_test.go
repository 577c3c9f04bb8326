package money

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMoneyKeepsItsText(t *testing.T) {
	for text, want := range map[string]string{
		"450.10": "450.10", "450": "450.00", "450.1": "450.10", "0.005": "0.005", "-3.5": "-3.50",
		"12345678901234567.89": "12345678901234567.89", "1e3": "1000.00", "450.100": "450.100",
	} {
		m, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, m.String())
		appended, err := m.AppendText(nil)
		require.NoError(t, err)
		require.Equal(t, want, string(appended))
	}
}

func TestMoneyRefusesOtherNotations(t *testing.T) {
	for _, text := range []string{"", " ", "1 234", "1,50", "NaN", "Inf", "0x10", "12 грн", "12345678901234567890123"} {
		_, err := Parse(text)
		require.ErrorIs(t, err, ErrAmount, text)
	}
}

func TestMoneyJSON(t *testing.T) {
	var got []Amount
	require.NoError(t, json.Unmarshal([]byte(`["450.10", 450.10, null, 0.1]`), &got))
	require.True(t, got[0].Equal(got[1]))
	require.False(t, got[2].IsSet())
	back, err := json.Marshal(got)
	require.NoError(t, err)
	require.JSONEq(t, `["450.10","450.10",null,"0.10"]`, string(back))
	require.Error(t, json.Unmarshal([]byte(`[true]`), &got))
}

func TestMoneyArithmeticIsExact(t *testing.T) {
	sum, err := Must("0.1").Add(Must("0.2"))
	require.NoError(t, err)
	require.Equal(t, "0.30", sum.String())
	rest, err := sum.Sub(Must("0.3"))
	require.NoError(t, err)
	require.Zero(t, rest.Sign())
	require.True(t, rest.IsSet())
	three, err := Must("199.90").Times(3)
	require.NoError(t, err)
	require.Equal(t, "599.70", three.String())

	price, exact := Must("600.00").Per(3)
	require.True(t, exact)
	require.Equal(t, "200.00", price.String())
	_, exact = Must("100.00").Per(3)
	require.False(t, exact)
	_, exact = Must("100.00").Per(0)
	require.False(t, exact)

	_, err = Must("9999999999999999999").Add(Must("1"))
	require.Error(t, err)
}

func TestAbsentIsZeroInSums(t *testing.T) {
	require.Equal(t, []string{"0.00", "5.00", "-2.50"}, []string{Amount{}.OrZero().String(), Must("5").OrZero().String(), Must("-2.50").OrZero().String()})
	require.False(t, Amount{}.IsSet())
	for text, want := range map[string]string{"5": "-5.00", "-2.50": "2.50", "0": "0.00", "1.234": "-1.234"} {
		require.Equal(t, want, Must(text).Negated().String())
	}
	require.Equal(t, "0.00", Amount{}.Negated().String())
	require.Equal(t, "-9999999999999999.99", Must("9999999999999999.99").Negated().String())
}

// TestAddRoundsNothing: a sum that needs more digits than there are is an error.
func TestAddRoundsNothing(t *testing.T) {
	_, err := Must("123456789012345678.9").Add(Must("0.04"))
	require.Error(t, err)
	_, err = Must("123456789012345678.9").Sub(Must("0.04"))
	require.Error(t, err)
	sum, err := Must("12345678901234567.89").Add(Must("0.110"))
	require.NoError(t, err)
	require.Equal(t, "12345678901234568.00", sum.String())
}
