package wording

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLanguages(t *testing.T) {
	for code, want := range map[string]Language{"": Ukrainian, "uk": Ukrainian, "EN": English} {
		got, err := ParseLanguage(code)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := ParseLanguage("de")
	require.EqualError(t, err, `language "de": one of uk, en`)
}

func TestValuesInWords(t *testing.T) {
	require.Equal(t, "виплата", Ukrainian.Kind("payout"))
	require.Equal(t, "payout", English.Kind("payout"))
	require.Equal(t, "hold released", English.Operation("hold_released"))
	require.Equal(t, "повернуто", Ukrainian.OrderStatus("returned"))
	require.Equal(t, "у дорозі", Ukrainian.ParcelState("in_transit"))
	require.Equal(t, "paid out", English.CashState("paid_out"))
	require.Equal(t, "Нова пошта", Ukrainian.Carrier("nova_poshta"))
	require.Equal(t, "prepaid", English.Payment("prepaid"))
	require.Equal(t, "teleported", Ukrainian.ParcelState("teleported"), "an unknown value stays")
}

// TestWordsAreDistinct: the sums of the workbooks look entries up by these words.
func TestWordsAreDistinct(t *testing.T) {
	for topic, count := range map[string]int{"kind": 4, "operation": 11, "order_status": 11, "parcel": 16, "cash": 4, "carrier": 5, "payment": 3} {
		require.Len(t, Codes(topic), count, topic)
		for _, language := range []Language{Ukrainian, English} {
			seen := map[string]string{}
			for _, code := range Codes(topic) {
				word := language.Word(topic, code)
				require.NotContains(t, seen, word, "%s: %s", topic, code)
				require.NotEmpty(t, word)
				seen[word] = code
			}
		}
	}
}
