package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

const sectionHeads = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна"

func sectionRow(number string) string {
	return number + ";Тест Олена;0671234567;Київ;12;KB-01;1;450"
}

// TestSections: a row of one text that speaks of state, payment or delivery speaks of all rows
// below it, until the next such row.
func TestSections(t *testing.T) {
	for text, code := range map[string]string{
		"СКАСОВАНІ": problem.StateUnknown, "Відправлені:": problem.StateUnknown, "— Скасовані —": problem.StateUnknown, "НЕ ВІДПРАВЛЯТИ": problem.StateUnknown, "Повернення": problem.StateUnknown,
		"Отменённые": problem.StateUnknown, "Cancelled": problem.StateUnknown, "Дублі": problem.StateUnknown,
		"НАКЛАДЕНИЙ ПЛАТІЖ": problem.PaymentUnknown, "Оплачені": problem.PaymentUnknown, "Не оплачено": problem.PaymentUnknown, "Чекаємо оплату": problem.PaymentUnknown, "COD": problem.PaymentUnknown,
		"Укрпошта": problem.DeliveryUnknown, "Самовивіз": problem.DeliveryUnknown,
		"НОВІ": "", "До відправки": "", "Менеджер Ірина": "",
	} {
		r := readText(t, lines(sectionHeads, sectionRow("1"), text+";;;;;;;", sectionRow("2"), "", sectionRow("3"), "Нові;;;;;;;", sectionRow("4")))
		kept := []string{}
		for _, o := range r.Orders {
			kept = append(kept, o.ExternalID)
		}
		if code == "" {
			require.Equal(t, []string{"1", "2", "3", "4"}, kept, text)
			continue
		}
		require.Equal(t, []string{"1", "4"}, kept, text)
		require.Equal(t, []string{"4 " + code, "6 " + code}, codes(r), text)
		require.Contains(t, r.Problems[0].Message, "row 3", text)
	}
}

// TestSectionsBesideColumns: what an order's own cells say as well is no contradiction.
func TestSectionsBesideColumns(t *testing.T) {
	heads := sectionHeads + ";Спосіб оплати;Служба доставки"
	row := func(number, way string) string { return sectionRow(number) + ";" + way + ";Нова Пошта" }
	r := readText(t, lines(heads, "НАКЛАДЕНИЙ ПЛАТІЖ;;;;;;;;;", row("1", "Післяплата"), row("2", "Передоплата"), row("3", ""), "УКРПОШТА;;;;;;;;;", row("4", "Післяплата")))
	require.Equal(t, []string{"4 " + problem.PaymentUnknown, "5 " + problem.PaymentUnknown}, codes(r))
	require.Len(t, r.Orders, 2)
}

// TestTitlesAboveTheHeadings: a title that is a word of state or payment and nothing else speaks
// of the whole sheet.
func TestTitlesAboveTheHeadings(t *testing.T) {
	for title, code := range map[string]string{"Скасовані": problem.StateUnknown, "Накладений платіж": problem.PaymentUnknown, "Замовлення за листопад": "", "Оплата карткою ФОП на рахунок у банку": ""} {
		r := readText(t, lines(title+";;;;;;;", sectionHeads, sectionRow("1")))
		if code == "" {
			require.Len(t, r.Orders, 1, title)
			continue
		}
		require.Equal(t, []string{"3 " + code}, codes(r), title)
	}
}
