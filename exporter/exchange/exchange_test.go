package exchange

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// fields are the lines of a section in their order.
type fields [][2]string

func (f fields) get(key string) string {
	for _, one := range f {
		if one[0] == key {
			return one[1]
		}
	}
	return "absent"
}

// exchangeFile is a file as a bookkeeping program reads it.
type exchangeFile struct {
	head      fields
	accounts  []fields
	documents []fields
}

// readFile reads a file byte by byte, as the standard of the format says: no part of the code
// that writes it is asked, nor of a library for encodings.
func readFile(t *testing.T, data []byte) (out exchangeFile) {
	t.Helper()
	var text strings.Builder
	for _, b := range data {
		text.WriteRune(windows1251(b))
	}
	lines := strings.Split(text.String(), "\r\n")
	require.NotContains(t, strings.Join(lines, ""), "\n", "every line ends with both characters")
	require.Equal(t, "1CClientBankExchange", lines[0])
	require.Equal(t, []string{"КонецФайла", ""}, lines[len(lines)-2:])
	into, open := &out.head, ""
	for _, line := range lines[1 : len(lines)-2] {
		key, value, isField := strings.Cut(line, "=")
		switch {
		case line == "СекцияРасчСчет":
			require.Empty(t, open)
			out.accounts = append(out.accounts, fields{})
			into, open = &out.accounts[len(out.accounts)-1], "КонецРасчСчет"
		case key == "СекцияДокумент":
			require.Empty(t, open)
			require.Equal(t, "Платежное поручение", value)
			out.documents = append(out.documents, fields{})
			into, open = &out.documents[len(out.documents)-1], "КонецДокумента"
		case line == open:
			open, into = "", nil
		default:
			require.True(t, isField, line)
			require.NotNil(t, into, line)
			*into = append(*into, [2]string{key, value})
		}
	}
	require.Empty(t, open, "the last section is closed")
	return out
}

// windows1251 is the letter of a byte, as the code page's table has it.
func windows1251(b byte) rune {
	switch {
	case b < 0x80:
		return rune(b)
	case b >= 0xC0:
		return 'А' + rune(b-0xC0)
	}
	for letter, code := range map[rune]byte{'Ґ': 0xA5, 'ґ': 0xB4, 'Є': 0xAA, 'є': 0xBA, 'І': 0xB2, 'і': 0xB3, 'Ї': 0xAF, 'ї': 0xBF, '№': 0xB9, '«': 0xAB, '»': 0xBB, '’': 0x92} {
		if code == b {
			return letter
		}
	}
	return '\uFFFD'
}

// autumn writes the payouts of October and November of the ledger for tests.
func autumn(t *testing.T, change func(*ledgertest.Ledger, *Writer)) (exchangeFile, statement.Report, error) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	period, err := statement.Days("2026-10-01", "2026-11-30", zone)
	require.NoError(t, err)
	template, err := Load(templates.Open(""), "1c-exchange")
	require.NoError(t, err)
	l := ledgertest.Autumn()
	w := &Writer{Template: template, Period: period, Language: wording.Ukrainian, Program: "dropbridge test",
		Ours:   Party{"ТОВ «Моя крамниця»", "12345678", "UA843999990000000000000000001", ""},
		Theirs: Party{"ТОВ «Постачальник»", "87654321", "UA573999990000000000000000002", "АТ «Банк»"}}
	change(&l, w)
	out := filepath.Join(t.TempDir(), "new", "kl_to_1c.txt")
	_, report, err := w.Write(t.Context(), ledgertest.New(t, l).Client(t), statement.Options{Period: period, Now: time.Date(2026, 12, 2, 9, 30, 0, 0, time.UTC)}, out)
	if err != nil {
		require.NoFileExists(t, out)
		return exchangeFile{}, report, err
	}
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Len(t, data, int(report.Bytes))
	return readFile(t, data), report, nil
}

// TestPayoutsAreReadBack by a reader of its own: four documents, of which one went back.
func TestPayoutsAreReadBack(t *testing.T) {
	file, report, err := autumn(t, func(*ledgertest.Ledger, *Writer) {})
	require.NoError(t, err)
	require.Zero(t, report.Lost.Characters)
	require.Equal(t, fields{{"ВерсияФормата", "1.03"}, {"Кодировка", "Windows"}, {"Отправитель", "dropbridge test"}, {"Получатель", "1C"},
		{"ДатаСоздания", "02.12.2026"}, {"ВремяСоздания", "11:30:00"}, {"ДатаНачала", "01.10.2026"}, {"ДатаКонца", "30.11.2026"},
		{"РасчСчет", "UA843999990000000000000000001"}}, file.head)
	require.Equal(t, []fields{{{"ДатаНачала", "01.10.2026"}, {"ДатаКонца", "30.11.2026"}, {"РасчСчет", "UA843999990000000000000000001"},
		{"НачальныйОстаток", "0.00"}, {"ВсегоПоступило", "4599.59"}, {"ВсегоСписано", "500.00"}, {"КонечныйОстаток", "4099.59"}}}, file.accounts, "1450.10 + 2649.49 + 500.00")
	require.Len(t, file.documents, 4)
	require.Equal(t, fields{{"Номер", "Д-0000007"}, {"Дата", "10.10.2026"}, {"Сумма", "1450.10"},
		{"ПлательщикСчет", "UA573999990000000000000000002"}, {"Плательщик", "ТОВ «Постачальник»"}, {"ПлательщикИНН", "87654321"}, {"Плательщик1", "ТОВ «Постачальник»"},
		{"ПлательщикРасчСчет", "UA573999990000000000000000002"}, {"ПлательщикБанк1", "АТ «Банк»"}, {"ПлательщикБИК", "399999"}, {"ДатаПоступило", "10.10.2026"},
		{"ПолучательСчет", "UA843999990000000000000000001"}, {"Получатель", "ТОВ «Моя крамниця»"}, {"ПолучательИНН", "12345678"}, {"Получатель1", "ТОВ «Моя крамниця»"},
		{"ПолучательРасчСчет", "UA843999990000000000000000001"}, {"ПолучательБИК", "399999"}, {"НазначениеПлатежа", "Операція за договором дропшипінгу № 17/2026"}}, file.documents[0])
	back := file.documents[3]
	require.Equal(t, []string{"500.00", "13.11.2026", "absent", "ТОВ «Моя крамниця»", "ТОВ «Постачальник»"},
		[]string{back.get("Сумма"), back.get("ДатаСписано"), back.get("ДатаПоступило"), back.get("Плательщик"), back.get("Получатель")}, "what was rejected went back")
}

