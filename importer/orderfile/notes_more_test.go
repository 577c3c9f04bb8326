package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestNotesOfTheShop: a comment that wants other goods, another place, another person or another
// amount refuses its order, in the column that goes along and in one that nobody reads.
func TestNotesOfTheShop(t *testing.T) {
	for note, want := range map[string]string{
		"Замініть на MS-02": problem.StateUnknown, "Не на 12, а на 15 відділення": problem.DeliveryUnknown, "Чекаємо оплату": problem.StateUnknown, "СТОП до дзвінка": problem.StateUnknown,
		"Передплата 200 грн отримана": problem.PaymentConflict, "Вже не треба": problem.StateUnknown, "Оплатила 200 на карту": problem.PaymentConflict,
		"Отримувач Петренко Іван 0501112233": problem.RecipientNameInvalid,
	} {
		require.Equal(t, []string{"2 " + want}, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
		require.Empty(t, noted(t, Options{Words: lexicon.Overlay{States: map[string]string{note: "post"}}}, "Коментар", note, "Накладений платіж"), note)
	}
	require.Contains(t, noted(t, Options{}, "Коментар", "Поміняли адресу: Львів, НП 3", "Накладений платіж"), "2 "+problem.StateUnknown)
	for _, note := range []string{"Замініть на MS-02"} {
		require.Contains(t, noted(t, Options{}, "Коментар менеджера", note, "Накладений платіж"), "2 "+problem.StateUnknown, note)
	}
	for _, note := range []string{"Дзвонити не треба", "Оплачу 450 на пошті", "Колір синій", "Отримувач той самий", "Потрібен чек"} {
		require.Empty(t, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
	}
}

// TestNotesOfPieces: a number of pieces is the one item's quantity, or refuses the order.
func TestNotesOfPieces(t *testing.T) {
	for _, note := range []string{"2 шт, не одна!", "Потрібно дві: 2 штуки", "3шт.", "2 pcs"} {
		require.Equal(t, []string{"2 " + problem.QuantityInvalid}, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
	}
	for _, note := range []string{"1 шт", "в упаковці 2 шт", "якщо є, 2 шт", "було 2 шт у минулому замовленні"} {
		require.Empty(t, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
	}
}

// TestNotesOfWhatIsTaken: an amount to take from the customer is the order's on delivery, or
// refuses it.
func TestNotesOfWhatIsTaken(t *testing.T) {
	conflict := []string{"2 " + problem.PaymentConflict}
	for note, way := range map[string]string{
		"Взяти з клієнта 400": "Накладений платіж", "брати з клієнта 900 грн": "LiqPay", "Взять с клиента 300": "Накладений платіж", "take 400 from the customer": "LiqPay",
	} {
		require.Equal(t, conflict, noted(t, Options{}, "Коментар", note, way), note)
		require.Equal(t, conflict, noted(t, Options{}, "Коментар менеджера", note, way), note)
		require.Empty(t, noted(t, Options{Words: lexicon.Overlay{States: map[string]string{note: "post"}}}, "Коментар", note, way), note)
	}
	require.Empty(t, noted(t, Options{}, "Коментар", "Взяти з клієнта 450 грн", "Накладений платіж"))
	require.Empty(t, noted(t, Options{}, "Коментар", "З клієнта нічого не брати", "LiqPay"))
}
