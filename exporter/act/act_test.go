package act

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/settlement"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// parties are two that nobody is.
func parties() Parties {
	return Parties{Ours: Party{"ТОВ «Моя крамниця»", "12345678", "01001, м. Київ, вул. Прикладна, 1", "Директор П. П. Приклад"},
		Theirs:   Party{"ТОВ «Постачальник»", "87654321", "", ""},
		Contract: Contract{"17/2026", time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)}}
}

// october is the act of October in the ledger for tests.
func october(t *testing.T, l wording.Language) (*Document, *Books) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	period, err := statement.Month("2026-10", zone)
	require.NoError(t, err)
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, zone)
	server := ledgertest.New(t, ledgertest.Autumn())
	books, err := Read(t.Context(), server.Client(t), statement.Options{Period: period, Now: now}, l)
	require.NoError(t, err)
	return &Document{Parties: parties(), Period: period, Currency: books.Statement.Currency, Language: l, Made: now,
		Account: books.Account, Held: books.Statement.Closing.Held}, books
}

// TestActOfAMonth: figures that were added up by hand from the ledger for tests.
func TestActOfAMonth(t *testing.T) {
	d, books := october(t, wording.Ukrainian)
	require.True(t, books.Statement.OK(), "%+v", books.Statement.Checks)
	require.Equal(t, "3000.00", d.Account.Opening.String())
	require.Equal(t, "1550.09", d.Account.Debit.String(), "1450.10 + 99.99")
	require.Equal(t, "2180.15", d.Account.Credit.String(), "700.05 + 30.00 + 1450.10")
	require.Equal(t, "2369.94", d.Account.Closing.String())
	require.Equal(t, "120.50", d.Held.String(), "the hold of September, as October's was released")
	debit, credit, err := d.Account.Sums()
	require.NoError(t, err)
	require.Equal(t, []string{"1550.09", "2180.15"}, []string{debit.String(), credit.String()})
	require.Len(t, d.Account.Entries, 5, "holds stand in no line")
	require.Equal(t, "Націнка за замовленням № Д-0000003 від 03.10.2026, замовлення КС-101", d.Account.Entries[0].Document)
	require.Equal(t, []string{"Д-0000003", "КС-101", "ord_101"}, d.Account.Entries[0].Numbers)
	require.Equal(t, []string{"Д-0000007", "pay_0001"}, d.Account.Entries[3].Numbers)
	require.Equal(t, "За даними ТОВ «Моя крамниця», на 31.10.2026 заборгованість на користь ТОВ «Моя крамниця» становить 2\u00a0369,94 UAH "+
		"(дві тисячі триста шістдесят дев’ять гривень 94 копійки).", d.balance(d.Ours(), d.Account.Closing))
	require.Contains(t, d.balance(d.Ours(), money.Must("-1")), "на користь ТОВ «Постачальник» становить 1,00 UAH (одна гривня 00 копійок)")
	require.Equal(t, "За даними ТОВ «Моя крамниця», на 31.10.2026 взаємної заборгованості немає.", d.balance(d.Ours(), money.Must("0")))
	require.Contains(t, d.held(), "на 31.10.2026 зарезервовано 120,50 UAH")
	d.Held = money.Must("0")
	require.Empty(t, d.held())
}

func (d *Document) Ours() string { return d.Parties.Ours.Name }

// sheetOf are the rows of a sheet as people see them.
func sheetOf(t *testing.T, file, sheet string) [][]string {
	t.Helper()
	f, err := excelize.OpenFile(file)
	require.NoError(t, err)
	defer f.Close()
	rows, err := f.GetRows(sheet)
	require.NoError(t, err)
	return rows
}

// rowOf is the first row that begins like that.
func rowOf(t *testing.T, rows [][]string, begin string) []string {
	t.Helper()
	for _, row := range rows {
		if len(row) > 0 && strings.HasPrefix(row[0], begin) || len(row) > 1 && strings.HasPrefix(row[1], begin) {
			return append(row, make([]string, max(0, 8-len(row)))...)
		}
	}
	require.Fail(t, "no row "+begin)
	return nil
}

