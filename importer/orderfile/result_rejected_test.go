package orderfile

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
	"github.com/dropbridge/dropbridge/internal/racing"
)

// rejectedOf are the rows of a report that reading refused, as the importer gives them.
func rejectedOf(r *Report) map[int]cells.Result {
	rows := map[int]cells.Result{}
	for _, line := range r.Lines() {
		if line.Refused {
			rows[line.Row] = cells.Result{Status: "rejected", Error: line.Code + ": " + line.Message}
		}
	}
	return rows
}

func writeRejected(t *testing.T, source string, r *Report, rows map[int]cells.Result) string {
	t.Helper()
	var b bytes.Buffer
	_, err := WriteRejected(&b, source, r, rows)
	require.NoError(t, err)
	return writeTemp(t, "rejected."+r.ResultExt(), b.Bytes())
}

// TestRejectedOfCases: the rejected rows of every case are refused again for the same
// reasons when they are read as they are, and nothing else is in them.
func TestRejectedOfCases(t *testing.T) {
	racing.Skip(t)
	some := 0
	for _, path := range caseFiles(t) {
		report := readPath(t, path)
		rows := rejectedOf(report)
		if report.source.HeadingRow == 0 || report.refused() || len(rows) == 0 {
			continue
		}
		some++
		t.Run(path, func(t *testing.T) {
			first := writeRejected(t, path, report, rows)
			again := readPath(t, first)
			require.Empty(t, summaries(again))
			require.Equal(t, report.Encoding, again.Encoding)
			if len(report.source.Sheet.Merges) == 0 {
				require.Len(t, again.Lines(), len(rows))
			}
			require.Equal(t, errorCodes(report), errorCodes(again))
			second := writeRejected(t, first, again, rejectedOf(again))
			require.Equal(t, errorCodes(report), errorCodes(readPath(t, second)))
		})
	}
	require.Greater(t, some, 5)
}

// errorCodes are the codes of the rows' errors, in the order of the rows.
func errorCodes(r *Report) []string {
	var out []string
	for _, p := range r.Problems {
		switch {
		case p.Row == nil || problem.WeightOf(p.Code) != problem.Error:
		case p.Code == problem.FormulaWithoutValue: // in another place a formula means other cells
			out = append(out, problem.CellError)
		default:
			out = append(out, p.Code)
		}
	}
	return out
}

func TestRejectedText(t *testing.T) {
	text := strings.ReplaceAll("Список\n"+lines(heads, one, `1002;"Гнатюк ""С""";12345;Львів;5;KB-02;1;320,00`, "", ";;;;;KB-03;1;5,00", "Разом"), "\n", "\r\n")
	path := writeTemp(t, "orders.csv", to1251(t, text))
	r := readPath(t, path)
	rows := rejectedOf(r)
	rows[4] = cells.Result{Status: "rejected", Error: "=ціна 5 ₴"}
	var b bytes.Buffer
	notes, err := WriteRejected(&b, path, r, rows)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	got := strings.Split(string(to1251(t, ""))+decodedText(t, b.Bytes()), "\r\n")
	require.Equal(t, heads+";dropbridge_status;order_id;order_status;waybill_number;error", got[0])
	require.Equal(t, `1002;"Гнатюк ""С""";12345;Львів;5;KB-02;1;320,00;rejected;;;;'=ціна 5 грн`, got[1])
	require.Empty(t, got[2], "what belongs to no order must not become an item of the one above")
	require.True(t, strings.HasPrefix(got[3], ";;;;;KB-03;1;5,00;rejected;;;;order_number_missing"), got[3])
	require.Equal(t, []string{""}, got[4:])

	corrected := strings.Replace(b.String(), "12345", "0671234567", 1)
	require.Equal(t, []string{"1002 [2] Гнатюк \"С\" +380671234567 Львів/branch/5 KB-02×1@320.00 prepaid"},
		summaries(readPath(t, writeTemp(t, "corrected.csv", []byte(corrected)))))
}

func decodedText(t *testing.T, data []byte) string {
	t.Helper()
	d, f := cells.Decode(data)
	require.Nil(t, f)
	return d.Text
}

