package guess

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/templates"
)

func TestAmountsAsServicesWriteThem(t *testing.T) {
	for text, want := range map[string][2]string{
		"450.10": {"450.10", ""}, "1 234,50 грн": {"1234.50", ","}, "1,234.50": {"1234.50", "."}, "₴99,00": {"99.00", ","},
	} {
		amount, mark, ok := Amount(text)
		require.True(t, ok, text)
		require.Equal(t, want, [2]string{amount.String(), mark}, text)
	}
	for _, text := range []string{"", "від 450", "15%", "-", "abc"} {
		require.False(t, LooksMoney(text), text)
	}
}

func TestWhatValuesLookLike(t *testing.T) {
	for name, c := range map[string]struct {
		check   func(string) bool
		yes, no []string
	}{
		"barcode": {LooksBarcode, []string{"4820000000017"}, []string{"4820000000018", "0000000000000", "48200000000", "482000000001a"}},
		"phone":   {LooksPhone, []string{"+380670000101", "380670000101", "067 000-01-01"}, []string{"670000101", "+48670000101", "phone"}},
		"waybill": {looksWaybill, []string{"20450000000101", "0500000000101", "MST000000101"}, []string{"101", "20450000-101"}},
		"whole":   {LooksWhole, []string{"7", "7.0", "7.00"}, []string{"", "7.5", "-1"}},
		"address": {LooksAddress, []string{"https://a.example/1.jpg", "/img/1.jpg"}, []string{"1.jpg", "ftp://a.example/1", "/a b"}},
	} {
		for _, text := range c.yes {
			require.True(t, c.check(text), "%s %q", name, text)
		}
		for _, text := range c.no {
			require.False(t, c.check(text), "%s %q", name, text)
		}
	}
}

func TestTimesAreKnownByTheirNotation(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-05T12:00:00Z": "rfc3339", "1774746306": "epoch", "1774746306000": "epoch_ms", "2026-10-05 12:00:00": "YYYY-MM-DD HH:mm:ss",
		"2026-10-05 12:00:00.123": "YYYY-MM-DD HH:mm:ss.SSS", "05.10.2026": "DD.MM.YYYY", "12345": "", "yesterday": "",
	} {
		require.Equal(t, want, timeNotation(text), text)
	}
}

// TestWordsOfStates: the most telling word counts, and a short one only where it is all.
func TestWordsOfStates(t *testing.T) {
	words, err := lexicon.Load(templates.Open(""))
	require.NoError(t, err)
	status := words.Field(lexicon.Order, "status").States
	for text, want := range map[string]string{"Відправлено": "shipped", "in_process": "assembling", "Не доставлено": "", "new": "new", "S7": "", "ON-HOLD": "on_hold"} {
		require.Equal(t, want, status.Of(text), text)
	}
	there := words.Field(lexicon.Product, "availability").States
	for text, want := range map[string]string{"0": "out_of_stock", "1": "in_stock", "10": "", "Немає в наявності": "out_of_stock", "в наявності": "in_stock"} {
		require.Equal(t, want, there.Of(text), text)
	}
}