func TestWorkbookOfAnAct(t *testing.T) {
	d, _ := october(t, wording.Ukrainian)
	file := filepath.Join(t.TempDir(), "new", "act.xlsx")
	w, err := d.WriteWorkbook(file)
	require.NoError(t, err)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, info.Size(), w.Bytes)
	rows := sheetOf(t, file, "Акт звірки")
	require.Equal(t, "Акт звірки взаємних розрахунків", rows[0][0])
	require.Equal(t, "за період з 01.10.2026 до 31.10.2026", rows[1][0])
	require.Equal(t, "між ТОВ «Моя крамниця» (код 12345678) та ТОВ «Постачальник» (код 87654321)", rows[2][0])
	require.Equal(t, "за договором № 17/2026 від 15.01.2026", rows[3][0])
	require.Equal(t, []string{"Дата", "Документ", "Дебет", "Кредит", "Дата", "Документ", "Дебет", "Кредит"}, rows[8])
	require.Equal(t, []string{"3,000.00", ""}, rowOf(t, rows, "Сальдо початкове на 01.10.2026")[2:4])
	require.Equal(t, []string{"03.10.2026", "Націнка за замовленням № Д-0000003 від 03.10.2026, замовлення КС-101", "1,450.10", "", "", "", "", ""}, rowOf(t, rows, "03.10.2026"))
	require.Equal(t, []string{"1,550.09", "2,180.15"}, rowOf(t, rows, "Обороти за період")[2:4])
	require.Equal(t, []string{"2,369.94", "0.00"}, rowOf(t, rows, "Сальдо кінцеве на 31.10.2026")[2:4])
	require.Equal(t, []string{"", ""}, rowOf(t, rows, "Обороти за період")[6:8], "their side is theirs to fill")
	require.Contains(t, rowOf(t, rows, "За даними ТОВ «Постачальник», на")[0], "____")
	require.Contains(t, rowOf(t, rows, "Довідково")[0], "120,50 UAH")
	require.Equal(t, "Від ТОВ «Постачальник»", rowOf(t, rows, "Від ТОВ «Моя")[4])
	require.Contains(t, rowOf(t, rows, "____")[0], "Директор П. П. Приклад")
	requirePrint(t, file, "Акт звірки", "&LАкт звірки 01.10.2026 – 31.10.2026, ТОВ «Моя крамниця» – ТОВ «Постачальник»&R&P / &N")
}

// requirePrint: a sheet is one page wide on A4, with the headings and its title on each page.
func requirePrint(t *testing.T, file, sheet, footer string) {
	t.Helper()
	f, err := excelize.OpenFile(file)
	require.NoError(t, err)
	defer f.Close()
	page, err := f.GetPageLayout(sheet)
	require.NoError(t, err)
	require.Equal(t, []any{9, "landscape", 1, 0}, []any{*page.Size, *page.Orientation, *page.FitToWidth, *page.FitToHeight})
	foot, err := f.GetHeaderFooter(sheet)
	require.NoError(t, err)
	require.Equal(t, footer, foot.OddFooter)
	var titles string
	for _, name := range f.GetDefinedName() {
		if name.Name == "_xlnm.Print_Titles" {
			titles = name.RefersTo
		}
	}
	require.Equal(t, "'Акт звірки'!$8:$9", titles)
}

