package orderfile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// waysOf reads orders that differ in their last cells alone: each one's way of payment, or the
// code that its row is refused with.
func waysOf(t *testing.T, o Options, headings string, cells ...string) string {
	t.Helper()
	text := []string{"Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;" + headings}
	for i, c := range cells {
		text = append(text, string(rune('A'+i))+";Тест Олена;0671234567;Київ;12;KB-01;2;450;"+c)
	}
	p, err := genericOnce()
	require.NoError(t, err)
	o.Profile = p
	r := readWith(t, writeTemp(t, "a.csv", []byte(lines(text...))), o)
	out := make([]string, len(cells))
	for i := range cells {
		for _, order := range r.Orders {
			if order.ExternalID == string(rune('A'+i)) {
				out[i] = order.Payment.Method
			}
		}
		for _, problem := range r.Problems {
			if problem.Row != nil && *problem.Row == i+2 {
				out[i] = strings.TrimSpace(out[i] + " " + problem.Code)
			}
		}
	}
	return strings.Join(out, ", ")
}

// TestBlankBesideTicks: where others are ticked as paid, a blank is no "paid in advance".
func TestBlankBesideTicks(t *testing.T) {
	unknown := problem.PaymentUnknown
	for _, c := range []struct {
		headings, cells, want string
	}{
		{"Оплачено", "так|", "prepaid, " + unknown},
		{"Оплачено", "|так", unknown + ", prepaid"},
		{"Оплачено?", "так|-", "prepaid, " + unknown},
		{"Paid", "yes|", "prepaid, " + unknown},
		{"Payment status", "paid|", "prepaid, " + unknown},
		{"Статус оплаты", "Оплачен|", "prepaid, " + unknown},
		{"Оплачено", "ні|", unknown + ", " + unknown},
		{"Оплачено", "так|ні|", "prepaid, " + unknown + ", " + unknown},
		{"Сплачено", "так|", "prepaid, " + unknown},
		{"Сплачено", "900|", "prepaid, " + unknown},
		{"Статус", "Оплачено|", "prepaid, " + unknown},
		{"Оплачено", "|", "prepaid, prepaid"}, // nobody says anything: the source's default
		{"Статус", "Новий|", "prepaid, prepaid"},
		{"Оплачено;Спосіб оплати", "так;|;Накладений платіж", "prepaid, cod"},
		{"Оплачено;Сума післяплати", "так;|;900", "prepaid, cod"},
		{"Оплачено;Спосіб оплати", "так;На картку|;На картку", "prepaid, " + unknown},
		{"Оплачено;Спосіб оплати", "ні;Накладений платіж|;На картку", "cod, prepaid"},
	} {
		require.Equal(t, c.want, waysOf(t, Options{}, c.headings, strings.Split(c.cells, "|")...), "%s: %s", c.headings, c.cells)
	}
}

// TestWaysOutOfABlank: the config says what a blank means, and a default that collects the money
// needs no word.
func TestWaysOutOfABlank(t *testing.T) {
	for blank, want := range map[string]string{"cod": "prepaid, cod", "prepaid": "prepaid, prepaid"} {
		o := Options{Words: lexicon.Overlay{Payments: map[string]string{"": blank}}}
		require.Equal(t, want, waysOf(t, o, "Оплачено", "так", ""))
	}
	require.Equal(t, "prepaid, cod", waysOf(t, Options{PaymentMethod: "cod"}, "Оплачено", "так", ""))
	require.Equal(t, "prepaid, "+problem.PaymentUnknown, waysOf(t, Options{PaymentMethod: "prepaid"}, "Оплачено", "так", ""))
}

// TestBlankOnFurtherRows: an order's cells stand on its first row.
func TestBlankOnFurtherRows(t *testing.T) {
	r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Оплачено",
		"1;Тест Олена;0671234567;Київ;12;KB-01;2;450;так", "1;;;;;KB-02;1;100;", "2;Тест Олена;0671234567;Київ;12;KB-01;2;450;"))
	require.Equal(t, []string{"4 " + problem.PaymentUnknown}, codes(r))
	require.Len(t, r.Orders, 1)
	require.Contains(t, r.Problems[0].Message, `payments: {"": cod}`)
}
