package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

const unknownPlace = "2 " + problem.DeliveryUnknown

// TestWaysOfDeliveryAndTheirPlace: the second half of "Відділення-Двері" is where the parcel
// goes, and who fetches the goods has no branch.
func TestWaysOfDeliveryAndTheirPlace(t *testing.T) {
	for _, c := range [][3]string{
		{"Відділення-Двері", ";вул. Вигадана, 7", "nova_poshta|courier|Київ||вул. Вигадана, 7|"},
		{"WarehouseDoors", ";вул. Вигадана, 7", "nova_poshta|courier|Київ||вул. Вигадана, 7|"},
		{"Склад-Двері", ";", missing},
		{"DoorsDoors", "12;", missing},
		{"Склад-Склад", "12;", "nova_poshta|branch|Київ|12||"},
		{"WarehouseWarehouse", "Відділення №12;", "nova_poshta|branch|Київ|12||"},
		{"Двері-Відділення", "12;", "nova_poshta|branch|Київ|12||"},
		{"WarehousePostomat", "5432;", "nova_poshta|locker|Київ|5432||"},
		{"Магазин", ";", "pickup|branch|Київ|||"},
		{"Самовивіз з магазину", ";", "pickup|branch|Київ|||"},
		{"Самовивіз", ";вул. Вигадана, 7", "pickup|branch|Київ|||"}, // the customer's own address
		{"Самовивіз", "12;", unknownPlace},
		{"Самовивіз", "Відділення №12;", unknownPlace},
		{"Самовивіз з магазину", "12;", unknownPlace},
		{"Самовивіз", ";Відділення №12", unknownPlace},
		{"Самовивіз", "Нова Пошта №12;", "nova_poshta|branch|Київ|12||"},
		{"Самовивіз з Нової Пошти", "12;", "nova_poshta|branch|Київ|12||"},
		{"Самовивіз з відділення", "12;", "nova_poshta|branch|Київ|12||"},
		{"Самовивіз з Нової Пошти", ";вул. Вигадана, 7", "nova_poshta|branch|Київ||вул. Вигадана, 7|"},
		{"Відділення або поштомат", ";вул. Вигадана, 7", "nova_poshta|branch|Київ||вул. Вигадана, 7|"},
		{"Самовивіз зі складу", "12;", unknownPlace},
		{"НП 12", ";", "nova_poshta|branch|Київ|12||"},
		{"Meest №5", ";", "meest|branch|Київ|5||"},
		{"Укрпошта 01001", ";", "ukrposhta|branch|Київ|01001||"},
		{"НП пошт. 5432", ";", unknownPlace}, // a number that nobody can place
		{"Нова Пошта (1-3 дні)", ";", "nova_poshta|branch|Київ|||"},
		{"Нова Пошта, відділення №12", ";вул. Вигадана, 7", "nova_poshta|branch|Київ|12||"},
		{"Нова Пошта, відділення №5", "12;", unknownPlace},
		{"НП/УП", "12;", unknownPlace},
		{"Нова Пошта (міжнародна)", "12;", unknownPlace},
		{"", "--//--;", unknownPlace},
		{"", "уточнити;", unknownPlace},
		{"", "Магазин №5;", unknownPlace},
		{"Rozetka", "Магазин №5;", "rozetka_delivery|branch|Київ|5||"},
	} {
		require.Equal(t, c[2], placeOf(t, readRow(t, "Місто;Спосіб доставки;Відділення;Адреса", "Київ;"+c[0]+";"+c[1])), "%s: %s", c[0], c[1])
	}
}

// TestCityBehindTheBranch: a city that is known is read, another name is asked for, and no
// parcel goes to two cities.
func TestCityBehindTheBranch(t *testing.T) {
	for _, c := range [][3]string{
		{"Адреса доставки", "Відділення №5, Київ", "nova_poshta|branch|Київ|5||"},
		{"Адреса доставки", "Відділення 12 (до 30 кг) Львів", "nova_poshta|branch|Львів|12||"},
		{"Відділення", "№3: вул. Шевченка 1, Полтава", "nova_poshta|branch|Полтава|3||"},
		{"Адреса доставки", "вул. Шевченка 1, Полтава", "nova_poshta|courier|Полтава||вул. Шевченка 1, Полтава|"},
		{"Адреса доставки", "Відділення №5, Софіївка", unknownPlace},
		{"Відділення", "Відділення №5 (Центр)", unknownPlace},
		{"Місто;Відділення", "Київ;Відділення №5 (Центр)", "nova_poshta|branch|Київ|5||"},
		{"Місто;Відділення", "Киев;Відділення №5, Київ", "nova_poshta|branch|Киев|5||"},
		{"Місто;Відділення", "Київ;Відділення №5, Полтава", unknownPlace},
		{"Місто;Відділення", ";Відділення №5, Київ", "nova_poshta|branch|Київ|5||"},
		{"Місто", "Відділення №5", unknownPlace},
		{"Місто", "Відділення №5, Київ", "nova_poshta|branch|Київ|5||"},
	} {
		require.Equal(t, c[2], placeOf(t, readRow(t, c[0], c[1])), "%s: %s", c[0], c[1])
	}
}
