package statement

import (
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/exporter/statement/ledgertest"
	"github.com/dropbridge/dropbridge/exporter/wording"
)

// TestLibreOfficeCalculatesTheSame takes the values that stand beside the formulas away,
// so that LibreOffice must calculate. What it comes to is compared with them to the
// kopeck; where a line's debit was changed by hand, the summary and the control follow.
func TestLibreOfficeCalculatesTheSame(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip("soffice is not installed")
	}
	require.NoError(t, err)
	dir := t.TempDir()
	fits, _ := autumnBook(t, ledgertest.New(t, handMade()), Manner{})
	differs, _ := autumnBook(t, ledgertest.New(t, unfit()), Manner{Language: wording.English, Perspective: Supplier})
	bare := map[string]*excelize.File{"fits": openBook(t, fits), "differs": openBook(t, differs), "changed": openBook(t, fits)}
	require.NoError(t, bare["changed"].SetCellValue("Виписка", "L2", 1450.11))
	command := []string{"-env:UserInstallation=file://" + filepath.ToSlash(filepath.Join(dir, "profile")), "--headless",
		// Comma, double quote, UTF-8, from row 1 on, numbers as they are, all sheets.
		"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1", "--outdir", dir}
	for name, f := range bare {
		require.NoError(t, f.UpdateLinkedValue())
		require.NoError(t, f.SaveAs(filepath.Join(dir, name+".xlsx")))
		command = append(command, filepath.Join(dir, name+".xlsx"))
	}
	output, err := exec.CommandContext(t.Context(), office, command...).CombinedOutput()
	require.NoError(t, err, string(output))

	require.Equal(t, map[string]int{"Підсумок": 96, "Звірка": 1, "Контроль": 28}, requireCalculated(t, openBook(t, fits), filepath.Join(dir, "fits-")))
	require.Equal(t, map[string]int{"Summary": 96, "Reconciliation": 4, "Control": 28}, requireCalculated(t, openBook(t, differs), filepath.Join(dir, "differs-")))

	summary := calculated(t, filepath.Join(dir, "changed-Підсумок.csv"))
	require.Equal(t, []string{"1550.10", "0.00", "0.00", "4550.10"}, toTheKopeck(summary[3][5:9]))
	require.Equal(t, []string{"2879.50", "1550.10", "2180.15", "0.00", "2249.45"}, toTheKopeck(summary[7][4:9]))
	require.Equal(t, []string{"15095.82", "5375.31", "-300.00", "12300.01"}, toTheKopeck(summary[21][5:9]))
	control := calculated(t, filepath.Join(dir, "changed-Контроль.csv"))
	require.Equal(t, []string{"15095.81", "15095.82", "0.01", "НЕ СХОДИТЬСЯ"}, toTheKopeck(control[11][1:5]))
	require.Equal(t, []string{"5375.31", "5375.31", "0.00", "OK"}, toTheKopeck(control[12][1:5]))
}

// requireCalculated compares the values beside all formulas of a workbook with what was
// calculated, and counts them by sheet.
func requireCalculated(t *testing.T, f *excelize.File, prefix string) map[string]int {
	t.Helper()
	compared := map[string]int{}
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
		require.NoError(t, err)
		var cells [][]string
		for y := range rows {
			for x, value := range rows[y] {
				ref, err := excelize.CoordinatesToCellName(x+1, y+1)
				require.NoError(t, err)
				formula, err := f.GetCellFormula(sheet, ref)
				require.NoError(t, err)
				if formula == "" {
					continue
				}
				if cells == nil {
					cells = calculated(t, prefix+sheet+".csv")
				}
				compared[sheet]++
				require.Equal(t, toTheKopeck([]string{value}), toTheKopeck([]string{cells[y][x]}), "%s!%s %s", sheet, ref, formula)
			}
		}
	}
	return compared
}

func calculated(t *testing.T, path string) [][]string {
	t.Helper()
	in, err := os.Open(path)
	require.NoError(t, err)
	defer in.Close()
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	require.NoError(t, err)
	return rows
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
