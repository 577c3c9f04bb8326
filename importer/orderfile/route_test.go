package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRoute: by a column that no template knows each line finds its supplier, and what says
// nothing refuses its order.
func TestRoute(t *testing.T) {
	const head = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Сума до сплати;Постачальник"
	line := func(number, sku, cod, of string) string {
		return number + ";Петренко Іван;+380670000101;Київ;Відділення №12;" + sku + ";1;450,00;" + cod + ";" + of
	}
	o := Options{Route: &Route{Names: []string{"alpha", "beta"}, Column: "Постачальник", Words: map[string]string{"Склад 2": "beta"}, Key: "inbox"}}
	r := readWith(t, writeTemp(t, "orders.csv", []byte(lines(head, line("1", "A", "", "alpha"), line("2", "A", "900,00", "Alpha"), line("2", "B", "900,00", "склад 2"),
		line("3", "A", "", "gamma"), line("4", "A", "", ""), line("5", "A", "950,00", "alpha"), line("5", "B", "950,00", "beta")))), o)
	var got [][]string
	for _, order := range r.Orders {
		got = append(got, []string{order.ExternalID, order.Supplier, order.Items[0].SKU, order.Payment.CODAmount.String()})
	}
	require.Equal(t, [][]string{{"1", "alpha", "A", ""}, {"2", "alpha", "A", "450.00"}, {"2", "beta", "B", "450.00"}}, got)
	codes := map[int]string{}
	for _, p := range r.Problems {
		if p.Row != nil {
			codes[*p.Row] = p.Key()
		}
	}
	require.Equal(t, map[int]string{5: "supplier_unknown.word", 6: "supplier_unknown.blank", 7: "supplier_split"}, codes)
	require.Empty(t, r.Unread(), "the column is read")
	require.Equal(t, VerdictPartial, r.Verdict)
}