// TestOfficeCalculatesTheAct: LibreOffice finds the totals by itself.
func TestOfficeCalculatesTheAct(t *testing.T) {
	d, _ := october(t, wording.English)
	d.compareWith(t, d.Account.Mirrored())
	file := filepath.Join(t.TempDir(), "act.xlsx")
	_, err := d.WriteWorkbook(file)
	require.NoError(t, err)
	rows := office.Sheets(t, office.Reading{Recalculate: true}, file)["act"]["Act"]
	require.Equal(t, []string{"1550.09", "2180.15"}, rowOf(t, rows, "Turnover")[2:4])
	require.Equal(t, []string{"2180.15", "1550.09"}, rowOf(t, rows, "Turnover")[6:8], "what we book as a debit they book as a credit")
	require.Equal(t, []string{"2369.94", "0"}, rowOf(t, rows, "Closing balance")[2:4])
	require.Equal(t, []string{"", "2369.94"}, rowOf(t, rows, "Closing balance")[6:8])
}

// compareWith lays their account, as they keep it, beside ours.
func (d *Document) compareWith(t *testing.T, theirs settlement.Account) {
	t.Helper()
	require.NoError(t, d.Compare(theirs.Mirrored(), 3))
}

// TestTurnedRound: an act that is read from the wrong side is told from one that differs.
func TestTurnedRound(t *testing.T) {
	d, books := october(t, wording.English)
	d.compareWith(t, d.Account.Mirrored())
	require.False(t, d.Theirs.Turned)
	d.compareWith(t, d.Account)
	require.True(t, d.Theirs.Turned)
	r := d.Report(books.Statement, "", "theirs.csv", Written{})
	require.Contains(t, r.Notes[0], "perspective: ours")
	d.compareWith(t, settlement.Account{})
	require.False(t, d.Theirs.Turned)
}

// TestDifferencesAreShown in the workbook, the table and the report, with the row of their file.
func TestDifferencesAreShown(t *testing.T) {
	d, books := october(t, wording.Ukrainian)
	theirs := d.Account.Mirrored()
	theirs.Closing, theirs.Opening = money.Amount{}, money.Must("-2999.00")
	theirs.Entries[0].Credit, theirs.Entries[0].Row = money.Must("1450.00"), 12
	theirs.Entries = append(theirs.Entries[:2], theirs.Entries[3:]...)
	theirs.Entries = append(theirs.Entries, settlement.Entry{Day: time.Date(2026, 10, 30, 0, 0, 0, 0, time.UTC), Document: "Послуга № 9", Debit: money.Must("5"), Row: 20})
	d.compareWith(t, theirs)
	dir := t.TempDir()
	w, err := d.WriteWorkbook(filepath.Join(dir, "act.xlsx"))
	require.NoError(t, err)
	r := d.Report(books.Statement, "act.xlsx", "їхній.xlsx", w)
	var said []string
	for n := range r.Differences {
		said = append(said, r.Differences[n].Code+": "+r.Said(n, wording.Ukrainian))
	}
	require.Equal(t, []string{
		"opening_differs: сальдо початкове: у нас 3\u00a0000,00 Дт, у них 2\u00a0999,00 Дт",
		"their_sums: їхні власні цифри не сходяться: з рядків виходить 1\u00a0549,99 Дт, а зазначено 1\u00a0550,09 Дт; перевірте, чи у файлі є всі рядки",
		"their_sums: їхні власні цифри не сходяться: з рядків виходить 2\u00a0155,15 Кт, а зазначено 2\u00a0180,15 Кт; перевірте, чи у файлі є всі рядки",
		"amount_differs: 03.10.2026, Націнка за замовленням № Д-0000003 від 03.10.2026, замовлення КС-101: у нас 1\u00a0450,10 Дт, у них 1\u00a0450,00 Дт (рядок 12 файлу)",
		"only_ours: 05.10.2026, Комісія № Д-0000005 від 05.10.2026: 30,00 Кт є лише в нас",
		"only_theirs: 30.10.2026, Послуга № 9: 5,00 Кт є лише в них (рядок 20 файлу)",
	}, said)
	require.Equal(t, "у їхньому акті немає: сальдо кінцеве", r.Note(0, wording.Ukrainian))
	require.Equal(t, &TheirReport{"їхній.xlsx", 5, money.Must("2999.00"), money.Amount{}}, r.Theirs)
	require.Equal(t, &EntryReport{"2026-10-30", "Послуга № 9", 20}, r.Differences[5].Theirs)
	require.Nil(t, r.Differences[5].Ours)
	listed := sheetOf(t, filepath.Join(dir, "act.xlsx"), "Розбіжності")
	require.Len(t, listed, 7)
	require.Equal(t, []string{"5", strings.TrimPrefix(said[4], "only_ours: ")}, listed[5])

	_, err = d.WriteCSV(filepath.Join(dir, "act.csv"))
	require.NoError(t, err)
	data, err := os.ReadFile(filepath.Join(dir, "act.csv"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(data)), "\r\n")
	require.Equal(t, "row,date,document,debit,credit,their_date,their_document,their_debit,their_credit,currency,difference", lines[0])
	require.Equal(t, "opening,2026-10-01,,3000.00,,,,,2999.00,UAH,", lines[1])
	require.Equal(t, "entry,2026-10-03,\"Націнка за замовленням № Д-0000003 від 03.10.2026, замовлення КС-101\",1450.10,,2026-10-03,\"Націнка за замовленням № Д-0000003 від 03.10.2026, замовлення КС-101\",,1450.00,UAH,amount_differs", lines[2])
	require.Equal(t, "entry,,,,,2026-10-30,Послуга № 9,5.00,,UAH,only_theirs", lines[7])
	require.Equal(t, "closing,2026-10-31,,2369.94,,,,,,UAH,", lines[9])
}

