package money

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"450.10", "-0.5", "1e3", "1 234,50", "99999999999999999999", "1e-400", ".5", "+1", "0.00", "0.01", "0.99", "1.00", "-0.01", "-450.10", "12345678901234567.89"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			require.ErrorIs(t, err, ErrAmount)
			require.False(t, m.IsSet())
			return
		}
		appended, err := m.AppendText([]byte("a "))
		require.NoError(t, err)
		require.Equal(t, "a "+m.String(), string(appended), "the library writes it otherwise")
		again, err := Parse(m.String())
		if err == nil { // padding to two decimals may need more digits than fit
			require.True(t, m.Equal(again), "%s became %s", text, m)
		}
	})
}

// FuzzParsePlain: what is read by the short way is what the library reads.
func FuzzParsePlain(f *testing.F) {
	for _, text := range []string{"450.10", "007.00", "0", "5.", ".5", ".", "", "1.2.3", "-1", "123456789012345678", "12345678901234567.8"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := parsePlain(text)
		if !ok {
			return
		}
		want, err := decimal.Parse(text)
		require.NoError(t, err)
		require.Equal(t, Amount{value: want, known: true}, m)
	})
}

func TestUsualAmountsAreReadTheShortWay(t *testing.T) {
	for _, text := range []string{"450.10", "0", "3856.86", "120000", "0.01", "99999999999999.99"} {
		_, ok := parsePlain(text)
		require.True(t, ok, text)
	}
}
