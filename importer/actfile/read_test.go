package actfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

var names = actfile.Names{Ours: "ТОВ «Моя крамниця»", Theirs: "ТОВ «Постачальник»"}

// read reads a text as the act of a file with that name.
func read(t *testing.T, name, text string) (settlement.Account, error) {
	t.Helper()
	return readAs(t, "generic", name, text)
}

func readAs(t *testing.T, template, name, text string) (settlement.Account, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	how, err := actfile.Load(templates.Open(""), template)
	require.NoError(t, err)
	return actfile.Read(t.Context(), path, how, names)
}

// lines are the entries of an account in one text each.
func lines(a settlement.Account) (out []string) {
	for _, e := range a.Entries {
		out = append(out, strings.Join([]string{e.Day.Format("2006-01-02"), e.Debit.String(), e.Credit.String(), strings.Join(e.Numbers, "+")}, " "))
	}
	return out
}

const ukrainian = `Акт звірки;;;
за жовтень 2026;;;
Дата;Документ;Дебет;Кредит
1;2;3;4
;Сальдо початкове;;3 000,00
03.10.2026;Звіт комісіонера № Д-0000003 від 03.10.2026;;1 450,10
10.10.26;Платіж № 77;"1 450,10";
12.10.2026;Повернення;-5,00;
;Обороти за період;1 445,10;1 450,10
;Сальдо кінцеве;;3 005,00
;Директор;____________;
`

func TestUkrainianCSV(t *testing.T) {
	for _, text := range []string{ukrainian, encoded(t, ukrainian)} {
		a, err := read(t, "act.csv", text)
		require.NoError(t, err)
		require.Equal(t, []string{"2026-10-03 1450.10  Д-0000003", "2026-10-10  1450.10 77", "2026-10-12  -5.00 "}, lines(a), "from our side")
		require.Equal(t, []string{"3000.00", "3005.00", "1450.10", "1445.10"},
			[]string{a.Opening.String(), a.Closing.String(), a.Debit.String(), a.Credit.String()})
		require.Equal(t, 6, a.Entries[0].Row)
	}
}

func encoded(t *testing.T, text string) string {
	t.Helper()
	out, err := charmap.Windows1251.NewEncoder().String(text)
	require.NoError(t, err)
	return out
}

func TestOtherLanguagesAndForms(t *testing.T) {
	a, err := read(t, "act.csv", "Date,Document,Debit,Credit\n2026-10-03,D3,,310.00\n2026-10-04,Payment 7,310.00,\n2026-10-05,05.10.2026,1.00,\n")
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-03 310.00  D3", "2026-10-04  310.00 ", "2026-10-05  1.00 "}, lines(a), "a word that is all of the name is the number, a day is none")
	a, err = read(t, "act.csv", "Date,Number,Description,Debit,Credit\n2026-10-03,A-1,Margin,,1450.10\n2026-10-04,,Balance of an order,10.00,0.00\n,,Turnover,10.00,1450.10\n,,Balance,,1440.10\n")
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-03 1450.10  A-1", "2026-10-04 0.00 10.00 "}, lines(a))
	require.False(t, a.Opening.IsSet(), "absent is not zero")
	require.Equal(t, "1440.10", a.Closing.String(), "a balance behind the documents is the closing one")

	a, err = read(t, "act.csv", "Дата\tНаименование операции, документы\tДебет\tКредит\n\tСальдо на 01.10.2026\t\t5,00\n03.10.2026\tПродажа (12 от 03.10.2026)\t7,00\t\n\tИтого\t7,00\t\n\tСальдо на 31.10.2026\t2,00\t\n")
	require.NoError(t, err)
	require.Equal(t, []string{"5.00", "-2.00"}, []string{a.Opening.String(), a.Closing.String()})
	require.Equal(t, []string{"2026-10-03  7.00 "}, lines(a))
}

// TestBothSides: of an act with the columns of both parties theirs is taken.
func TestBothSides(t *testing.T) {
	rows := func(left, right string) string {
		return left + ";;;;" + right + ";;;\nДата;Документ;Дебет;Кредит;Дата;Документ;Дебет;Кредит\n" +
			"03.10.2026;наш;11,00;;04.10.2026;їхній;;22,00\n"
	}
	for _, c := range []struct{ left, right, want string }{
		{"За даними ТОВ Моя крамниця, грн", "За даними ТОВ Постачальник, грн", "2026-10-04 22.00  "},
		{"За даними ТОВ «Постачальник»", "За даними ТОВ «Моя крамниця»", "2026-10-03  11.00 "},
		{"За даними ТОВ «Моя крамниця»", "За даними контрагента", "2026-10-04 22.00  "},
		{"", "", "2026-10-03  11.00 "},
	} {
		a, err := read(t, "act.csv", rows(c.left, c.right))
		require.NoError(t, err)
		require.Equal(t, []string{c.want}, lines(a), c.left)
	}
	_, err := read(t, "act.csv", "За даними ТОВ Моя крамниця;;;;За даними ТОВ Постачальник;;;\nДата;Документ;Дебет;Кредит;Дата;Документ;Дебет;Кредит\n03.10.2026;наш;11,00;;;;;\n")
	require.EqualError(t, err, "their act act.csv is blank: there is no amount under the heading Дебет of their side")
}

