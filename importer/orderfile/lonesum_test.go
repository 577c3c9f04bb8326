package orderfile

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestLoneSum: "Сума" is the order's where an order has one row and no other amount.
func TestLoneSum(t *testing.T) {
	const sheet = "№ замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;К-сть;Сума;Оплата"
	row := func(number, rest string) string {
		return number + ";Тест Олена;0671234567;Київ;12;" + rest
	}
	r := readText(t, lines(sheet, row("1", "KB-01;1;450;Накладений платіж"), row("2", "KB-01;2;900;Післяплата"), row("3", "KB-01;1;450;Оплачено"),
		row("4", "KB-01;1;;Післяплата"), row("5", "KB-01;1;0;Післяплата"), row("6", "KB-01;1;450;Післяплата"), row("6", "MS-02;1;450;Післяплата")))
	require.Len(t, r.Orders, 3)
	require.Equal(t, "450.00", r.Orders[0].Payment.CODAmount.String())
	require.Equal(t, "900.00", r.Orders[1].Payment.CODAmount.String())
	require.Equal(t, "prepaid", r.Orders[2].Payment.Method)
	for _, code := range []string{"5 ", "6 ", "7 "} {
		require.True(t, slices.Contains(codes(r), code+problem.CODAmountMissing), codes(r))
	}
}

// TestRestBesideAdvance: "Залишок" and an advance that make up the sum say what is paid on delivery.
func TestRestBesideAdvance(t *testing.T) {
	for _, c := range []struct{ heads, cells, cod string }{
		{"Сума;Аванс;Залишок;Оплата", "450;200;250;Накладений платіж", "250.00"},
		{"Сума;Аванс;Залишок;Оплата", "450;;450;Накладений платіж", "450.00"},
		{"Сума;Аванс;Залишок;Оплата", "450;200;250;", "250.00"},
		{"Ціна;Сплачено;Борг;Оплата", "450;200;250;Накладений платіж", "250.00"},
		{"Сума;Аванс;Залишок;Оплата", "450;200;300;Накладений платіж", ""},
		{"Сума;Аванс;Залишок;Оплата", "450;200;;Накладений платіж", ""},
		{"Сума;Аванс;Залишок;Оплата", "450;200;250;Передоплата", ""},
		{"Аванс;Залишок;Оплата", "200;250;Передоплата", ""},
		{"Аванс;Залишок;Оплата", "200;250;", ""},
		{"Сума;Аванс;Залишок;Оплата", "450;450;0;Накладений платіж", ""},
	} {
		r := readText(t, lines("№ замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;К-сть;"+c.heads, "1;Тест Олена;0671234567;Київ;12;KB-01;1;"+c.cells))
		if c.cod == "" {
			require.Empty(t, r.Orders, c)
			continue
		}
		require.Len(t, r.Orders, 1, c)
		require.Equal(t, c.cod, r.Orders[0].Payment.CODAmount.String(), c)
	}
}
