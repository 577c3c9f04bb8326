package sheets

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/exporter/control"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// unfit is the same ledger with an order that was not accrued, one that was accrued
// wrongly, a release without a hold, and a wrong closing.
func unfit() ledgertest.Ledger {
	l := ledgertest.Autumn()
	missing, wrong := l.Orders[1], l.Orders[1]
	for o, number := range map[*ledgertest.Order]string{&missing: "106", &wrong: "107"} {
		o.ID, o.Number, o.ExternalID = "ord_"+number, number, "КС-"+number
	}
	l.Orders = append(l.Orders, missing, wrong)
	l.Written = append(l.Written,
		ledgertest.Entry{ID: "e8", Kind: "accrual", Operation: "order_margin", Kopecks: 145000, PostedAt: l.Written[15].PostedAt.Add(time.Hour), OrderID: "ord_107", OrderExternalID: "КС-107"},
		ledgertest.Entry{ID: "r9", Kind: "hold", Operation: "hold_released", Kopecks: 500, PostedAt: l.Written[15].PostedAt.Add(2 * time.Hour), Reverses: "h99"})
	l.WrongClosing = 10
	return l
}

// autumnBook writes October and November of a ledger as a workbook, in December.
func autumnBook(t *testing.T, server *ledgertest.Server, manner Manner, change ...func(*statement.Options)) (string, *statement.Statement) {
	t.Helper()
	period, err := statement.Days("2026-10-01", "2026-11-30", kyiv(t))
	require.NoError(t, err)
	o := statement.Options{Period: period, Account: closed.Account{Name: "shop"}, Now: time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC), Orders: true, Memory: t.TempDir()}
	for _, c := range change {
		c(&o)
	}
	manner.Origin = control.Origin{Source: "https://supplier.example", Program: "dropbridge test"}
	path := filepath.Join(t.TempDir(), "autumn.xlsx")
	s, report, err := WriteWorkbook(t.Context(), server.Client(t), o, manner, path)
	require.NoError(t, err)
	require.Len(t, report.SHA256, 64)
	return path, s
}

func kyiv(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	return zone
}

// failed are the names and details of the checks that do not hold.
func failed(s *statement.Statement) map[string]string {
	out := map[string]string{}
	for _, c := range s.Checks {
		if !c.OK {
			out[c.Name] = c.Detail.String()
		}
	}
	return out
}

