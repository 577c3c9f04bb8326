package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// readRow reads one order with these columns beside the needed ones.
func readRow(t *testing.T, headings, cells string) *Report {
	t.Helper()
	return readText(t, lines("Номер замовлення;ПІБ;Телефон;Артикул;Кількість;Ціна;"+headings, "1;Тест Олена;0671234567;KB-01;2;450;"+cells))
}

// placeOf is the place of the only order, or the codes of its problems.
func placeOf(t *testing.T, r *Report) string {
	t.Helper()
	if len(r.Orders) == 0 {
		return strings.Join(codes(r), " ")
	}
	to := r.Orders[0].Recipient.Delivery
	return strings.Join([]string{to.Carrier, to.Type, to.City, textOf(to.BranchNumber), textOf(to.Address), textOf(to.PostalCode)}, "|")
}

const missing = "2 " + problem.AddressMissing

// TestOnePlaceOfOnePerson: however the headings name the payer and the recipient, a parcel goes
// to the whole place of one of them.
func TestOnePlaceOfOnePerson(t *testing.T) {
	racing.Skip(t)
	for _, headings := range []string{
		"Shipping City;Shipping Address;Billing City;Billing Address",
		"shipping_city;shipping_address_1;billing_city;billing_address_1",
		"City (Shipping);Address (Shipping);City (Billing);Address (Billing)",
		"(Shipping) City;(Shipping) Address;(Billing) City;(Billing) Address",
		"Ship-to city;Ship-to address;Bill-to city;Bill-to address",
		"Delivery: city;Delivery: address;Billing: city;Billing: address",
		"Отримувач: місто;Отримувач: адреса;Платник: місто;Платник: адреса",
		"Місто отримувача;Адреса отримувача;Місто покупця;Адреса покупця",
		"Город получателя;Адрес получателя;Город плательщика;Адрес плательщика",
		"Місто доставки;Адреса доставки;Місто клієнта;Адреса клієнта",
	} {
		for cells, want := range map[string]string{
			"Львів;Відділення №5;Київ;вул. Вигадана, 1": "nova_poshta|branch|Львів|5||",
			";;Київ;вул. Вигадана, 1":                   "nova_poshta|courier|Київ||вул. Вигадана, 1|",
			"-;-;Київ;вул. Вигадана, 1":                 "nova_poshta|courier|Київ||вул. Вигадана, 1|",
			";Львів, Відділення №5;Київ;":               "nova_poshta|branch|Львів|5||",
			"м. Київ;;Київ;Відділення №1":               "nova_poshta|branch|м. Київ|1||",
			"Львів;;Київ;вул. Вигадана, 1":              missing,
			";Відділення №5;Київ;вул. Вигадана, 1":      missing,
		} {
			require.Equal(t, want, placeOf(t, readRow(t, headings, cells)), "%s: %s", headings, cells)
		}
	}
	r := readRow(t, "Shipping City;Shipping Address;Billing City;Billing Address", "Львів;;;вул. Вигадана, 1")
	require.Equal(t, missing, placeOf(t, r))
	require.Contains(t, r.Problems[0].Message, "вул. Вигадана, 1", "the reason shows what was left aside")
	require.Equal(t, missing, placeOf(t, readRow(t, "Shipping City;Billing Address", "Львів;вул. Вигадана, 1")))
	require.Equal(t, missing, placeOf(t, readRow(t, "Shipping Address;Billing City", "Відділення №5;Київ")))
}

