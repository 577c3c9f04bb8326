package orderfile

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/importer/orderfile/value"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// sheetHeads are the headings of the workbooks here.
const sheetHeads = "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Сума замовлення;Післяплата;ТТН;Спосіб оплати"

func orderRow(number string) []any {
	return texts(number + ";Тест Олена;0671234567;Київ;12;KB-01;1;450;900;900;;Накладений платіж")
}

// TestMergedOverOrders: a number in a cell that is merged over several orders counts for none
// of them; the recipient's cells may, and an order's own cells for all of its rows.
func TestMergedOverOrders(t *testing.T) {
	racing.Skip(t)
	for name, c := range map[string]struct {
		merge string
		want  []string
		left  int
	}{
		"amount on delivery": {"J2:J3", []string{"2 " + problem.AmountInvalid, "3 " + problem.AmountInvalid}, 1},
		"over three orders":  {"J2:J4", []string{"2 " + problem.AmountInvalid, "3 " + problem.AmountInvalid, "4 " + problem.AmountInvalid}, 0},
		"sum of the order":   {"I3:I4", []string{"3 " + problem.AmountInvalid, "4 " + problem.AmountInvalid}, 1},
		"quantity":           {"G2:G3", []string{"3 " + problem.QuantityInvalid}, 2},
		"price":              {"H2:H3", []string{"3 " + problem.QuantityInvalid}, 2},
		"name":               {"B2:B4", nil, 3},
		"phone":              {"C2:C4", nil, 3},
		"city":               {"D2:D4", nil, 3},
		"branch":             {"E2:E4", nil, 3},
		"payment":            {"L2:L4", nil, 3},
		"sku":                {"F2:F3", nil, 3},
		"two columns":        {"I2:J2", []string{"2 " + problem.OrderCellsConflict}, 2},
	} {
		rows := [][]any{texts(sheetHeads), orderRow("1"), orderRow("2"), orderRow("3")}
		r := readBook(t, book{sheets: []testSheet{{name: "a", rows: rows, merges: []string{c.merge}}}})
		require.Equal(t, append([]string{}, c.want...), codes(r), name)
		require.Len(t, r.Orders, c.left, name)
	}
	waybill := func(row []any) []any { row[10] = "20450000000001"; return row }
	r := readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), waybill(orderRow("1")), waybill(orderRow("2"))}, merges: []string{"K2:K3"}}}})
	require.Equal(t, []string{"2 " + problem.WaybillInvalid, "3 " + problem.WaybillInvalid}, codes(r))

	second := orderRow("1")
	second[5] = "KB-02"
	r = readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), orderRow("1"), second}, merges: []string{"A2:A3", "I2:I3", "J2:J3", "L2:L3"}}}})
	require.Empty(t, codes(r))
	require.Equal(t, "900.00", r.Orders[0].Payment.CODAmount.String())
	r = readBook(t, book{sheets: []testSheet{{name: "a", rows: [][]any{texts(sheetHeads), orderRow("1"), second}, merges: []string{"A2:A3", "G2:G3"}}}})
	require.Equal(t, []string{"3 " + problem.QuantityInvalid}, codes(r))
}

// TestNumbersAsShown: a number's format may say that it is no plain amount or count.
func TestNumbersAsShown(t *testing.T) {
	racing.Skip(t)
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
		"dollars":               {`"$"#,##0.00`, "450", "10", []string{"2 " + problem.AmountInvalid}, ""},
		"euros of a bracket":    {`#,##0.00\ [$€-407]`, "450", "10", []string{"2 " + problem.AmountInvalid}, ""},
		"roubles":               {`#,##0.00" руб."`, "450", "10", []string{"2 " + problem.AmountInvalid}, ""},
		"hryvnias":              {`#,##0.00\ "₴"`, "450", "10", nil, "890.00"},
		"hryvnias of a bracket": {`#,##0.00 [$грн.-422]`, "450", "10", nil, "890.00"},
		"a locale alone":        {`[$-422]#,##0.00`, "450", "10", nil, "890.00"},
		"width of a dollar":     {`_($* #,##0.00_)`, "450", "10", []string{"2 " + problem.AmountInvalid}, ""},
		"a day":                 {`dd mmmm yyyy" г."`, "450", "46000", []string{"2 " + problem.AmountInvalid}, ""},
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
	require.Contains(t, codes(r), "2 "+problem.QuantityInvalid)
	r = readBook(t, book{formats: []string{`0" шт"`}, sheets: []testSheet{{name: "a", rows: [][]any{texts(heads), weighed}}}})
	require.Empty(t, codes(r))
}

