package orderfile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/orders"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
)

const moreHeads = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Сума замовлення;Післяплата;Спосіб оплати;Коментар"

func TestOrders(t *testing.T) {
	for name, c := range map[string]struct {
		rows             []string
		orders, problems []string
	}{
		"blank row between the rows of an order": {
			[]string{heads, one, "", "1001;;;;;KB-02;1;320,00"},
			[]string{strings.Replace(one2, "[2]", "[2 4]", 1)[:len(one2)+2-len(" prepaid")] + " KB-02×1@320.00 prepaid"}, nil},
		"rows apart": {
			[]string{heads, one, two, "1001;Коваль Олена;0670000101;Київ;12;KB-01;1;450,00"},
			[]string{two3}, []string{"4 order_rows_apart"}},
		"rows apart with a further item": {
			[]string{heads, one, two, one, ";;;;;KB-09;1;1,00"},
			[]string{two3}, []string{"4 order_rows_apart"}},
		"another phone": {[]string{heads, one, "1001;Коваль Олена;0670000109;Київ;12;KB-02;1;1,00", two},
			[]string{strings.Replace(two3, "[3]", "[4]", 1)}, []string{"3 recipient_conflict"}},
		"another city and branch": {[]string{heads, one, "1001;Коваль Олена;0670000101;Львів;13;KB-02;1;1,00"},
			nil, []string{"3 recipient_conflict", "3 recipient_conflict"}},
		"a locker of the same number": {[]string{heads, one, "1001;;;;Поштомат 12;KB-02;1;1,00"},
			nil, []string{"3 recipient_conflict"}},
		"first row without a person": {[]string{heads, "1001;;;;;KB-01;1;1,00", "1001;Коваль Олена;0670000101;Київ;12;KB-02;1;1,00"},
			[]string{"1001 [2 3] Коваль Олена +380670000101 Київ/branch/12 KB-01×1@1.00 KB-02×1@1.00 prepaid"}, nil},
		"a further row without an item": {[]string{heads, one, "1001;Коваль Олена;0670000101;Київ;12;;;"},
			nil, []string{"3 sku_missing"}},
		"no item at all": {[]string{heads, "1001;Коваль Олена;0670000101;Київ;12;;;", two},
			[]string{two3}, []string{"2 sku_missing"}},
		"equal items stay two": {[]string{heads, one, ";;;;;KB-01;2;450,00"},
			[]string{"1001 [2 3] Коваль Олена +380670000101 Київ/branch/12 KB-01×2@450.00 KB-01×2@450.00 prepaid"}, nil},
		"sums right below an order": {[]string{heads, one, ";;;;;;2;900,00", two},
			[]string{strings.Replace(two3, "[3]", "[4]", 1)}, []string{"3 sku_missing"}},
		"sums after a blank row": {[]string{heads, one, "", ";;;;;;2;900,00"},
			[]string{one2}, []string{"4 order_number_missing"}},
		"an item below a total": {[]string{heads, one, "Разом;;;;;;2;900,00", ";;;;;KB-02;1;1,00"},
			[]string{one2}, []string{"3 total_row_skipped", "4 order_number_missing"}},
		"a further item of a row without number": {[]string{heads, one, ";Гнатюк Степан;0670000102;Львів;5;KB-02;1;1,00", ";;;;;KB-03;1;1,00"},
			[]string{one2}, []string{"3 order_number_missing"}},
		"everything missing": {[]string{heads, "1001;;;Київ;12;KB-01;1;1,00", two},
			[]string{two3}, []string{"2 recipient_name_missing", "2 phone_missing"}},
		"several faults in a row": {[]string{heads, "1001;Коваль Олена;123;Київ;12;1E+05;0;x", two},
			[]string{two3}, []string{"2 phone_invalid", "2 sku_scientific", "2 quantity_invalid", "2 amount_invalid"}},
		"long number": {[]string{heads, strings.Repeat("9", 65) + one[4:], strings.Repeat("9", 64) + two[4:]},
			[]string{strings.Repeat("9", 64) + two3[4:]}, []string{"2 order_number_too_long"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, lines(c.rows...))
			verdict := VerdictPartial
			if len(c.orders) == 0 {
				verdict = VerdictRejected
			} else if !strings.Contains(strings.Join(c.problems, " "), "_") || strings.HasSuffix(strings.Join(c.problems, " "), "total_row_skipped") {
				verdict = VerdictOK
			}
			requireReading(t, r, verdict, c.orders, c.problems)
			requireLines(t, r)
		})
	}
}

