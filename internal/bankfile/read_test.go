package bankfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/templates"
)

func builtIn(t *testing.T) []*Template {
	t.Helper()
	all, err := Load(templates.Open(""), "")
	require.NoError(t, err)
	return all
}

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func cyrillic(t *testing.T, text string) string {
	t.Helper()
	out, err := charmap.Windows1251.NewEncoder().String(text)
	require.NoError(t, err)
	return out
}

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

const privat = `ЄДРПОУ;МФО;Рахунок;Валюта;Номер документа;Дата операції;Кореспондент;ЄДРПОУ кореспондента;Рахунок кореспондента;Сума;Призначення платежу
1111111111;305299;UA111;UAH;0017;05.10.2026 10:12:00;"ТОВ ""Постач""";00123456;UA99 3052;1 234,50;Виплата за жовтень
1111111111;305299;UA111;UAH;18;06.10.2026;ФОП Інший;22222222;UA98;-50,00;Оплата
`

func TestPrivatBank(t *testing.T) {
	for name, text := range map[string]string{"utf-8": privat, "windows-1251": cyrillic(t, privat), "nbsp": strings.ReplaceAll(privat, "1 234,50", "1\u00a0234,50"),
		"point": strings.ReplaceAll(privat, "1 234,50", "1234.50"), "mark of bytes": "\ufeff" + privat} {
		t.Run(name, func(t *testing.T) {
			s, err := Read(t.Context(), written(t, "p.csv", text), builtIn(t))
			require.NoError(t, err)
			require.Equal(t, "privatbank", s.Template)
			require.Equal(t, []Line{{Row: 2, Day: day("2026-10-05"), Amount: money.Must("1234.50"), Currency: "UAH",
				Payer: Payer{Name: `ТОВ "Постач"`, Code: "00123456", Account: "UA993052"}, Purpose: "Виплата за жовтень", Document: "0017"}}, s.Lines)
			require.Equal(t, 1, s.Outgoing)
			require.Equal(t, day("2026-10-05"), s.First)
			require.Equal(t, day("2026-10-06"), s.Last)
		})
	}
}

// The latin i is as the bank writes it, and the column of the currency is of the operation.
func TestMonobank(t *testing.T) {
	text := `"Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)","Сума в валюті операції",Валюта,Курс,"Залишок після операції"
"07.10.2026 09:00:01","Від: ТОВ Постач",4829,1234.5,30,USD,41.15,2000
"08.10.2026 09:00:01",Кава,5814,-75,-75,UAH,-,1925
`
	s, err := Read(t.Context(), written(t, "m.csv", text), builtIn(t))
	require.NoError(t, err)
	require.Equal(t, "monobank", s.Template)
	require.Equal(t, []Line{{Row: 2, Day: day("2026-10-07"), Amount: money.Must("1234.5"), Currency: "UAH", Purpose: "Від: ТОВ Постач"}}, s.Lines)
}

func TestDebitAndCredit(t *testing.T) {
	text := "Виписка за рахунком UA1\nДата операції;Номер документа;Дебет;Кредит;Кореспондент;ЄДРПОУ кореспондента;Призначення платежу\n" +
		"01.10.2026;1;0,00;500,00;ТОВ Постач;00123456;Виплата\n02.10.2026;2;20,00;;Банк;00000001;Комісія\nВсього;;20,00;500,00;;;\n"
	s, err := Read(t.Context(), written(t, "f.csv", text), builtIn(t))
	require.NoError(t, err)
	require.Equal(t, "pumb", s.Template)
	require.Len(t, s.Lines, 1)
	require.Equal(t, "500.00", s.Lines[0].Amount.String())
	require.Equal(t, 3, s.Lines[0].Row)
	require.Equal(t, 1, s.Outgoing)
}