func openBook(t *testing.T, path string) *excelize.File {
	t.Helper()
	f, err := excelize.OpenFile(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

// rowsOf are a sheet's cells as they are shown, a row's joined by "|" without empty ones
// at its end, behind the headings.
func rowsOf(t *testing.T, f *excelize.File, sheet string) (headings []string, rows []string) {
	t.Helper()
	all, err := f.GetRows(sheet)
	require.NoError(t, err)
	for _, row := range all[1:] {
		rows = append(rows, strings.TrimRight(strings.Join(row, "|"), "|"))
	}
	return all[0], rows
}

func TestWorkbookSummary(t *testing.T) {
	path, s := autumnBook(t, ledgertest.New(t, ledgertest.Autumn()), Manner{})
	require.True(t, s.OK(), failed(s))
	f := openBook(t, path)
	require.Equal(t, []string{"Виписка", "Підсумок", "Холди", "Виплати", "Звірка", "Баланс", "Контроль"}, f.GetSheetList())
	headings, rows := rowsOf(t, f, "Підсумок")
	require.Equal(t, []string{"Місяць", "Вид", "Операція", "Записів", "Сальдо на початок", "Оборот дебет", "Оборот кредит", "Оборот холдів", "Сальдо на кінець"}, headings)
	requireCell(t, f, "Підсумок", "A2", "mm.yyyy", "46296") // the month's first day
	require.Equal(t, []string{
		"10.2026|нарахування|комісія|1|0.00|0.00|30.00|0.00|-30.00",
		"10.2026|нарахування|вартість замовлення|1|0.00|0.00|700.05|0.00|-700.05",
		"10.2026|нарахування|націнка за замовленням|2|3,000.00|1,550.09|0.00|0.00|4,550.09",
		"10.2026|холд|холд поставлено|1|-120.50|0.00|0.00|-250.00|-370.50",
		"10.2026|холд|холд знято|1|0.00|0.00|0.00|250.00|250.00",
		"10.2026|виплата|виплата на IBAN|1|0.00|0.00|1,450.10|0.00|-1,450.10",
		"10.2026|Доступно, разом за місяць||7|2,879.50|1,550.09|2,180.15|0.00|2,249.44",
		"11.2026|нарахування|комісія|1|-30.00|0.00|45.67|0.00|-75.67",
		"11.2026|нарахування|вартість замовлення|0|-700.05|0.00|0.00|0.00|-700.05",
		"11.2026|нарахування|націнка за замовленням|1|4,550.09|12,345.67|0.00|0.00|16,895.76",
		"11.2026|нарахування|повернення|1|0.00|700.05|0.00|0.00|700.05",
		"11.2026|холд|холд поставлено|1|-370.50|0.00|0.00|-300.00|-670.50",
		"11.2026|холд|холд знято|0|250.00|0.00|0.00|0.00|250.00",
		"11.2026|виплата|виплата на картку|1|0.00|0.00|2,649.49|0.00|-2,649.49",
		"11.2026|виплата|виплата на IBAN|1|-1,450.10|0.00|500.00|0.00|-1,950.10",
		"11.2026|виплата|виплату повернуто|1|0.00|500.00|0.00|0.00|500.00",
		"11.2026|Доступно, разом за місяць||7|2,249.44|13,545.72|3,195.16|-300.00|12,300.00",
		"",
		"|На рахунку (нараховано − виплачено)|||3,000.00|15,095.81|5,375.31||12,720.50",
		"|Зарезервовано|||120.50|||-300.00|420.50",
		"|Доступно до виплати|||2,879.50|15,095.81|5,375.31|-300.00|12,300.00",
	}, rows)
}

func TestWorkbookHoldsAndPayouts(t *testing.T) {
	path, _ := autumnBook(t, ledgertest.New(t, ledgertest.Autumn()), Manner{})
	f := openBook(t, path)
	headings, rows := rowsOf(t, f, "Холди")
	require.Equal(t, []string{"№", "Дата холду", "Замовлення №", "Зовнішній №", "Стан замовлення", "Ще зарезервовано", "Валюта", "Вік, днів", "Очікуване зняття",
		"Номер документа", "Призначення", "ID запису"}, headings)
	require.Equal(t, []string{
		"1|25.09.2026 12:00|ord_109|КС-109|відправлено|120.50|UAH|66||Д-0000002|Операція за договором дропшипінгу № 17/2026|s2",
		"2|03.11.2026 11:00|ord_104|КС-104|відправлено|300.00|UAH|27|03.12.2026|Д-0000011|Операція за договором дропшипінгу № 17/2026|h2",
		"|Разом||||420.50",
	}, rows)

	headings, rows = rowsOf(t, f, "Виплати")
	require.Equal(t, []string{"ID запису виплати", "Дата виплати", "ID виплати", "Спосіб", "Сума виплати", "Підстава", "ID запису", "Дата запису", "Вид", "Операція",
		"Замовлення №", "Зовнішній №", "Номер документа", "Сума запису"}, headings)
	second, third, back := "p2|05.11.2026 11:00|pay_0002|виплата на картку|", "p3|12.11.2026 11:00||виплата на IBAN|", "x1|13.11.2026 11:00||виплату повернуто|"
	require.Equal(t, []string{ // the amount stands once: the column sums to 4,099.59, and so does that of the entries
		"p1|10.10.2026 12:00|pay_0001|виплата на IBAN|1,450.10|за ID виплати|e1|03.10.2026 12:00|нарахування|націнка за замовленням|ord_101|КС-101|Д-0000003|1,450.10",
		second + "2,649.49|за часом|s1|20.09.2026 12:00|нарахування|націнка за замовленням|ord_100|КС-100|Д-0000001|3,000.00",
		second + "|за часом|s2|25.09.2026 12:00|холд|холд поставлено|ord_109|КС-109|Д-0000002|-120.50",
		second + "|за часом|e2|04.10.2026 12:00|нарахування|вартість замовлення|ord_102|КС-102|Д-0000004|-700.05",
		second + "|за часом|e3|05.10.2026 12:00|нарахування|комісія|||Д-0000005|-30.00",
		second + "|за часом|h1|06.10.2026 12:00|холд|холд поставлено|ord_103|КС-103|Д-0000006|-250.00",
		second + "|за часом|h1r|12.10.2026 12:00|холд|холд знято|ord_103|КС-103|Д-0000008|250.00",
		second + "|за часом|e4|20.10.2026 12:00|нарахування|націнка за замовленням|ord_103|КС-103|Д-0000009|99.99",
		second + "|за часом|e5|01.11.2026 00:30|нарахування|повернення|ord_102|КС-102|Д-0000010|700.05",
		second + "|за часом|h2|03.11.2026 11:00|холд|холд поставлено|ord_104|КС-104|Д-0000011|-300.00",
		third + "500.00|за часом|e6|10.11.2026 11:00|нарахування|націнка за замовленням|ord_105|КС-105|Д-0000013|12,345.67",
		third + "|за часом||||лишилося невиплаченим||||-11,845.67",
		back + "-500.00|за часом|e6|10.11.2026 11:00|нарахування|націнка за замовленням|ord_105|КС-105|Д-0000013|-12,345.67",
		back + "|за часом||||лишилося невиплаченим||||11,845.67",
		"|Разом|||4,099.59|||||||||4,099.59",
	}, rows)
}

// TestWorkbookLines: a row for each entry, ids and waybills as texts, dates as dates.
func TestWorkbookLines(t *testing.T) {
	path, _ := autumnBook(t, ledgertest.New(t, ledgertest.Autumn()), Manner{})
	f := openBook(t, path)
	headings, rows := rowsOf(t, f, "Виписка")
	require.Equal(t, []string{"№", "Дата операції", "Номер документа", "Дата документа", "Контрагент", "Код ЄДРПОУ/ІПН", "Вид", "Операція", "Замовлення №",
		"Зовнішній №", "ТТН", "Дебет", "Кредит", "Холд", "Сума зі знаком", "Валюта", "Сальдо після", "Зарезервовано після", "Доступно після", "ID виплати",
		"Призначення", "ID запису", "Сторнує запис"}, headings)
	require.Len(t, rows, 14)
	require.Equal(t, "8|01.11.2026 00:30|Д-0000010|31.10.2026|ТОВ «Приклад»|00000000|нарахування|повернення|ord_102|КС-102|20450000000102|700.05|||700.05|UAH|"+
		"3,069.99|120.50|2,949.49||Операція за договором дропшипінгу № 17/2026|e5|e2", rows[7])
	for column, want := range map[string]struct{ format, raw string }{
		"B": {"dd.mm.yyyy hh:mm", "46327.02083333"}, "D": {"dd.mm.yyyy", "46326"}, "F": {"@", "00000000"}, "I": {"@", "ord_102"}, "K": {"@", "20450000000102"},
		"L": {"#,##0.00", "700.05"}, "O": {"#,##0.00", "700.05"}, "V": {"@", "e5"}, "W": {"@", "e2"},
	} {
		requireCell(t, f, "Виписка", column+"9", want.format, want.raw)
	}
}

// requireCell compares a cell's format and value; a text is a string cell, and all others
// are numbers.
func requireCell(t *testing.T, f *excelize.File, sheet, ref, format, raw string) {
	t.Helper()
	value, err := f.GetCellValue(sheet, ref, excelize.Options{RawCellValue: true})
	require.NoError(t, err)
	kind, err := f.GetCellType(sheet, ref)
	require.NoError(t, err)
	id, err := f.GetCellStyle(sheet, ref)
	require.NoError(t, err)
	style, err := f.GetStyle(id)
	require.NoError(t, err)
	if format == "@" {
		require.Equal(t, []any{49, excelize.CellTypeInlineString, raw}, []any{style.NumFmt, kind, value}, ref)
		return
	}
	require.NotNil(t, style.CustomNumFmt, ref)
	require.Equal(t, []any{format, excelize.CellTypeUnset}, []any{*style.CustomNumFmt, kind}, ref)
	require.True(t, strings.HasPrefix(value, raw), "%s: %s", ref, value)
}

// TestWorkbookControl: what fits is OK, and what does not is named on its sheet.
func TestWorkbookControl(t *testing.T) {
	path, s := autumnBook(t, ledgertest.New(t, ledgertest.Autumn()), Manner{})
	_, rows := rowsOf(t, openBook(t, path), "Контроль")
	require.Equal(t, []string{
		"Період|||||01.10.2026 – 30.11.2026",
		"Часовий пояс|||||Europe/Kyiv (+03:00 … +02:00)",
		"Джерело|||||https://supplier.example",
		"Прочитано|||||02.12.2026 11:00:00",
		"Програма|||||dropbridge test",
		"Чиї книги|||||клієнта: борг постачальника — дебет",
		"Валюта|||||UAH",
		"Сторінок прочитано|||||2",
		"Записів у періоді|||||14",
		"Звідки сальдо на початок|||||з прочитаних записів до періоду: 2",
		"",
		"Дебет за випискою|15,095.81|15,095.81|0.00|OK",
		"Кредит за випискою|5,375.31|5,375.31|0.00|OK",
		"Холди за випискою|-300.00|-300.00|0.00|OK",
		"Суми зі знаком|9,420.50|9,420.50|0.00|OK",
		"Доступно: початок + оборот = кінець|12,300.00|12,300.00|0.00|OK",
		"Сума відкритих холдів = зарезервовано|420.50|420.50|0.00|OK",
		"Дебет: виписка = підсумок|15,095.81|15,095.81|0.00|OK",
		"Кредит: виписка = підсумок|5,375.31|5,375.31|0.00|OK",
		"Холди: виписка = підсумок|-300.00|-300.00|0.00|OK",
		"Суми виплат = оборот виплат|4,099.59|4,099.59|0.00|OK",
		"Виплати = записи, які вони покривають|4,099.59|4,099.59|0.00|OK",
	}, rows[:22])
	require.Len(t, rows, 23+len(s.Checks))
	for _, row := range rows[23:] {
		require.Contains(t, row, "|OK|")
	}

	path, s = autumnBook(t, ledgertest.New(t, unfit()), Manner{})
	f := openBook(t, path)
	_, rows = rowsOf(t, f, "Контроль")
	wrong := map[string]string{}
	for _, row := range rows {
		if cells := strings.Split(row, "|"); len(cells) > 4 && cells[4] == "НЕ СХОДИТЬСЯ" {
			wrong[cells[0]] = strings.Join(cells[1:4], "|")
		}
	}
	require.Equal(t, map[string]string{
		"Сума відкритих холдів = зарезервовано":     "415.50|420.50|5.00",
		"Сума холдів = зарезервовано":               "415.50|420.50|5.00",
		"Початок + оборот = кінець":                 "13,755.10|13,755.00|-0.10",
		"Сальдо на кінець за даними постачальника":  "13,755.10|13,755.00|-0.10",
		"Доставлені замовлення нараховано":          "16,795.96|15,345.76|-1,450.20",
		"Сальдо на початок за даними постачальника": "2,879.60|2,879.50|-0.10",
	}, wrong)
	require.Len(t, s.Differences, 4)
	_, rows = rowsOf(t, f, "Звірка")
	require.Equal(t, []string{
		"1|знято холд, якого не було|||r9|0.00|5.00|5.00||зняття r9 на суму 5,00 посилається на холд h99, а відповідного холду на рахунку немає: запитайте про нього постачальника",
		"2|нарахування не дорівнює сумі замовлення|ord_107|КС-107|e8|1,450.10|1,450.00|-0.10||замовлення КС-107 має «націнка за замовленням» на суму 1" + "\u00a0" + "450,00, " +
			"а за замовленням це 1" + "\u00a0" + "450,10: на 0,10 менше: попросіть постачальника виправити",
		"3|доставлене замовлення без нарахування|ord_106|КС-106||1,450.10|0.00|-1,450.10||замовлення КС-106 доставлено 03.10.2026, " +
			"а запису «націнка за замовленням» на суму 1" + "\u00a0" + "450,10 немає станом на 02.12.2026 11:00: запитайте про нього постачальника",
		"4|холд відкритий понад 30 днів|ord_109|КС-109|s2|0.00|120.50|120.50|66|холд s2 від 25.09.2026, залишок 120,50, відкритий 66 дн., " +
			"замовлення КС-109 має стан «відправлено»: запитайте постачальника, що його тримає",
		"|Разом||||2,900.20|1,575.50|-1,324.70",
	}, rows)
}

// TestWorkbookInEnglishForTheSupplier: in the supplier's books debit and credit change sides.
func TestWorkbookInEnglishForTheSupplier(t *testing.T) {
	path, _ := autumnBook(t, ledgertest.New(t, unfit()), Manner{Language: wording.English, Perspective: Supplier})
	f := openBook(t, path)
	require.Equal(t, []string{"Statement", "Summary", "Holds", "Payouts", "Reconciliation", "Balance", "Control"}, f.GetSheetList())
	_, rows := rowsOf(t, f, "Summary")
	require.Equal(t, "10.2026|Available, month's total||7|2,879.50|2,180.15|1,550.09|0.00|2,249.44", rows[6])
	require.Equal(t, "|Posted (accrued − paid out)|||3,000.00|5,375.31|16,545.81||14,170.50", rows[18])
	_, rows = rowsOf(t, f, "Statement")
	require.Equal(t, "ord_101|КС-101|20450000000101||1,450.10||1,450.10|UAH", strings.Join(strings.Split(rows[0], "|")[8:16], "|"))
	data := strings.NewReplacer("ТОВ «Приклад»", "", "Операція за договором дропшипінгу № 17/2026", "")
	for _, sheet := range f.GetSheetList() {
		headings, rows := rowsOf(t, f, sheet)
		require.NotRegexp(t, `[А-ЯҐЄІЇа-яґєії]{3}`, data.Replace(strings.Join(headings, "|")+strings.Join(rows, "|")), sheet)
	}
}

// TestOnePageWide: on paper no sheet goes over several pages side by side, in either language.
func TestOnePageWide(t *testing.T) {
	period, err := statement.Month("2026-11", kyiv(t))
	require.NoError(t, err)
	for _, language := range []wording.Language{wording.Ukrainian, wording.English} {
		path := filepath.Join(t.TempDir(), "book.xlsx")
		_, _, err = WriteWorkbook(t.Context(), ledgertest.New(t, ledgertest.Autumn()).Client(t), statement.Options{Period: period, Now: period.To, Orders: true}, Manner{Language: language}, path)
		require.NoError(t, err)
		file := openBook(t, path)
		for _, sheet := range file.GetSheetList() {
			page, err := file.GetPageLayout(sheet)
			require.NoError(t, err)
			require.Equal(t, 1, *page.FitToWidth, sheet)
		}
	}
}
