package book

import (
	"archive/zip"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/office"
)

// statement is a small workbook with everything in it, whose values beside the formulas
// are wrong where stale is set.
func statement(t *testing.T, path string, stale bool) {
	t.Helper()
	b := create(t, path)
	lines := sheet(t, b, Layout{Name: "Виписка", Filter: true, Long: true, Columns: []Column{
		{Heading: "Дата запису", Kind: KindMoment}, {Heading: "Номер документа"}, {Heading: "Операція"}, {Heading: "Накладна"},
		{Heading: "Дебет", Kind: KindMoney}, {Heading: "Кредит", Kind: KindMoney}, {Heading: "Призначення", Width: 40},
	}})
	start := time.Date(2026, 10, 1, 9, 30, 0, 0, kyiv)
	for n := range 120 {
		debit, credit := Amount(hryvnias("1450.10")), Cell{}
		if n%5 == 4 {
			debit, credit = Cell{}, Amount(hryvnias("-99.95"))
		}
		require.NoError(t, lines.Append(Moment(start.Add(time.Duration(n)*6*time.Hour)), Text("Д-000123"), Text("Нараховано за замовлення"),
			Text("20450000000017"), debit, credit, Text("Замовлення клієнта, доставлене та оплачене при отриманні у відділенні")))
	}
	lineDebit, lineCredit := hryvnias("139209.60"), hryvnias("-2398.80")
	if stale {
		lineDebit, lineCredit = hryvnias("1.00"), hryvnias("1.00")
	}
	sum := sheet(t, b, Layout{Name: "Підсумок", Columns: []Column{{Heading: "Показник", Width: 30}, {Heading: "Сума", Kind: KindMoney}, {Heading: "Стан"}, {Heading: "Частка", Kind: KindPercent}, {Heading: "Пояснення", Width: 30}}})
	require.NoError(t, sum.Append(Text("Дебет"), Formula("SUM("+lines.Column(4)[0]+")", Amount(lineDebit)), Text("OK").As(Good), Formula("B2/B2", Whole(1)), Text("коротко").As(Muted)))
	require.NoError(t, sum.Append(Text("Кредит"), Formula("SUM("+lines.Column(5)[0]+")", Amount(lineCredit)), Text("НЕ СХОДИТЬСЯ").As(Bad), Cell{}, Text("Довге пояснення, яке не вміщується в один рядок і тому переноситься на наступний")))
	require.NoError(t, sum.Append(Text("Разом").As(Total), Formula("B2+B3", Amount(hryvnias("136810.80"))).As(Total), Formula(`IF(B4>0,"більше & нуля","<=0")`, Text("більше & нуля")).As(Strong)))
	days := sheet(t, b, Layout{Name: "Баланс", Columns: []Column{{Heading: "День", Kind: KindDay}, {Heading: "На рахунку", Kind: KindMoney}, {Heading: "Доступно", Kind: KindMoney}}})
	for n := range int64(31) {
		amount, err := hryvnias("1450.10").Times(n + 1)
		require.NoError(t, err)
		half, err := hryvnias("700.05").Times(n + 1)
		require.NoError(t, err)
		require.NoError(t, days.Append(Day(start.AddDate(0, 0, int(n))), Amount(amount), Amount(half)))
	}
	require.NoError(t, b.Chart(days, "E2", Chart{Title: "Баланс", Categories: days.Column(0)[0],
		Series: []Series{{"На рахунку", days.Column(1)[0]}, {"Доступно", days.Column(2)[0]}}}))
	closed(t, b)
}

// TestLibreOfficeCalculatesTheSame: the values beside the formulas are what LibreOffice
// shows without calculating, and what it comes to when it calculates a workbook in which
// they are wrong.
func TestLibreOfficeCalculatesTheSame(t *testing.T) {
	for _, stale := range []bool{false, true} { // calculated where it must be
		path := filepath.Join(t.TempDir(), "october.xlsx")
		statement(t, path, stale)
		sheets := office.Sheets(t, office.Reading{Shown: true, Recalculate: stale}, path)["october"]
		require.Equal(t, [][]string{
			{"Показник", "Сума", "Стан", "Частка", "Пояснення"},
			{"Дебет", "139,209.60", "OK", "100.00%", "коротко"},
			{"Кредит", "-2,398.80", "НЕ СХОДИТЬСЯ", "", "Довге пояснення, яке не вміщується в один рядок і тому переноситься на наступний"},
			{"Разом", "136,810.80", "більше & нуля", "", ""},
		}, sheets["Підсумок"])
		lines := sheets["Виписка"]
		require.Len(t, lines, 121)
		require.Equal(t, []string{"01.10.2026 09:30", "Д-000123", "Нараховано за замовлення", "20450000000017", "1,450.10", "",
			"Замовлення клієнта, доставлене та оплачене при отриманні у відділенні"}, lines[1])
		require.Equal(t, "01.10.2026", sheets["Баланс"][1][0])
	}
}

// TestPartsAreWellFormed has xmllint read every part, and looks at what prints the sheets.
func TestPartsAreWellFormed(t *testing.T) {
	lint := office.Program(t, "xmllint")
	path := filepath.Join(t.TempDir(), "october.xlsx")
	statement(t, path, false)
	r, err := zip.OpenReader(path)
	require.NoError(t, err)
	defer r.Close()
	charts := 0
	for _, entry := range r.File {
		in, err := entry.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(in)
		require.NoError(t, err, entry.Name)
		cmd := exec.CommandContext(t.Context(), lint, "--noout", "-")
		cmd.Stdin = strings.NewReader(string(data))
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", entry.Name, output)
		if strings.HasPrefix(entry.Name, "xl/worksheets/sheet") {
			for _, want := range []string{`<pageSetUpPr fitToPage="true">`, `paperSize="9"`, `orientation="landscape"`, `fitToHeight="0"`, "&amp;P / &amp;N", `state="frozen"`} {
				require.Contains(t, string(data), want, entry.Name)
			}
		}
		if strings.HasPrefix(entry.Name, "xl/charts/") {
			charts++
			require.Contains(t, string(data), "&#39;Баланс&#39;!$B$2:$B$32")
			require.Contains(t, string(data), "<tx><v>На рахунку</v></tx>")
		}
	}
	require.Equal(t, 1, charts)
}
