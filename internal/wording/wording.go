// Package wording says the service's values in the language of the person who reads a
// workbook: kinds and operations of the ledger, statuses of orders, states of parcels.
package wording

import (
	"fmt"
	"strings"
	"sync"
)

// Language is that of headings and values, an ISO 639-1 code.
type Language string

// The languages that workbooks speak.
const (
	Ukrainian Language = "uk"
	English   Language = "en"
)

// ParseLanguage reads a language's code; "" is Ukrainian.
func ParseLanguage(code string) (Language, error) {
	switch language := Language(strings.ToLower(code)); language {
	case "":
		return Ukrainian, nil
	case Ukrainian, English:
		return language, nil
	}
	return "", fmt.Errorf("language %q: one of uk, en", code)
}

// Of is the text of the language.
func (l Language) Of(uk, en string) string {
	if l == English {
		return en
	}
	return uk
}

// Kind is a ledger entry's kind in words. Like all of these, it gives a value that it
// does not know as it is.
func (l Language) Kind(kind string) string { return l.word(kinds(), kind) }

// Operation is a ledger entry's operation in words.
func (l Language) Operation(operation string) string { return l.word(operations(), operation) }

// OrderStatus is an order's status in words.
func (l Language) OrderStatus(status string) string { return l.word(orderStatuses(), status) }

// ParcelState is a shipment's state in words.
func (l Language) ParcelState(state string) string { return l.word(parcelStates(), state) }

// CashState is in words what became of the cash on delivery.
func (l Language) CashState(state string) string { return l.word(cashStates(), state) }

// Carrier is a carrier's name.
func (l Language) Carrier(carrier string) string { return l.word(carriers(), carrier) }

// Payment is a payment method in words.
func (l Language) Payment(method string) string { return l.word(payments(), method) }

// words are a value's words, Ukrainian and English. They are made once: a cell asks for one.
type words map[string][2]string

func (l Language) word(of words, value string) string {
	if pair, known := of[value]; known {
		return l.Of(pair[0], pair[1])
	}
	return value
}

var kinds = sync.OnceValue(func() words {
	return words{
		"accrual": {"нарахування", "accrual"},
		"hold":    {"холд", "hold"},
		"payout":  {"виплата", "payout"},
	}
})

var operations = sync.OnceValue(func() words {
	return words{
		"order_margin":    {"націнка за замовленням", "order margin"},
		"order_cost":      {"вартість замовлення", "order cost"},
		"return":          {"повернення", "return"},
		"correction":      {"коригування", "correction"},
		"fee":             {"комісія", "fee"},
		"hold_placed":     {"холд поставлено", "hold placed"},
		"hold_released":   {"холд знято", "hold released"},
		"payout_iban":     {"виплата на IBAN", "payout to IBAN"},
		"payout_card":     {"виплата на картку", "payout to card"},
		"payout_rejected": {"виплату повернуто", "payout rejected"},
	}
})

var orderStatuses = sync.OnceValue(func() words {
	return words{
		"new":        {"нове", "new"},
		"confirmed":  {"підтверджено", "confirmed"},
		"assembling": {"комплектується", "assembling"},
		"shipped":    {"відправлено", "shipped"},
		"delivered":  {"доставлено", "delivered"},
		"completed":  {"завершено", "completed"},
		"cancelled":  {"скасовано", "cancelled"},
		"returning":  {"повертається", "returning"},
		"returned":   {"повернуто", "returned"},
		"on_hold":    {"призупинено", "on hold"},
	}
})

var parcelStates = sync.OnceValue(func() words {
	return words{
		"created":          {"створено", "created"},
		"accepted":         {"прийнято", "accepted"},
		"in_transit":       {"у дорозі", "in transit"},
		"arrived":          {"прибуло", "arrived"},
		"out_for_delivery": {"у кур'єра", "out for delivery"},
		"delivered":        {"отримано", "delivered"},
		"delivery_failed":  {"не вручено", "delivery failed"},
		"rescheduled":      {"перенесено", "rescheduled"},
		"redirected":       {"переадресовано", "redirected"},
		"refused":          {"відмова", "refused"},
		"storage_expired":  {"строк зберігання минув", "storage expired"},
		"returning":        {"повертається", "returning"},
		"returned":         {"повернуто", "returned"},
		"lost":             {"втрачено", "lost"},
		"deleted":          {"видалено", "deleted"},
		"unknown":          {"невідомо", "unknown"},
	}
})

var cashStates = sync.OnceValue(func() words {
	return words{
		"none":      {"немає", "none"},
		"expected":  {"очікується", "expected"},
		"collected": {"отримано перевізником", "collected"},
		"paid_out":  {"виплачено", "paid out"},
	}
})

var carriers = sync.OnceValue(func() words {
	return words{
		"nova_poshta":      {"Нова пошта", "Nova Poshta"},
		"ukrposhta":        {"Укрпошта", "Ukrposhta"},
		"meest":            {"Meest", "Meest"},
		"rozetka_delivery": {"Rozetka Delivery", "Rozetka Delivery"},
		"pickup":           {"самовивіз", "pickup"},
	}
})

var payments = sync.OnceValue(func() words {
	return words{
		"cod":     {"післяплата", "cash on delivery"},
		"prepaid": {"передоплата", "prepaid"},
		"balance": {"з балансу", "balance"},
	}
})
