package orderfile

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// deliveredTo reads one order by the cells of its place under some headings: the delivery that is
// posted, or the code that refuses it.
func deliveredTo(t *testing.T, headings, cells string) string {
	t.Helper()
	r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Артикул;Кількість;Ціна;Спосіб оплати;"+headings, "1;Тест Олена;0671234567;KB-01;1;450;Оплачено;"+cells))
	if len(r.Orders) != 1 {
		said := codesOf(r)
		return said[len(said)-1]
	}
	to := r.Orders[0].Recipient.Delivery
	return to.Carrier + " " + to.Type + " " + cmp.Or(to.City, "-") + " " + cmp.Or(textOf(to.BranchNumber), textOf(to.Address), "-")
}

// TestPickupAtSomebodyElses: the shop's own pickup needs no place; one at a place with a name, or
// at a carrier's, never becomes it.
func TestPickupAtSomebodyElses(t *testing.T) {
	for method, want := range map[string]string{
		"Самовивіз з ТЦ Епіцентр":       problem.DeliveryUnknown,
		"Самовивіз з магазину Епіцентр": problem.DeliveryUnknown,
		"Самовивоз из Эпицентра":        problem.DeliveryUnknown,
		"Pickup at Mall Lavina":         problem.DeliveryUnknown,
		"Самовивіз":                     "pickup branch Львів -",
		"Самовивіз з нашого магазину":   "pickup branch Львів -",
		"Local pickup": "pickup branch Львів -",
		"Самовивіз з магазину Rozetka":    "rozetka_delivery branch Львів вул. Зелена 5",
		"Доставка в точки видачі Rozetka": "rozetka_delivery branch Львів вул. Зелена 5",
	} {
		require.Equal(t, want, deliveredTo(t, "Місто;Адреса доставки;Спосіб доставки", "Львів;вул. Зелена 5;"+method), method)
	}
	require.Equal(t, "rozetka_delivery branch Київ вул. Кирилівська, 60",
		deliveredTo(t, "Служба доставки;Спосіб доставки;Місто;Адреса", "Rozetka;Доставка в точки видачі Rozetka;Київ;вул. Кирилівська, 60"))
}

// TestLockerBesideBranch: a locker by the way of delivery and a branch by the place.
func TestLockerBesideBranch(t *testing.T) {
	const headings = "Місто;Відділення;Спосіб доставки"
	for cells, want := range map[string]string{
		"Відділення №12;Поштомат НП":                problem.DeliveryUnknown,
		"Відділення №12;Нова Пошта (поштомат)":      problem.DeliveryUnknown,
		"Відділення №12;Нова Пошта (кур'єр)":        problem.DeliveryUnknown,
		"5432;Поштомат НП":                          "nova_poshta locker Київ 5432",
		"Поштомат №5432;Нова Пошта":                 "nova_poshta locker Київ 5432",
		"Відділення №12;Відділення або поштомат НП": "nova_poshta branch Київ 12",
	} {
		require.Equal(t, want, deliveredTo(t, headings, "Київ;"+cells), cells)
	}
}

// TestBareNumberOfAnAddress: no courier goes to "12".
func TestBareNumberOfAnAddress(t *testing.T) {
	const headings = "Місто;Адреса;Служба доставки"
	for cells, want := range map[string]string{
		"Київ;01001;Укрпошта":       "ukrposhta branch Київ 01001",
		"Київ;12;Нова Пошта":        "nova_poshta branch Київ 12",
		"Київ;НП 12;Нова Пошта":     "nova_poshta branch Київ 12",
		"Київ;01001;Нова Пошта":     problem.DeliveryUnknown,
		"Київ;12;Кур'єр Нова Пошта": problem.AddressMissing,
		";Днепр, 15;Новая Почта":    "nova_poshta branch Днепр 15",
		";Днепр, 49000;Укрпочта":    "ukrposhta branch Днепр 49000",
		"Київ;вул. Вигадана 12;НП":  "nova_poshta courier Київ вул. Вигадана 12",
	} {
		require.Equal(t, want, deliveredTo(t, headings, cells), cells)
	}
	require.Equal(t, problem.DeliveryUnknown, deliveredTo(t, "Місто;Вулиця;Служба доставки", "Київ;12;Кур'єр НП"))
}

// TestPlacesThatSayMore: who else takes the parcel, a branch that is closed, and words that hide a
// branch's number.
func TestPlacesThatSayMore(t *testing.T) {
	for cell, want := range map[string]string{
		"№ 12, отримувач Іваненко Іван 0509998877":            problem.DeliveryUnknown,
		"Відділення 12 (050 999-88-77)":                       problem.DeliveryUnknown,
		"відділення 12, +380509998877":                        problem.DeliveryUnknown,
		"Отделение 12, отделение закрыто - отправить на 15":   problem.DeliveryUnknown,
		"відділення 12 (тимчасово не працює)":                 problem.DeliveryUnknown,
		"Відділення 12, а не 15":                              problem.DeliveryUnknown,
		"будь-яке":                                            problem.DeliveryUnknown,
		"любое":                                               problem.DeliveryUnknown,
		"12 відділення на Хрещатику 22":                       "nova_poshta branch Київ 12",
		"Поштомат ПриватБанк №4512":                           "nova_poshta locker Київ 4512",
		"Відділення №12 (до 30 кг): вул. Вигадана, 1":         "nova_poshta branch Київ 12",
		"Відділення №15: вул. 8 Березня, 12 (закритого типу)": problem.DeliveryUnknown,
	} {
		require.Equal(t, want, deliveredTo(t, "Місто;Відділення", "Київ;"+cell), cell)
	}
	require.Equal(t, "ukrposhta branch м. Київ 01001", deliveredTo(t, "Місто;Відділення;Служба доставки", "м. Київ;м. Київ, 01001;Укрпошта Експрес"))
	require.Equal(t, "nova_poshta courier Київ Хрещатик 22", deliveredTo(t, "Місто;Відділення;Служба доставки", "Київ;Хрещатик 22;НП до дверей"))
}

// TestBranchOfAnotherColumn: a shop's attributes name another branch than the address.
func TestBranchOfAnotherColumn(t *testing.T) {
	const headings = "Місто;Відділення;Note Attributes"
	require.Equal(t, problem.DeliveryUnknown, deliveredTo(t, headings, "Київ;Відділення №12;Відділення: Відділення №5"))
	require.Equal(t, "nova_poshta branch Київ 12", deliveredTo(t, headings, "Київ;Відділення №12;Відділення: Відділення №12"))
}
