package orderfile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// sheetHeads are the headings of the workbooks here.
const sheetHeads = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Сума замовлення;Післяплата;ТТН;Спосіб оплати"

func orderRow(number string) []any {
	return texts(number + ";Тест Олена;0671234567;Київ;12;KB-01;1;450;900;900;;Накладений платіж")
}

// TestMergedOverOrders: a number in a cell that is merged over several orders counts for none
// of them; the recipient's cells may, and an order's own cells for all of its rows.
func TestMergedOverOrders(t *testing.T) {
	for name, c := range map[string]struct {
		merge string
		want  []string
		left  int
	}{
		"amount on delivery": {"J2:J3", []string{"2 " + AmountInvalid, "3 " + AmountInvalid}, 1},
		"over three orders":  {"J2:J4", []string{"2 " + AmountInvalid, "3 " + AmountInvalid, "4 " + AmountInvalid}, 0},
		"sum of the order":   {"I3:I4", []string{"3 " + AmountInvalid, "4 " + AmountInvalid}, 1},
		"quantity":           {"G2:G3", []string{"3 " + QuantityInvalid}, 2},
		"price":              {"H2:H3", []string{"3 " + QuantityInvalid}, 2},
		"name":               {"B2:B4", nil, 3},
		"phone":              {"C2:C4", nil, 3},
		"city":               {"D2:D4", nil, 3},
		"branch":             {"E2:E4", nil, 3},
		"payment":            {"L2:L4", nil, 3},
		"sku":                {"F2:F3", nil, 3},
		"two columns":        {"I2:J2", []string{"2 " + OrderCellsConflict}, 2},
	} {
		rows := [][]any{texts(sheetHeads), orderRow("1"), orderRow("2"), orderRow("3")}
		r := readBook(t, book{sheets: []testSheet{{name: "a", rows: rows, merges: []string{c.merge}}}})
		require.Equal(t, append([]string{}, c.want...), codes(r), name)
		require.Len(t, r.Orders, c.left, name)
	}
	waybill := func(row []any) []any { row[10] = "20450000000001"; return row }
	r := readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), waybill(orderRow("1")), waybill(orderRow("2"))}, merges: []string{"K2:K3"}}}})
	require.Equal(t, []string{"2 " + WaybillInvalid, "3 " + WaybillInvalid}, codes(r))

	second := orderRow("1")
	second[5] = "KB-02"
	r = readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), orderRow("1"), second}, merges: []string{"A2:A3", "I2:I3", "J2:J3", "L2:L3"}}}})
	require.Empty(t, codes(r))
	require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String())
	r = readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), orderRow("1"), second}, merges: []string{"A2:A3", "G2:G3"}}}})
	require.Equal(t, []string{"3 " + QuantityInvalid}, codes(r))
}

// TestNumbersAsShown: a number's format may say that it is no plain amount or count.
func TestNumbersAsShown(t *testing.T) {
	heads := "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Спосіб оплати;Артикул;Кількість;Ціна;Знижка"
	for name, c := range map[string]struct {
		format string
		price  string
		cell   string // of the discount
		want   []string
		cod    string
	}{
		"per cents":             {"0%", "450", "0.1", nil, "810.00"},
		"per cents and a half":  {"0.0%", "450", "0.125", nil, "787.50"},
		"per cents in quotes":   {`0"%"`, "450", "10", nil, "810.00"},
		"dollars":               {`"$"#,##0.00`, "450", "10", []string{"2 " + AmountInvalid}, ""},
		"euros of a bracket":    {`#,##0.00\ [$€-407]`, "450", "10", []string{"2 " + AmountInvalid}, ""},
		"roubles":               {`#,##0.00" руб."`, "450", "10", []string{"2 " + AmountInvalid}, ""},
		"hryvnias":              {`#,##0.00\ "₴"`, "450", "10", nil, "890.00"},
		"hryvnias of a bracket": {`#,##0.00 [$грн.-422]`, "450", "10", nil, "890.00"},
		"a locale alone":        {`[$-422]#,##0.00`, "450", "10", nil, "890.00"},
		"width of a dollar":     {`_($* #,##0.00_)`, "450", "10", []string{"2 " + AmountInvalid}, ""},
		"a day":                 {`dd mmmm yyyy" г."`, "450", "46000", []string{"2 " + AmountInvalid}, ""},
	} {
		row := append(texts("1;Тест Олена;0671234567;Київ;12;Накладений платіж;KB-01;2"), raw(c.price), styled{1, c.cell})
		r := readBook(t, book{formats: []string{c.format}, sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), row}}}})
		require.Equal(t, append([]string{}, c.want...), codes(r), name)
		if c.cod != "" {
			require.Equal(t, c.cod, r.Orders[0].Payment.CODAmount.String(), name)
		}
	}
	weighed := append(texts("1;Тест Олена;0671234567;Київ;12;Накладений платіж;KB-01"), styled{1, "2"}, raw("450"))
	r := readBook(t, book{formats: []string{`0" кг"`}, sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), weighed}}}})
	require.Contains(t, codes(r), "2 "+QuantityInvalid)
	r = readBook(t, book{formats: []string{`0" шт"`}, sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), weighed}}}})
	require.Empty(t, codes(r))
}
