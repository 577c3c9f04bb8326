package money

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMixedNotation(t *testing.T) {
	comma := Notation{Mark: ',', Currency: []string{"грн", "uah", "zł"}}
	for text, want := range map[string]string{
		"1 234,50 грн": "1234.50", "450": "450", "₴ -5": "-5", "UAH 1.234,5": "1234.5", "1'234'567": "1234567", "12,": "12", "−3,10": "-3.10",
		"+7,5 за шт.": "7.5", "1 234.567,8": "1234567.8",
	} {
		got, err := comma.Plain(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "грн", "від 450", "5%", "1 23,5", "1,5,5", "(5)", "1 234 5", "٣", "1-2"} {
		_, err := comma.Plain(text)
		require.ErrorIs(t, err, ErrNotation, text)
	}
	amount, err := Notation{Mark: '.'}.Parse("1,234.50")
	require.NoError(t, err)
	require.Equal(t, "1234.50", amount.String())
}

func TestThrees(t *testing.T) {
	threes := Notation{Grouping: Threes, Decimals: 2, Currency: []string{"грн.", "грн", "₴"}}
	for text, want := range map[string]string{
		"1 234,50": "1234.50", "1,234.5 грн.": "1234.5", "₴450": "450", "1.234.567": "1234567", "12,3400": "12.34", "1\u00a0234\u202f567": "1234567",
	} {
		got, err := threes.Plain(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "-5", "5 грн x", "1 23,5", "1.234,567", "12,", "12,345600", "1'234", "1 234.567 890", "12 грн грн", "1234 567", ",5"} {
		_, err := threes.Plain(text)
		require.ErrorIs(t, err, ErrNotation, text)
	}
	for _, text := range []string{"1.234", "1,234", "1234.567", ".234"} {
		_, err := threes.Plain(text)
		require.ErrorIs(t, err, ErrAmbiguous, text)
	}
	threes.Mark = ','
	got, err := threes.Plain("1.234")
	require.NoError(t, err)
	require.Equal(t, "1234", got, "the source is known to write commas")
	for _, text := range []string{"1,234", ".234"} {
		_, err = threes.Plain(text)
		require.ErrorIs(t, err, ErrAmbiguous, text)
	}
}

func TestSigns(t *testing.T) {
	threes := Notation{Grouping: Threes, Decimals: 2, Currency: Currencies()}
	for text, want := range map[string][3]string{ // unsigned, signed, bracketed; "" for what is no amount
		"5": {"5", "5", "5"}, "-5": {"", "-5", "-5"}, "− 1 234,50 грн.": {"", "-1234.50", "-1234.50"}, "+5 zł": {"", "5", "5"}, " -$5": {"", "-5", "-5"},
		"(5)": {"", "", "-5"}, "(1 234,50)": {"", "", "-1234.50"}, "(-5)": {"", "", "5"}, "(5": {}, "5)": {}, "-(5)": {}, "--5": {}, "5-": {}, "-": {}, "()": {}, "+": {},
	} {
		for signs, want := range want {
			threes.Signs = Signs(signs)
			got, err := threes.Plain(text)
			require.Equal(t, want, got, "%q %d", text, signs)
			require.Equal(t, want == "", err != nil, "%q %d", text, signs)
		}
	}
	threes.Signs = Signed
	zero, err := threes.Parse("-0,00")
	require.NoError(t, err)
	require.Zero(t, zero.Sign())
	require.Equal(t, "0.00", zero.String())
	for _, text := range []string{"-", "–", "—", "−"} {
		require.True(t, IsDash(text))
	}
	require.False(t, IsDash("--"))
	require.False(t, IsDash(""))
}

func TestCurrencies(t *testing.T) {
	threes := Notation{Grouping: Threes, Decimals: 2, Currency: Currencies()}
	for _, word := range Currencies() {
		for _, text := range []string{"12,5 " + word, word + " 12,5", strings.ToUpper(word) + "12,5"} {
			got, err := threes.Plain(text)
			require.NoError(t, err, text)
			require.Equal(t, "12.5", got, text)
		}
		require.True(t, IsCurrency(strings.ToUpper(word)))
	}
	require.False(t, IsCurrency("гр"))
	require.Subset(t, Currencies(), Hryvnias())
	require.NotContains(t, Hryvnias(), "usd")
}

func TestUnits(t *testing.T) {
	kopecks := Notation{Whole: true, Minor: 2}
	for text, plain := range map[string]string{"45010": "450.10", "-5": "-0.05", "0": "0.00", "007": "0.07"} {
		got, err := kopecks.Plain(text)
		require.NoError(t, err)
		require.Equal(t, plain, got)
	}
	for _, text := range []string{"", "-", "4.5", "1 000", "x"} {
		_, err := kopecks.Plain(text)
		require.ErrorIs(t, err, ErrNotation, text)
	}
	for plain, text := range map[string]string{"450.10": "45010", "-0.05": "-5", "0.00": "0", "450": "45000", "-0": "0"} {
		got, err := kopecks.Units(plain)
		require.NoError(t, err)
		require.Equal(t, text, got)
	}
	_, err := kopecks.Units("0.005")
	require.ErrorIs(t, err, ErrDecimals)
	require.Equal(t, "-1234,50", Notation{Mark: ','}.Marked("-1234.50"))

	grams := Notation{Scale: Must("1000")}
	got, err := grams.Plain(" 0.25 ")
	require.NoError(t, err)
	require.Equal(t, "250", got)
	for _, text := range []string{"0.0005", "x", ""} {
		_, err := grams.Plain(text)
		require.ErrorIs(t, err, ErrNotation, text)
	}
}

func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{"450.10": true, "-3": true, ".5": true, "": false, "5.": false, "1e3": false, "1 000": false, "5-": false, "+5": false} {
		require.Equal(t, want, IsPlain(text), text)
	}
}

// FuzzNotation: whatever is taken is plain, and keeps its digits in their order.
func FuzzNotation(f *testing.F) {
	for _, text := range []string{"1 234,50 грн", "1.234", "₴-5", "1'234.5", "(5)", "12,3400"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range []Notation{
			{Mark: ',', Currency: []string{"грн"}}, {Mark: '.'}, {Grouping: Threes, Decimals: 2, Currency: []string{"грн"}}, {Grouping: Anywhere, Mark: ','},
		} {
			plain, err := n.Plain(text)
			if err != nil {
				require.Empty(t, plain)
				continue
			}
			if n.Grouping != Anywhere {
				require.Empty(t, strings.Trim(strings.TrimPrefix(plain, "-"), "0123456789."))
				require.LessOrEqual(t, strings.Count(plain, "."), 1)
			}
			require.Contains(t, digitsIn(text), strings.TrimRight(digitsIn(plain), "0"))
		}
	})
}

// digitsIn keeps the digits of a text.
func digitsIn(text string) string {
	return strings.Map(func(r rune) rune {
		if isDigit(r) {
			return r
		}
		return -1
	}, text)
}