// requireLines: every line is posted or refused with a reason, and the two agree with the orders.
func requireLines(t *testing.T, r *Report) {
	t.Helper()
	posted := map[int]string{}
	for _, o := range r.Orders {
		for _, row := range o.Rows {
			posted[row] = o.ExternalID
		}
	}
	for _, l := range r.Lines() {
		id, ok := posted[l.Row]
		require.Equal(t, ok, !l.Refused, "row %d", l.Row)
		require.Equal(t, l.Refused, l.Code != "" && l.Message != "", "row %d", l.Row)
		if ok {
			require.Equal(t, id, l.ExternalID)
		}
		delete(posted, l.Row)
	}
	require.Empty(t, posted)
}

func TestLinesNameTheRowAtFault(t *testing.T) {
	r := readText(t, lines(heads, one, ";;;;;;1;1,00", "1001;;;;;KB-02;1;1,00", two, "Разом"))
	require.Equal(t, []orders.Line{
		{Row: 2, ExternalID: "1001", Refused: true, Code: problem.SKUMissing, Message: "order refused because of row 3"},
		{Row: 3, ExternalID: "1001", Refused: true, Code: problem.SKUMissing, Message: "the SKU is missing: fill it in"},
		{Row: 4, ExternalID: "1001", Refused: true, Code: problem.SKUMissing, Message: "order refused because of row 3"},
		{Row: 5, ExternalID: "1002", Refused: false, Code: "", Message: ""},
	}, r.Lines())
}

func TestPayment(t *testing.T) {
	// The cells: total, amount on delivery, way of payment; the item is 2 × 450.
	for cells, want := range map[string]string{
		";;":                     "prepaid",
		";900,00;":               "cod=900.00",
		"1000;900;":              "cod=900.00",
		";0,00;":                 "prepaid",
		";900;Накладений платіж": "cod=900.00",
		"1000;;Накладений платіж":             "cod=1000.00",
		";;Післяплата":                        "cod=900.00",
		";0;Оплата при отриманні (готівка)":   problem.PaymentConflict,
		";;Накладений платіж Нова Пошта":      "cod=900.00",
		";;наложенный  платеж":                "cod=900.00",
		";;Cash on Delivery (COD)":            "cod=900.00",
		";;COD":                               "cod=900.00",
		";;Передоплата":                       "prepaid",
		";;оплачено (LiqPay)":                 "prepaid",
		";;Готівка":                           problem.PaymentUnknown,
		";;Codex":                             problem.PaymentUnknown,
		";900;Оплачено":                       problem.PaymentConflict,
		";900;Не оплачено":                    "cod=900.00",
		";;Ще не оплачено":                    problem.PaymentUnknown,
		";;not paid":                          problem.PaymentUnknown,
		";;Накладений платіж, не дзвонити":    problem.PaymentUnknown,
		";;Частково оплачено":                 problem.PaymentUnknown,
		";;partially_paid":                    problem.PaymentUnknown,
		";300;Часткова передоплата":           "cod=300.00",
		"0;;Післяплата":                       problem.CODAmountMissing,
		";;Передоплата 100, решта післяплата": problem.PaymentUnknown,
		";800;Передоплата 100, решта cod":     "cod=800.00",
		"x;;":     problem.AmountInvalid,
		";1.234;": problem.AmountAmbiguous,
		"1 000 грн;;Оплата при получении": "cod=1000.00",
		"1000;;wayforpay":                      "prepaid",
		";" + strings.Repeat("9", 30) + ";cod": problem.AmountInvalid,
	} {
		r := readText(t, lines(moreHeads, one+";"+cells+";", "1009;Ґудзь Марія;0670000103;Одеса;1;KB-01;1;1;;;;"))
		got := ""
		for _, o := range r.Orders {
			if o.ExternalID == "1001" {
				got = strings.TrimSuffix(o.Payment.Method+"="+o.Payment.CODAmount.String(), "=")
			}
		}
		if wrong := slices.IndexFunc(r.Problems, func(p problem.Problem) bool { return p.Weight() == problem.Error }); wrong >= 0 {
			require.Equal(t, 2, *r.Problems[wrong].Row)
			got = r.Problems[wrong].Code
		}
		require.Equal(t, want, got, "%q", cells)
	}
}

