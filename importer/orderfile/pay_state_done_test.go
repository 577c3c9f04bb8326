package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// TestStateOfPaymentAlone: what a state of payment says is said of the payment, and never takes
// its order away but where the money went back.
func TestStateOfPaymentAlone(t *testing.T) {
	const cod, card = "Накладений платіж", "LiqPay"
	for _, c := range []struct {
		way, said string
		want      string // the method, "" where it is refused, "skip"
	}{
		{card, "Успішно", "prepaid"}, {card, "Виконано", "prepaid"}, {card, "Завершено", "prepaid"}, {card, "Отримано", "prepaid"},
		{card, "Проведено", "prepaid"}, {card, "Completed", "prepaid"}, {card, "success", "prepaid"}, {"", "Успішно", "prepaid"},
		{card, "Доставлено", ""}, {card, "Відправлено", ""}, {card, "Підтверджено", ""}, {card, "Не завершено", ""}, {card, "Успішно?", ""},
		{cod, "Виконано", ""}, {cod, "Успішно", ""},
		{card, "Refunded", "skip"}, {card, "Voided", "skip"}, {card, "Повернено", "skip"}, {card, "Скасовано", "skip"},
	} {
		for _, heading := range []string{"Статус оплати", "Payment status"} {
			r := readText(t, lines(heads+";Статус;Спосіб оплати;"+heading, "1;Тест Олена;0671234567;Київ;12;KB-01;1;450;Новий;"+c.way+";"+c.said))
			switch c.want {
			case "skip":
				require.Equal(t, []string{"2 " + problem.OrderSkipped}, codes(r), c)
			case "":
				require.Empty(t, r.Orders, c)
				require.NotContains(t, codes(r), "2 "+problem.OrderSkipped, c)
			default:
				require.Empty(t, codes(r), c)
				require.Equal(t, c.want, r.Orders[0].Payment.Method, c)
			}
		}
	}
	r := readText(t, lines(heads+";Спосіб оплати;Статус оплати", "1;Тест Олена;0671234567;Київ;12;KB-01;1;450;LiqPay;Успішно",
		"2;Тест Олена;0671234567;Київ;12;KB-01;1;450;LiqPay;"))
	require.Equal(t, []string{"3 " + problem.PaymentUnknown}, codes(r))
}
