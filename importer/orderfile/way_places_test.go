package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// oneRow reads an order with a name, a city, an address and a branch.
func oneRow(t *testing.T, name, city, address, branch string) []string {
	t.Helper()
	return codes(readWith(t, writeTemp(t, "a.csv", []byte(lines("Номер замовлення;ПІБ;Телефон;Місто;Адреса;Відділення;Артикул;Кількість;Ціна;Спосіб оплати",
		`A;"`+name+`";0671234567;"`+city+`";"`+address+`";"`+branch+`";KB-01;1;450;LiqPay`))), Options{}))
}

// TestTownsThatAreNone: a cell of a city that names none, or two, refuses its order.
func TestTownsThatAreNone(t *testing.T) {
	for _, city := range []string{"не знаю", "уточнити", "Київ / Бровари", "Київ або Ірпінь", "Київська обл.", "Варшава, Польща", "Укрпошта Київ", "самовивіз",
		"Київ 12", "Нова Пошта"} {
		require.Equal(t, []string{"2 " + problem.DeliveryUnknown}, oneRow(t, "Іваненко Олена", city, "", "12"), city)
	}
	for _, city := range []string{"Київ", "м. Київ", "Київ, Київська обл.", "с. Софіївська Борщагівка, Київська обл.", "Київ (Позняки)", "Київ/Киев", "смт Брюховичі (Львівська обл.)"} {
		require.Empty(t, oneRow(t, "Іваненко Олена", city, "", "12"), city)
	}
	for _, address := range []string{"Львів, вул. Вигадана, 5", "м. Львів"} {
		require.Equal(t, []string{"2 " + problem.DeliveryUnknown}, oneRow(t, "Іваненко Олена", "Київ", address, "12"), address)
	}
	require.Empty(t, oneRow(t, "Іваненко Олена", "Київ", "Київ, вул. Вигадана, 5", "12"))
}

// TestNumbersOfNoBranch: a number of a floor or a flat is no branch's, and a closed branch none to send to.
func TestNumbersOfNoBranch(t *testing.T) {
	for _, branch := range []string{"12 поверх", "12 під'їзд", "12 мікрорайон", "кв. 12", "кв 12, під'їзд 3", "№12 закрите", "12 (зачинено, відправити на 15)",
		"№12 тимчасово не працює", "12 кур'єр на адресу"} {
		require.Equal(t, []string{"2 " + problem.DeliveryUnknown}, oneRow(t, "Іваненко Олена", "Київ", "", branch), branch)
	}
	for _, branch := range []string{"12", "№12", "відділення 12", "12 (вул. Вигадана, 5)", "Відділення №12, 2 поверх"} {
		require.Empty(t, oneRow(t, "Іваненко Олена", "Київ", "", branch), branch)
	}
}

// TestNamesThatSayMore: a state or a second person in the cell of the name refuses its order.
func TestNamesThatSayMore(t *testing.T) {
	for _, name := range []string{"Іваненко Олена (повернення)", "Іваненко Олена скасовано", "Іваненко Олена (обмін)", "Іваненко Олена відмовилась", "Іваненко Олена (чекає)",
		"Іваненко Олена (відправлено)", "ЧС Іваненко Олена", "дубль Іваненко Олена", "Тест Олена / Тест Петро", "Іваненко Олена, Петренко Іван", "Іваненко Олена та Іван"} {
		require.Equal(t, []string{"2 " + problem.RecipientNameInvalid}, oneRow(t, name, "Київ", "", "12"), name)
	}
	for _, name := range []string{"Іваненко Олена", "Іваненко, Олена Петрівна", "ТОВ Ромашка, Іваненко Олена", "Нечуй-Левицький Іван", "Іваненко Олена (магазин)"} {
		require.Empty(t, oneRow(t, name, "Київ", "", "12"), name)
	}
}