func TestPaymentWithoutPrices(t *testing.T) {
	r := readText(t, lines(moreHeads, "1001;Коваль Олена;0670000101;Київ;12;KB-01;2;;;;cod;", ";;;;;KB-02;1;1;;;;"))
	requireReading(t, r, VerdictRejected, nil, []string{"2 cod_amount_missing"})

	text := lines(heads, "1001;Коваль Олена;0670000101;Київ;12;KB-01;2;450,00")
	r = readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{PaymentMethod: "cod", Carrier: "meest"})
	require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String())
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
}

func TestOrderCells(t *testing.T) {
	row := "1001;Коваль Олена;0670000101;Київ;12;KB-01;1;450;"
	for second, want := range map[string][]string{
		"1 350,00 грн;;Накладений платіж;": nil,
		";;;":         nil,
		"1351;;;":     {"3 order_cells_conflict"},
		";5;;":        nil,
		";;Оплачено;": {"3 order_cells_conflict"},
		";;COD;":      nil,
	} {
		r := readText(t, lines(moreHeads, row+"1350;;Накладений платіж;перший", row+second))
		require.Equal(t, append([]string{}, want...), codes(r), second)
	}
	r := readText(t, lines(moreHeads, row+";;;перший", row+";;;перший", row+";;;другий"))
	require.Equal(t, "перший\nдругий", *r.Orders[0].Comment)
}