func TestUnreadableIsRefused(t *testing.T) {
	for rows, want := range map[string]string{
		"03.10.2026;A;багато;\n":           `row 2, column Дебет: "багато" is no amount: write it like 1234.50`,
		"03.10.2026;A;1.234;\n":            `row 2, column Дебет: "1.234" can be read in two ways: write two decimals, like 1234.50`,
		"вчора;A;1,00;\n":                  `row 2, column Дата: "вчора" is no day: write it like 31.10.2026`,
		";A;1,00;\n":                       `row 2: an amount without a day: write the day or, if it is a total, add the word by which the row begins to rows in a template`,
		"03.10.2026;A;;\n":                 `row 2: a document without an amount: write its debit or credit, or delete the row`,
		"31.02.2026;A;1,00;\nx;A;x;\n":     `row 2, column Дата: "31.02.2026" is no day: write it like 31.10.2026; row 3, column Дебет: "x" is no amount: write it like 1234.50`,
		strings.Repeat("x;A;1,00;\n", 7):   "and 2 more places",
		"03.10.2026;A;1,00;#N/A\n":         `row 2, column Кредит: "#N/A" is no amount: write it like 1234.50`,
		"03.10.2026;A;10 UAH;\n;Сума;x;\n": `row 3, column Дебет: "x" is no amount: write it like 1234.50`,
	} {
		_, err := read(t, "act.csv", "Дата;Документ;Дебет;Кредит\n"+rows)
		require.ErrorContains(t, err, "their act act.csv is not read: ", rows)
		require.ErrorContains(t, err, want, rows)
		require.Contains(t, failure.Hint(err), "--theirs-template act.yaml")
	}
	_, err := read(t, "act.csv", "Коли;Що;Скільки\n03.10.2026;A;1,00\n")
	require.EqualError(t, err, "their act act.csv is not read: its first rows have no headings of a date, a debit and a credit")
	what, way := err.(*refusal.Refusal).Say(wording.Ukrainian)
	require.Contains(t, what, "немає заголовків дати, дебету й кредиту")
	require.Contains(t, way, "--theirs-template")
	_, err = read(t, "act.xlsx", "PK\x03\x04 is no workbook")
	require.ErrorContains(t, err, "their act act.xlsx is not read: ")
	_, err = read(t, "act.csv", "")
	require.ErrorContains(t, err, "their act act.csv is not read: ")
}

func TestWorkbook(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for cell, v := range map[string]any{"A1": "Акт звірки", "A3": "Дата", "B3": "Документ", "C3": "Дебет", "D3": "Кредит", "B4": "Сальдо початкове", "C4": 7.5,
		"A5": "03.10.2026", "B5": "Оплата № 12", "D5": 1450.1} {
		require.NoError(t, f.SetCellValue("Sheet1", cell, v))
	}
	path := filepath.Join(t.TempDir(), "act.xlsx")
	require.NoError(t, f.SaveAs(path))
	how, err := actfile.Load(templates.Open(""), actfile.Usual)
	require.NoError(t, err)
	a, err := actfile.Read(t.Context(), path, how, names)
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-03 1450.10  12"}, lines(a))
	require.Equal(t, "-7.50", a.Opening.String())
	_, err = actfile.Read(t.Context(), filepath.Join(t.TempDir(), "none.xlsx"), how, names)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTemplateOfOnesOwn(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.yaml")
	require.NoError(t, os.WriteFile(own, []byte("name: own\nkind: act\nperspective: ours\ncolumns: {date: [Коли], document: [Що], amount: [Скільки]}\nrows: {closing: [Лишилось]}\n"), 0o600))
	a, err := readAs(t, own, "act.csv", "Коли;Що;Скільки\n03.10.2026;A 1234;-1,00\n04.10.2026;B;2,00\n;Лишилось;1,00\n")
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-03  1.00 1234", "2026-10-04 2.00  "}, lines(a), "as they stand")
	require.Equal(t, "1.00", a.Closing.String())

	for text, want := range map[string]string{
		"name: x\nkind: feed\n":                                                                 `:2:7: kind must be act, not "feed"`,
		"name: x\nkind: act\nperspective: both\n":                                               `:3:14: unknown perspective "both"`,
		"name: x\nkind: act\ncolumns: {date: [a]}\n":                                            `:1:7: an act template needs columns: date, and debit and credit or amount`,
		"name: x\nkind: act\ncolumns: {date: [a], debit: [b], credit: [B.]}\n":                  `:3:43: the heading "B." stands under debit too: leave one`,
		"name: x\nkind: act\ncolumns: {date: [a], debit: [b], credit: [c]}\nrows: {start: [x]}": `unknown key "start"`,
	} {
		_, err := actfile.Compile("own.yaml", []byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