// TestRejectedStaysRefused: what the rows between two rows, or a count of cells, gave
// away is known in the rejected rows too, until the row is corrected.
func TestRejectedStaysRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, code, wrong, right, order string }{
		"a copy further down": {
			lines(heads, "1;Петренко Іван;0670000101;Київ;1;KB-01;1;10", one, "1;Петренко Іван;0670000101;Київ;1;KB-01;1;10"),
			problem.OrderRowsApart, "1;Петренко Іван;0670000101;Київ;1;KB-01;1;10;rejected;;;;order_rows_apart", "7;Петренко Іван;0670000101;Київ;1;KB-01;1;10;rejected;;;;order_rows_apart",
			"7 [2]"},
		"too short": {
			lines(heads, one, "2;Петренко Іван;0670000101;1;KB-01;1;10"),
			problem.RowRagged, "0101;1;KB-01;1;10;;", "0101;Київ;1;KB-01;1;10;", "2 [2]"},
		"too long": {
			lines(heads, one, "2;Петренко Іван;0670000101;Київ;1;KB-01;1;10;00"),
			problem.RowRagged, ";1;10;00;", ";1;10,00;;", "2 [2]"},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeTemp(t, "orders.csv", []byte(c.text))
			report := readPath(t, path)
			rejected := writeRejected(t, path, report, rejectedOf(report))
			again := readPath(t, rejected)
			require.Empty(t, summaries(again))
			require.Equal(t, []string{c.code}, errorCodes(again))

			text := string(readFile(t, rejected))
			require.Equal(t, 1, strings.Count(text, c.wrong), text)
			fixed := readPath(t, writeTemp(t, "fixed.csv", []byte(strings.Replace(text, c.wrong, c.right, 1))))
			require.Empty(t, errorCodes(fixed))
			require.True(t, slices.ContainsFunc(summaries(fixed), func(s string) bool { return strings.HasPrefix(s, c.order) }), summaries(fixed))
		})
	}
}

// styledOrders is a workbook as people make them: a title, styles, widths, a frozen
// pane, a filter, cells merged over an order's rows, and a formula.
func styledOrders(t *testing.T) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"D9EAD3"}}})
	require.NoError(t, err)
	for i, cells := range [][]any{
		{"Замовлення за день"}, toAny(heads), toAny(one), toAny("1002;Бойко Олег;12345;Львів;5;KB-02;1;320"),
		toAny(";;;;;KB-03;2;15"), toAny("1003;Ткач Ірина;0670000103;Одеса;7;KB-04;1;99"), toAny("1004;Ткач Ірина;;Одеса;7;KB-04;1;99"),
	} {
		require.NoError(t, f.SetSheetRow("Sheet1", "A"+string(rune('1'+i)), &cells))
	}
	require.NoError(t, f.SetCellStyle("Sheet1", "A2", "H2", bold))
	require.NoError(t, f.MergeCell("Sheet1", "A1", "D1"))
	require.NoError(t, f.MergeCell("Sheet1", "A4", "A5"))
	require.NoError(t, f.MergeCell("Sheet1", "B4", "B5"))
	require.NoError(t, f.SetColWidth("Sheet1", "B", "B", 30))
	require.NoError(t, f.SetColVisible("Sheet1", "I:XFD", false))
	require.NoError(t, f.SetPanes("Sheet1", &excelize.Panes{Freeze: true, YSplit: 2, TopLeftCell: "A3", ActivePane: "bottomLeft"}))
	require.NoError(t, f.AutoFilter("Sheet1", "A2:H7", nil))
	require.NoError(t, f.SetCellFormula("Sheet1", "H7", "H6"))
	require.NoError(t, f.SetCellValue("Sheet1", "H7", 99))
	path := writeTemp(t, "orders.xlsx", nil)
	require.NoError(t, f.SaveAs(path))
	return path
}

func toAny(line string) []any {
	out := texts(line)
	for i := range out {
		if out[i] == nil {
			out[i] = ""
		}
	}
	return out
}

