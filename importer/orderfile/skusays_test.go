package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestSKUsThatSayMore: a cell of the SKU that says that there is none, names a choice, a list or
// a quantity, or calls the item off, is no SKU.
func TestSKUsThatSayMore(t *testing.T) {
	for text, code := range map[string]string{
		"-": problem.SKUMissing, "немає": problem.SKUMissing, "уточнити": problem.SKUMissing, "Без артикулу": problem.SKUMissing, "нет": problem.SKUMissing, "?": problem.SKUMissing, "TBD": problem.SKUMissing, "n/a": problem.SKUMissing,
		"KB-01 або KB-02": problem.SKUAmbiguous, "KB-01 чи KB-02": problem.SKUAmbiguous, "KB-01 or KB-02": problem.SKUAmbiguous, "KB-01 (замінити на KB-02)": problem.SKUAmbiguous,
		"KB-01, заміна KB-02": problem.SKUAmbiguous, "KB-01 вместо KB-02": problem.SKUAmbiguous, "KB-01+MS-02": problem.SKUAmbiguous, "KB-01+MS-02+MS-03": problem.SKUAmbiguous,
		"KB-01*2": problem.SKUAmbiguous, "KB-01×3": problem.SKUAmbiguous,
		"KB-01 скасовано": problem.StateUnknown, "KB-01 (скасовано)": problem.StateUnknown, "скасовано": problem.StateUnknown, "KB-01 відмова": problem.StateUnknown, "арт. KB-01 скасовано": problem.StateUnknown,
	} {
		r := readText(t, lines(heads, "1;Тест Олена;0671234567;Київ;12;"+text+";1;450"))
		require.Equal(t, []string{"2 " + code}, codes(r), text)
	}
	for _, text := range []string{"KB-01", "A+B", "SET-1+2", "USB2+3", "KB-01 чорний", "Чайник скляний", "Фільтр змінний", "10*20", "4820000000017", "NO-15", "ORANGE"} {
		r := readText(t, lines(heads, "1;Тест Олена;0671234567;Київ;12;"+text+";1;450"))
		require.Empty(t, codes(r), text)
		require.Equal(t, text, r.Orders[0].Items[0].SKU)
	}
}

// TestItemsThatAreNotSent: an item that needs no shipping is a file or a service.
func TestItemsThatAreNotSent(t *testing.T) {
	for cell, want := range map[string][]string{"false": {"2 " + problem.StateUnknown}, "ні": {"2 " + problem.StateUnknown}, "true": nil, "": nil} {
		r := readText(t, lines(heads+";Requires shipping", "1;Тест Олена;0671234567;Київ;12;KB-01;1;450;"+cell))
		require.Equal(t, append([]string{}, want...), codes(r), cell)
	}
}

// TestApostropheBeforeDigits: it only keeps a spreadsheet from making a number of the text.
func TestApostropheBeforeDigits(t *testing.T) {
	r := readText(t, lines(heads+";Поштовий індекс;Перевізник", "1;Тест Олена;'0671234567;Київ;;KB-01;1;450;'01001;Укрпошта"))
	require.Empty(t, codes(r))
	require.Equal(t, "01001", *r.Orders[0].Recipient.Delivery.PostalCode)
	require.Equal(t, "+380671234567", r.Orders[0].Recipient.Phone)
}