// TestTwoCurrencies have no common balance.
func TestTwoCurrencies(t *testing.T) {
	l := ledgertest.Autumn()
	l.Written[3].Currency = "USD"
	d, _ := october(t, wording.English)
	_, err := Read(t.Context(), ledgertest.New(t, l).Client(t), statement.Options{Period: d.Period, Now: d.Made}, wording.English)
	require.ErrorContains(t, err, "an act has one currency: ")
	require.Contains(t, failure.Hint(err), "dropbridge ledger")
}

// TestAnIncompleteLedgerMakesNoAct: it would be signed.
func TestAnIncompleteLedgerMakesNoAct(t *testing.T) {
	l := ledgertest.Autumn()
	l.Skip = 4
	d, _ := october(t, wording.English)
	_, err := Read(t.Context(), ledgertest.New(t, l).Client(t), statement.Options{Period: d.Period, Now: d.Made}, wording.English)
	require.ErrorContains(t, err, "no act is made, as the ledger came in part: ")
}

// TestALongActNeedsATable: a sheet holds no more.
func TestALongActNeedsATable(t *testing.T) {
	d, _ := october(t, wording.English)
	d.Account.Entries = make([]settlement.Entry, 1<<20)
	path := filepath.Join(t.TempDir(), "act.xlsx")
	_, err := d.WriteWorkbook(path)
	require.EqualError(t, err, "the act would have 1048576 lines, and a sheet holds 1048536")
	require.NoFileExists(t, path)
}

// TestNotes: an open period and documents of other months are no differences, and said.
func TestNotes(t *testing.T) {
	d, books := october(t, wording.English)
	require.Empty(t, d.Report(books.Statement, "", "", Written{}).Notes)
	d.Made = time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)
	theirs := d.Account.Mirrored()
	theirs.Entries[0].Day = time.Date(2026, 9, 30, 0, 0, 0, 0, time.UTC)
	theirs.Entries[4].Day = time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC)
	d.compareWith(t, theirs)
	r := d.Report(books.Statement, "", "theirs.csv", Written{})
	require.Equal(t, []string{"the period lasts until 2026-10-31: the closing balance will still change",
		"1 document of theirs is not of the period: is it the right period?"}, r.Notes)
}

func TestContract(t *testing.T) {
	require.Equal(t, "under contract No. 17/2026 of 2026-01-15", parties().Contract.said(wording.English))
	require.Equal(t, "за договором № 5", Contract{Number: "5"}.said(wording.Ukrainian))
}