func TestHeadings(t *testing.T) {
	person := ";Коваль Олена;0670000101;"
	for name, c := range map[string]struct {
		heads, row       string
		orders, problems []string
	}{
		"look-alike letter in the phone":              {"№;ПІБ;Тeлефон;Артикул;Кількість", "1;x;x;x;x", nil, []string{"0 heading_lookalike"}},
		"look-alike letter in the amount on delivery": {"№;ПІБ;Телефон;Артикул;Кількість;Післяплатa", "1" + person + "KB-01;1;900", nil, []string{"0 heading_lookalike"}},
		"nothing of the phone":                        {"№;ПІБ;Факс;Артикул;Кількість", "1;x;x;x;x", nil, []string{"0 heading_missing"}},
		"nothing but item columns":                    {"Артикул;Кількість;Ціна", "1;1;1", nil, []string{"0 heading_missing", "0 heading_missing"}},
		"one heading twice":                           {"№;ПІБ;Телефон;Артикул;Артикул:;Кількість", "1;x;x;x;x;x", nil, []string{"0 duplicate_heading"}},
		"product's name twice":                        {"№;ПІБ;Телефон;Артикул;Кількість;Товар;Товар", "1" + person + "KB-01;1;a;b", []string{"1 [2] Коваль Олена +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"unknown heading twice":                       {"№;ПІБ;Телефон;Артикул;Кількість;x;x", "1" + person + "KB-01;1;a;b", []string{"1 [2] Коваль Олена +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"short by the product's name":                 {"№;ПІБ;Телефон;Артикул;Кількість;Товар", "1" + person + "KB-01;1", []string{"1 [2] Коваль Олена +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"full-width and marked":                       {"№*;ПІБ:;Тел.;ＳＫＵ;К-сть, шт;Ціна (грн)", "1" + person + "KB-01;1;5", []string{"1 [2] Коваль Олена +380670000101 /branch/ KB-01×1@5.00 prepaid"}, nil},
		"recipient before general before payer":       {"№;Billing name;ПІБ;Отримувач;Телефон;SKU;Qty", "1;A;B;C;0670000101;KB-01;1", []string{"1 [2] C +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"blank recipient":                             {"№;Billing name;ПІБ;Отримувач;Телефон;SKU;Qty", "1;A;;;0670000101;KB-01;1", []string{"1 [2] A +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"parts with a blank one":                      {"№;shipping_first_name;shipping_last_name;billing_first_name;billing_last_name;Phone;SKU;Qty", "1;;Сорока;Богдан;Інша;0670000101;KB-01;1", []string{"1 [2] Сорока Богдан +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"order_number before order_id":                {"order_id;order_number;Name;Phone;SKU;Qty", "7;8;A;0670000101;KB-01;1", []string{"8 [2] A +380670000101 /branch/ KB-01×1@ prepaid"}, nil},
		"locker column":                               {"№;ПІБ;Телефон;Поштомат;SKU;Qty", "1" + person + "77;KB-01;1", []string{"1 [2] Коваль Олена +380670000101 /locker/77 KB-01×1@ prepaid"}, nil},
		"a bare total is not used":                    {"№;ПІБ;Телефон;SKU;Qty;Total;Оплата", "1" + person + "KB-01;1;999;cod", nil, []string{"0 column_unread", "2 cod_amount_missing"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := readText(t, lines(c.heads, c.row))
			require.Equal(t, append([]string{}, c.problems...), codes(r), "%v", r.Problems)
			require.Equal(t, append([]string{}, c.orders...), summaries(r))
		})
	}
}

func TestLookalikeNamesTheLetter(t *testing.T) {
	r := readText(t, lines("№;ПІБ;Тeлефон;Артикул;Кількість", "1;x;x;x;x"))
	require.Equal(t, "Тeлефон", *r.Problems[0].Column)
	require.Contains(t, r.Problems[0].Message, `letter 2, "e", is Latin: it must be the Cyrillic one`)
}

func TestWide(t *testing.T) {
	head := "№;ПІБ;Телефон;SKU 1;Quantity 1;SKU 2;Quantity 2;SKU 5;Quantity 5"
	for row, want := range map[string][]string{
		"1;A;0670000101;KB-01;1;;;KB-05;2":    {"1 [2] A +380670000101 /branch/ KB-01×1@ KB-05×2@ prepaid"},
		"1;A;0670000101;;;KB-02;3;;":          {"1 [2] A +380670000101 /branch/ KB-02×3@ prepaid"},
		"1;A;0670000101;KB-01;1;KB-01;1;;":    {"1 [2] A +380670000101 /branch/ KB-01×1@ KB-01×1@ prepaid"},
		"1;A;0670000101;KB-01;1;;2;;":         {"2 sku_missing"},
		"1;A;0670000101;KB-01;1;KB-02;;;":     {"2 quantity_invalid"},
		"1;A;0670000101;;;;;;":                {"2 sku_missing"},
		"1;A;0670000101;KB-01;1;KB-02;1":      {"2 row_ragged"},
		"1;A;0670000101;KB-01;1;;;;\n;;;;;;;": {"1 [2] A +380670000101 /branch/ KB-01×1@ prepaid"},
	} {
		r := readText(t, lines(head, row))
		require.Equal(t, want, append(summaries(r), codes(r)...), row)
		if len(r.Orders) > 0 {
			require.Equal(t, orders.LayoutWide, r.Layout)
		}
	}
	r := readText(t, lines("№;ПІБ;Телефон;SKU;Qty;SKU 2;Qty 2", "1;A;0670000101;KB-01;1;KB-02;2"))
	require.Equal(t, []string{"1 [2] A +380670000101 /branch/ KB-01×1@ KB-02×2@ prepaid"}, summaries(r))
	r = readText(t, lines("№;ПІБ;Телефон;SKU;Qty;Price 1;Price 2", "1;A;0670000101;KB-01;1;5;6"))
	require.Equal(t, orders.LayoutRowPerOrder, r.Layout)
	r = readText(t, lines("№;ПІБ;Телефон;SKU 1;SKU 01;Qty 1", "1;A;0670000101;KB-01;1;5"))
	require.Equal(t, []string{"0 duplicate_heading"}, codes(r))
}

func TestPackedItems(t *testing.T) {
	head := "order_number,Name,Phone,quantity,line_item_1,line_item_2"
	for cell, want := range map[string][]string{
		"name:Чай: зелений|sku:KB-01|quantity:2|total:900.00": {"1 [2] A +380670000101 /branch/ KB-01×2@450.00 prepaid"},
		"sku:KB-01|quantity:3|total:100":                      {"1 [2] A +380670000101 /branch/ KB-01×3@ prepaid"},
		"SKU: KB-01 |Quantity: 3":                             {"1 [2] A +380670000101 /branch/ KB-01×3@ prepaid"},
		"name:x|quantity:3|total:100":                         {"2 sku_missing"},
		"name:x|sku:|quantity:3":                              {"2 sku_missing"},
		"sku:KB-01|total:100":                                 {"2 quantity_invalid"},
		"sku:KB-01|quantity:1|total:-1":                       {"2 amount_invalid"},
		"name:a|sku:KB-09|sku:KB-01|quantity:1":               {"2 sku_missing"},
		"just text":                                           {"2 sku_missing", "2 quantity_invalid"},
	} {
		r := readText(t, lines(head, "1,A,0670000101,7,"+cell+","))
		require.Equal(t, want, append(summaries(r), codes(r)...), cell)
	}
}

// TestOrdersWithoutNumbers: the made number stays the same when the file is sorted,
// gets rows, is saved in another format or read with another default.
func TestOrdersWithoutNumbers(t *testing.T) {
	head := "ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна"
	a, b := "Коваль Олена;0670000101;Київ;12;KB-01;2;450,00", "Гнатюк Степан;0670000102;Львів;5;KB-02;1;320,00"
	ids := func(r *Report) []string {
		require.Equal(t, []string{"0 order_number_absent"}, codes(r))
		require.Equal(t, VerdictOK, r.Verdict)
		var out []string
		for _, o := range r.Orders {
			require.LessOrEqual(t, len(o.ExternalID), value.MostIDLength)
			out = append(out, o.ExternalID)
		}
		return out
	}
	first := ids(readText(t, lines(head, a, b, a)))
	require.Len(t, first, 3)
	require.NotEqual(t, first[0], first[2])
	require.Equal(t, []string{first[1], first[0], first[2]}, ids(readText(t, lines(head, b, a, a))))
	require.Equal(t, first, ids(readText(t, lines(head, a, b, a, "Ткач Наталія;0670000103;Суми;1;KB-01;1;1")))[:3])
	require.Equal(t, first, ids(readText(t, lines(head, "Коваль Олена;+38 (067) 000-01-01;Київ;№12;KB-01;2;450", b, a))))
	require.Equal(t, first, ids(readWith(t, writeTemp(t, "x.csv", []byte(lines(head, a, b, a))), Options{PaymentMethod: "balance"})))
	workbook := oneSheet(texts(head), []any{"Коваль Олена", raw("670000101"), "Київ", raw("12"), "KB-01", raw("2"), raw("450")}, texts(b), texts(a))
	workbook.sheets[0].rows[1][1] = styled{1, "670000101"}
	workbook.formats = []string{"0000000000"}
	require.Equal(t, first, ids(readBook(t, workbook)))

	r := readText(t, lines(head, a, ";;;;KB-02;1;1", "", ";;;;KB-03;1;1"))
	require.Equal(t, []string{"0 order_number_absent", "5 order_number_missing"}, codes(r))
	require.Equal(t, []int{2, 3}, r.Orders[0].Rows)
}

func TestPrefix(t *testing.T) {
	path := writeTemp(t, "a.csv", []byte(lines(heads, one, strings.Repeat("9", 62)+two[4:])))
	r := readWith(t, path, Options{ExternalIDPrefix: "KC-"})
	require.Equal(t, "KC-1001", r.Orders[0].ExternalID)
	require.Equal(t, []string{"3 order_number_too_long"}, codes(r))
}

func TestReportJSON(t *testing.T) {
	r := readText(t, lines(heads, one, "1002;Гнатюк Степан;x;Львів;5;KB-02;1;320,00"))
	data, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, `{"file":"orders.csv","format":"csv","encoding":"utf-8","delimiter":";","template":"generic","layout":"row_per_order","verdict":"partial",`+
		`"orders":[{"external_id":"1001","rows":[2],"recipient":{"name":"Коваль Олена","phone":"+380670000101","email":null,`+
		`"delivery":{"carrier":"nova_poshta","type":"branch","city":"Київ","branch_number":"12","address":null,"region":null,"district":null,"postal_code":null}},`+
		`"items":[{"sku":"KB-01","quantity":2,"price":"450.00"}],"payment":{"method":"prepaid","cod_amount":null},"waybill_number":null,"state":null,"currency":null,"comment":null}],`+
		`"problems":[{"row":3,"column":"Телефон","code":"phone_invalid","message":"\"x\" is no phone: write it as 0XXXXXXXXX or +380XXXXXXXXX, a foreign one with + and its country's code"}]}`, string(data))

	r = readText(t, "")
	data, err = json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, `{"file":"orders.csv","format":null,"encoding":null,"delimiter":null,"template":"generic","layout":null,"verdict":"rejected","orders":[],`+
		`"problems":[{"row":null,"column":null,"code":"file_empty","message":"the file is empty: export it again"}]}`, string(data))
}
