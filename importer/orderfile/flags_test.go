package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// flagged reads two orders that differ in a column nobody knows, and lists what is said of it.
func flagged(t *testing.T, heading string, cells ...string) []string {
	t.Helper()
	text := []string{"Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;" + heading}
	for i, c := range cells {
		text = append(text, string(rune('A'+i))+";Тест Олена;0671234567;Київ;12;KB-01;2;450;"+c)
	}
	return codes(readText(t, lines(text...)))
}

// TestTicksUnderUnknownHeadings: a tick says nothing by itself; with a heading that speaks of
// sending or paying it keeps the file from being posted until somebody says what it means.
func TestTicksUnderUnknownHeadings(t *testing.T) {
	racing.Skip(t)
	refused := []string{"0 " + problem.ColumnUnread}
	for heading, cells := range map[string]string{
		"Відмова":              "так|",
		"Дубль":                "+|-",
		"Не відправляти":       "✓|",
		"На паузі":             "true|false",
		"Do not ship":          "yes|no",
		"Доставлено клієнту":   "да|нет",
		"Підтверджено":         "так|ні",
		"Підтверджено дзвінок": "так|",
		"Можна відправляти":    "TRUE|FALSE",
		"Самовивіз":            "так|",
		"Кур'єр":               "1|0",
		"Гроші прийшли":        "так|",
		"Передоплата отримана": "+|",
		"Сума НП":              "450|",
		"Залишок":              "450|",
		"Чим платить":          "моно|",
		"Дата оплати":          "01.12.2026|",
		"Płatność":             "przelew|",
	} {
		require.Equal(t, refused, flagged(t, heading, strings.Split(cells, "|")...), heading)
	}
	for heading, cells := range map[string]string{
		"Підтверджено":     "так|так",
		"Дубль":            "ні|ні",
		"Дата оплати":      "|",
		"Подарунок":        "так|ні",
		"Передзвонити":     "так|",
		"Платник доставки": "Отримувач|Відправник",
	} {
		require.Empty(t, flagged(t, heading, strings.Split(cells, "|")...), heading)
	}
}

// TestCashOnDeliveryByItsShortName: "Накладений" over ticks or amounts is cash on delivery, and a
// blank there is none.
func TestCashOnDeliveryByItsShortName(t *testing.T) {
	for _, heading := range []string{"Накладений", "Наложений, грн", "Наложенный", "Накладений грн"} {
		cells := map[string]string{"900": "", "900,00": "0"}
		if !strings.Contains(heading, "грн") {
			cells["так"] = ""
		}
		for cell, no := range cells {
			r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;"+heading,
				"A;Тест Олена;0671234567;Київ;12;KB-01;2;450;"+cell, "B;Тест Олена;0671234567;Київ;12;KB-02;2;450;"+no))
			require.Empty(t, codes(r), "%s: %s", heading, cell)
			require.Len(t, r.Orders, 2)
			require.Equal(t, supplier.PaymentCOD, r.Orders[0].Payment.Method, "%s: %s", heading, cell)
			require.True(t, r.Orders[0].Payment.CODAmount.Equal(money.Must("900")), "%s: %s", heading, cell)
			require.Equal(t, supplier.PaymentPrepaid, r.Orders[1].Payment.Method, "%s: %s", heading, no)
		}
	}
}

// TestWhateverHolds: under a heading that holds orders back each cell does, but for a "no".
func TestWhateverHolds(t *testing.T) {
	for _, heading := range []string{"Hold?", "Не відправляти", "Відмова", "Дубль"} {
		said := flagged(t, heading, "чекаємо клієнта", "", "ні", "-", "до понеділка")
		require.Contains(t, said, "2 "+problem.StateUnknown, heading)
		require.Contains(t, said, "6 "+problem.StateUnknown, heading)
		require.Len(t, said, 3, heading) // and one of the column
	}
	require.Equal(t, []string{"0 " + problem.ColumnUnread}, flagged(t, "Hold?", "checked", ""))
}

// TestPlacesOfAPlacelessFile: where nothing else says a place, a heading that nobody reads and that
// speaks of one keeps the file back.
func TestPlacesOfAPlacelessFile(t *testing.T) {
	read := func(heading, cell string) []string {
		return codes(readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Артикул;Кількість;Ціна;"+heading, "A;Тест Олена;0671234567;Київ;KB-01;2;450;"+cell)))
	}
	require.Contains(t, read("Точка Нової пошти", "12"), "0 "+problem.ColumnUnread)
	require.NotContains(t, read("Тариф", "12"), "0 "+problem.ColumnUnread)
	require.Empty(t, read("NP branch", "12"))
}

// TestGifts: what is to be sent beside the items refuses its order; a tick, which may be a ribbon,
// and a word for nothing do not.
func TestGifts(t *testing.T) {
	for _, heading := range []string{"Подарунок", "Товар у подарунок", "Подарок", "Gift"} {
		require.Equal(t, []string{"2 " + problem.ColumnUnread, "4 " + problem.ColumnUnread}, flagged(t, heading, "KB-02", "", "Чашка біла", "-", "немає", "так", "0"), heading)
	}
	require.Empty(t, flagged(t, "Подарункова упаковка", "з бантом", ""))
}

// TestOneCellThatKeepsAnOrderBack: of a column of other texts only the order is refused whose own
// cell speaks against sending it.
func TestOneCellThatKeepsAnOrderBack(t *testing.T) {
	cells := []string{"vip", "скасовано", "vip", "постійний"}
	got := flagged(t, "Теги", cells...)
	require.ElementsMatch(t, []string{"0 " + problem.ColumnUnread, "3 " + problem.StateUnknown}, got)
	cells[1] = "наложка"
	require.Equal(t, []string{"3 " + problem.PaymentUnknown}, flagged(t, "Теги", cells...))
	for i := range cells {
		cells[i] += ";Передоплата"
	}
	require.Empty(t, flagged(t, "Теги;Спосіб оплати", cells...), "the order's own cell says how it is paid")
}

// TestTicksAreSigns: people tick with signs, too.
func TestTicksAreSigns(t *testing.T) {
	for _, tick := range []string{"+", "✓", "✔", "☑", "✅", "TRUE", "Да", "tak"} {
		require.Equal(t, "prepaid, "+problem.PaymentUnknown, waysOf(t, Options{}, "Оплачено", tick, ""), tick)
	}
	for _, cross := range []string{"✗", "❌", "☐", "FALSE", "нет"} {
		require.Equal(t, problem.PaymentUnknown+", cod", waysOf(t, Options{}, "Оплачено;Спосіб оплати", cross+";Передоплата", cross+";Післяплата"), cross)
	}
}