// TestPlaceInPartsOfOneSide: region, postal code, street and house stay with their town.
func TestPlaceInPartsOfOneSide(t *testing.T) {
	headings := "shipping_city;shipping_address_1;shipping_postcode;billing_city;billing_address_1;billing_postcode;Спосіб доставки"
	for cells, want := range map[string]string{
		"Львів;вул. А, 5;;Київ;вул. Б, 1;01001;Кур'єр":      "nova_poshta|courier|Львів||вул. А, 5|",
		"Львів;вул. А, 5;;Львів;вул. Б, 1;79000;Укрпошта":   "ukrposhta|courier|Львів||вул. А, 5|",
		"Львів;вул. А, 5;;Львів;вул. А, 5;79000;Кур'єр":     "nova_poshta|courier|Львів||вул. А, 5|79000",
		"Львів;;;Київ;вул. Б, 1;01001;Самовивіз":            "pickup|branch|Львів|||",
		"Львів;Відділення 5;79000;;;;Нова Пошта":            "nova_poshta|branch|Львів|5||79000",
		";;;Київ;вул. Б, 1;01001;Кур'єр":                    "nova_poshta|courier|Київ||вул. Б, 1|01001",
		"Львів;;79000;Київ;вул. Б, 1;01001;Укрпошта":        "ukrposhta|branch|Львів|79000||79000",
		"Львів;;;Київ;;01001;Укрпошта":                      "ukrposhta|branch|Львів|||",
		"Київ;;01001;Київ;вул. Б, 1;01001;Адресна доставка": "nova_poshta|courier|Київ||вул. Б, 1|01001",
	} {
		require.Equal(t, want, placeOf(t, readRow(t, headings, cells)), cells)
	}
}

// TestRegionAloneIsNoPlace: shops fill the region or the country of a form in by themselves.
func TestRegionAloneIsNoPlace(t *testing.T) {
	headings := "shipping_state;shipping_city;shipping_address_1;billing_state;billing_city;billing_address_1"
	require.Equal(t, "nova_poshta|courier|Бровари||вул. Б, 1|", placeOf(t, readRow(t, headings, "Київська;;;Київська;Бровари;вул. Б, 1")))
	require.Equal(t, missing, placeOf(t, readRow(t, headings, "Львівська;;;Київська;Бровари;вул. Б, 1")))
}

// TestGeneralColumnsBelongToTheChosenPlace: "Відділення" and "Місто" without a person's name
// go with whoever's place is read.
func TestGeneralColumnsBelongToTheChosenPlace(t *testing.T) {
	for _, c := range [][3]string{
		{"Місто;Адреса доставки", "Київ;вул. Вигадана, 1", "nova_poshta|courier|Київ||вул. Вигадана, 1|"},
		{"Місто клієнта;Адреса доставки", "Київ;вул. Вигадана, 1", "nova_poshta|courier|Київ||вул. Вигадана, 1|"},
		{"Місто;Відділення;Адреса доставки", "Київ;5;", "nova_poshta|branch|Київ|5||"},
		{"Місто;Місто доставки;Адреса;Відділення", "Київ;Львів;вул. Вигадана, 1;12", "nova_poshta|branch|Львів|12||"},
		{"Місто;Місто доставки;Адреса;Відділення", "Київ;Львів;вул. Вигадана, 1;", missing},
		{"Місто;Місто доставки;Адреса;Відділення", "Київ;;вул. Вигадана, 1;", "nova_poshta|courier|Київ||вул. Вигадана, 1|"},
		{"City;Address;Billing City;Billing Address", "Львів;;Київ;вул. Вигадана, 1", missing},
		{"Shipping City;Billing City;Відділення", "Львів;Київ;12", "nova_poshta|branch|Львів|12||"},
		{"Shipping City;Billing City;Відділення", ";Київ;12", "nova_poshta|branch|Київ|12||"},
	} {
		require.Equal(t, c[2], placeOf(t, readRow(t, c[0], c[1])), "%s: %s", c[0], c[1])
	}
}

// TestPersonsGiveWayPartByPart: the payer's phone serves where the recipient's is not there.
func TestPersonsGiveWayPartByPart(t *testing.T) {
	const headings = "Номер замовлення;Артикул;Кількість;Ціна;Покупець: ПІБ;Покупець: телефон;Отримувач: ПІБ;Отримувач: телефон;Місто;Відділення;Телефон відправника"
	for cells, want := range map[string]string{
		"Платник Петро;0501112233;Тест Олена;0671234567": "Тест Олена +380671234567",
		"Платник Петро;0501112233;Тест Олена;":           "Тест Олена +380501112233",
		"Платник Петро;0501112233;;":                     "Платник Петро +380501112233",
	} {
		r := readText(t, lines(headings, "1;KB-01;2;450;"+cells+";Львів;5;0639998877"))
		require.Len(t, r.Orders, 1, "%v", r.Problems)
		require.Equal(t, want, r.Orders[0].Recipient.Name+" "+r.Orders[0].Recipient.Phone)
	}
}