// TestResultCalculatesNothing: what a buyer wrote is no formula on the manager's
// machine, and the same when the file is read again.
func TestResultCalculatesNothing(t *testing.T) {
	text := lines(heads+";Коментар", `1;=Ірина;+380670000101;Київ;1;-KB+1;1;10;"=HYPERLINK(""http://x.example"";""y"")"`, "2;Олег;+38 (067) 000-01-02;Львів;1;KB-01;1;10;- 5")
	path := writeTemp(t, "orders.csv", []byte(text))
	r := readPath(t, path)
	require.Len(t, r.Orders, 2)
	result := writeResult(t, path, r, sampleResults(r))
	got := string(readFile(t, result))
	require.Contains(t, got, `1;'=Ірина;+380670000101;Київ;1;'-KB+1;1;10;"'=HYPERLINK(""http://x.example"";""y"")";accepted;`)
	require.Contains(t, got, "2;Олег;+38 (067) 000-01-02;Львів;1;KB-01;1;10;- 5;accepted;")
	require.Equal(t, summaries(r), summaries(readPath(t, result)))
	again := writeResult(t, result, readPath(t, result), sampleResults(r))
	require.Equal(t, got, string(readFile(t, again)))
}

func TestRejectedWorkbook(t *testing.T) {
	path := styledOrders(t)
	r := readPath(t, path)
	require.Equal(t, []string{problem.PhoneInvalid, problem.PhoneMissing}, errorCodes(r))
	rejected := writeRejected(t, path, r, rejectedOf(r))
	f, err := excelize.OpenFile(rejected)
	require.NoError(t, err)
	defer f.Close()
	rows, err := f.GetRows("Sheet1")
	require.NoError(t, err)
	require.Len(t, rows, 5)
	require.Equal(t, "Замовлення за день", rows[0][0])
	require.Equal(t, append(strings.Split(heads, ";"), cells.ResultColumns[:]...), rows[1])
	require.Equal(t, []string{"1002", "Бойко Олег", "12345"}, rows[2][:3])
	require.Equal(t, "KB-03", rows[3][5])
	require.Equal(t, "1004", rows[4][0])
	for _, row := range rows[2:] {
		require.Equal(t, "rejected", row[8])
		require.NotEmpty(t, row[12])
	}
	merged, err := f.GetMergeCells("Sheet1")
	require.NoError(t, err)
	var places []string
	for _, m := range merged {
		places = append(places, m.GetStartAxis()+":"+m.GetEndAxis())
	}
	require.ElementsMatch(t, []string{"A1:D1", "A3:A4", "B3:B4"}, places)
	requireLook(t, f)
	require.Equal(t, errorCodes(r), errorCodes(readPath(t, rejected)))
}

// requireLook: the heading of a column of ours looks like those beside it, the column
// is wide enough to read and shown though the columns there were hidden.
func requireLook(t *testing.T, f *excelize.File) {
	t.Helper()
	beside, err := f.GetCellStyle("Sheet1", "H2")
	require.NoError(t, err)
	ours, err := f.GetCellStyle("Sheet1", "M2")
	require.NoError(t, err)
	require.NotZero(t, beside)
	require.Equal(t, beside, ours)
	for column, want := range map[string]float64{"B": 30, "I": 18, "M": 60} {
		width, err := f.GetColWidth("Sheet1", column)
		require.NoError(t, err)
		require.InDelta(t, want, width, 0)
		visible, err := f.GetColVisible("Sheet1", column)
		require.NoError(t, err)
		require.True(t, visible, column)
	}
	hidden, err := f.GetColVisible("Sheet1", "N")
	require.NoError(t, err)
	require.False(t, hidden)
	panes, err := f.GetPanes("Sheet1")
	require.NoError(t, err)
	require.Equal(t, 2, panes.YSplit)
}

func TestResultKeepsTheLook(t *testing.T) {
	path := styledOrders(t)
	r := readPath(t, path)
	f, err := excelize.OpenFile(writeResult(t, path, r, sampleResults(r)))
	require.NoError(t, err)
	defer f.Close()
	requireLook(t, f)
}
