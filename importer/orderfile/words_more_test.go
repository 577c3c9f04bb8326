package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// TestShortWordsOfPayment: how shops, plugins and people say it.
func TestShortWordsOfPayment(t *testing.T) {
	racing.Skip(t)
	for want, cells := range map[string][]string{
		"cod":                  {"Накладений", "накл.", "Накладеним", "Наложенный", "cashondelivery"},
		"prepaid":              {"Оплата на расчетный счет", "checkmo", "banktransfer", "morkva-liqpay"},
		problem.PaymentUnknown: {"карта/накладений", "Накладений платіж: ні", "Накладений платіж 450 грн"},
	} {
		for _, cell := range cells {
			require.Equal(t, want, payOf(t, Options{}, "Новий", cell), cell)
		}
	}
	for _, state := range []string{"Согласован с клиентом", "Передан в комплектацию", "Комплектуется", "Узгоджено з клієнтом", "Not fulfilled"} {
		require.Equal(t, "cod", payOf(t, Options{}, state, "Накладений платіж"), state)
	}
}

// TestTicksOfPaymentOnDelivery: a yes collects the order's sum; a no is no payment.
func TestTicksOfPaymentOnDelivery(t *testing.T) {
	const head = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;"
	const order = "1;Тест Олена;0671234567;Київ;12;KB-01;1;450;"
	r := readText(t, lines(head+"Накладений платіж", order+"так"))
	require.Equal(t, "450.00", r.Orders[0].Payment.CODAmount.String())
	require.Equal(t, []string{"2 " + problem.PaymentUnknown}, codes(readText(t, lines(head+"Накладений платіж", order+"ні"))))
	r = readText(t, lines(head+"Накладений платіж;Оплачено", order+"ні;так"))
	require.Equal(t, "prepaid", r.Orders[0].Payment.Method)
	require.Equal(t, []string{"2 " + problem.PaymentConflict}, codes(readText(t, lines(head+"Накладений платіж;Спосіб оплати", order+"ні;Накладений платіж"))))
	require.Empty(t, readText(t, lines(head+"Сума післяплати", order+"так")).Orders, "a sum wants an amount")
}

// TestCarrierBesidePickup: a carrier in one column and "pickup" in another are that carrier's branch.
func TestCarrierBesidePickup(t *testing.T) {
	const headings = "Служба доставки;Спосіб доставки;Місто;Відділення"
	require.Equal(t, "nova_poshta branch Київ 12", deliveredTo(t, headings, "Нова Пошта;Самовивіз;Київ;Відділення №12"))
	require.Equal(t, "nova_poshta locker Київ 5432", deliveredTo(t, headings, "Нова Пошта;Самовивіз;Київ;Поштомат №5432"))
	require.Equal(t, problem.DeliveryUnknown, deliveredTo(t, headings, "Нова Пошта;Самовивіз;Київ;"))
}

// TestStateGoesFirst: what was delivered or cancelled is skipped, whatever else its rows say.
func TestStateGoesFirst(t *testing.T) {
	const head = "Номер замовлення;ПІБ;Телефон;Артикул;Кількість;Ціна;Статус;Служба доставки;Спосіб доставки;Місто;Відділення;Спосіб оплати;Статус оплати"
	row := func(state, name, rest string) string {
		return "1;" + name + ";0671234567;KB-01;1;450;" + state + ";" + rest
	}
	for _, state := range []string{"Посилку отримано", "Скасовано", "Виконано"} {
		for _, rest := range []string{"Нова Пошта;Укрпошта;Київ;12;LiqPay;Оплачено", "DHL;;Київ;?;???;Оплачено", "Нова Пошта;;Київ;12;Накладений платіж;Оплачено"} {
			require.Equal(t, []string{"2 " + problem.OrderSkipped}, codes(readText(t, lines(head, row(state, "Тест Олена", rest)))), rest)
		}
		twice := readText(t, lines(head, row(state, "Тест Олена", "НП;;Київ;12;LiqPay;"), row(state, "Тест Ірина", "НП;;Київ;12;COD;")))
		require.Len(t, twice.Skipped, 1)
		mixed := readText(t, lines(head, row(state, "Тест Олена", "НП;;Київ;12;LiqPay;"), row("Новий", "Тест Ірина", "НП;;Київ;12;LiqPay;")))
		require.Empty(t, mixed.Skipped)
		require.Empty(t, mixed.Orders)
	}
}

// TestDealThatIsClosed: Bitrix24 says in a column of its own that a deal is closed.
func TestDealThatIsClosed(t *testing.T) {
	const head = "Номер заказа;Стадия сделки;Сделка закрыта;Фамилия;Имя;Телефон;Город;Отделение НП;Артикул;Количество;Цена;Способ оплаты"
	for said, want := range map[string]int{"Да": 0, "Нет": 1, "": 1} {
		require.Len(t, readText(t, lines(head, "1;В работе;"+said+";Тест;Елена;0671234567;Киев;12;KB-01;1;450;Наложенный платеж")).Orders, want, said)
	}
}
