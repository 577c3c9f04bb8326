package sales

import "github.com/dropbridge/dropbridge/internal/wording"

// checkText is a check's name for people.
func checkText(language wording.Language, name string) string {
	pair := map[string][2]string{
		checkItems:     {"Позиції дають суми замовлень", "The items come to the orders' totals"},
		checkProfit:    {"Прибуток = роздріб − дроп", "Profit = retail − drop"},
		checkShipment:  {"Відправлені замовлення мають відправлення", "Orders that were sent have shipments"},
		checkCash:      {"Післяплата посилок = післяплата замовлення", "The parcels' cash on delivery is the order's"},
		checkState:     {"Стани післяплати відомі", "The states of cash on delivery are known"},
		checkWaybill:   {"Посилки в дорозі мають ТТН", "Parcels on their way have waybills"},
		checkOrderID:   {"Кожна посилка має замовлення", "Each parcel names its order"},
		checkCollected: {"Післяплату отриманих посилок зібрано", "The cash of delivered parcels was collected"},
		checkDates:     {"Дати відомі", "The dates are known"},
		checkParcel:    {"Стани посилок відомі", "The parcels' states are known"},
	}[name]
	return language.Of(pair[0], pair[1])
}

// wrongText says in Ukrainian what is wrong where a check fails.
func wrongText(name string) string {
	return map[string]string{
		checkItems:     "сума позицій не дорівнює сумі замовлення",
		checkProfit:    "прибуток не дорівнює роздрібу без дропу",
		checkShipment:  "замовлення відправлено, а відправлення немає",
		checkCash:      "післяплата посилок не дорівнює післяплаті замовлення",
		checkState:     "невідомий стан післяплати",
		checkWaybill:   "посилка в дорозі, а ТТН немає",
		checkOrderID:   "у відправлення немає замовлення",
		checkCollected: "посилку отримано, а післяплату ще не зібрано",
		checkDates:     "немає дати, тож рядка немає в жодному періоді",
		checkParcel:    "невідомий стан посилки",
	}[name]
}