// orderWith reads one order on delivery, two pieces at 450, with further columns.
func orderWith(t *testing.T, heads, cells string) *Report {
	t.Helper()
	path := writeTemp(t, "a.csv", []byte(lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;"+heads, "1;Тест Олена;0671234567;Київ;12;KB-01;2;450;"+cells)))
	return readWith(t, path, Options{Now: time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)})
}

// TestWhatIsTakenOff: what reduces what the customer pays is read, or the order is refused.
func TestWhatIsTakenOff(t *testing.T) {
	const cod = "Накладений платіж"
	for _, c := range []struct {
		heads, cells string
		want         []string
		amount       string
	}{
		{"Спосіб оплати;Знижка клієнта", cod + ";100", nil, "800.00"},
		{"Спосіб оплати;Промокод сума", cod + ";100", nil, "800.00"},
		{"Спосіб оплати;Total discount", cod + ";10%", nil, "810.00"},
		{"Спосіб оплати;Знижка;Промокод сума", cod + ";100;50", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Знижка %;Сума знижки", cod + ";10;90", nil, "810.00"},
		{"Спосіб оплати;Знижка %;Сума знижки", cod + ";10;100", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Знижка;Промокод сума", cod + ";100;0", nil, "800.00"},
		{"Спосіб оплати;Знижка;Промокод сума", cod + ";0;100", nil, "800.00"},
		{"Решта при отриманні", "700", nil, "700.00"},
		{"Спосіб оплати;Купон", cod + ";SALE10", nil, "900.00"},
		{"Спосіб оплати;Купон", cod + ";100", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Купон", cod + ";10%", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Промокод", cod + ";ЛІТО", nil, "900.00"},
		{"Спосіб оплати;Промокод", cod + ";10%", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Промокод;Сума зі знижкою", cod + ";10%;810", nil, "810.00"},
		{"Спосіб оплати;Знижка", cod + ";0.1", []string{"2 " + problem.AmountInvalid}, ""},
		{"Спосіб оплати;Знижка %", cod + ";0,1", []string{"2 " + problem.AmountInvalid}, ""},
		{"Спосіб оплати;Списано балів", cod + ";0", nil, "900.00"},
		{"Спосіб оплати;Бонуси списано;Сума замовлення", cod + ";100;900", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Бонуси списано;Сума замовлення", cod + ";100;800", nil, "800.00"},
		{"Спосіб оплати;Бонуси списано;Всього з клієнта", cod + ";100;800", nil, "800.00"},
		{"Спосіб оплати;Gift card;Store credit;Сума замовлення", cod + ";100;50;750", nil, "750.00"},
		{"Спосіб оплати;Gift card", "Оплачено;100", nil, ""},
		{"Спосіб оплати;Аванс", cod + ";200", []string{"2 " + problem.CODAmountMissing}, ""},
		{"Спосіб оплати;Завдаток;Стягнути", cod + ";200;700", nil, "700.00"},
		{"Спосіб оплати;Deposit;Стягнути", cod + ";200;900", []string{"2 " + problem.PaymentConflict}, ""},
		{"Спосіб оплати;Аванс;Післяплата;Вартість доставки", cod + ";200;760;60", nil, "760.00"},
		{"Стягнути", "900", nil, "900.00"},
		{"Получить с клиента", "900", nil, "900.00"},
		{"Collect", "900", nil, "900.00"},
		{"Післяплата сума", "900", nil, "900.00"},
		{"COD Amount", "900", nil, "900.00"},
	} {
		r := orderWith(t, c.heads, c.cells)
		require.Equal(t, append([]string{}, c.want...), codes(r), "%s: %s", c.heads, c.cells)
		if c.amount != "" {
			require.Equal(t, c.amount, r.Orders[0].Payment.CODAmount.String(), "%s: %s", c.heads, c.cells)
		}
	}
}

// TestGoodsThatCameBack: of a part that came back nobody knows what to send.
func TestGoodsThatCameBack(t *testing.T) {
	for _, c := range []struct{ head, cell, want string }{
		{"Повернено", "так", problem.OrderSkipped}, {"Повернено", "01.12.2026", problem.OrderSkipped}, {"Повернено", "ні", ""}, {"Повернено", "0", ""},
		{"Повернено", "1", problem.StateUnknown}, {"Повернено", "2", problem.OrderSkipped}, {"Повернення", "900", problem.OrderSkipped}, {"Возврат", "450", problem.StateUnknown},
		{"Кількість повернення", "1", problem.StateUnknown}, {"Кількість повернення", "2", problem.OrderSkipped}, {"Кількість повернення", "0", ""},
		{"Refunded qty", "-1", problem.StateUnknown}, {"Qty refunded", "2", problem.OrderSkipped}, {"Refunded Amount", "-450.00", problem.StateUnknown}, {"Refunded Amount", "0.00", ""},
		{"Refunded Amount", "900.00", problem.OrderSkipped}, {"Дата повернення", "01.12.2026", problem.OrderSkipped},
	} {
		r := orderWith(t, c.head, c.cell)
		if c.want == "" {
			require.Empty(t, codes(r), "%s: %s", c.head, c.cell)
			require.Len(t, r.Orders, 1)
			continue
		}
		require.Equal(t, []string{"2 " + c.want}, codes(r), "%s: %s", c.head, c.cell)
	}
	heads := "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;Повернуто шт"
	row := func(sku, back string) string {
		return "1;Тест Олена;0671234567;Київ;12;" + sku + ";2;450;" + back
	}
	require.Equal(t, []string{"2 " + problem.StateUnknown}, codes(readText(t, lines(heads, row("KB-01", "2"), row("KB-02", "0")))))
	require.Equal(t, []string{"2 " + problem.OrderSkipped, "3 " + problem.OrderSkipped}, codes(readText(t, lines(heads, row("KB-01", "2"), row("KB-02", "2")))))
}

// TestSentOnAnotherDay: a day that forbids to send before it refuses the order; another one is said.
func TestSentOnAnotherDay(t *testing.T) {
	for _, c := range []struct {
		head, cell, want string
		posted           int
	}{
		{"Відправити після", "25.12.2026", "2 " + problem.SendLater, 0}, {"Відправити після", "01.12.2026", "", 1}, {"Відкласти до", "понеділка", "2 " + problem.SendLater, 0},
		{"Ship after", "2026-12-25", "2 " + problem.SendLater, 0}, {"Дата відправки", "25.12.26", "2 " + problem.SendLater, 1}, {"Deliver on", "2026-12-25T10:00:00", "2 " + problem.SendLater, 1},
		{"Ship by", "25.12.2026", "2 " + problem.SendLater, 1}, {"Дата відправки", "01.12.2026", "", 1}, {"Дата відправки", "01.11.2026", "2 " + problem.SendLater, 1},
		{"Дата доставки", "-", "", 1}, {"Бажана дата доставки", "після свят", "2 " + problem.SendLater, 1},
	} {
		r := orderWith(t, c.head, c.cell)
		if c.want == "" {
			require.Empty(t, codes(r), "%s: %s", c.head, c.cell)
		} else {
			require.Equal(t, []string{c.want}, codes(r), "%s: %s", c.head, c.cell)
		}
		require.Len(t, r.Orders, c.posted, "%s: %s", c.head, c.cell)
	}
}

// TestSeveralGoodsInACell: a list of SKUs, or a SKU with its quantity, is no SKU; one that only
// has a mark in it is.
func TestSeveralGoodsInACell(t *testing.T) {
	v := value.New(0)
	for _, several := range []string{"A-1, B-2", "A-1; B-2", "A-1 + B-2", "A-1\nB-2", "A-1,B-2", "KB-01|KB-02", "482001, 482002", "KB-01 x2", "KB-01 ×2", "KB-01 х 2",
		"KB-01 2 шт", "KB-01 (2 шт)", "2 x KB-01", "2шт KB-01", "KB-01 x2, KB-02 x1", "KB-01 - 2 шт.", "KB-01 2pcs", "KB-01 і KB-02", "KB-01 & KB-02"} {
		_, f := v.SKU(cells.Cell{Text: several})
		require.NotNil(t, f, several)
		require.Equal(t, problem.SKUAmbiguous, f.Code, several)
	}
	for _, one := range []string{"KB-01", "A+B", "SET-1+2", "M8/20", "BOLT M8 x20", "10x20", "X2", "Кабель 1,5", "ABC-1,5", "12,5", "КАБ 2x1,5", "R&D-1", "1/2", "KB 01 / XL", "A1+A2", "RED & BLUE",
		"10-12-25", "01.12.2026", "JAN-26", "MAR-01", "3-A", "MAY", "Набір 3 шт у коробці", "KB-01 (чорний)", "A-1, чорний", "TV-4,5-BLACK", "4820000000001", "KB;чорний", "Dec", "12.5", "1-2-3"} {
		got, f := v.SKU(cells.Cell{Text: one})
		require.Nil(t, f, one)
		require.Equal(t, one, got)
	}
	for _, day := range []string{"3-Jan", "Jan-26", "03.січ", "1-мар", "січ.26", "03-Jan-26", "12.бер.2026", "May-26", "1-тра"} {
		_, f := v.SKU(cells.Cell{Text: day})
		require.NotNil(t, f, day)
		require.Equal(t, problem.SKUIsDate, f.Code, day)
		f = v.OrderNumber(cells.Cell{Text: day})
		require.NotNil(t, f, day)
		require.Equal(t, problem.OrderNumberIsDate, f.Code, day)
		r := readText(t, lines(heads, "1001;Тест Олена;0670000101;Київ;"+day+";KB-01;2;450,00"))
		require.Equal(t, []string{"2 " + problem.BranchIsDate}, codes(r), day)
	}
}

// TestOneWaybillTwice: a waybill belongs to one order; a skipped one does not need it.
func TestOneWaybillTwice(t *testing.T) {
	heads := "Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;ТТН;Статус"
	row := func(number, ttn, state string) string {
		return number + ";Тест Олена;0671234567;Київ;12;KB-01;2;450;" + ttn + ";" + state
	}
	r := readText(t, lines(heads, row("1", "20450000000001", ""), row("2", "20450000000002", ""), row("3", "20450000000001", ""), row("4", "20450000000001", "")))
	require.Equal(t, []string{"2 " + problem.WaybillInvalid, "4 " + problem.WaybillInvalid, "5 " + problem.WaybillInvalid}, codes(r))
	require.Len(t, r.Orders, 1)
	r = readText(t, lines(heads, row("1", "20450000000001", "Скасовано"), row("2", "20450000000001", "")))
	require.Equal(t, []string{"2 " + problem.OrderSkipped}, codes(r))
	require.Len(t, r.Orders, 1)
}

// TestGarbledLetters: letters that were read in a wrong encoding are no name and no city, and
// a file of them is refused as a whole.
func TestGarbledLetters(t *testing.T) {
	wrong := func(text string, as *charmap.Charmap) string {
		out := ""
		for _, b := range []byte(text) {
			if r := as.DecodeByte(b); r != '\uFFFD' {
				out += string(r)
			} else {
				out += string(rune(b))
			}
		}
		return out
	}
	for _, as := range []*charmap.Charmap{charmap.Windows1251, charmap.Windows1252, charmap.ISO8859_1} {
		for _, name := range []string{"Іван Тестенко", "Олена", "Соломія Рєпіна", "Ганна Їжак"} {
			require.True(t, cells.Garbled(wrong(name, as)), name)
			r := readText(t, lines(heads, "1001;"+wrong(name, as)+";0670000101;Київ;12;KB-01;2;450,00"))
			require.Equal(t, []string{"2 " + problem.RecipientNameInvalid}, codes(r), name)
		}
		r := readText(t, lines(heads, "1001;Тест Олена;0670000101;"+wrong("Київ", as)+";12;KB-01;2;450,00"))
		require.Equal(t, []string{"2 " + problem.DeliveryUnknown}, codes(r))
		whole := lines(heads, "1001;Тест Олена;0670000101;Київ;12;KB-01;2;450,00")
		require.Equal(t, []string{"0 " + problem.EncodingUnknown}, codes(readText(t, wrong(whole, as))))
	}
	for _, name := range []string{"Соломія Рєпіна", "Роксолана Сірко", "РОМАН ЇЖАК", "Зоряна Ґедзь", "André Müller", "Сєрова Юлія", "СЕРГІЙ РЄПІН", "Р. Є. Сірко", "ЄРЬОМІН ЇРЖИ"} {
		require.False(t, cells.Garbled(name), name)
	}
}

// TestUnreadNumbers: bare numbers that look like amounts are said, others are not.
func TestUnreadNumbers(t *testing.T) {
	racing.Skip(t)
	for _, c := range []struct {
		head  string
		cells string // of three orders of 900, 320 and 1250
		said  bool
	}{
		{"Гроші з людини", "900;320;1250", true}, {"Гроші", "1200;450;1600", true}, {"Моя ціна", "1200;450;1600", true}, {"Комісія", "45;16;62", true}, {"Прибуток", "120;40;0", true},
		{"Кінцева", "1200;450;1600", true}, {"Фінал", "900;320;1250", true}, {"Фінал", "900;;", true}, {"Дроп", "700;250;1000", true}, {"Бонусна", "900;0;0", true},
		{"Вага", "500;300;1200", false}, {"Вага, г", "500;300;1200", false}, {"ID клієнта", "901;322;1250", false}, {"Клієнт", "1001;1002;1003", false},
		{"Вік", "25;41;60", false}, {"Поле", "25;41;60", false}, {"Рік", "2024;2025;2026", false}, {"Поле", "2024;2026;2025", false}, {"Індекс складу", "36000;01001;49000", false},
		{"Поле", "36000;49000;79000", false}, {"Місць", "1;2;1", false}, {"Рядок", "1;2;3", false}, {"Поле", "1;2;3", false}, {"Останні цифри", "4567;8812;0931", false},
		{"Код менеджера", "900;320;1250", false}, {"Залишок на складі", "500;400;1000", false}, {"Поле", "1001;1007;1012", false}, {"Висота", "300;300;300", false},
	} {
		row := func(number, price, cell string) string {
			return number + ";Тест Олена;0671234567;Київ;12;KB-01;1;" + price + ";" + cell
		}
		cells := strings.Split(c.cells, ";")
		r := readText(t, lines("Номер замовлення;ПІБ;Телефон;Місто;Відділення;Артикул;Кількість;Ціна;"+c.head,
			row("1", "900", cells[0]), row("2", "320", cells[1]), row("3", "1250", cells[2])))
		require.Equal(t, c.said, slices.Contains(codesOf(r), problem.ColumnUnread), "%s: %s", c.head, c.cells)
		orders := 3
		if strings.HasPrefix(c.head, "Гроші") { // it speaks of payment, and nothing else in the file does
			orders = 0
		}
		require.Len(t, r.Orders, orders)
		head := append(texts(heads), c.head)
		number := func(line, cell string) []any { return append(texts(line), raw(cell)) }
		if strings.Contains(c.cells, ";0") || strings.Contains(c.cells, ";;") {
			continue
		}
		k := readBook(t, oneSheet(head, number("1;Тест Олена;0671234567;Київ;12;KB-01;1;900", cells[0]), number("2;Тест Олена;0671234567;Київ;12;KB-01;1;320", cells[1]), number("3;Тест Олена;0671234567;Київ;12;KB-01;1;1250", cells[2])))
		require.Equal(t, c.said, slices.Contains(codesOf(k), problem.ColumnUnread), "%s: %s in a workbook", c.head, c.cells)
	}
	shown := append(texts(one), styled{1, "35"})
	r := readBook(t, book{formats: []string{`#,##0.00 "₴"`}, sheets: []testSheet{{name: "a", rows: [][]any{append(texts(heads), "Поле"), shown}}}})
	require.Contains(t, codesOf(r), problem.ColumnUnread)
}

// TestTwoNumbersOfOneMeaning: two columns that say different amounts or counts of the same are
// refused, and alike are read.
func TestTwoNumbersOfOneMeaning(t *testing.T) {
	for _, c := range []struct {
		heads, cells, want string
	}{
		{"До сплати;Залишок до сплати", "900;700", problem.OrderCellsConflict}, {"До сплати;Залишок до сплати", "900;0", problem.OrderCellsConflict}, {"До сплати;Залишок до сплати", "900;900.00", ""},
		{"Післяплата;Контроль оплати", "900;500", problem.OrderCellsConflict}, {"Післяплата;Контроль оплати", "900;", ""}, {"Аванс;Завдаток;Стягнути", "100;200;700", problem.OrderCellsConflict},
		{"К-ть", "3", problem.QuantityInvalid}, {"К-ть", "2", ""}, {"Qty ordered", "3", problem.QuantityInvalid},
		{"Оплачено", "900", ""}, {"Оплачено", "300", problem.CODAmountMissing}, {"Оплачено;Стягнути", "200;700", ""}, {"Оплачено;Стягнути", "200;900", problem.PaymentConflict},
		{"Скасовано шт", "1", problem.StateUnknown}, {"Qty cancelled", "2", problem.OrderSkipped}, {"Відправлено шт", "1", problem.StateUnknown}, {"Qty shipped", "2", problem.OrderSkipped}, {"Qty shipped", "0", ""},
	} {
		r := orderWith(t, c.heads, c.cells)
		if c.want == "" {
			require.Empty(t, codes(r), "%s: %s", c.heads, c.cells)
			continue
		}
		require.Equal(t, []string{"2 " + c.want}, codes(r), "%s: %s", c.heads, c.cells)
	}
	r := orderWith(t, "Qty shipped", "2")
	require.False(t, r.Skipped[0].Cancelled)
}

// TestNumbersThatSayMore: an order's number that stands for none, or says that the order is
// not to be sent, is refused.
func TestNumbersThatSayMore(t *testing.T) {
	for number, want := range map[string]string{
		"NULL": problem.OrderNumberMissing, "N/A": problem.OrderNumberMissing, "-": problem.OrderNumberMissing, "1001 (дубль)": problem.StateUnknown, "1001 скасовано": problem.StateUnknown, "1001 - тест": problem.StateUnknown,
		"1001 (2)": "", "1001-1": "", "ІМ-1001 від 12.11.2026": "", "Замовлення 1001": "", "DONE-1": "",
	} {
		r := readText(t, lines(heads, number+";Тест Олена;0670000101;Київ;12;KB-01;2;450,00"))
		if want == "" {
			require.Empty(t, codes(r), number)
			continue
		}
		require.Equal(t, []string{"2 " + want}, codes(r), number)
	}
}