// TestWhatTheEncodingLacks is a question mark, and named with its line.
func TestWhatTheEncodingLacks(t *testing.T) {
	file, report, err := autumn(t, func(l *ledgertest.Ledger, w *Writer) {
		w.Ours.Name = "ТОВ «Мар\u02bcяна» 😀"
		for i := range l.Written {
			l.Written[i].Description = "перший\nрядок = 1"
		}
	})
	require.NoError(t, err)
	require.Equal(t, "ТОВ «Мар’яна» ?", file.documents[0].get("Получатель"))
	require.Equal(t, "перший рядок = 1", file.documents[0].get("НазначениеПлатежа"))
	require.Equal(t, int64(8), report.Lost.Cells)
	require.Equal(t, "Получатель", report.Lost.First[0].Column)
	require.Equal(t, "[U+1F600]", report.Lost.First[0].Characters)
	require.Equal(t, int64(33), report.Lost.First[0].Row)
}

func TestTemplates(t *testing.T) {
	require.True(t, Is(templates.Open(""), "1c-exchange"))
	require.False(t, Is(templates.Open(""), "1c"))
	require.False(t, Is(templates.Open(""), "no-such"))
	head := "name: x\nkind: ledger\nformat: 1c-exchange\n"
	for text, want := range map[string]string{
		"name: x\nkind: feed\nformat: 1c-exchange\n": `:2:7: kind must be ledger, not "feed"`,
		"name: x\nkind: ledger\nformat: csv\n":       `:3:9: format must be 1c-exchange, not "csv"`,
		head:                                         `:1:7: a template of payouts needs document: {lines: […]}`,
		head + "document: {lines: [{key: A, value: nonsense}]}\n":              `:4:36: unknown value "nonsense"`,
		head + "document: {lines: [{value: number}]}\n":                        `:4:28: a line needs a key`,
		head + "document: {lines: [{key: A}]}\n":                               `:4:26: a line has a value or a constant, one of the two`,
		head + "document: {lines: [{key: A, value: number, constant: '1'}]}\n": `a line has a value or a constant, one of the two`,
	} {
		_, err := Compile("own.yaml", []byte(text))
		require.ErrorContains(t, err, want, text)
	}
	own, err := Compile("own.yaml", []byte(head+"begin: A\nend: B\ndocument: {begin: D, lines: [{key: N, value: number}, {key: C, constant: c}]}\n"))
	require.NoError(t, err)
	w := &Writer{Template: own, payments: []payment{{Number: "7"}}}
	text, err := w.text(time.Now())
	require.NoError(t, err)
	require.Equal(t, "A\r\nD\r\nN=7\r\nC=c\r\nB\r\n", text)
}

// TestNothingIsRounded: the format has two decimals.
func TestNothingIsRounded(t *testing.T) {
	w := &Writer{Period: statement.Period{From: time.Now()}}
	_, err := w.paid(&statement.Payout{Amount: money.Must("1.005"), Entry: supplier.LedgerEntry{ID: "led_1"}})
	require.EqualError(t, err, "the payout led_1 of 1.005 has parts of a hundredth, which a file of payouts cannot hold")
	require.NotEmpty(t, failure.Hint(err))
	document, err := w.paid(&statement.Payout{Amount: money.Must("1.5000"), Entry: supplier.LedgerEntry{ID: "led_1", DocumentDate: "2026-10-05", Operation: "payout_iban"}})
	require.NoError(t, err)
	require.Equal(t, []string{"led_1", "05.10.2026", "1.50"}, []string{document.Number, document.Date, document.Amount})
}

// TestTwoCurrencies have no common sum.
func TestTwoCurrencies(t *testing.T) {
	_, _, err := autumn(t, func(l *ledgertest.Ledger, _ *Writer) { l.Written[6].Currency = "USD" })
	require.ErrorContains(t, err, "a file of payouts has one currency: ")
}

func TestServiceFails(t *testing.T) {
	_, _, err := autumn(t, func(l *ledgertest.Ledger, _ *Writer) { l.Fail = "/api/finance/ledger" })
	require.Error(t, err)
	require.NotEqual(t, failure.Config, failure.KindOf(err))
}
