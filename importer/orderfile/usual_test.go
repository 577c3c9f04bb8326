package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/templates"
)

// TestUsualHeadings: the headings of usual systems are read, each in place of the plain one.
func TestUsualHeadings(t *testing.T) {
	racing.Skip(t)
	for heading, plain := range map[string]string{
		"Контрагент": "ПІБ", "Основной контакт": "ПІБ", "Associated Contact": "ПІБ", "buyer-name": "ПІБ", "Ваше прізвище та ім'я?": "ПІБ", "Вкажіть ПІБ": "ПІБ",
		"Your full name": "ПІБ", "Телефони": "Телефон", "buyer-phone-number": "Телефон", "Ваш телефон": "Телефон", "Напишіть, будь ласка, номер телефону": "Телефон",
		"Product Qty": "Кількість", "Замовлено": "Кількість", "quantity-purchased": "Кількість", "Скільки штук?": "Кількість", "Яка кількість?": "Кількість",
		"Product reference": "Артикул", "Який артикул товару?": "Артикул", "Ваше місто?": "Місто", "ship-city": "Місто", "Номер відділення Нової Пошти": "Відділення",
	} {
		r := readText(t, lines(strings.Replace(heads, plain, heading, 1), "1;Тест Олена;0671234567;Київ;12;KB-01;2;450"))
		require.Empty(t, codes(r), heading)
		require.Equal(t, []string{"1 [2] Тест Олена +380671234567 Київ/branch/12 KB-01×2@450.00 prepaid"}, summaries(r), heading)
	}
	for _, heading := range []string{"Як оплачуєте?", "Как хотите оплатить?", "Ваш спосіб оплати?"} {
		r := readText(t, lines(heads+";"+heading, "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;Післяплата"))
		require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String(), heading)
	}
}

// TestDayOfTheOrder: beside a quantity, what was ordered may be the day of it.
func TestDayOfTheOrder(t *testing.T) {
	r := readText(t, lines(heads+";Замовлено", "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;20.11.2026"))
	require.Empty(t, codes(r))
	require.EqualValues(t, 2, r.Orders[0].Items[0].Quantity)
}

// TestConfirmedPieces: of what was ordered only what was confirmed is sent.
func TestConfirmedPieces(t *testing.T) {
	p, err := ordertemplate.Load(templates.Open(""), ordertemplate.Automatic)
	require.NoError(t, err)
	for cells, want := range map[string]string{"2;2": "2", "3;1": "1", "2;": "2", "2;0": ""} {
		text := lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Замовлено;Підтверджено", "1;Тест Олена;0671234567;Київ;12;KB-01;"+cells)
		r := readWith(t, writeTemp(t, "orders.csv", []byte(text)), Options{Profile: p})
		require.Equal(t, "kasta", r.Template)
		if want == "" {
			require.Equal(t, []string{"2 " + problem.QuantityInvalid}, codes(r))
			continue
		}
		require.EqualValues(t, want[0]-'0', r.Orders[0].Items[0].Quantity, cells)
	}
}
