package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// payOf reads one order by its state and its way of payment: the way that is posted, or the code
// that refuses it.
func payOf(t *testing.T, o Options, state, payment string) string {
	t.Helper()
	r := readWith(t, writeTemp(t, "a.csv", []byte(lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Статус;Спосіб оплати",
		"1;Тест Олена;0671234567;Київ;12;KB-01;1;450;"+state+";"+payment))), o)
	if len(r.Orders) == 1 {
		return r.Orders[0].Payment.Method
	}
	return codesOf(r)[0]
}

// TestStateSaysPaid: an order whose state is "paid" is not paid again on delivery.
func TestStateSaysPaid(t *testing.T) {
	for _, state := range []string{"Оплачено", "Оплачене", "Оплачений", "Сплачено", "Оплаченный", "paid", "PAID", "wc-paid", "Payment accepted"} {
		for _, cod := range []string{"Накладений платіж", "Післяплата", "COD", "Оплата при отриманні"} {
			require.Equal(t, problem.PaymentConflict, payOf(t, Options{}, state, cod), "%s, %s", state, cod)
		}
		require.Equal(t, "prepaid", payOf(t, Options{}, state, "LiqPay"), state)
		require.Equal(t, "prepaid", payOf(t, Options{PaymentMethod: "cod"}, state, ""), state)
	}
	require.Equal(t, "cod", payOf(t, Options{Words: lexicon.Overlay{Payments: map[string]string{"Оплачено": "cod"}}}, "Оплачено", "Накладений платіж"))
}

// TestStateSaysUnpaid: an order that waits for its payment in advance is not sent; one that is paid
// on delivery, or of which another cell says that it was paid, is.
func TestStateSaysUnpaid(t *testing.T) {
	racing.Skip(t)
	for _, state := range []string{"pending", "Pending", "wc-pending"} {
		for _, payment := range []string{"LiqPay", "bacs", "Card", "WayForPay", "Прямий банківський переказ", "Передоплата"} {
			require.Equal(t, problem.PaymentUnknown, payOf(t, Options{}, state, payment), "%s, %s", state, payment)
		}
		require.Equal(t, "cod", payOf(t, Options{}, state, "COD"), state)
		require.Equal(t, "prepaid", payOf(t, Options{}, state, "Оплачено на картку"), state)
		require.Equal(t, "prepaid", payOf(t, Options{}, state, ""), state)
		own := Options{Words: lexicon.Overlay{States: map[string]string{state: "post"}}}
		require.Equal(t, "prepaid", payOf(t, own, state, "LiqPay"), state)
	}
	for _, state := range []string{"Очікує оплати", "on-hold", "wc-on-hold", "Pending payment"} {
		require.Equal(t, problem.StateUnknown, payOf(t, Options{}, state, "bacs"), state)
	}
}

// TestDashBesideTicks: whoever ticks what was paid and writes "-" elsewhere says "no" there; beside
// words a dash is a blank.
func TestDashBesideTicks(t *testing.T) {
	racing.Skip(t)
	read := func(heading string, cells ...string) []string {
		text := []string{"Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;" + heading}
		for i, c := range cells {
			text = append(text, string(rune('A'+i))+";Тест Олена;0671234567;Київ;12;KB-01;1;450;"+c)
		}
		r := readText(t, lines(text...))
		out := []string{}
		for _, o := range r.Orders {
			out = append(out, o.ExternalID)
		}
		return out
	}
	for _, dash := range []string{"-", "—", ".", "--"} {
		for _, tick := range []string{"+", "так", "✓"} {
			require.NotContains(t, read("Оплата", tick, dash), "B", "%s %s", tick, dash)
			require.Equal(t, []string{"A"}, read("Оплачено", tick, dash), "%s %s", tick, dash)
			require.Equal(t, []string{"A"}, read("Спосіб оплати;Оплачено", "LiqPay;"+tick, "LiqPay;"+dash), "%s %s", tick, dash)
		}
		require.Equal(t, []string{"A", "B"}, read("Спосіб оплати", "LiqPay", dash), dash)
	}
}
