package sheets

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestLibreOfficeCalculatesTheSame takes the values that stand beside the formulas away,
// so that LibreOffice must calculate. What it comes to is compared with them to the
// kopeck; where a line's debit was changed by hand, the summary and the control follow,
// and where its operation or a payout's amount was, the control shows it.
func TestLibreOfficeCalculatesTheSame(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	dir := t.TempDir()
	fits, _ := autumnBook(t, ledgertest.New(t, ledgertest.Autumn()), Manner{})
	differs, _ := autumnBook(t, ledgertest.New(t, unfit()), Manner{Language: wording.English, Perspective: Supplier})
	bare := map[string]*excelize.File{"fits": openBook(t, fits), "differs": openBook(t, differs), "changed": openBook(t, fits), "renamed": openBook(t, fits)}
	require.NoError(t, bare["changed"].SetCellValue("Виписка", "L2", 1450.11))
	require.NoError(t, bare["renamed"].SetCellStr("Виписка", "H2", "щось інше"))
	require.NoError(t, bare["renamed"].SetCellValue("Виплати", "E2", 1450.00))
	var books []string
	for name, f := range bare {
		books = append(books, filepath.Join(dir, name+".xlsx"))
		require.NoError(t, f.UpdateLinkedValue())
		require.NoError(t, f.SaveAs(books[len(books)-1]))
	}
	sheets := office.Sheets(t, office.Reading{}, books...)

	require.Equal(t, map[string]int{"Підсумок": 96, "Холди": 1, "Виплати": 2, "Звірка": 4, "Контроль": 44}, requireCalculated(t, openBook(t, fits), sheets["fits"]))
	require.Equal(t, map[string]int{"Summary": 96, "Holds": 1, "Payouts": 2, "Reconciliation": 7, "Control": 44}, requireCalculated(t, openBook(t, differs), sheets["differs"]))

	summary := sheets["changed"]["Підсумок"]
	require.Equal(t, []string{"1550.10", "0.00", "0.00", "4550.10"}, toTheKopeck(summary[3][5:9]))
	require.Equal(t, []string{"2879.50", "1550.10", "2180.15", "0.00", "2249.45"}, toTheKopeck(summary[7][4:9]))
	require.Equal(t, []string{"15095.82", "5375.31", "-300.00", "12300.01"}, toTheKopeck(summary[21][5:9]))
	control := sheets["changed"]["Контроль"]
	require.Equal(t, []string{"15095.81", "15095.82", "0.01", "НЕ СХОДИТЬСЯ"}, toTheKopeck(control[12][1:5]))
	require.Equal(t, []string{"5375.31", "5375.31", "0.00", "OK"}, toTheKopeck(control[13][1:5]))

	control = sheets["renamed"]["Контроль"]
	require.Equal(t, []string{"Дебет: виписка = підсумок", "15095.81", "13645.71", "-1450.10", "НЕ СХОДИТЬСЯ"}, toTheKopeck(control[18][:5]), "no row of the summary takes the line")
	require.Equal(t, []string{"Суми виплат = оборот виплат", "4099.59", "4099.49", "-0.10", "НЕ СХОДИТЬСЯ"}, toTheKopeck(control[21][:5]))
}

// requireCalculated compares the values beside all formulas of a workbook with what was
// calculated, and counts them by sheet.
func requireCalculated(t *testing.T, f *excelize.File, calculated map[string][][]string) map[string]int {
	t.Helper()
	compared := map[string]int{}
	for _, sheet := range f.GetSheetList() {
		for _, c := range office.Formulas(t, f, sheet) {
			compared[sheet]++
			require.Equal(t, toTheKopeck([]string{c.Value}), toTheKopeck([]string{calculated[sheet][c.Row][c.Column]}), "%s!%s %s", sheet, c.Ref, c.Text)
		}
	}
	return compared
}

// toTheKopeck writes numbers with two decimals, and leaves texts as they are.
func toTheKopeck(cells []string) (out []string) {
	for _, cell := range cells {
		if n, err := strconv.ParseFloat(cell, 64); err == nil {
			cell = strings.Replace(strconv.FormatFloat(n, 'f', 2, 64), "-0.00", "0.00", 1)
		}
		out = append(out, cell)
	}
	return out
}

// TestOddOperationsAreSummed: words that SUMIFS takes for patterns or comparisons, and
// none at all, are summed as they are; those that it takes for one are one row: capitals
// and small letters, and a word of ours that the service writes.
func TestOddOperationsAreSummed(t *testing.T) {
	racing.Skip(t)
	l := ledgertest.Autumn()
	for i, operation := range []string{"", "*", "bonus?", "<5", "~x", `"q"`, "=1+2", "1", "01", strings.Repeat("long", 64), "oddX", "ODDX", "Чудне", "чуднЕ", "повернення"} {
		l.Written = append(l.Written, ledgertest.Entry{Kind: "accrual", Operation: operation, Kopecks: int64(100 << i),
			PostedAt: time.Date(2026, 10, 22, i, 0, 0, 0, time.UTC)})
	}
	path, _ := autumnBook(t, ledgertest.New(t, l), Manner{})
	f := openBook(t, path)
	_, rows := rowsOf(t, f, "Підсумок")
	require.Subset(t, rows, []string{
		"10.2026|нарахування|ODDX|2|0.00|3,072.00|0.00|0.00|3,072.00", // 1,024 and 2,048
		"10.2026|нарахування|Чудне|2|0.00|12,288.00|0.00|0.00|12,288.00",
		"10.2026|нарахування|повернення|1|0.00|16,384.00|0.00|0.00|16,384.00",
		"11.2026|нарахування|повернення|1|16,384.00|700.05|0.00|0.00|17,084.05", // "return", in words
	})
	bare := filepath.Join(t.TempDir(), "odd.xlsx")
	require.NoError(t, f.UpdateLinkedValue())
	require.NoError(t, f.SaveAs(bare))
	compared := requireCalculated(t, openBook(t, path), office.Sheets(t, office.Reading{}, bare)["odd"])
	require.Equal(t, 96+(13+12)*5, compared["Підсумок"], "in both months, as they are carried on; in November the return has its row already")
}
