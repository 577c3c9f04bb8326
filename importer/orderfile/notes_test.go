package orderfile

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// noted reads two orders of which the first has a note, and lists what is said; the second is
// always sent.
func noted(t *testing.T, o Options, heading, note, payment string) []string {
	t.Helper()
	o.Now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	r := readWith(t, writeTemp(t, "a.csv", []byte(lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Спосіб оплати;"+heading,
		`A;Тест Олена;0671234567;Київ;12;KB-01;1;450;`+payment+`;"`+note+`"`, "B;Тест Олена;0671234567;Київ;12;KB-01;1;450;"+payment+";"))), o)
	require.NotEmpty(t, r.Orders)
	require.Equal(t, "B", r.Orders[len(r.Orders)-1].ExternalID)
	return codes(r)
}

// TestNotesThatKeepAnOrderBack: a note that an order is not to be sent refuses it by name, in the
// comment that goes along and in columns that are known and not read.
func TestNotesThatKeepAnOrderBack(t *testing.T) {
	racing.Skip(t)
	for _, note := range []string{"Не відправляти! клієнт передумав", "СКАСОВАНО", "Дубль замовлення B1001", "Тестове замовлення", "Відмова", "do not ship yet"} {
		for _, heading := range []string{"Коментар", "Примітка", "Коментар про скасування"} {
			require.Equal(t, []string{"2 " + problem.StateUnknown}, noted(t, Options{}, heading, note, "Накладений платіж"), "%s: %s", heading, note)
		}
		own := func(state string) Options {
			return Options{Words: lexicon.Overlay{States: map[string]string{note: state}}}
		}
		require.Empty(t, noted(t, own("post"), "Коментар", note, "Накладений платіж"), note)
		require.Equal(t, []string{"2 " + problem.OrderSkipped}, noted(t, own("skip"), "Коментар", note, "Накладений платіж"), note)
	}
	require.Equal(t, []string{"2 " + problem.StateUnknown}, noted(t, Options{}, "Джерело", "не відправляти", "Накладений платіж"))
	require.Empty(t, noted(t, Options{}, "Джерело", "Тест", "Накладений платіж"), "a source may be called so")
	require.Empty(t, noted(t, Options{Ignore: []string{"Джерело"}}, "Джерело", "не відправляти", "Накладений платіж"))
	for _, note := range []string{"подзвонити перед відправкою", "не дзвонити", "без дзвінка", "скасовано попереднє замовлення", "Дякую! Гарного дня", "відправити сьогодні", "на Новій пошті"} {
		require.Empty(t, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
		require.Empty(t, noted(t, Options{}, "Коментар", note, "LiqPay"), note)
	}
}

// TestNotesAgainstTheOrder: a note that says another day, another place, another payment or other
// goods than the order.
func TestNotesAgainstTheOrder(t *testing.T) {
	for note, want := range map[string]string{
		"Відправити після 25.12":               "2 " + problem.SendLater,
		"Відправити після 25.12.2026":          "2 " + problem.SendLater,
		"Відправити після 25.11.2026":          "2 " + problem.SendLater, // a warning
		"Не відправляти без дзвінка":           "2 " + problem.StateUnknown,
		"Замінити на KB-02":                    "2 " + problem.StateUnknown,
		"Відправити на 15 відділення, а не 12": "2 " + problem.DeliveryUnknown,
		"Відділення №5":                        "2 " + problem.DeliveryUnknown,
		"Оплачено на карту, без накладеного":   "2 " + problem.PaymentConflict,
	} {
		require.Equal(t, []string{want}, noted(t, Options{}, "Коментар", note, "Накладений платіж"), note)
	}
	require.Empty(t, noted(t, Options{}, "Коментар", "Відділення №12", "Накладений платіж"))
	require.Empty(t, noted(t, Options{}, "Коментар", "Оплачено на карту", "LiqPay"))
	require.Equal(t, []string{"2 " + problem.PaymentConflict}, noted(t, Options{}, "Коментар", "накладений платіж", "LiqPay"))
}

// TestNotesThatAreOnlySaid: a condition, or a day that is past, is a warning and the order goes.
func TestNotesThatAreOnlySaid(t *testing.T) {
	for _, note := range []string{"Не відправляти без дзвінка", "Відправити після 25.11.2026", "якщо немає, скасувати"} {
		r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Коментар", `A;Тест Олена;0671234567;Київ;12;KB-01;1;450;"`+note+`"`))
		require.Len(t, r.Orders, 1, note)
		require.Equal(t, problem.Warning, r.Problems[0].Weight(), note)
	}
}

// TestOwnStatesOfUnreadColumns: a line of the config keeps back what a column calls off that
// nobody reads, by a cell or by ticks under the heading.
func TestOwnStatesOfUnreadColumns(t *testing.T) {
	for heading, cell := range map[string]string{"Відмова": "так", "Архів": "+", "Не відправляти": "✓", "Позначки": "скасовано"} {
		key := heading
		if cell == "скасовано" {
			key = cell
		}
		for _, own := range []string{"skip", "cancelled"} {
			o := Options{Words: lexicon.Overlay{States: map[string]string{key: own}}}
			require.Equal(t, []string{"2 " + problem.OrderSkipped}, noted(t, o, heading, cell, "Накладений платіж"), heading)
		}
		require.Empty(t, noted(t, Options{Words: lexicon.Overlay{States: map[string]string{key: "post"}}}, heading, cell, "Накладений платіж"), heading)
	}
}

// TestNamesOfNobodyOrTwo: what stands in a name besides the name.
func TestNamesOfNobodyOrTwo(t *testing.T) {
	for name, want := range map[string][]string{
		"Тест Олена - НЕ ВІДПРАВЛЯТИ":            {"2 " + problem.RecipientNameInvalid},
		"Тест Олена (скасовано)":                 {"2 " + problem.RecipientNameInvalid},
		"Тест Олена 2":                           {"2 " + problem.RecipientNameInvalid},
		"Тест Олена, отримує Іваненко Іван":      {"2 " + problem.RecipientNameInvalid},
		"Тест Олена (отримувач - Іваненко Іван)": {"2 " + problem.RecipientNameInvalid},
		"Тест Олена":                             {},
		"ФОП Тест О.І.":                          {},
		"ТОВ Ромашка 2":                          {},
		`Тест Олена Іванівна-Петренко`:           {},
	} {
		require.Equal(t, want, codes(readText(t, lines(heads, "1001;"+name+";0670000101;Київ;12;KB-01;2;450,00"))), name)
	}
}
