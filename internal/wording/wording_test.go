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
	for name, of := range map[string]words{"kinds": kinds(), "operations": operations(), "statuses": orderStatuses(),
		"parcels": parcelStates(), "cash": cashStates(), "carriers": carriers(), "payments": payments()} {
		for language := range 2 {
			seen := map[string]string{}
			for value, pair := range of {
				require.NotContains(t, seen, pair[language], "%s: %s", name, value)
				require.NotEmpty(t, pair[language])
				seen[pair[language]] = value
			}
		}
	}
}