func TestOschadbankAsAWorkbook(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for row, values := range [][]any{{"ST_NUMB", "ST_DATE", "DB", "CR", "KOR_NAME", "KOR_OKPO", "DESCRIPT"},
		{"7", time.Date(2026, 10, 9, 0, 0, 0, 0, time.UTC), nil, 99.05, "ТОВ Постач", "00123456", "Виплата"}} {
		require.NoError(t, f.SetSheetRow("Sheet1", "A"+string(rune('1'+row)), &values))
	}
	path := filepath.Join(t.TempDir(), "o.xlsx")
	require.NoError(t, f.SaveAs(path))
	s, err := Read(t.Context(), path, builtIn(t))
	require.NoError(t, err)
	require.Equal(t, "oschadbank", s.Template)
	require.Equal(t, day("2026-10-09"), s.Lines[0].Day)
	require.Equal(t, "99.05", s.Lines[0].Amount.String())
	require.Equal(t, "00123456", s.Lines[0].Payer.Code)
}

const exchangeText = `1CClientBankExchange
ВерсияФормата=1.03
Кодировка=Windows
ДатаНачала=01.10.2026
ДатаКонца=31.10.2026
РасчСчет=UA222
СекцияРасчСчет
ДатаНачала=01.10.2026
РасчСчет=UA222
НачальныйОстаток=0.00
КонецРасчСчет
СекцияДокумент=Платежное поручение
Номер=5
Дата=04.10.2026
Сумма=1234.50
ПлательщикСчет=UA333
Плательщик=00123456 ТОВ Постач
Плательщик1=ТОВ Постач
ПлательщикОКПО=00123456
ПолучательСчет=UA222
ДатаПоступило=05.10.2026
НазначениеПлатежа=Виплата
КонецДокумента
СекцияДокумент=Платежное поручение
Номер=6
Дата=06.10.2026
Сумма=10.00
ПлательщикСчет=UA222
ПолучательСчет=UA333
КонецДокумента
КонецФайла
`

func TestExchange(t *testing.T) {
	text := cyrillic(t, strings.ReplaceAll(exchangeText, "\n", "\r\n"))
	s, err := Read(t.Context(), written(t, "kl_to_1c.txt", text), builtIn(t))
	require.NoError(t, err)
	require.Equal(t, "1c-exchange", s.Template)
	require.Equal(t, []Line{{Row: 12, Day: day("2026-10-05"), Amount: money.Must("1234.50"),
		Payer: Payer{Name: "ТОВ Постач", Code: "00123456", Account: "UA333"}, Purpose: "Виплата", Document: "5"}}, s.Lines)
	require.Equal(t, 1, s.Outgoing)
	require.Equal(t, day("2026-10-01"), s.First)
	require.Equal(t, day("2026-10-31"), s.Last)
}

func TestStateAndDirection(t *testing.T) {
	mine, err := Compile("mine.yaml", []byte(`name: mine
kind: bank
columns: {date: [День], amount: [Сума], direction: [Тип], state: [Стан]}
words: {incoming: [Прихід], outgoing: [Видаток], done: [Проведено], undone: [Відхилено]}
`))
	require.NoError(t, err)
	read := func(rows string) (*Statement, error) {
		return Read(t.Context(), written(t, "m.csv", "День;Сума;Тип;Стан\n"+rows), []*Template{mine})
	}
	s, err := read("01.10.2026;10;Прихід;Проведено\n01.10.2026;11;Видаток;Проведено\n02.10.2026;12;прихід;Відхилено\n")
	require.NoError(t, err)
	require.Len(t, s.Lines, 1)
	require.Equal(t, [2]int{1, 1}, [2]int{s.Outgoing, s.Undone})
	for rows, want := range map[string]string{
		"01.10.2026;10;Бонус;Проведено\n":   `nobody knows whether "Бонус" came in or went out`,
		"01.10.2026;10;Прихід;Очікується\n": `nobody knows whether "Очікується" means`,
		"01.10.2026;-10;Прихід;\n":          "is negative, and the row says that it came in",
	} {
		_, err := read(rows)
		require.ErrorContains(t, err, want)
		require.NotEmpty(t, failure.Hint(err))
	}
}

func TestWhatIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want, way string }{
		"no template":  {"Коли;Скільки;Кому\n1;2;3\n", "no template of a bank fits this file; its columns are: Коли; Скільки; Кому", "--bank-template"},
		"a date":       {strings.Replace(privat, "05.10.2026 10:12:00", "учора", 1), `row 2, "Дата операції": "учора" is no date`, "31.10.2026"},
		"no date":      {strings.Replace(privat, "05.10.2026 10:12:00", "", 1), `row 2, "Дата операції": "" is no date`, "totals"},
		"an amount":    {strings.Replace(privat, "1 234,50", "сто", 1), `row 2, "Сума": "сто" is no amount`, "decimal"},
		"no amount":    {strings.Replace(privat, "1 234,50", "", 1), `is no amount`, "1 234,56"},
		"two readings": {strings.Replace(privat, "1 234,50", "1.234", 1), `"1.234" is no amount`, "decimal"},
		"a currency":   {strings.Replace(privat, ";UAH;0017", ";гроші;0017", 1), `"гроші" is no code of a currency`, "980"},
		"both sides":   {"Дата операції;Дебет;Кредит\n01.10.2026;5;6\n", "the debit of the row is not blank either", "debit"},
		"cut":          {strings.Replace(exchangeText, "КонецФайла", "", 1), "its last line is missing", "again"},
		"not ended":    {strings.Replace(exchangeText, "КонецДокумента\n", "", 1), "the payment that begins in line 12 does not end", "again"},
		"no direction": {strings.ReplaceAll(strings.ReplaceAll(exchangeText, "РасчСчет=UA222\n", ""), "ДатаПоступило=05.10.2026\n", ""), "does not say whose account", "statement"},
		"empty":        {"", "cannot be read", "again"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(t.Context(), written(t, "b.csv", c.text), builtIn(t))
			require.ErrorContains(t, err, c.want)
			require.Contains(t, failure.Hint(err), c.way)
		})
	}
}

func TestTwoTemplates(t *testing.T) {
	one, err := Compile("a.yaml", []byte("name: a\nkind: bank\ncolumns: {date: [D], amount: [X]}\n"))
	require.NoError(t, err)
	other, err := Compile("b.yaml", []byte("name: b\nkind: bank\ncolumns: {date: [D], amount: [Y]}\n"))
	require.NoError(t, err)
	path := written(t, "b.csv", "D,X,Y\n2026-10-01,1,2\n")
	_, err = Read(t.Context(), path, []*Template{one, other})
	require.ErrorContains(t, err, "both a and b fit")
	s, err := Read(t.Context(), path, []*Template{other})
	require.NoError(t, err)
	require.Equal(t, "2.00", s.Lines[0].Amount.String())
}

func TestTemplateMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"kind: bank\n":                                                             "needs a name",
		"name: x\nkind: ledger\n":                                                  "kind must be bank",
		"name: x\nkind: bank\nformat: xls\n":                                       `unknown format "xls"`,
		"name: x\nkind: bank\ncolumns: {dat: [D]}\n":                               `unknown column "dat"`,
		"name: x\nkind: bank\ncolumns: {amount: [D]}\n":                            "needs columns.date",
		"name: x\nkind: bank\ncolumns: {date: [D]}\n":                              "needs columns.amount",
		"name: x\nkind: bank\nwords: {yes: [D]}\n":                                 `unknown word "yes"`,
		"name: x\nkind: bank\ncolumns: {date: [D], amount: [A], direction: [B]}\n": "needs words.incoming",
		"name: x\nkind: bank\ncolumns: {date: [D], amount: [A], state: [B]}\n":     "needs words.done",
		"name: x\nkind: bank\nformat: 1c-exchange\ncolumns: {date: [D]}\n":         "needs columns.amount",
	} {
		_, err := Compile("x.yaml", []byte(text))
		require.ErrorContains(t, err, want)
	}
}
