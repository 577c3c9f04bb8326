package money

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWholePartOfText(t *testing.T) {
	pieces := Notation{Grouping: Threes, Signs: Signed}
	for text, want := range map[string]int64{
		"7": 7, "7,0": 7, "7.5": 7, "7,99": 7, "12,3456": 12, "0": 0, "0,00": 0, "-2": -2, "-2,5": -2, "− 2": -2, "+5": 5, "-0,5": 0,
		"1 234": 1234, "1\u00a0234": 1234, "1\u202f234,5": 1234, "1\u2009234": 1234, "12 345 678": 12345678,
		"1.234,5": 1234, "1,234.50": 1234, "1,234,567": 1234567, "1.234.567": 1234567,
		"5,000": 5, "12.000": 12, "-5,000": -5, "0,125": 0, "0.000": 0, "1234,567": 1234, "0.333333333333333333333333": 0,
	} {
		got, err := pieces.WholePart(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, smaller := range map[string]int64{"1,234": 1, "1.234": 1, "12,345": 12, "999.999": 999, "-1,234": -1} {
		got, err := pieces.WholePart(text)
		require.ErrorIs(t, err, ErrAmbiguous, text)
		require.Equal(t, smaller, got, text)
	}
	for _, text := range []string{"", "-", ",5", ".125", "1 23", "12 34", "1,23,4", "1,234.567,8", "5-10", "10+", "067 123 45 67", "12.05.2026", "x", "99999999999999999999"} {
		_, err := pieces.WholePart(text)
		require.ErrorIs(t, err, ErrNotation, text)
	}
	pieces.Mark = '.'
	got, err := pieces.WholePart("1,234")
	require.NoError(t, err)
	require.EqualValues(t, 1234, got, "the source is known to write points")
}

func TestWholePartOfAmount(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "2.5": 2, "3.5": 3, "1234.999": 1234, "-1.9": -1, "9223372036854775807": 9223372036854775807} {
		got, fits := Must(text).WholePart()
		require.True(t, fits, text)
		require.Equal(t, want, got, text)
	}
	for _, m := range []Amount{{}, Must("9999999999999999999")} {
		_, fits := m.WholePart()
		require.False(t, fits)
	}
}

// FuzzWholePart: whatever is taken, and whatever is not, ends without a panic, and an ambiguous
// number has a whole part of its own.
func FuzzWholePart(f *testing.F) {
	for _, text := range []string{"1,234", "5.000", "-0,125", ",000", "грн 1.234", "1,234 грн"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Notation{Grouping: Threes, Signs: Bracketed, Currency: Currencies()}.WholePart(text)
		switch err {
		case nil:
		case ErrAmbiguous:
			require.NotZero(t, n, text)
		default:
			require.Zero(t, n, text)
		}
	})
}
